// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
#include "lattice/cell_complex.h"

#include <algorithm>
#include <numeric>
#include <unordered_map>

namespace sinew {
namespace {

Int3 coarseCoord(Int3 c) { return {c.x >> 1, c.y >> 1, c.z >> 1}; }

// Calls visit(corner A of the coarse cell at C) for the parents of fine coordinate c.
template <class Visit>
void forEachParentCorner(Int3 c, Int3 C, Visit&& visit) {
  // Along each axis c lies at 0, 1/2 or 1 of the coarse cell.
  const int t[3] = {c.x - 2 * C.x, c.y - 2 * C.y, c.z - 2 * C.z};
  for (int A = 0; A < 8; ++A) {
    bool isParent = true;
    for (int k = 0; k < 3; ++k) isParent &= (A >> k & 1) ? t[k] >= 1 : t[k] <= 1;
    if (isParent) visit(A);
  }
}

}  // namespace

DisjointSets::DisjointSets(std::size_t count) : parent_(count) {
  std::iota(parent_.begin(), parent_.end(), 0);
}

std::int32_t DisjointSets::find(std::int32_t i) {
  while (parent_[static_cast<std::size_t>(i)] != i) {
    auto& up = parent_[static_cast<std::size_t>(i)];
    up = parent_[static_cast<std::size_t>(up)];
    i = up;
  }
  return i;
}

void DisjointSets::join(std::int32_t a, std::int32_t b) {
  a = find(a), b = find(b);
  if (a != b) parent_[static_cast<std::size_t>(std::max(a, b))] = std::min(a, b);
}

CellComplex weldCells(std::span<const Int3> cells) {
  CellComplex complex;
  std::unordered_map<Int3, std::int32_t, Int3Hash> nodeAt;
  nodeAt.reserve(cells.size() * 2);
  for (const Int3& cell : cells) {
    std::array<std::int32_t, 8> nodes;
    for (int a = 0; a < 8; ++a) {
      const Int3 coord = cell + cornerOffset(a);
      const auto [it, isNew] = nodeAt.try_emplace(coord, complex.nodeCount());
      if (isNew) complex.nodeCoord.push_back(coord);
      nodes[static_cast<std::size_t>(a)] = it->second;
    }
    complex.cells.push_back(cell);
    complex.nodes.push_back(nodes);
  }
  return complex;
}

void weldNodes(CellComplex& complex) {
  std::unordered_map<Int3, std::int32_t, Int3Hash> nodeAt;
  std::vector<Int3> coords;
  for (auto& nodes : complex.nodes)
    for (std::int32_t& n : nodes) {
      const Int3 coord = complex.nodeCoord[static_cast<std::size_t>(n)];
      const auto [it, isNew] = nodeAt.try_emplace(coord, static_cast<std::int32_t>(coords.size()));
      if (isNew) coords.push_back(coord);
      n = it->second;
    }
  complex.nodeCoord = std::move(coords);
}

CellComplex complexOf(const Lattice& lattice) {
  CellComplex complex;
  complex.nodeCoord = lattice.nodeCoord;
  for (CellSlot slot = 0; slot < lattice.blockCount * kBlockCells; ++slot) {
    if (!lattice.isActive(slot)) continue;
    std::array<std::int32_t, 8> nodes;
    for (int a = 0; a < 8; ++a) nodes[static_cast<std::size_t>(a)] = lattice.cellNode(slot, a);
    complex.cells.push_back(lattice.cellCoord(slot));
    complex.nodes.push_back(nodes);
  }
  return complex;
}

NodeCells cellsAroundNodes(const CellComplex& complex) {
  NodeCells around;
  around.begin.assign(complex.nodeCoord.size() + 1, 0);
  for (const auto& nodes : complex.nodes)
    for (const std::int32_t n : nodes) ++around.begin[static_cast<std::size_t>(n) + 1];
  for (std::size_t n = 1; n < around.begin.size(); ++n) around.begin[n] += around.begin[n - 1];
  around.cells.resize(around.begin.back());
  std::vector<std::uint32_t> next(around.begin.begin(), around.begin.end() - 1);
  for (std::size_t c = 0; c < complex.nodes.size(); ++c)
    for (const std::int32_t n : complex.nodes[c])
      around.cells[next[static_cast<std::size_t>(n)]++] = static_cast<std::int32_t>(c);
  return around;
}

Coarsening coarsen(const CellComplex& fine) {
  const NodeCells around = cellsAroundNodes(fine);
  const auto coordOf = [&](std::int32_t cell) {
    return coarseCoord(fine.cells[static_cast<std::size_t>(cell)]);
  };

  // Pieces: fine cells of one group that share a node.
  DisjointSets pieces(fine.cells.size());
  for (std::size_t n = 0; n < fine.nodeCoord.size(); ++n) {
    const auto cells = around.of(n);
    for (std::size_t i = 0; i < cells.size(); ++i)
      for (std::size_t j = i + 1; j < cells.size(); ++j)
        if (coordOf(cells[i]) == coordOf(cells[j])) pieces.join(cells[i], cells[j]);
  }
  Coarsening result;
  result.parentCell.resize(fine.cells.size());
  for (std::size_t c = 0; c < fine.cells.size(); ++c) {
    const auto root = static_cast<std::size_t>(pieces.find(static_cast<std::int32_t>(c)));
    if (root == c) {  // roots come first in their set
      result.parentCell[c] = static_cast<std::int32_t>(result.coarse.cells.size());
      result.coarse.cells.push_back(coarseCoord(fine.cells[c]));
    }
    result.parentCell[c] = result.parentCell[root];
  }

  // Corners of coarse cells are one node where a fine node has both as parents.
  DisjointSets corners(result.coarse.cells.size() * 8);
  for (std::size_t n = 0; n < fine.nodeCoord.size(); ++n) {
    std::array<std::int32_t, 27> first;  // by parent coordinate relative to floor(c / 2)
    first.fill(-1);
    const Int3 base = coarseCoord(fine.nodeCoord[n]);
    for (const std::int32_t cell : around.of(n)) {
      const std::int32_t piece = result.parentCell[static_cast<std::size_t>(cell)];
      const Int3 C = result.coarse.cells[static_cast<std::size_t>(piece)];
      forEachParentCorner(fine.nodeCoord[n], C, [&](int A) {
        const Int3 at = C + cornerOffset(A);
        std::int32_t& seen = first[static_cast<std::size_t>(
            (at.x - base.x + 1) + 3 * (at.y - base.y + 1) + 9 * (at.z - base.z + 1))];
        if (seen < 0) seen = piece * 8 + A;
        corners.join(seen, piece * 8 + A);
      });
    }
  }
  std::vector<std::int32_t> nodeOfCorner(result.coarse.cells.size() * 8, -1);
  for (std::size_t c = 0; c < result.coarse.cells.size(); ++c) {
    std::array<std::int32_t, 8> nodes;
    for (int a = 0; a < 8; ++a) {
      std::int32_t& node = nodeOfCorner[static_cast<std::size_t>(
          corners.find(static_cast<std::int32_t>(c) * 8 + a))];
      if (node < 0) {
        node = result.coarse.nodeCount();
        result.coarse.nodeCoord.push_back(result.coarse.cells[c] + cornerOffset(a));
      }
      nodes[static_cast<std::size_t>(a)] = node;
    }
    result.coarse.nodes.push_back(nodes);
  }
  return result;
}

}  // namespace sinew
