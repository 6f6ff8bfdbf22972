// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
#include "lattice/tiles.h"

#include <gtest/gtest.h>

#include <set>
#include <vector>

#include "support/models.h"

namespace sinew::testing {
namespace {

std::vector<Int3> sieve() {
  std::vector<Int3> cells;
  for (int z = -3; z < 8; ++z)
    for (int y = -5; y < 6; ++y)
      for (int x = 0; x < 13; ++x)
        if ((x * 7 + y * 5 + z * 3) % 4 != 0) cells.push_back({x, y, z});
  return cells;
}

// Node `local` of a block lies in part (x == 4, y == 4, z == 4) at (x, y, z) mod 4.
TEST(Tiles, HoldTheNodesOfBlocksWhereTheirPartsSay) {
  const Lattice lattice = buildLattice(sieve());
  const Tiles tiles(lattice);
  for (std::int32_t b = 0; b < lattice.blockCount; ++b) {
    EXPECT_EQ(tiles.ofBlock[static_cast<std::size_t>(b)][0], b);
    for (int n = 0; n < kBlockNodes; ++n) {
      const int x = n % 5, y = n / 5 % 5, z = n / 25;
      const std::int32_t node =
          lattice.nodeTable[static_cast<std::size_t>(b * kBlockNodeStride + n)];
      if (node == lattice.nodeCount) continue;
      const std::size_t part = static_cast<std::size_t>(x / 4 + 2 * (y / 4) + 4 * (z / 4));
      const std::int32_t tile = tiles.ofBlock[static_cast<std::size_t>(b)][part];
      ASSERT_LT(tile, tiles.count);
      EXPECT_EQ(
          tiles.node[static_cast<std::size_t>(tile * 64 + x % 4 + 4 * (y % 4) + 16 * (z % 4))],
          node);
      EXPECT_EQ(tiles.blocksOf[static_cast<std::size_t>(tile)][part], b);
    }
  }
}

TEST(Tiles, GiveEveryNodeOneFirstPlace) {
  const Lattice lattice = buildLattice(sieve());
  const Tiles tiles(lattice);
  EXPECT_TRUE(tiles.sharedNode.empty());  // all that touches is joined
  std::set<std::uint32_t> places(tiles.place.begin(), tiles.place.end());
  EXPECT_EQ(places.size(), static_cast<std::size_t>(lattice.nodeCount));
  for (std::int32_t n = 0; n < lattice.nodeCount; ++n)
    EXPECT_EQ(tiles.node[tiles.place[static_cast<std::size_t>(n)]], n);
}

}  // namespace
}  // namespace sinew::testing
