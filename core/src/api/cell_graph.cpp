// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
#include "api/cell_graph.h"

#include <algorithm>
#include <cmath>

namespace sinew {

CellGraph cellGraph(const CellComplex& complex) {
  const NodeCells around = cellsAroundNodes(complex);
  CellGraph graph;
  std::vector<std::int32_t> found;
  for (std::size_t c = 0; c < complex.cells.size(); ++c) {
    found.clear();
    for (const std::int32_t n : complex.nodes[c])
      for (const std::int32_t other : around.of(static_cast<std::size_t>(n)))
        if (other != static_cast<std::int32_t>(c)) found.push_back(other);
    std::sort(found.begin(), found.end());
    found.erase(std::unique(found.begin(), found.end()), found.end());
    for (const std::int32_t other : found) {
      const Int3 p = complex.cells[c], q = complex.cells[static_cast<std::size_t>(other)];
      const auto square = static_cast<float>((p.x - q.x) * (p.x - q.x) + (p.y - q.y) * (p.y - q.y) +
                                             (p.z - q.z) * (p.z - q.z));
      graph.edges.emplace_back(other, square > 0 ? std::sqrt(square) : 0.5f);
    }
    graph.begin.push_back(static_cast<std::uint32_t>(graph.edges.size()));
  }
  return graph;
}

std::vector<std::int32_t> cellOfSlot(const Lattice& lattice) {
  std::vector<std::int32_t> cell(static_cast<std::size_t>(lattice.blockCount) * kBlockCells, -1);
  std::int32_t count = 0;
  for (CellSlot slot = 0; slot < lattice.blockCount * kBlockCells; ++slot)
    if (lattice.isActive(slot)) cell[static_cast<std::size_t>(slot)] = count++;
  return cell;
}

std::vector<std::int32_t> connectedPieces(const Lattice& lattice, std::int32_t& pieceCount) {
  const CellComplex complex = complexOf(lattice);
  DisjointSets nodes(complex.nodeCoord.size());
  for (const auto& corners : complex.nodes)
    for (const std::int32_t n : corners) nodes.join(corners[0], n);
  std::vector<std::int32_t> pieceOfRoot(complex.nodeCoord.size(), -1);
  std::vector<std::int32_t> piece = cellOfSlot(lattice);
  pieceCount = 0;
  for (std::int32_t& p : piece) {
    if (p < 0) continue;
    std::int32_t& number = pieceOfRoot[static_cast<std::size_t>(
        nodes.find(complex.nodes[static_cast<std::size_t>(p)][0]))];
    if (number < 0) number = pieceCount++;
    p = number;
  }
  return piece;
}

}  // namespace sinew
