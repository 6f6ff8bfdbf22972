// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
//
// Numbers nodes 0, 1, 2 ... as they are first asked for. A hash table on the stack: rows of
// products are summed without tables of where each term lands, which took 43 bytes per cell.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>

namespace sinew {

/// `kSlots` is twice as many nodes as there may be, or more.
template <std::size_t kSlots>
class NodeIndex {
 public:
  NodeIndex() {
    for (std::int32_t& node : nodeAt_) node = kNone;
  }

  /// Forgets all nodes.
  void clear() {
    for (std::size_t k = 0; k < count_; ++k) nodeAt_[slotOf_[k]] = kNone;
    count_ = 0;
  }

  /// The number of a node, a new one if it has none.
  std::size_t find(std::int32_t node) {
    // Fibonacci hashing: the upper bits of a product with 2^32 over the golden ratio.
    std::size_t slot = static_cast<std::uint32_t>(node) * 0x9e3779b9u >> kShift;
    while (nodeAt_[slot] != node) {
      if (nodeAt_[slot] == kNone) {
        nodeAt_[slot] = node;
        numberAt_[slot] = static_cast<std::uint16_t>(count_);
        slotOf_[count_++] = static_cast<std::uint16_t>(slot);
        break;
      }
      slot = (slot + 1) % kTable;
    }
    return numberAt_[slot];
  }

  std::size_t count() const { return count_; }
  std::int32_t node(std::size_t number) const { return nodeAt_[slotOf_[number]]; }

 private:
  static constexpr std::size_t kTable = std::bit_ceil(kSlots);
  static constexpr int kShift = 32 - std::countr_zero(kTable);
  static_assert(kTable <= 65536);
  static constexpr std::int32_t kNone = -1;

  std::int32_t nodeAt_[kTable];
  std::uint16_t numberAt_[kTable], slotOf_[kTable];
  std::size_t count_ = 0;
};

}  // namespace sinew
