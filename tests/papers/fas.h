// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
//
// The nonlinear multigrid of McAdams 2011, Algorithm 3: coarse unknowns are corrections to an
// offset of F, forces are nonlinear on every level, damped Jacobi is linearised anew every
// `relinearise` sweeps. Line 4 of the algorithm as printed takes the fine offset; it is the coarse
// one.
#pragma once

#include "papers/mcadams_multigrid.h"

namespace sinew::papers {

struct FasOptions {
  JacobiOptions jacobi;
  int relinearise = 3;      // Jacobi sweeps per linearisation
  bool lineSearch = false;  // halves the coarse correction of the finest level until E falls
};

class FasSolver {
 public:
  FasSolver(const Body& body, const FasOptions& options);

  /// One cycle for the equilibrium at positions x.
  void cycle(Field& x);
  /// Decompositions of all cells of the finest level so far.
  int passes() const { return passes_; }

 private:
  struct Level {
    const Body* body;
    VectorXd damping;
  };
  Field forceAt(std::size_t level, const CellGradients* offset, const Field& u);
  void smooth(std::size_t level, const CellGradients* offset, const Field& g, Field& u);
  void solveCoarsest(const CellGradients& offset, const Field& g, Field& u) const;
  void cycle(std::size_t level, const CellGradients* offset, const Field& g, Field& u);

  FasOptions options_;
  std::vector<std::unique_ptr<CoarseBody>> coarse_;
  std::vector<Level> levels_;
  int passes_ = 0;
};

}  // namespace sinew::papers
