// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
//
// Where coarse levels no longer fit the flesh. Most of a body hardly changes while a crease is on
// its way, so levels are built anew block by block (docs/theory/multigrid.md, section 5).
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "multigrid/multigrid.h"

namespace sinew {

class StaleBlocks {
 public:
  explicit StaleBlocks(const Lattice& lattice)
      : bent_(static_cast<std::size_t>(lattice.blockCount)), stale_(bent_.size()) {}

  /// All levels are new.
  void clear();
  /// The nodes went by scale * dx.
  void move(const Lattice& lattice, double scale, ConstNodeSpan dx);
  /// Marks blocks that were bent by more than `limit` [cells] since they were marked last; none if
  /// there are none. The marks stay until the next call.
  std::span<const std::uint8_t> take(float limit);

  std::size_t memoryBytes() const { return byteCount(bent_) + byteCount(stale_); }

 private:
  std::vector<float> bent_;  // sum of how far nodes of the block moved against each other [cells]
  std::vector<std::uint8_t> stale_;
};

}  // namespace sinew
