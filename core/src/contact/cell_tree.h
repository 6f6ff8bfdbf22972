// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
//
// A tree of boxes over the deformed cells: which cells may hold this point. Its shape follows from
// the order of the blocks (a space-filling curve) and never changes; only boxes are made anew when
// the flesh moves. The eight cells of a 2x2x2 octet of a block hang on one node, and eight nodes of
// every level on one above, so that a query asks eight boxes at once.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "base/aligned_vector.h"
#include "lattice/lattice.h"
#include "math/mat3.h"

namespace sinew {

class CellTree {
 public:
  explicit CellTree(const Lattice& lattice);

  /// Boxes of the cells at `positions` (double[4] per node).
  void refit(const Lattice& lattice, const double* positions);

  /// Calls visit(slot) for the active cells whose box holds p.
  template <class Visit>
  void forCellsAt(const Vec3<float>& p, Visit&& visit) const;

  std::size_t memoryBytes() const { return byteCount(octets_) + byteCount(nodes_); }

 private:
  static constexpr int kWidth = 8;
  struct Node {  // boxes of eight children
    float least[3][kWidth], greatest[3][kWidth];
  };
  struct Octet {
    std::int32_t block;
    std::uint8_t octet;
    std::uint8_t active;  // bit: cell of the octet
  };

  static unsigned childrenAt(const Node& node, const Vec3<float>& p);
  static void boxCells(const Lattice& lattice, const Octet& octet, const double* positions,
                       Node& node);
  static void boxChild(const Node& child, int number, Node& node);

  std::vector<Octet> octets_;            // of the nodes of the lowest level
  std::vector<std::size_t> levelBegin_;  // first node of each level, octets first
  AlignedVector<Node> nodes_;
};

/// Slot of cell `cell` (bits x, y, z) of an octet.
inline CellSlot octetCell(std::int32_t block, int octet, int cell) {
  const Int3 local{2 * (octet & 1) + (cell & 1), 2 * (octet >> 1 & 1) + (cell >> 1 & 1),
                   2 * (octet >> 2) + (cell >> 2)};
  return block * kBlockCells + blockCellOf(local);
}

inline unsigned CellTree::childrenAt(const Node& node, const Vec3<float>& p) {
  std::uint8_t holds[kWidth];
  for (int i = 0; i < kWidth; ++i)
    holds[i] = static_cast<std::uint8_t>((p.x >= node.least[0][i]) & (p.x <= node.greatest[0][i]) &
                                         (p.y >= node.least[1][i]) & (p.y <= node.greatest[1][i]) &
                                         (p.z >= node.least[2][i]) & (p.z <= node.greatest[2][i]));
  unsigned mask = 0;
  for (int i = 0; i < kWidth; ++i) mask |= static_cast<unsigned>(holds[i]) << i;
  return mask;
}

template <class Visit>
void CellTree::forCellsAt(const Vec3<float>& p, Visit&& visit) const {
  if (nodes_.empty()) return;
  struct Open {
    std::uint32_t node;
    std::uint32_t children;
  };
  std::array<Open, 24> stack;  // one per level: 8^24 cells
  std::size_t level = levelBegin_.size() - 1;
  const std::size_t top = level;
  stack[level] = {0, childrenAt(nodes_[levelBegin_[level]], p)};
  for (;;) {
    Open& open = stack[level];
    if (open.children == 0) {
      if (level == top) return;
      ++level;
      continue;
    }
    const auto child = static_cast<std::uint32_t>(__builtin_ctz(open.children));
    open.children &= open.children - 1;
    if (level > 0) {
      const std::uint32_t number = open.node * kWidth + child;
      --level;
      stack[level] = {number, childrenAt(nodes_[levelBegin_[level] + number], p)};
      continue;
    }
    const Octet& octet = octets_[open.node];
    visit(octetCell(octet.block, octet.octet, static_cast<int>(child)));
  }
}

}  // namespace sinew
