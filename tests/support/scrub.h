// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
//
// Frame after frame as in scrubbing: every frame starts from the solution of the one before, moved
// by what the bones moved in between (numerics 8). The library itself always jumps from rest.
#pragma once

#include <vector>

#include "solver/frame.h"

namespace sinew::testing {

class Scrub {
 public:
  explicit Scrub(const FleshModel& model);

  /// Follows the bones to `bones` (rest to posed); the equilibrium is left in workspace().x.
  NewtonReport moveTo(const std::vector<Affine>& bones, const NewtonStop& stop);

  Workspace& workspace() { return w_; }

 private:
  const FleshModel& model_;
  Workspace w_;
  std::vector<Affine> bones_;  // of the frame before
};

/// Largest distance between nodes of two states (double[4] per node) [cells].
double largestDistance(const AlignedVector<double>& a, const AlignedVector<double>& b);

}  // namespace sinew::testing
