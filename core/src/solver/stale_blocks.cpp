// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
#include "solver/stale_blocks.h"

#include <algorithm>

#include "base/parallel.h"
#include "multigrid/vector_kernels.h"

namespace sinew {
namespace {

constexpr std::int64_t kBentGrain = 64;  // blocks

}  // namespace

void StaleBlocks::clear() { std::fill(bent_.begin(), bent_.end(), 0.f); }

void StaleBlocks::move(const Lattice& lattice, double scale, ConstNodeSpan dx) {
  parallelFor(lattice.blockCount, kBentGrain, [&](std::int64_t begin, std::int64_t end) {
    for (auto b = static_cast<std::size_t>(begin); b < static_cast<std::size_t>(end); ++b)
      bent_[b] += static_cast<float>(scale) *
                  spreadOfNodes(dx.data(), lattice.nodeTable.data() + b * kBlockNodeStride,
                                kBlockNodes, lattice.nodeCount);
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
