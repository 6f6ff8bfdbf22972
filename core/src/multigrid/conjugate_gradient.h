// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
//
// Flexible preconditioned conjugate gradients for K dx = f (docs/theory/multigrid.md, algorithm 1).
// The stopping rule and the report are one struct each; nothing is allocated.
#pragma once

#include <limits>

#include "multigrid/multigrid.h"

namespace sinew {

struct LinearWorkspace {
  explicit LinearWorkspace(const Multigrid& multigrid)
      : r(multigrid.lattice().tiles()), z(r), p(r), q(r), dx(r) {}
  std::size_t memoryBytes() const { return 5 * byteCount(r.values); }
  TileVector r, z, p, q, dx;
};

enum class LinearStatus {
  Converged,
  IterationLimit,
  NegativeCurvature,          ///< p.Kp <= 0: stopped with a usable descent direction
  Radius,                     ///< stopped where dx would have left the trust region
  PreconditionerNotPositive,  ///< r . M^-1 r <= 0: raise the smoother's eigenvalues
};

struct LinearReport {
  LinearStatus status = LinearStatus::IterationLimit;
  int iterations = 0;   // V-cycles
  double residual = 1;  // |f - K dx| / |f| as recursed
  double decrease = 0;  // f.dx - dx.K dx / 2: how far a quadratic energy would fall
};

struct LinearStop {
  double tolerance = 0.1;
  int iterations = 25;
  double radius = std::numeric_limits<double>::infinity();  // farthest any node may go [cells]
};

/// Solves from dx = 0 within a trust region (Steihaug 1983). With Tangent::Exact K may be
/// indefinite: on p.Kp <= 0 dx goes on along p to the radius. Without a radius it ends there, in
/// the first iteration with M^-1 f.
LinearReport conjugateGradient(Multigrid& multigrid, Tangent tangent, const NodeVector& f,
                               const LinearStop& stop, LinearWorkspace& w, NodeVector& dx);

}  // namespace sinew
