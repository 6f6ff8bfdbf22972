// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
//
// Corotated elasticity with the trace as measure of volume (McAdams 2011;
// docs/theory/corotated.md).
//
//   Psi = mu sum (sigma_i - 1)^2 + lambda/2 (tr S - 3)^2
//
// Cheap and linear in the stretches, but it loses volume under large stretch whatever Poisson's
// ratio is, and where sigma_2 + sigma_3 = 0 and tr S > 3 + 2 mu / lambda its energy has a crease
// that can hold an inverted cell.

#if defined(SINEW_ELASTICITY_LAWS_COROTATED_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef SINEW_ELASTICITY_LAWS_COROTATED_INL_H_
#undef SINEW_ELASTICITY_LAWS_COROTATED_INL_H_
#else
#define SINEW_ELASTICITY_LAWS_COROTATED_INL_H_
#endif

#include "elasticity/principal-inl.h"

HWY_BEFORE_NAMESPACE();
namespace sinew {
namespace HWY_NAMESPACE {

struct Corotated {
  static constexpr VolumeMeasure kMeasure = VolumeMeasure::Trace;

  template <class T>
  static SINEW_INLINE PrincipalState<T> evaluate(const Vec3<T>& sigma, const LawConstants<T>& c) {
    const Vec3<T> e{sigma.x - T(1.f), sigma.y - T(1.f), sigma.z - T(1.f)};
    const T twoMu = c.mu + c.mu, volume = c.lambda * (e.x + e.y + e.z);
    const T k = volume - twoMu;
    const auto twist = [&](T a, T b) {
      return mulAdd(T(2.f), k / max(a + b, T(kLeastStretchSum)), twoMu);
    };
    const T diagonal = twoMu + c.lambda;
    return {mulAdd(c.mu, dot(e, e), T(0.5f) * volume * (e.x + e.y + e.z)),
            {mulAdd(twoMu, e.x, volume), mulAdd(twoMu, e.y, volume), mulAdd(twoMu, e.z, volume)},
            {diagonal, c.lambda, c.lambda, diagonal, c.lambda, diagonal},
            {twoMu, twoMu, twoMu},
            {twist(sigma.y, sigma.z), twist(sigma.z, sigma.x), twist(sigma.x, sigma.y)}};
  }
};

}  // namespace HWY_NAMESPACE
}  // namespace sinew
HWY_AFTER_NAMESPACE();

#endif  // include guard per target
