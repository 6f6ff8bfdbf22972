// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
#include "api/start_weights.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <queue>

#include "api/cell_graph.h"
#include "base/parallel.h"

namespace sinew {
namespace {

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

}  // namespace sinew
