// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
//
// The order in which blocks are stored (decision 0075): the box around them is cut across its
// longest side, where half of the nodes lie on either hand, the lower half comes first, and each
// half is cut again. So blocks that are near each other are stored near each other, and workers who
// take an equal share each meet at few of them. A block comes after those below it along any axes.
#pragma once

#include <span>
#include <unordered_map>

#include "lattice/lattice.h"

namespace sinew {

/// The block a cell is in, or a node whose cell is the one above it.
Int3 blockOfCell(Int3 cell);

class BlockOrder {
 public:
  explicit BlockOrder(std::span<const Int3> nodes);
  /// Of a block with nodes.
  std::int32_t rank(Int3 block) const { return rank_.at(block); }

 private:
  std::unordered_map<Int3, std::int32_t, Int3Hash> rank_;
};

}  // namespace sinew
