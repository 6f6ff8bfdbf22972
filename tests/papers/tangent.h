// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
//
// The linear systems the papers solve, and the tangents they differ by. In the frame of the
// singular vectors a tangent is (A, shear, twist) (core/src/elasticity/principal-inl.h); the
// corotated ones differ in the twist alone (McAdams 2011, section 5):
//
//   exact      2 mu + 2 (lambda tr(S - I) - 2 mu) / (sigma_j + sigma_k)
//   projected  the same, not below 0                               (McAdams 2011, Algorithm 1)
//   warped     0                                                   (Mueller and Gross 2004)
//   quasilinear 2 mu                                               (Zhu et al. 2010)
#pragma once

#include <Eigen/Sparse>

#include "papers/cell_math.h"

namespace sinew::papers {

enum class PaperTangent { Exact, Projected, Warped, QuasiLinear };
inline constexpr const char* kTangentNames[] = {"exact", "projected", "warped", "quasi-linear"};

using SparseMatrix = Eigen::SparseMatrix<double>;
using VectorXd = Eigen::VectorXd;

core::PrincipalTangent<double> paperTangent(PaperTangent kind,
                                            const core::PrincipalState<double>& state, double mu);

/// K at given F per cell, plus a lumped mass on the diagonal. Rows and columns of fixed nodes are
/// 0.
class TangentOperator {
 public:
  TangentOperator(const Body& body, const CellGradients& F, PaperTangent kind, double mass = 0);

  Field apply(const Field& x) const;
  /// Scalar diagonal, as the Jacobi smoother of McAdams 2011, section 9.1, wants it; 1 for fixed
  /// nodes.
  Field diagonal() const;
  /// Of the free unknowns, three per node in the order of FreeUnknowns.
  SparseMatrix assemble() const;
  const Body& body() const { return *body_; }

 private:
  struct State {
    Mat3<double> U, V;
    core::PrincipalTangent<double> tangent;
  };
  using ElementMatrix = Eigen::Matrix<double, 24, 24>;
  ElementMatrix elementMatrix(std::size_t cell) const;

  const Body* body_;
  std::vector<State> states_;
  double mass_;
};

/// Numbers the free nodes.
class FreeUnknowns {
 public:
  explicit FreeUnknowns(const Body& body);
  Eigen::Index count() const { return count_; }
  Eigen::Index first(Eigen::Index node) const { return first_[static_cast<std::size_t>(node)]; }
  VectorXd gather(const Field& f) const;
  Field scatter(const VectorXd& v) const;

 private:
  std::vector<Eigen::Index> first_;  // -1 for fixed nodes
  Eigen::Index count_ = 0;
};

}  // namespace sinew::papers
