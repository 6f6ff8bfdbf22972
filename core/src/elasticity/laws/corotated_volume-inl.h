// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
//
// Corotated elasticity that keeps its volume (docs/theory/materials.md, section 3).
//
//   Psi = mu sum (sigma_i - 1)^2 + lambda/2 (J - 1)^2,   J = sigma_1 sigma_2 sigma_3

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

struct CorotatedVolume {
  static constexpr VolumeMeasure kMeasure = VolumeMeasure::Jacobian;

  template <class T>
  static SINEW_INLINE PrincipalState<T> evaluate(const Vec3<T>& sigma, const LawConstants<T>& c) {
    const Stretches<T> s(sigma);
    const T twoMu = c.mu + c.mu, pressure = c.lambda * s.volumeChange;
    const auto twist = [&](T a, T b, T other) {
      const T rotation = negMulAdd(twoMu + twoMu, T(1.f) / max(a + b, T(kLeastStretchSum)), twoMu);
      return mulAdd(pressure, other, rotation);
    };
    return {mulAdd(c.mu, dot(s.e, s.e), T(0.5f) * pressure * s.volumeChange),
            {mulAdd(twoMu, s.e.x, pressure * s.area.x), mulAdd(twoMu, s.e.y, pressure * s.area.y),
             mulAdd(twoMu, s.e.z, pressure * s.area.z)},
            volumeStretch(sigma, s.area, c.lambda, pressure, Vec3<T>{twoMu, twoMu, twoMu}),
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
