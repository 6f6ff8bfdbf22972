// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
#include "constraints/pair_springs.h"

#include "base/parallel.h"
#include "constraints/pair_kernels.h"

namespace sinew {
namespace {

constexpr std::int64_t kEndGrain = 256;
constexpr std::int64_t kNodeGrain = 4096;

// Sorts the ends by node, in their order.
void listByNode(std::int32_t nodeCount, PairLevel& level) {
  level.nodeBegin.assign(static_cast<std::size_t>(nodeCount) + 1, 0);
  for (const PairEnd& end : level.ends)
    for (std::size_t a = 0; a < 8; ++a)
      if (end.weights[a] != 0) ++level.nodeBegin[static_cast<std::size_t>(end.nodes[a])];
  std::uint32_t sum = 0;
  for (std::uint32_t& begin : level.nodeBegin) sum += begin, begin = sum;  // ends of the rows
  level.nodeEnds.resize(sum);
  for (std::size_t e = level.ends.size(); e-- > 0;)
    for (std::size_t a = 8; a-- > 0;)
      if (level.ends[e].weights[a] != 0)
        level.nodeEnds[--level.nodeBegin[static_cast<std::size_t>(level.ends[e].nodes[a])]] = {
            static_cast<std::int32_t>(e), level.ends[e].weights[a]};
}

}  // namespace

PairSprings makePairSprings(const Lattice& lattice, const Hierarchy& hierarchy) {
  PairSprings pairs;
  pairs.levels.resize(hierarchy.levels.size() + 1);
  pairs.stiffness.assign(4, 0.f);
  spreadPairs(lattice, hierarchy, pairs);
  return pairs;
}

void spreadPairs(const Lattice& lattice, const Hierarchy& hierarchy, PairSprings& pairs) {
  listByNode(lattice.nodeCount, pairs.levels[0]);
  for (std::size_t l = 1; l < pairs.levels.size(); ++l) {
    const CoarseLevel& level = hierarchy.levels[l - 1];
    const std::vector<PairEnd>& fine = pairs.levels[l - 1].ends;
    pairs.levels[l].ends.resize(fine.size());
    parallelFor(static_cast<std::int64_t>(fine.size()), kEndGrain,
                [&](std::int64_t begin, std::int64_t end) {
                  coarsenEnds(level, fine.data(), begin, end, pairs.levels[l].ends.data());
                });
    listByNode(level.nodeCount, pairs.levels[l]);
  }
}

void multiplyPairs(const PairSprings& pairs, std::size_t level, const float* v,
                   AlignedVector<float>& products) {
  const PairEnd* ends = pairs.levels[level].ends.data();
  parallelFor(pairs.count, kEndGrain, [&](std::int64_t begin, std::int64_t end) {
    multiplyPairRange(ends, pairs.stiffness.data(), v, begin, end, products.data());
  });
}

void addPairForces(const PairSprings& pairs, const AlignedVector<float>& forces, float sign,
                   const std::uint8_t* fixed, float* f) {
  if (pairs.count == 0) return;
  const PairLevel& level = pairs.levels[0];
  parallelFor(static_cast<std::int64_t>(level.nodeBegin.size()) - 1, kNodeGrain,
              [&](std::int64_t begin, std::int64_t end) {
                for (auto n = static_cast<std::size_t>(begin); n < static_cast<std::size_t>(end);
                     ++n) {
                  if (fixed[n]) continue;
                  for (std::uint32_t k = level.nodeBegin[n]; k < level.nodeBegin[n + 1]; ++k) {
                    const float* force =
                        forces.data() + 4 * static_cast<std::size_t>(level.nodeEnds[k].spring);
                    for (std::size_t i = 0; i < 3; ++i)
                      f[4 * n + i] += sign * level.nodeEnds[k].weight * force[i];
                  }
                }
              });
}

void addPairDiagonal(const PairSprings& pairs, std::size_t level, std::size_t n, double D[6]) {
  const PairLevel& seen = pairs.levels[level];
  for (std::uint32_t k = seen.nodeBegin[n]; k < seen.nodeBegin[n + 1]; ++k) {
    const double w = seen.nodeEnds[k].weight;
    const float* C =
        pairs.stiffness.data() + 9 * static_cast<std::size_t>(seen.nodeEnds[k].spring / 2);
    const int entry[6] = {0, 1, 2, 4, 5, 8};
    for (int i = 0; i < 6; ++i) D[i] += w * w * static_cast<double>(C[entry[i]]);
  }
}

std::size_t PairSprings::memoryBytes() const {
  std::size_t bytes = byteCount(stiffness);
  for (const PairLevel& level : levels)
    bytes += byteCount(level.ends) + byteCount(level.nodeBegin) + byteCount(level.nodeEnds);
  return bytes;
}

}  // namespace sinew
