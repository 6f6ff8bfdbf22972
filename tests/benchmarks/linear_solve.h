// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
#pragma once

#include "flesh_scene.h"

namespace sinew::bench {

struct SolvedSystem {
  double setupSeconds = 0, solveSeconds = 0;
  int iterations = 0;
  double residual = 0;      // |f - K dx| / |f|
  double productError = 0;  // of that K dx, against double
  double seconds() const { return setupSeconds + solveSeconds; }
};

/// The tangent of the systems of linear and peers. The exact one is that of a Newton step; the
/// projected one, in which solvers are often compared because it is definite in any state, is
/// easier for a V-cycle that is made of it.
inline Tangent equationsOf(const Options& options) {
  return options.isDefinite ? Tangent::Projected : Tangent::Exact;
}

/// The best of `runs`, each from new tangents to a solution in scene.w->dx.
SolvedSystem solveSystem(FleshScene& scene, double tolerance, int runs);

/// Relative residual that float leaves: where the solution is rounded to 24 bits, |K| |dx| over |f|
/// times 2^-24 remains (measured 1e-6 to 4e-6 on the cube and the arm; AMGCL in float stalls
/// alike).
inline constexpr double kFloatFloor = 2e-5;

/// What is accepted as solved to `tolerance`.
double allowedResidual(double tolerance);

}  // namespace sinew::bench
