// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
#include "solver/stale_blocks.h"

#include <algorithm>

#include "base/parallel.h"

namespace sinew {
namespace {

constexpr std::int64_t kBentGrain = 64;  // blocks

// The longest edge of the box around the steps of a block's nodes: 0 where all go the same way.
float spreadOf(const Lattice& lattice, std::size_t block, ConstNodeSpan dx) {
  const std::int32_t* table = lattice.nodeTable.data() + block * kBlockNodeStride;
  bool isFirst = true;
  float least[3] = {}, greatest[3] = {};
  for (int k = 0; k < kBlockNodes; ++k) {
    if (table[k] == lattice.nodeCount) continue;
    const float* d = dx.data() + 4 * static_cast<std::size_t>(table[k]);
    for (int i = 0; i < 3; ++i) {
      least[i] = isFirst ? d[i] : std::min(least[i], d[i]);
      greatest[i] = isFirst ? d[i] : std::max(greatest[i], d[i]);
    }
    isFirst = false;
  }
  return std::max({greatest[0] - least[0], greatest[1] - least[1], greatest[2] - least[2]});
}

}  // namespace

void StaleBlocks::clear() { std::fill(bent_.begin(), bent_.end(), 0.f); }

void StaleBlocks::move(const Lattice& lattice, double scale, ConstNodeSpan dx) {
  parallelFor(lattice.blockCount, kBentGrain, [&](std::int64_t begin, std::int64_t end) {
    for (auto b = static_cast<std::size_t>(begin); b < static_cast<std::size_t>(end); ++b)
      bent_[b] += static_cast<float>(scale) * spreadOf(lattice, b, dx);
  });
}

std::span<const std::uint8_t> StaleBlocks::take(float limit) {
  bool any = false;
  for (std::size_t b = 0; b < bent_.size(); ++b) {
    stale_[b] = bent_[b] > limit;
    if (!stale_[b]) continue;
    bent_[b] = 0;
    any = true;
  }
  return any ? std::span<const std::uint8_t>(stale_) : std::span<const std::uint8_t>();
}

}  // namespace sinew
