// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
#include "api/start_weights.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <queue>

#include "base/parallel.h"
#include "lattice/cell_complex.h"

namespace sinew {
namespace {

// Per cell of the complex, the cells it shares a node with and how far their centres are.
struct CellGraph {
  std::vector<std::uint32_t> begin{0};
  std::vector<std::pair<std::int32_t, float>> edges;
};

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

// Cells of the complex by slot, -1 where not active.
std::vector<std::int32_t> cellOfSlot(const Lattice& lattice) {
  std::vector<std::int32_t> cell(static_cast<std::size_t>(lattice.blockCount) * kBlockCells, -1);
  std::int32_t count = 0;
  for (CellSlot slot = 0; slot < lattice.blockCount * kBlockCells; ++slot)
    if (lattice.isActive(slot)) cell[static_cast<std::size_t>(slot)] = count++;
  return cell;
}

constexpr float kFar = std::numeric_limits<float>::infinity();

// Distance of every cell to the nearest source, along paths through cells [cells].
std::vector<float> distancesInside(const CellGraph& graph,
                                   const std::vector<std::int32_t>& sources) {
  std::vector<float> distance(graph.begin.size() - 1, kFar);
  using Entry = std::pair<float, std::int32_t>;
  std::priority_queue<Entry, std::vector<Entry>, std::greater<>> queue;
  for (const std::int32_t s : sources) {
    distance[static_cast<std::size_t>(s)] = 0;
    queue.emplace(0.f, s);
  }
  while (!queue.empty()) {
    const auto [d, cell] = queue.top();
    queue.pop();
    if (d > distance[static_cast<std::size_t>(cell)]) continue;
    for (std::uint32_t e = graph.begin[static_cast<std::size_t>(cell)];
         e < graph.begin[static_cast<std::size_t>(cell) + 1]; ++e) {
      const auto [next, length] = graph.edges[e];
      if (d + length < distance[static_cast<std::size_t>(next)]) {
        distance[static_cast<std::size_t>(next)] = d + length;
        queue.emplace(d + length, next);
      }
    }
  }
  return distance;
}

}  // namespace

BoneWeights strongestFour(std::vector<std::pair<float, std::int32_t>>& weightAndBone) {
  std::sort(weightAndBone.begin(), weightAndBone.end(), [](const auto& a, const auto& b) {
    return a.first != b.first ? a.first > b.first : a.second < b.second;
  });
  BoneWeights weights;
  float sum = 0;
  for (std::size_t k = 0; k < 4 && k < weightAndBone.size(); ++k) sum += weightAndBone[k].first;
  for (std::size_t k = 0; k < 4 && k < weightAndBone.size() && sum > 0; ++k) {
    weights.bone[k] = weightAndBone[k].second;
    weights.weight[k] = weightAndBone[k].first / sum;
  }
  if (!(sum > 0)) weights.weight[0] = 1;
  return weights;
}

std::vector<BoneWeights> nodeBoneWeights(const Lattice& lattice,
                                         const std::vector<std::vector<CellSlot>>& cellsOfBone) {
  const CellComplex complex = complexOf(lattice);
  const NodeCells around = cellsAroundNodes(complex);
  const CellGraph graph = cellGraph(complex);
  const std::vector<std::int32_t> cellAt = cellOfSlot(lattice);
  std::vector<std::vector<float>> distances(cellsOfBone.size());
  parallelFor(
      static_cast<std::int64_t>(cellsOfBone.size()), 1, [&](std::int64_t begin, std::int64_t end) {
        std::vector<std::int32_t> sources;
        for (auto b = static_cast<std::size_t>(begin); b < static_cast<std::size_t>(end); ++b) {
          sources.clear();
          for (const CellSlot slot : cellsOfBone[b])
            sources.push_back(cellAt[static_cast<std::size_t>(slot)]);
          if (!sources.empty()) distances[b] = distancesInside(graph, sources);
        }
      });

  std::vector<BoneWeights> weights(static_cast<std::size_t>(lattice.nodeCount));
  parallelFor(lattice.nodeCount, 1024, [&](std::int64_t begin, std::int64_t end) {
    std::vector<std::pair<float, std::int32_t>> candidates;
    for (auto n = static_cast<std::size_t>(begin); n < static_cast<std::size_t>(end); ++n) {
      candidates.clear();
      for (std::size_t b = 0; b < distances.size(); ++b) {
        if (distances[b].empty()) continue;
        float sum = 0;  // mean distance of the cells around the node
        for (const std::int32_t cell : around.of(n))
          sum += distances[b][static_cast<std::size_t>(cell)];
        const float d = sum / static_cast<float>(around.of(n).size()) + 0.5f;
        if (std::isfinite(d))
          candidates.emplace_back(1.f / (d * d * d * d), static_cast<std::int32_t>(b));
      }
      weights[n] = strongestFour(candidates);
    }
  });
  return weights;
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
