// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
#include "papers/svd_sweeps.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace sinew::papers {

HalfAngle approximateGivens(double a11, double a12, double a22) {
  const double gamma = 3 + 2 * std::numbers::sqrt2;
  const double c = 2 * (a11 - a22), s = a12;
  if (gamma * s * s < c * c) {
    const double scale = 1 / std::sqrt(c * c + s * s);
    return {scale * c, scale * s};
  }
  return {std::cos(std::numbers::pi / 8), std::sin(std::numbers::pi / 8)};
}

void jacobiSweeps(Eigen::Matrix3d& S, int sweeps, Givens kind) {
  for (int k = 0; k < 3 * sweeps; ++k) {
    const int p = k % 3, q = (p + 1) % 3;
    double c, s;  // of the whole angle
    if (kind == Givens::Approximate) {
      const HalfAngle half = approximateGivens(S(p, p), S(p, q), S(q, q));
      c = half.c * half.c - half.s * half.s;
      s = 2 * half.c * half.s;
    } else {
      // At most 45 degrees either way: with larger ones cyclic sweeps need not converge.
      const double angle = S(p, q) == 0 ? 0 : 0.5 * std::atan(2 * S(p, q) / (S(p, p) - S(q, q)));
      c = std::cos(angle), s = std::sin(angle);
    }
    Eigen::Matrix3d Q = Eigen::Matrix3d::Identity();
    Q(p, p) = Q(q, q) = c, Q(p, q) = -s, Q(q, p) = s;
    S = Q.transpose() * S * Q;
  }
}

double offDiagonal(const Eigen::Matrix3d& S) {
  const double off = std::max({std::abs(S(0, 1)), std::abs(S(1, 2)), std::abs(S(0, 2))});
  return off / S.diagonal().cwiseAbs().maxCoeff();
}

}  // namespace sinew::papers
