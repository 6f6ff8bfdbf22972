// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
#include "api/start_weights.h"

#include <algorithm>
#include <limits>
#include <queue>

#include "api/cell_graph.h"
#include "base/parallel.h"

namespace sinew {
namespace {

constexpr float kFar = std::numeric_limits<float>::infinity();

// Passes of the mean over neighbours. Over 29 poses of six characters at 5K cells, d^-4 without any
// took 563 Newton steps and 1436 V-cycles, d^-2 493 and 1340, d^-2 with 10 passes 454 and 1303;
// d^-3 with 30 passes 503 and 1401: a weight must not spread over the whole body.
constexpr int kSmoothingPasses = 10;

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

// Inverse square of the mean distance of the cells around each node; 0 where out of reach.
std::vector<float> nearness(const NodeCells& around, std::int32_t nodeCount,
                            const std::vector<float>& distance) {
  std::vector<float> result(static_cast<std::size_t>(nodeCount));
  for (std::size_t n = 0; n < result.size(); ++n) {
    float sum = 0;
    for (const std::int32_t cell : around.of(n)) sum += distance[static_cast<std::size_t>(cell)];
    const float d = sum / static_cast<float>(around.of(n).size()) + 0.5f;
    result[n] = 1 / (d * d);
  }
  return result;
}

void divideBySums(std::int32_t nodeCount, std::vector<std::vector<float>>& fields) {
  parallelFor(nodeCount, 1024, [&](std::int64_t begin, std::int64_t end) {
    for (auto n = static_cast<std::size_t>(begin); n < static_cast<std::size_t>(end); ++n) {
      float sum = 0;
      for (const std::vector<float>& field : fields) sum += field.empty() ? 0 : field[n];
      for (std::vector<float>& field : fields)
        if (!field.empty() && sum > 0) field[n] /= sum;
    }
  });
}

// Replaces the value of every node that is not held by the mean of its cells, whose value is the
// mean of their nodes.
void smooth(const CellComplex& complex, const NodeCells& around, const std::vector<char>& isHeld,
            std::vector<float>& field) {
  std::vector<float> ofCell(complex.cells.size());
  for (int pass = 0; pass < kSmoothingPasses; ++pass) {
    for (std::size_t c = 0; c < ofCell.size(); ++c) {
      float sum = 0;
      for (const std::int32_t n : complex.nodes[c]) sum += field[static_cast<std::size_t>(n)];
      ofCell[c] = sum / 8;
    }
    for (std::size_t n = 0; n < field.size(); ++n) {
      if (isHeld[n]) continue;
      float sum = 0;
      for (const std::int32_t cell : around.of(n)) sum += ofCell[static_cast<std::size_t>(cell)];
      field[n] = sum / static_cast<float>(around.of(n).size());
    }
  }
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
    weights.bone[k] = static_cast<std::uint16_t>(weightAndBone[k].second);
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
  const auto boneCount = static_cast<std::int64_t>(cellsOfBone.size());
  std::vector<std::vector<float>> fields(cellsOfBone.size());  // per bone a value per node
  std::vector<char> isHeld(static_cast<std::size_t>(lattice.nodeCount), 0);
  for (const std::vector<CellSlot>& cells : cellsOfBone)
    for (const CellSlot slot : cells)
      for (const std::int32_t n :
           complex.nodes[static_cast<std::size_t>(cellAt[static_cast<std::size_t>(slot)])])
        isHeld[static_cast<std::size_t>(n)] = 1;
  parallelFor(boneCount, 1, [&](std::int64_t begin, std::int64_t end) {
    std::vector<std::int32_t> sources;
    for (auto b = static_cast<std::size_t>(begin); b < static_cast<std::size_t>(end); ++b) {
      sources.clear();
      for (const CellSlot slot : cellsOfBone[b])
        sources.push_back(cellAt[static_cast<std::size_t>(slot)]);
      if (!sources.empty())
        fields[b] = nearness(around, lattice.nodeCount, distancesInside(graph, sources));
    }
  });
  divideBySums(lattice.nodeCount, fields);
  parallelFor(boneCount, 1, [&](std::int64_t begin, std::int64_t end) {
    for (auto b = static_cast<std::size_t>(begin); b < static_cast<std::size_t>(end); ++b)
      if (!fields[b].empty()) smooth(complex, around, isHeld, fields[b]);
  });

  std::vector<BoneWeights> weights(static_cast<std::size_t>(lattice.nodeCount));
  parallelFor(lattice.nodeCount, 1024, [&](std::int64_t begin, std::int64_t end) {
    std::vector<std::pair<float, std::int32_t>> candidates;
    for (auto n = static_cast<std::size_t>(begin); n < static_cast<std::size_t>(end); ++n) {
      candidates.clear();
      for (std::size_t b = 0; b < fields.size(); ++b)
        if (!fields[b].empty() && fields[b][n] > 0)
          candidates.emplace_back(fields[b][n], static_cast<std::int32_t>(b));
      weights[n] = strongestFour(candidates);
    }
  });
  return weights;
}

}  // namespace sinew
