// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
//
// Transfers between the lattice, in tiles, and level 1 (decision 0075). The nodes of a tile hang on
// at most 3x3x3 nodes of level 1, place X + 3 Y + 9 Z, where X = 0, 1, 2 stands for x = 0, 2, 4 of
// the tile; weights are those of the places. So a tile needs no table of weights, and is
// interpolated, or summed, in whole rows. Where unconnected material meets in a tile it has no such
// form, and the tables of the level are used, as in tiles that share nodes with such a tile.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "lattice/hierarchy.h"
#include "lattice/tiles.h"

namespace sinew {

struct TileTransfers {
  static constexpr std::size_t kParents = 27;

  /// Of a hierarchy with levels.
  TileTransfers(const Hierarchy& hierarchy, const Tiles& tiles);

  std::vector<std::array<std::int32_t, kParents>> parents;  // per tile; the absent node if none
  std::vector<std::uint64_t> free;      // per tile: bits of places with parents; 0 where irregular
  std::vector<std::int32_t> irregular;  // tiles that have no such form
  // A tile leaves its sums as four floats per place in its own part of the vector that is
  // restricted. The node n of level 1 takes those at sums[sumBegin[n] .. sumBegin[n+1]), in fours
  // of the tile vector's floats; a node with children in irregular tiles has none.
  std::vector<std::uint32_t> sumBegin, sums;
  std::vector<std::int32_t> irregularNodes;  // of level 1: those without sums, by the table

  std::size_t memoryBytes() const;
};

}  // namespace sinew
