// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
//
// K as tests/support/reference.h has it, term by term in double: some rows of it as a check of
// products, all of it assembled for solvers that need a matrix.
#pragma once

#include "flesh_scene.h"
#include "support/reference.h"

namespace sinew::bench {

using RowMatrix = Eigen::SparseMatrix<double, Eigen::RowMajor, int>;

/// Largest error of y against K x over `sample` nodes spread over the body, relative to the largest
/// entry there. K is that of the state linearised in the scene.
double productError(const FleshScene& scene, Tangent tangent, ConstNodeSpan x, ConstNodeSpan y,
                    int sample);

/// The free unknowns of a scene, the matrix of its equations and right-hand side f.
struct AssembledSystem {
  explicit AssembledSystem(const FleshScene& scene);

  Eigen::VectorXd gather(ConstNodeSpan nodes) const;
  double residual(const Eigen::VectorXd& x) const { return (f - K * x).norm() / f.norm(); }

  std::vector<std::int32_t> freeNodes;  // unknowns 3 k to 3 k + 2 are of freeNodes[k]
  RowMatrix K;
  Eigen::VectorXd f;
};

}  // namespace sinew::bench
