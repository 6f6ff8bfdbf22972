// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
//
// The two loops of CellTree: boxes for a new state, and the way down to cells that may hold points.
#pragma once

#include <array>
#include <cstdint>

#include "lattice/lattice.h"
#include "math/mat3.h"

namespace sinew {

inline constexpr int kTreeWidth = 8;    // children of a node, cells of an octet
inline constexpr int kOctetNodes = 27;  // x fastest

/// Eight cells of a block and the nodes of those that are active, x fastest; a place none of them
/// touches repeats another node.
struct Octet {
  std::array<std::int32_t, kOctetNodes> nodes;
  CellSlot first;
  std::uint32_t active;  // bit: cell

  CellSlot cell(int number) const {
    return first + blockCellOf({number & 1, number >> 1 & 1, number >> 2});
  }
};

/// Boxes of eight children, one after the other along each axis.
struct TreeNode {
  float least[3][kTreeWidth], greatest[3][kTreeWidth];
};

/// Around each of the eight cells of an octet three pairs of planes, along the sides of the cell at
/// its middle. A point at q from `origin` may be inside where |n . q - m| <= 1 for all three.
struct alignas(64) OctetPlanes {
  float normal[3][3][kTreeWidth];  // pair, axis, cell
  float middle[3][kTreeWidth];
  std::array<double, 3> origin;
};

/// Points asked about together, few and near each other: one way down the tree serves all.
struct PointGroup {
  static constexpr int kMost = 16;
  int count = 0;
  std::array<Vec3<double>, kMost> points;
};

struct CandidateCell {
  std::int32_t point;  // of the group
  CellSlot cell;
};

/// A way down the tree that stops where its list is full.
struct TreeWalk {
  struct Open {
    std::uint32_t node;
    std::uint32_t children;  // bit: still to be looked at
  };
  static constexpr std::size_t kMostFound = 1024;

  std::array<Open, 24> open;  // per level: 8^24 cells
  std::size_t level = 0;      // 0: not begun
  std::size_t foundCount = 0;
  std::array<CandidateCell, kMostFound> found;
};

struct CellTreeView {
  const Octet* octets;
  const OctetPlanes* planes;  // of octets
  const TreeNode* nodes;      // the children of the first level are the octets
  const std::size_t* levelBegin;
  std::size_t levelCount;
};

/// Planes of the octets that hang on the lowest nodes begin to end, and the boxes there.
void fitOctets(const Octet* octets, std::int64_t octetCount, const double* positions,
               std::int64_t begin, std::int64_t end, OctetPlanes* planes, TreeNode* nodes);

/// The boxes of nodes begin to end of a level around those of the level below.
void fitNodes(const TreeNode* below, std::int64_t belowCount, std::int64_t begin, std::int64_t end,
              TreeNode* nodes);

/// The next cells that may hold points of the group, for each point in the order of the octets;
/// false: there are no more.
bool findCandidates(const CellTreeView& tree, const PointGroup& group, TreeWalk& walk);

}  // namespace sinew
