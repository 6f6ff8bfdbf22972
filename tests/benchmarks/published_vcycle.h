// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
//
// The V-cycle of McAdams et al. 2011 on their cube, for timing: every level is discretised anew
// with our operator, smoothing is damped Jacobi, ten sweeps before and after every transfer.
#pragma once

#include <vector>

#include "flesh_scene.h"

namespace sinew::bench {

class PublishedVcycle {
 public:
  /// A cube of n^3 cells between two held faces, on `levels` levels; n / 2^(levels-1) is a whole
  /// number.
  PublishedVcycle(int n, int levels, int threads);

  FleshScene& finest() { return levels_.front().scene; }

  /// x = one cycle from zero for K x = b.
  void cycle(const NodeVector& b, NodeVector& x);

 private:
  struct Level {
    int n = 0;
    double scale = 1;  // stiffness of a cell grows with its edge
    FleshScene scene;
    std::vector<float> inverseDiagonal;     // 9 per node
    std::vector<std::int32_t> nodeOfPlace;  // (n + 1)^3, x fastest
    std::vector<std::int32_t> placeOfNode;
    NodeVector b, x, r;
  };

  void sweep(Level& level, const NodeVector& b, NodeVector& x, int count);
  void cycle(std::size_t level, const NodeVector& b, NodeVector& x);

  std::vector<Level> levels_;
};

}  // namespace sinew::bench
