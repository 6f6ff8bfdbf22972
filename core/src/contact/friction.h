// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
//
// Coulomb's friction as an energy: what it takes to drag a point by u along a surface that presses
// against it with the force N (docs/theory/objects.md, eq. 4).
//
//   E = mu N r(|u|),   r' = 2 t - t^2 with t = |u| / kStick,  1 beyond t = 1
//
// The force is mu N r'(|u|): it reaches Coulomb's mu N at kStick and never exceeds it.
#pragma once

#include <cmath>

#include "math/mat3.h"

namespace sinew {

/// A point that sticks may give way by so much [cells].
inline constexpr double kStick = 0.01;

struct FrictionTerm {
  double energy = 0;
  Vec3<double> force{0, 0, 0};               // on the point
  Sym3<double> stiffness{0, 0, 0, 0, 0, 0};  // exact; positive semi-definite
};

/// `limit` is mu N; u lies in the plane across the unit vector n.
inline FrictionTerm frictionTerm(double limit, const Vec3<double>& u, const Vec3<double>& n) {
  const double length = std::sqrt(dot(u, u)), t = length / kStick;
  FrictionTerm term;
  term.energy = limit * (t < 1 ? kStick * t * t * (1 - t / 3) : length - kStick / 3);
  // r' / |u| and r'': the stiffness across and along u.
  const double across = limit * (t < 1 ? (2 - t) / kStick : 1 / length);
  const double along = limit * (t < 1 ? 2 * (1 - t) / kStick : 0);
  term.force = -across * u;
  const Sym3<double> plane = Sym3<double>{1, 0, 0, 1, 0, 1} - outer(n);
  const double perSquare = length > 0 ? (along - across) / (length * length) : 0;
  term.stiffness = across * plane + perSquare * outer(u);
  return term;
}

}  // namespace sinew
