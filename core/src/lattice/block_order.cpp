// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
#include "lattice/block_order.h"

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <vector>

namespace sinew {
namespace {

struct CountedBlock {
  Int3 block;
  std::int64_t nodes;
};

using Axis = std::int32_t Int3::*;

Axis longestSide(std::span<const CountedBlock> blocks) {
  Axis longest = &Int3::z;
  std::int64_t most = -1;
  for (const Axis axis : {&Int3::z, &Int3::y, &Int3::x}) {
    const auto [least, greatest] = std::minmax_element(
        blocks.begin(), blocks.end(),
        [&](const auto& a, const auto& b) { return a.block.*axis < b.block.*axis; });
    const std::int64_t length = std::int64_t{greatest->block.*axis} - least->block.*axis;
    if (length > most) longest = axis, most = length;
  }
  return longest;
}

// How many blocks, sorted along an axis, lie below the plane of blocks nearest to half of the
// nodes.
std::size_t lowerHalf(std::span<const CountedBlock> blocks, Axis axis) {
  std::int64_t all = 0, below = 0;
  for (const CountedBlock& b : blocks) all += b.nodes;
  std::int64_t leastOff = all + 1;
  std::size_t best = 0;
  for (std::size_t k = 1; k < blocks.size(); ++k) {
    below += blocks[k - 1].nodes;
    const std::int64_t off = std::abs(2 * below - all);
    const bool isPlane = blocks[k - 1].block.*axis < blocks[k].block.*axis;
    if (isPlane && off < leastOff) best = k, leastOff = off;
  }
  return best;
}

void sortByHalves(std::span<CountedBlock> blocks) {
  if (blocks.size() < 2) return;
  const Axis axis = longestSide(blocks);
  std::sort(blocks.begin(), blocks.end(),
            [&](const auto& a, const auto& b) { return a.block.*axis < b.block.*axis; });
  const std::size_t lower = lowerHalf(blocks, axis);
  sortByHalves(blocks.first(lower));
  sortByHalves(blocks.subspan(lower));
}

std::int32_t floorDivide(std::int32_t a, std::int32_t b) { return (a >= 0 ? a : a - b + 1) / b; }

}  // namespace

Int3 blockOfCell(Int3 cell) {
  return {floorDivide(cell.x, kBlockEdge), floorDivide(cell.y, kBlockEdge),
          floorDivide(cell.z, kBlockEdge)};
}

BlockOrder::BlockOrder(std::span<const Int3> nodes) {
  std::vector<CountedBlock> blocks;
  for (const Int3 node : nodes) {
    const Int3 block = blockOfCell(node);
    const auto [it, isNew] = rank_.try_emplace(block, static_cast<std::int32_t>(blocks.size()));
    if (isNew) blocks.push_back({block, 0});
    ++blocks[static_cast<std::size_t>(it->second)].nodes;
  }
  sortByHalves(blocks);
  for (std::size_t k = 0; k < blocks.size(); ++k)
    rank_.at(blocks[k].block) = static_cast<std::int32_t>(k);
}

}  // namespace sinew
