// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
//
// Direct solve on the coarsest level: dense Cholesky in double. At most kCoarsestNodes nodes unless
// the lattice cannot be coarsened further.
#pragma once

#include <vector>

#include "constraints/pair_springs.h"
#include "lattice/hierarchy.h"

namespace sinew {

class CoarseSolver {
 public:
  explicit CoarseSolver(const CoarseLevel& level);

  /// Factors the level's matrix (9 floats per entry, column by column) with the springs of `pairs`,
  /// unless there are none. Unknowns left without stiffness (a body nothing holds) stay at 0.
  void factor(const CoarseLevel& level, const float* blocks, const PairLists& pairs = {});

  /// x = K^-1 b, float[4] per node.
  void solve(const float* b, float* x);

  std::size_t memoryBytes() const;

 private:
  void addPairs(const PairSprings& pairs);

  std::size_t size_;            // unknowns
  std::vector<double> lower_;   // row-major, lower triangle of the factor
  std::vector<double> column_;  // scratch
};

}  // namespace sinew
