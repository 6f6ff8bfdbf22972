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
Vec3<double> interpolate(const SmoothEmbedding& embedding, std::size_t p, const double* positions);

}  // namespace sinew
