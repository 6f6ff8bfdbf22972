// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
//
// Stable neo-Hookean flesh (Smith, de Goes, Kim 2018; docs/theory/materials.md, section 4). Smooth
// for flat and inverted cells, and without the crease of the corotated laws.
//
//   Psi = m/2 (I - 3) - m/2 log((I + 1) / 4) - 3/4 m (J - 1) + l/2 (J - 1)^2
//   I = sum sigma_i^2,  m = 4/3 mu,  l = lambda + 5/6 mu

#if defined(SINEW_ELASTICITY_LAWS_STABLE_NEO_HOOKEAN_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef SINEW_ELASTICITY_LAWS_STABLE_NEO_HOOKEAN_INL_H_
#undef SINEW_ELASTICITY_LAWS_STABLE_NEO_HOOKEAN_INL_H_
#else
#define SINEW_ELASTICITY_LAWS_STABLE_NEO_HOOKEAN_INL_H_
#endif

#include <hwy/contrib/math/math-inl.h>

#include "elasticity/principal-inl.h"

HWY_BEFORE_NAMESPACE();
namespace sinew {
namespace HWY_NAMESPACE {

/// y - log(1 + y), y > -1.
inline double logExcess(double y) { return y - std::log1p(y); }

SINEW_INLINE Wide logExcess(Wide y) {
  // Near 0 the difference cancels; there a series, whose next term is below 1e-9 of the sum.
  Wide series(1.f / 2.f);
  Wide power(1.f);
  for (int n = 3; n <= 10; ++n) {
    power = power * -y;
    series = mulAdd(power, Wide(1.f / static_cast<float>(n)), series);
  }
  const Wide difference = y - Wide(hn::Log1p(WideTag(), y.v));
  return select(abs(y) < Wide(0.125f), series * y * y, difference);
}

struct StableNeoHookean {
  static constexpr VolumeMeasure kMeasure = VolumeMeasure::Jacobian;

  template <class T>
  static SINEW_INLINE PrincipalState<T> evaluate(const Vec3<T>& sigma, const LawConstants<T>& c) {
    const Stretches<T> s(sigma);
    const T m = T(4.f / 3.f) * c.mu, l = mulAdd(T(5.f / 6.f), c.mu, c.lambda);
    const T inverse = T(1.f) / (dot(sigma, sigma) + T(1.f));
    const T stiffness = negMulAdd(m, inverse, m);                   // m (1 - 1 / (I + 1))
    const T pressure = negMulAdd(T(0.75f), m, l * s.volumeChange);  // l (J - 1) - 3/4 m
    const T softening = T(2.f) * m * inverse * inverse;
    // With y = (I - 3) / 4 the terms of first order in e cancel; written without them.
    const T y = mulAdd(T(0.25f), dot(s.e, s.e), T(0.5f) * (s.e.x + s.e.y + s.e.z));
    const T shape =
        mulAdd(T(0.5f), s.squares, negMulAdd(T(1.f), s.products, logExcess(y) * T(2.f / 3.f)));
    Sym3<T> stretch =
        volumeStretch(sigma, s.area, l, pressure, Vec3<T>{stiffness, stiffness, stiffness});
    const Vec3<T> soft = softening * sigma;
    stretch = stretch + Sym3<T>{soft.x * sigma.x, soft.x * sigma.y, soft.x * sigma.z,
                                soft.y * sigma.y, soft.y * sigma.z, soft.z * sigma.z};
    return {mulAdd(T(0.75f) * m, shape, T(0.5f) * l * s.volumeChange * s.volumeChange),
            {mulAdd(stiffness, sigma.x, pressure * s.area.x),
             mulAdd(stiffness, sigma.y, pressure * s.area.y),
             mulAdd(stiffness, sigma.z, pressure * s.area.z)},
            stretch,
            {negMulAdd(pressure, sigma.x, stiffness), negMulAdd(pressure, sigma.y, stiffness),
             negMulAdd(pressure, sigma.z, stiffness)},
            {mulAdd(pressure, sigma.x, stiffness), mulAdd(pressure, sigma.y, stiffness),
             mulAdd(pressure, sigma.z, stiffness)}};
  }
};

}  // namespace HWY_NAMESPACE
}  // namespace sinew
HWY_AFTER_NAMESPACE();

#endif  // include guard per target
