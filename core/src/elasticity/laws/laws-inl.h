// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
//
// All laws, for loops over cells.

#if defined(SINEW_ELASTICITY_LAWS_LAWS_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef SINEW_ELASTICITY_LAWS_LAWS_INL_H_
#undef SINEW_ELASTICITY_LAWS_LAWS_INL_H_
#else
#define SINEW_ELASTICITY_LAWS_LAWS_INL_H_
#endif

#include "elasticity/laws/corotated-inl.h"
#include "elasticity/laws/corotated_volume-inl.h"
#include "elasticity/laws/mooney_rivlin-inl.h"
#include "elasticity/laws/stable_neo_hookean-inl.h"
#include "sinew/settings.h"

HWY_BEFORE_NAMESPACE();
namespace sinew {
namespace HWY_NAMESPACE {

/// Calls body(law) with the struct of a law.
template <class Body>
SINEW_INLINE void withLaw(FleshLaw law, Body&& body) {
  switch (law) {
    case FleshLaw::Corotated:
      return body(Corotated());
    case FleshLaw::CorotatedVolume:
      return body(CorotatedVolume());
    case FleshLaw::StableNeoHookean:
      return body(StableNeoHookean());
    case FleshLaw::MooneyRivlin:
      return body(MooneyRivlin());
  }
}

}  // namespace HWY_NAMESPACE
}  // namespace sinew
HWY_AFTER_NAMESPACE();

#endif  // include guard per target
