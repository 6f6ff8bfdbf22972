// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
//
// Preconditioned conjugate gradients for K dx = f (docs/theory/multigrid.md, algorithm 1).
// The stopping rule and the report are one struct each; nothing is allocated.
#pragma once

#include <algorithm>
#include <limits>

#include "multigrid/multigrid.h"

namespace sinew {

struct LinearWorkspace {
  explicit LinearWorkspace(const Multigrid& multigrid)
      : r(multigrid.lattice().tiles()), z(r), p(r), dx(r) {}
  std::size_t memoryBytes() const {
    return byteCount(r.values) + byteCount(z.values) + byteCount(p.values) + byteCount(dx.values);
  }
  TileVector r, z, p, dx;
};

/// A vector by node in the memory of one in tiles, which must rest as long as that is used.
inline NodeSpan nodesIn(TileVector& tiles, std::int32_t nodeCount) {
  const std::size_t size = (static_cast<std::size_t>(nodeCount) + 1) * 4;
  tiles.values.resize(std::max(tiles.values.size(), size));
  return {tiles.values.data(), size};
}

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
  double slope = 0;     // f.dx: how fast the energy falls along dx
  double decrease = 0;  // f.dx - dx.K dx / 2: how far a quadratic energy would fall
};

struct LinearStop {
  double tolerance = 0.1;
  int iterations = 25;
  double radius = std::numeric_limits<double>::infinity();  // farthest any node may go [cells]
};

/// Solves K w.dx = w.r from w.dx = 0 within a trust region (Steihaug 1983). With Tangent::Exact K
/// may be indefinite: on p.Kp <= 0 dx goes on along p to the radius. Without a radius it ends
/// there, in the first iteration with M^-1 f. w.r becomes what is left of it; after
/// PreconditionerNotPositive it is the right side again, to try once more.
LinearReport conjugateGradient(Multigrid& multigrid, Tangent tangent, const LinearStop& stop,
                               LinearWorkspace& w);

/// The same for vectors by node.
LinearReport conjugateGradient(Multigrid& multigrid, Tangent tangent, ConstNodeSpan f,
                               const LinearStop& stop, LinearWorkspace& w, NodeSpan dx);

}  // namespace sinew
