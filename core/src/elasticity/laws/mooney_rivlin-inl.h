// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
//
// Mooney-Rivlin with a volume term that is smooth for flat and inverted cells (docs/theory/
// materials.md, section 5). The share of the second invariant stiffens it under large stretch.
//
//   Psi = a (I - 3) + b (II - 3) - (2 a + 4 b) (J - 1) + l/2 (J - 1)^2
//   I = sum sigma_i^2,  II = sum (sigma_j sigma_k)^2,  a + b = mu / 2,  l = lambda + 2 a

#if defined(SINEW_ELASTICITY_LAWS_MOONEY_RIVLIN_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef SINEW_ELASTICITY_LAWS_MOONEY_RIVLIN_INL_H_
#undef SINEW_ELASTICITY_LAWS_MOONEY_RIVLIN_INL_H_
#else
#define SINEW_ELASTICITY_LAWS_MOONEY_RIVLIN_INL_H_
#endif

#include "elasticity/principal-inl.h"

HWY_BEFORE_NAMESPACE();
namespace sinew {
namespace HWY_NAMESPACE {

struct MooneyRivlin {
  static constexpr VolumeMeasure kMeasure = VolumeMeasure::Jacobian;

  template <class T>
  static SINEW_INLINE PrincipalState<T> evaluate(const Vec3<T>& sigma, const LawConstants<T>& c) {
    const Stretches<T> s(sigma);
    const T b = T(0.5f) * c.mu * c.mooneyShare, a = mulSub(T(0.5f), c.mu, b);
    const T twoA = a + a, twoB = b + b, rest = twoA + twoB + twoB;
    const T l = c.lambda + twoA, pressure = mulSub(l, s.volumeChange, rest);
    const Vec3<T> square{sigma.x * sigma.x, sigma.y * sigma.y, sigma.z * sigma.z};
    const Vec3<T> stiffness{mulAdd(twoB, square.y + square.z, twoA),
                            mulAdd(twoB, square.z + square.x, twoA),
                            mulAdd(twoB, square.x + square.y, twoA)};
    // Terms of first order in e cancel; u_i = sigma_j sigma_k - 1.
    const Vec3<T> u{mulAdd(s.e.y, s.e.z, s.e.y + s.e.z), mulAdd(s.e.z, s.e.x, s.e.z + s.e.x),
                    mulAdd(s.e.x, s.e.y, s.e.x + s.e.y)};
    const T second = mulAdd(T(2.f), s.pairs, dot(u, u));
    const T shape = mulAdd(a, s.squares, negMulAdd(rest, s.products, b * second));
    Sym3<T> stretch = volumeStretch(sigma, s.area, l, pressure, stiffness);
    const T fourB = twoB + twoB;
    stretch.xy = mulAdd(fourB, s.area.z, stretch.xy);
    stretch.xz = mulAdd(fourB, s.area.y, stretch.xz);
    stretch.yz = mulAdd(fourB, s.area.x, stretch.yz);
    const auto pair = [&](T squareOther, T area, T sign, T other) {
      return mulAdd(twoB, mulAdd(sign, area, squareOther), mulAdd(sign * pressure, other, twoA));
    };
    const T plus(1.f), minus(-1.f);
    return {mulAdd(T(0.5f) * l * s.volumeChange, s.volumeChange, shape),
            {mulAdd(stiffness.x, sigma.x, pressure * s.area.x),
             mulAdd(stiffness.y, sigma.y, pressure * s.area.y),
             mulAdd(stiffness.z, sigma.z, pressure * s.area.z)},
            stretch,
            {pair(square.x, s.area.x, minus, sigma.x), pair(square.y, s.area.y, minus, sigma.y),
             pair(square.z, s.area.z, minus, sigma.z)},
            {pair(square.x, s.area.x, plus, sigma.x), pair(square.y, s.area.y, plus, sigma.y),
             pair(square.z, s.area.z, plus, sigma.z)}};
  }
};

}  // namespace HWY_NAMESPACE
}  // namespace sinew
HWY_AFTER_NAMESPACE();

#endif  // include guard per target
