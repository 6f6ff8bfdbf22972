// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
#include "contact/cell_tree.h"

#include <algorithm>

#include "base/parallel.h"

namespace sinew {
namespace {

constexpr std::int64_t kNodeGrain = 8;  // 64 octets

Octet makeOctet(const Lattice& lattice, std::int32_t block, int number) {
  const Int3 local{2 * (number & 1), 2 * (number >> 1 & 1), 2 * (number >> 2)};
  Octet octet{{}, block * kBlockCells + blockCellOf(local), 0};
  octet.nodes.fill(-1);
  std::int32_t some = -1;
  for (int c = 0; c < kTreeWidth; ++c) {
    if (!lattice.isActive(octet.cell(c))) continue;
    octet.active |= 1u << c;
    for (int a = 0; a < 8; ++a) {
      const Int3 at = cornerOffset(c) + cornerOffset(a);
      some = lattice.cellNode(octet.cell(c), a);
      octet.nodes[static_cast<std::size_t>(at.x + 3 * at.y + 9 * at.z)] = some;
    }
  }
  std::replace(octet.nodes.begin(), octet.nodes.end(), -1, some);
  return octet;
}

}  // namespace

CellTree::CellTree(const Lattice& lattice) {
  for (std::int32_t block = 0; block < lattice.blockCount; ++block)
    for (int number = 0; number < 8; ++number) {
      const Octet octet = makeOctet(lattice, block, number);
      if (octet.active) octets_.push_back(octet);
    }
  octets_.shrink_to_fit();
  planes_.resize(octets_.size());
  std::size_t total = 0;
  for (std::size_t count = octets_.size(); count > 0;) {
    count = (count + kTreeWidth - 1) / kTreeWidth;
    levelBegin_.push_back(total);
    total += count;
    if (count == 1) break;
  }
  nodes_.resize(total);
}

void CellTree::refit(const double* positions) {
  auto below = static_cast<std::int64_t>(octets_.size());
  for (std::size_t level = 0; level < levelBegin_.size(); ++level) {
    const std::int64_t count = (below + kTreeWidth - 1) / kTreeWidth;
    TreeNode* nodes = nodes_.data() + levelBegin_[level];
    parallelFor(count, kNodeGrain, [&](std::int64_t begin, std::int64_t end) {
      if (level == 0)
        fitOctets(octets_.data(), below, positions, begin, end, planes_.data(), nodes);
      else
        fitNodes(nodes_.data() + levelBegin_[level - 1], below, begin, end, nodes);
    });
    below = count;
  }
}

}  // namespace sinew
