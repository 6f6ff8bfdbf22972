// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
//
// Shape functions of a coarse cell seen from one of its eight children (docs/theory/multigrid.md,
// eqs. 4 and 5): with W[a][A] the trilinear weight of coarse corner A at the child's corner a, rows
// of fixed corners zeroed,
//
//   b_A  = sum_a W[a][A] g_a              gradient of A at the child's centre
//   S_AB = sum_ab W[a][A] Hg_ab W[b][B]   its share of the hourglass stiffness
//
// They depend only on the child (octant) and on which of its corners are fixed: 8 x 256 cases. The
// same for a cell of a whole block, four times as coarse, of which no corner is fixed: 64 cases.
#pragma once

#include <array>
#include <vector>

#include "base/aligned_vector.h"
#include "elasticity/stabilisation.h"

namespace sinew {

struct ChildShapes {
  std::array<std::array<float, 3>, 8> gradient;  // b_A
  std::array<float, 36> hourglass;               // S_AB, A <= B row by row
};

/// Weight of corner A of a cube at corner a of one of its cells, `edge` of them along an axis.
constexpr double coarseWeight(const std::array<int, 3>& cell, int edge, int a, int A) {
  double weight = 1;
  for (int k = 0; k < 3; ++k) {
    const double t = static_cast<double>(cell[static_cast<std::size_t>(k)] + (a >> k & 1)) / edge;
    weight *= A >> k & 1 ? t : 1 - t;
  }
  return weight;
}
/// Of a coarse cell and its child `octant`.
constexpr double coarseWeight(int octant, int a, int A) {
  return coarseWeight({octant & 1, octant >> 1 & 1, octant >> 2 & 1}, 2, a, A);
}

/// Hg_ab: the hourglass part of Lam, eq. 5 in docs/theory/corotated.md without p_x + p_y + p_z.
double hourglassStiffness(int a, int b, StabilisationWeights weights);

/// Shapes of the cells of layers of a block, a lane per cell.
template <int kLayers>
struct LayerShapes {
  alignas(64) float gradient[kLayers][24][16];
  alignas(64) float hourglass[kLayers][36][16];

  void set(int layer, int lane, const ChildShapes& shapes) {
    for (std::size_t A = 0; A < 8; ++A)
      for (std::size_t i = 0; i < 3; ++i) gradient[layer][3 * A + i][lane] = shapes.gradient[A][i];
    for (std::size_t p = 0; p < 36; ++p) hourglass[layer][p][lane] = shapes.hourglass[p];
  }
};

class CoarseShapes {
 public:
  CoarseShapes() = default;  // none: `of` is not defined
  explicit CoarseShapes(StabilisationWeights weights);
  const ChildShapes& of(int octant, unsigned fixedMask) const {
    return cases_[static_cast<std::size_t>(octant) * 256 + fixedMask];
  }
  const LayerShapes<4>& ofBlock() const { return block_[0]; }
  std::size_t memoryBytes() const { return byteCount(cases_) + byteCount(block_); }

 private:
  std::vector<ChildShapes> cases_;
  std::vector<LayerShapes<4>> block_;  // one
};

}  // namespace sinew
