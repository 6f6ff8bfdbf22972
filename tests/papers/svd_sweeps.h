// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
//
// The symmetric eigenanalysis of McAdams 2011, section 9.2: sweeps of Jacobi rotations over the
// three off-diagonal entries of F^T F, with exact angles or with the approximate quaternion of
// Algorithm 4.
#pragma once

#include <Eigen/Dense>

namespace sinew::papers {

enum class Givens { Exact, Approximate };

/// Cosine and sine of half the angle for the entries a11, a12, a22 (Algorithm 4).
struct HalfAngle {
  double c, s;
};
HalfAngle approximateGivens(double a11, double a12, double a22);

/// `sweeps` over (1,2), (2,3), (3,1). S is conjugated in place.
void jacobiSweeps(Eigen::Matrix3d& S, int sweeps, Givens kind);

/// Largest off-diagonal entry over the largest entry of the diagonal.
double offDiagonal(const Eigen::Matrix3d& S);

}  // namespace sinew::papers
