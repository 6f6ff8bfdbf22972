// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
//
// Flexible preconditioned conjugate gradients for K dx = f (docs/theory/multigrid.md, algorithm 1).
// The stopping rule and the report are one struct each; nothing is allocated.
#pragma once

#include "multigrid/multigrid.h"

namespace sinew {

struct LinearWorkspace {
  explicit LinearWorkspace(std::int32_t nodeCount)
      : r(makeNodeVector(nodeCount)), z(r), p(r), q(r) {}
  NodeVector r, z, p, q;
};

enum class LinearStatus {
  Converged,
  IterationLimit,
  NegativeCurvature,          ///< stopped early with a usable descent direction
  PreconditionerNotPositive,  ///< r . M^-1 r <= 0: raise the smoother's eigenvalues
};

struct LinearReport {
  LinearStatus status = LinearStatus::IterationLimit;
  int iterations = 0;   // V-cycles
  double residual = 1;  // |f - K dx| / |f| as recursed
};

struct LinearStop {
  double tolerance = 0.1;
  int iterations = 25;
};

/// Solves from dx = 0. With Tangent::Exact K may be indefinite: on p.Kp <= 0 the first iteration
/// returns M^-1 f, later ones the iterate so far.
LinearReport conjugateGradient(Multigrid& multigrid, Tangent tangent, const NodeVector& f,
                               const LinearStop& stop, LinearWorkspace& w, NodeVector& dx);

}  // namespace sinew
