// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
//
// Corotated elasticity that keeps its volume (docs/theory/materials.md, section 3).
//
//   Psi = mu sum (sigma_i - 1)^2 + f(J),   J = sigma_1 sigma_2 sigma_3
//   f'' = lambda (1 + b S(1 - J/c)),   f(1) = f'(1) = 0,   S(t) = t^2 (3 - 2 t) on [0, 1]   (eq. 9)

#if defined(SINEW_ELASTICITY_LAWS_COROTATED_VOLUME_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef SINEW_ELASTICITY_LAWS_COROTATED_VOLUME_INL_H_
#undef SINEW_ELASTICITY_LAWS_COROTATED_VOLUME_INL_H_
#else
#define SINEW_ELASTICITY_LAWS_COROTATED_VOLUME_INL_H_
#endif

#include "elasticity/principal-inl.h"

HWY_BEFORE_NAMESPACE();
namespace sinew {
namespace HWY_NAMESPACE {

/// Flesh that is crushed to less than this part of its volume gets stiffer, up to 1 + b times: c,
/// b.
inline constexpr float kCrushedVolume = 0.5f, kCrushStiffening = 16.f;

struct CorotatedVolume {
  static constexpr VolumeMeasure kMeasure = VolumeMeasure::Jacobian;

  template <class T>
  static SINEW_INLINE PrincipalState<T> evaluate(const Vec3<T>& sigma, const LawConstants<T>& c) {
    const Stretches<T> s(sigma);
    // t = 1 - J/c; S and its integrals over t, which are symmetric about the flat state t = 1.
    const T t = max(mulAdd(s.volumeChange + T(1.f), T(-1.f / kCrushedVolume), T(1.f)), T(0.f));
    const T beyond = max(t - T(1.f), T(0.f)), v = max(min(t, T(2.f) - t), T(0.f));
    const T cube = v * v * v, up = cube * negMulAdd(v, T(0.5f), T(1.f));
    const T stiffening = v * v * negMulAdd(v, T(2.f), T(3.f));
    const T integral = select(beyond > T(0.f), T(1.f) - up, up);
    const T twice = mulAdd(cube * v, negMulAdd(v, T(0.1f), T(0.25f)), beyond);
    const T crush = c.lambda * T(kCrushStiffening);

    const T twoMu = c.mu + c.mu, bulk = mulAdd(crush, stiffening, c.lambda);
    const T pressure = negMulAdd(T(kCrushedVolume) * crush, integral, c.lambda * s.volumeChange);
    const T volumeEnergy = mulAdd(T(kCrushedVolume * kCrushedVolume) * crush, twice,
                                  T(0.5f) * c.lambda * s.volumeChange * s.volumeChange);
    const auto twist = [&](T a, T b, T other) {
      const T rotation = negMulAdd(twoMu + twoMu, T(1.f) / max(a + b, T(kLeastStretchSum)), twoMu);
      return mulAdd(pressure, other, rotation);
    };
    return {mulAdd(c.mu, dot(s.e, s.e), volumeEnergy),
            {mulAdd(twoMu, s.e.x, pressure * s.area.x), mulAdd(twoMu, s.e.y, pressure * s.area.y),
             mulAdd(twoMu, s.e.z, pressure * s.area.z)},
            volumeStretch(sigma, s.area, bulk, pressure, Vec3<T>{twoMu, twoMu, twoMu}),
            {negMulAdd(pressure, sigma.x, twoMu), negMulAdd(pressure, sigma.y, twoMu),
             negMulAdd(pressure, sigma.z, twoMu)},
            {twist(sigma.y, sigma.z, sigma.x), twist(sigma.z, sigma.x, sigma.y),
             twist(sigma.x, sigma.y, sigma.z)}};
  }
};

}  // namespace HWY_NAMESPACE
}  // namespace sinew
HWY_AFTER_NAMESPACE();

#endif  // include guard per target
