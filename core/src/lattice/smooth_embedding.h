// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
//
// Surface points as a C1 function of the nodes: in every cell the tricubic polynomial with the
// values and derivatives of its corners (docs/theory/embedding.md). All of it is linear in the node
// positions, so a point is a weighted sum of the nodes of its cell and of the cells around it.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "lattice/lattice.h"
#include "math/mat3.h"

namespace sinew {

/// Points of one cell read the same nodes, so the nodes are kept once per cell.
struct SmoothEmbedding {
  std::vector<std::int32_t> listOfPoint;   // the list of nodes each point reads
  std::vector<std::uint32_t> listBegin;    // list l: nodes[listBegin[l] .. listBegin[l+1])
  std::vector<std::int32_t> nodes;         // a corner of the cell first
  std::vector<std::uint64_t> weightBegin;  // of each point; one weight per node of its list
  std::vector<float> weights;

  std::size_t memoryBytes() const;
};

/// `cellOfPoint` and `inCell` say where every point lies: its cell, and the place in it, 0..1 along
/// each axis. Beyond that the function goes on along its tangent.
SmoothEmbedding embedSmoothly(const Lattice& lattice, std::span<const CellSlot> cellOfPoint,
                              std::span<const Vec3<double>> inCell);

/// Node positions (double[4], lattice coordinates) -> point `p`. Relative to the first node: float
/// weights do not sum to exactly 1, and a body may be far from the origin.
inline Vec3<double> interpolate(const SmoothEmbedding& embedding, std::size_t p,
                                const double* positions) {
  const auto list = static_cast<std::size_t>(embedding.listOfPoint[p]);
  const std::int32_t* nodes = embedding.nodes.data() + embedding.listBegin[list];
  const float* weights = embedding.weights.data() + embedding.weightBegin[p];
  const std::size_t count = embedding.listBegin[list + 1] - embedding.listBegin[list];
  const double* origin = positions + 4 * static_cast<std::size_t>(nodes[0]);
  double sum[4] = {};  // four numbers, as the positions have: compilers make vectors of them
  for (std::size_t k = 1; k < count; ++k) {
    const double* x = positions + 4 * static_cast<std::size_t>(nodes[k]);
    const auto w = static_cast<double>(weights[k]);
    for (int c = 0; c < 4; ++c) sum[c] += w * (x[c] - origin[c]);
  }
  return {origin[0] + sum[0], origin[1] + sum[1], origin[2] + sum[2]};
}

}  // namespace sinew
