// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
#include "lattice/lattice.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>
#include <vector>

#include "support/models.h"

namespace sinew::testing {
namespace {

/// Cells scattered over several blocks on both sides of zero, some of them touching.
std::vector<Int3> scatteredCells() {
  Random random(5);
  std::vector<Int3> cells;
  for (int z = -9; z < 8; ++z)
    for (int y = -6; y < 7; ++y)
      for (int x = -13; x < 6; ++x)
        if (random.next() > 0.3) cells.push_back({x, y, z});
  cells.push_back({40, -30, 21});  // alone in its block
  return cells;
}

TEST(Lattice, HoldsExactlyTheGivenCells) {
  const std::vector<Int3> cells = scatteredCells();
  const Lattice lattice = buildLattice(cells);
  std::set<Int3> active;
  for (CellSlot slot = 0; slot < lattice.blockCount * kBlockCells; ++slot)
    if (lattice.isActive(slot)) active.insert(lattice.cellCoord(slot));
  EXPECT_EQ(active, std::set<Int3>(cells.begin(), cells.end()));
  EXPECT_EQ(lattice.cellCount, static_cast<std::int64_t>(cells.size()));
}

TEST(Lattice, NodesAreExactlyTheCornersOfItsCells) {
  const std::vector<Int3> cells = scatteredCells();
  const Lattice lattice = buildLattice(cells);
  std::set<Int3> corners;
  for (const Int3& cell : cells)
    for (int a = 0; a < 8; ++a) corners.insert(cell + Int3{a & 1, a >> 1 & 1, a >> 2});
  EXPECT_EQ(std::set<Int3>(lattice.nodeCoord.begin(), lattice.nodeCoord.end()), corners);
  EXPECT_EQ(lattice.nodeCoord.size(), corners.size()) << "a node is numbered twice";
  EXPECT_EQ(static_cast<std::size_t>(lattice.nodeCount), corners.size());
}

TEST(Lattice, ACellsCornersAreTheNodesAroundIt) {
  const Lattice lattice = buildLattice(scatteredCells());
  for (CellSlot slot = 0; slot < lattice.blockCount * kBlockCells; ++slot) {
    if (!lattice.isActive(slot)) continue;
    for (int a = 0; a < 8; ++a) {
      const std::int32_t node = lattice.cellNode(slot, a);
      ASSERT_TRUE(node >= 0 && node < lattice.nodeCount);
      EXPECT_EQ(lattice.nodeCoord[static_cast<std::size_t>(node)],
                lattice.cellCoord(slot) + (Int3{a & 1, a >> 1 & 1, a >> 2}));
    }
  }
}

TEST(Lattice, TableSlotsNoActiveCellTouchesPointAtTheAbsentNode) {
  const Lattice lattice = buildLattice(std::vector<Int3>{{1, 2, 3}});
  ASSERT_EQ(lattice.blockCount, 1);
  int present = 0;
  for (int n = 0; n < kBlockNodes; ++n) {
    const bool touched =
        n % 5 >= 1 && n % 5 <= 2 && n / 5 % 5 >= 2 && n / 5 % 5 <= 3 && n / 25 >= 3 && n / 25 <= 4;
    EXPECT_EQ(lattice.nodeTable[static_cast<std::size_t>(n)] < lattice.nodeCount, touched);
    present += touched;
  }
  EXPECT_EQ(present, 8);
  EXPECT_EQ(lattice.nodeTable[kBlockNodes], lattice.nodeCount) << "padding";
}

TEST(Lattice, DoesNotDependOnTheOrderOfTheCells) {
  std::vector<Int3> cells = scatteredCells();
  const Lattice a = buildLattice(cells);
  Random random(11);
  for (std::size_t i = cells.size(); i > 1; --i)
    std::swap(cells[i - 1],
              cells[static_cast<std::size_t>((random.next() + 1) / 2 * static_cast<double>(i))]);
  const Lattice b = buildLattice(cells);
  EXPECT_EQ(a.blockCoord, b.blockCoord);
  EXPECT_EQ(a.activeCells, b.activeCells);
  EXPECT_EQ(a.nodeTable, b.nodeTable);
  EXPECT_EQ(a.nodeCoord, b.nodeCoord);
}

// A tile is used when the last block it shares nodes with is filled; if that is not its own, it has
// to wait for all others.
TEST(Lattice, BlocksComeAfterThoseBelowThem) {
  const Lattice lattice = buildLattice(scatteredCells());
  const std::vector<Int3>& blocks = lattice.blockCoord;
  ASSERT_GT(blocks.size(), 30u);
  for (std::size_t b = 0; b < blocks.size(); ++b)
    for (std::size_t before = 0; before < b; ++before)
      EXPECT_FALSE(blocks[before].x >= blocks[b].x && blocks[before].y >= blocks[b].y &&
                   blocks[before].z >= blocks[b].z);
}

// Workers who take an equal share each meet where the body is thinnest, not along it.
TEST(Lattice, SharesOfTheBlocksOfABarAreItsPieces) {
  for (const int axis : {0, 1, 2}) {
    std::vector<Int3> cells;
    for (int along = -64; along < 192; ++along)  // 64 blocks, with a plane between negative ones
      for (int u = -4; u < 8; ++u)
        for (int v = -4; v < 8; ++v)
          cells.push_back(axis == 0   ? Int3{along, u, v}
                          : axis == 1 ? Int3{u, along, v}
                                      : Int3{u, v, along});
    const Lattice lattice = buildLattice(cells);
    ASSERT_EQ(lattice.blockCount, 64 * 9);
    for (std::size_t b = 0; b < lattice.blockCoord.size(); ++b) {
      const Int3 block = lattice.blockCoord[b];
      const int along = (axis == 0 ? block.x : axis == 1 ? block.y : block.z) + 16;
      EXPECT_EQ(along / 16, static_cast<int>(b) / (16 * 9)) << axis;
    }
  }
}

TEST(CellFinder, FindsActiveCellsAndNothingElse) {
  const std::vector<Int3> cells = scatteredCells();
  const std::set<Int3> known(cells.begin(), cells.end());
  const Lattice lattice = buildLattice(cells);
  const CellFinder finder(lattice);
  for (int z = -12; z < 12; ++z)
    for (int y = -12; y < 12; ++y)
      for (int x = -18; x < 12; ++x) {
        const CellSlot slot = finder.find({x, y, z});
        ASSERT_EQ(slot >= 0, known.contains({x, y, z}));
        if (slot >= 0) {
          ASSERT_EQ(lattice.cellCoord(slot), (Int3{x, y, z}));
        }
      }
  EXPECT_EQ(finder.find({1000000000, 0, 0}), -1);
  EXPECT_EQ(finder.find({0, -1000000000, 0}), -1);
}

TEST(CellFinder, TheNearestCellHasTheLeastCentreDistance) {
  const std::vector<Int3> cells = scatteredCells();
  const Lattice lattice = buildLattice(cells);
  const CellFinder finder(lattice);
  const auto distance = [](const Int3& cell, const std::array<double, 3>& p) {
    return std::hypot(cell.x + 0.5 - p[0], cell.y + 0.5 - p[1], cell.z + 0.5 - p[2]);
  };
  Random random(3);
  for (const double reach : {8.0, 25.0, 300.0, 1e6, 1e12}) {  // inside, near, far, out of int range
    for (int i = 0; i < 60; ++i) {
      const std::array<double, 3> p{reach * random.next(), reach * random.next(),
                                    reach * random.next()};
      double least = std::numeric_limits<double>::infinity();
      for (const Int3& cell : cells) least = std::min(least, distance(cell, p));
      const CellSlot slot = finder.nearest(p);
      ASSERT_GE(slot, 0);
      ASSERT_TRUE(lattice.isActive(slot));
      EXPECT_LE(distance(lattice.cellCoord(slot), p), least * (1 + 1e-15));  // round-off of hypot
    }
  }
}

}  // namespace
}  // namespace sinew::testing
