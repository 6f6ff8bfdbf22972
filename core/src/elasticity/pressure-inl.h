// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
//
// The pressure of a cell as part of its law (docs/theory/mixed.md, eqs. 1 to 3).
//
//   trace:  M = tr S - 3,  dM/dsigma_i = 1               J:  M = J - 1,  dM/dsigma_i = sigma_j
//   sigma_k

#if defined(SINEW_ELASTICITY_PRESSURE_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef SINEW_ELASTICITY_PRESSURE_INL_H_
#undef SINEW_ELASTICITY_PRESSURE_INL_H_
#else
#define SINEW_ELASTICITY_PRESSURE_INL_H_
#endif

#include "elasticity/principal-inl.h"

HWY_BEFORE_NAMESPACE();
namespace sinew {
namespace HWY_NAMESPACE {

template <class T>
struct VolumeChange {
  T excess;          // M
  Vec3<T> gradient;  // dM/dsigma
};

/// Zero in cells that carry nothing.
template <VolumeMeasure kMeasure, class T>
SINEW_INLINE VolumeChange<T> volumeChange(const Vec3<T>& sigma, T carried) {
  const Stretches<T> s(sigma);
  const T one = select(carried > T(0.f), T(1.f), T(0.f));
  if constexpr (kMeasure == VolumeMeasure::Trace) {
    return {one * (s.e.x + s.e.y + s.e.z), {one, one, one}};
  } else {
    return {one * s.volumeChange, one * s.area};
  }
}

/// Adds the energy p M and its derivatives (eq. 3).
template <VolumeMeasure kMeasure, class T>
SINEW_INLINE void addPressure(const Vec3<T>& sigma, const VolumeChange<T>& change, T p,
                              PrincipalState<T>& s) {
  s.energy = mulAdd(p, change.excess, s.energy);
  s.stress = s.stress + p * change.gradient;
  if constexpr (kMeasure == VolumeMeasure::Trace) {
    const auto twist = [&](T a, T b) { return T(2.f) * p / max(a + b, T(kLeastStretchSum)); };
    s.twist = s.twist +
              Vec3<T>{twist(sigma.y, sigma.z), twist(sigma.z, sigma.x), twist(sigma.x, sigma.y)};
  } else {
    const Vec3<T> ps = p * sigma;
    s.stretch.xy = s.stretch.xy + ps.z;
    s.stretch.xz = s.stretch.xz + ps.y;
    s.stretch.yz = s.stretch.yz + ps.x;
    s.shear = s.shear - ps;
    s.twist = s.twist + ps;
  }
}

}  // namespace HWY_NAMESPACE
}  // namespace sinew
HWY_AFTER_NAMESPACE();

#endif  // include guard per target
