// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
//
// Cells as a list with explicit nodes: what a lattice is made from and coarsened by. Two cells may
// have the same coordinate and different nodes: pieces of material that are close but not
// connected.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "lattice/lattice.h"

namespace sinew {

struct CellComplex {
  std::vector<Int3> cells;                         // coordinate of each cell
  std::vector<std::array<std::int32_t, 8>> nodes;  // of each cell, by corner
  std::vector<Int3> nodeCoord;                     // coordinate of each node

  std::int32_t nodeCount() const { return static_cast<std::int32_t>(nodeCoord.size()); }
};

/// Cells with equal corners sharing nodes: everything that touches is welded.
CellComplex weldCells(std::span<const Int3> cells);

/// The active cells of a lattice, in the order of their slots.
CellComplex complexOf(const Lattice& lattice);

/// Per node, the cells around it: cells[begin[n] .. begin[n+1]).
struct NodeCells {
  std::vector<std::uint32_t> begin;
  std::vector<std::int32_t> cells;

  std::span<const std::int32_t> of(std::size_t node) const {
    return {cells.data() + begin[node], cells.data() + begin[node + 1]};
  }
};
NodeCells cellsAroundNodes(const CellComplex& complex);

struct Coarsening {
  CellComplex coarse;
  std::vector<std::int32_t> parentCell;  // of each fine cell
};

/// Twice as large cells. Fine cells of one 2x2x2 group that share a node become one coarse cell;
/// groups that hold unconnected pieces become several. Coarse nodes are the same exactly where a
/// shared fine node needs them to be (docs/theory/lattice.md, section 4).
Coarsening coarsen(const CellComplex& fine);

/// Makes nodes at the same coordinate one. For levels so coarse that separate pieces no longer
/// shrink.
void weldNodes(CellComplex& complex);

/// Disjoint sets of numbers below `count`; the root of a set is its least member.
class DisjointSets {
 public:
  explicit DisjointSets(std::size_t count);
  std::int32_t find(std::int32_t i);
  void join(std::int32_t a, std::int32_t b);

 private:
  std::vector<std::int32_t> parent_;
};

}  // namespace sinew
