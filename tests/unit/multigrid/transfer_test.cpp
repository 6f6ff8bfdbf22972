// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
//
// Transfers by tiles against the tables of level 1, node by node in double.
#include <gtest/gtest.h>
#include <hwy/targets.h>

#include <bit>
#include <cmath>
#include <functional>
#include <map>
#include <vector>

#include "lattice/cell_complex.h"
#include "multigrid/transfer_kernels.h"
#include "support/models.h"

namespace sinew::testing {
namespace {

struct Body {
  Lattice lattice;
  Hierarchy hierarchy;
  Tiles tiles;
  TileTransfers transfers;

  // Bones hold the nodes around a skew line.
  explicit Body(const CellComplex& complex)
      : lattice(buildLattice(complex)),
        hierarchy(buildHierarchy(lattice, heldNodes(lattice))),
        tiles(lattice),
        transfers(hierarchy, tiles) {}

  static std::vector<std::uint8_t> heldNodes(const Lattice& lattice) {
    std::vector<std::uint8_t> held;
    for (const Int3 c : lattice.nodeCoord)
      held.push_back(std::abs(c.y - 1) + std::abs(c.z - c.x / 3) < 2);
    return held;
  }
  const CoarseLevel& level() const { return hierarchy.levels[0]; }
};

CellComplex ragged() {
  std::vector<Int3> cells;
  Random random(5);
  for (int z = -6; z < 7; ++z)
    for (int y = -5; y < 9; ++y)
      for (int x = -9; x < 10; ++x)
        if ((std::abs(x) < 8 && std::abs(z) < 5) || random.next() > 0.4) cells.push_back({x, y, z});
  return weldCells(cells);
}

// Sheets of a cell that do not touch: nodes side by side hang on different nodes of level 1.
CellComplex sheets() {
  std::vector<Int3> cells;
  for (int z = 0; z < 11; ++z)
    for (int y = 0; y < 9; ++y)
      for (const int x : {0, 2, 4}) cells.push_back({x, y, z});
  return weldCells(cells);
}

// Cut open halfway, so that both sides of the cut are in the same place but joined at its end:
// nodes near there are in several tiles.
CellComplex slit() {
  std::vector<Int3> cells;
  for (int z = 0; z < 9; ++z)
    for (int y = 0; y < 14; ++y)
      for (int x = -5; x < 9; ++x) cells.push_back({x, y, z});
  CellComplex complex = weldCells(cells);
  std::map<std::int32_t, std::int32_t> otherSide;
  for (std::size_t c = 0; c < complex.cells.size(); ++c)
    for (std::int32_t& n : complex.nodes[c]) {
      const Int3 at = complex.nodeCoord[static_cast<std::size_t>(n)];
      if (at.x != 4 || at.y < 6 || complex.cells[c].x < 4) continue;
      const auto [it, isNew] = otherSide.try_emplace(n, complex.nodeCount());
      if (isNew) complex.nodeCoord.push_back(at);
      n = it->second;
    }
  return complex;
}

// The same with holes beside the cut: of tiles that share nodes, some have no such form.
CellComplex torn() {
  CellComplex whole = slit(), rest = whole;
  rest.cells.clear(), rest.nodes.clear();
  for (std::size_t c = 0; c < whole.cells.size(); ++c) {
    const Int3 at = whole.cells[c];
    if (at.x == 5 && at.y >= 4 && at.y < 9) continue;
    rest.cells.push_back(at);
    rest.nodes.push_back(whole.nodes[c]);
  }
  std::vector<std::int32_t> number(whole.nodeCoord.size(), -1);
  rest.nodeCoord.clear();
  for (auto& nodes : rest.nodes)
    for (std::int32_t& n : nodes) {
      std::int32_t& own = number[static_cast<std::size_t>(n)];
      if (own < 0) {
        own = rest.nodeCount();
        rest.nodeCoord.push_back(whole.nodeCoord[static_cast<std::size_t>(n)]);
      }
      n = own;
    }
  return rest;
}

std::vector<float> randomFloats(std::size_t count, std::uint32_t seed) {
  std::vector<float> values;
  Random random(seed);
  for (std::size_t i = 0; i < count; ++i) values.push_back(static_cast<float>(random.next()));
  return values;
}

TileVector inTiles(const Body& body, const std::vector<float>& perNode) {
  TileVector v(body.tiles);
  for (std::int32_t n = 0; n < body.lattice.nodeCount; ++n)
    body.tiles.forPlaces(n, [&](std::uint32_t place) {
      for (std::size_t i = 0; i < 3; ++i)
        v.data()[Tiles::floatOf(place) + i * kTileNodes] =
            perNode[3 * static_cast<std::size_t>(n) + i];
    });
  return v;
}

class Transfers : public ::testing::TestWithParam<CellComplex (*)()> {
 protected:
  static void forEveryTarget(const std::function<void()>& run) {
    for (const std::int64_t target : hwy::SupportedAndGeneratedTargets()) {
      SCOPED_TRACE(hwy::TargetName(target));
      hwy::SetSupportedTargetsForTest(target);
      run();
      hwy::SetSupportedTargetsForTest(0);
    }
  }

  const Body body_{GetParam()()};
  const std::size_t nodes_ = static_cast<std::size_t>(body_.lattice.nodeCount),
                    coarseNodes_ = static_cast<std::size_t>(body_.level().nodeCount);
};

TEST_P(Transfers, AddWhatTheTableSays) {
  forEveryTarget([&] {
    const std::vector<float> fine = randomFloats(3 * nodes_, 1);
    AlignedVector<float> coarse(4 * (coarseNodes_ + 1), 0.f);
    Random random(2);
    for (std::size_t k = 0; k < 4 * coarseNodes_; ++k)
      if (k % 4 != 3) coarse[k] = static_cast<float>(random.next());
    TileVector v = inTiles(body_, fine);
    prolongAddTiles(body_.transfers, coarse.data(), v.data(), 0, body_.tiles.count);
    prolongAddByTable(body_.transfers, body_.level(), body_.tiles, coarse.data(), v.data(), 0,
                      static_cast<std::int32_t>(body_.transfers.irregular.size()));
    for (std::size_t n = 0; n < nodes_; ++n)
      for (std::size_t i = 0; i < 3; ++i) {
        double expected = static_cast<double>(fine[3 * n + i]);
        for (const WeightedNode& parent : body_.level().parents.row(n))
          expected += static_cast<double>(parent.weight()) *
                      static_cast<double>(coarse[4 * static_cast<std::size_t>(parent.node()) + i]);
        const auto at = [&](std::uint32_t place) {
          return v.data()[Tiles::floatOf(place) + i * kTileNodes];
        };
        const float first = at(body_.tiles.place[n]);
        EXPECT_NEAR(static_cast<double>(first), expected, 1e-6);
        body_.tiles.forPlaces(static_cast<std::int32_t>(n), [&](std::uint32_t place) {
          EXPECT_EQ(at(place), first) << "copies keep the same bits";
        });
      }
    for (std::size_t place = 0; place < body_.tiles.node.size(); ++place)
      if (body_.tiles.node[place] == body_.tiles.nodeCount) {
        for (std::size_t i = 0; i < 3; ++i)
          EXPECT_EQ(v.data()[Tiles::floatOf(static_cast<std::uint32_t>(place)) + i * kTileNodes],
                    0.f);
      }
  });
}

TEST_P(Transfers, SumWhatTheTableSays) {
  forEveryTarget([&] {
    const std::vector<float> fine = randomFloats(3 * nodes_, 3);
    TileVector v = inTiles(body_, fine);
    AlignedVector<float> coarse(4 * (coarseNodes_ + 1), 7.f);  // of the time before
    restrictByTable(body_.transfers, body_.level(), body_.tiles, v.data(), coarse.data(), 0,
                    static_cast<std::int32_t>(body_.transfers.irregularNodes.size()));
    leaveTileSums(body_.transfers, body_.tiles, v.data(), 0, body_.tiles.count);
    takeTileSums(body_.transfers, v.data(), coarse.data(), 0, body_.level().nodeCount);
    std::vector<double> expected(3 * coarseNodes_, 0);
    for (std::size_t n = 0; n < nodes_; ++n)
      for (const WeightedNode& parent : body_.level().parents.row(n))
        for (std::size_t i = 0; i < 3; ++i)
          expected[3 * static_cast<std::size_t>(parent.node()) + i] +=
              static_cast<double>(parent.weight()) * static_cast<double>(fine[3 * n + i]);
    for (std::size_t k = 0; k < coarseNodes_; ++k)
      for (std::size_t i = 0; i < 3; ++i)
        EXPECT_NEAR(static_cast<double>(coarse[4 * k + i]), expected[3 * k + i], 4e-6);
  });
}

INSTANTIATE_TEST_SUITE_P(Bodies, Transfers, ::testing::Values(&ragged, &sheets, &slit, &torn));

TEST(TileTransfers, TakeTheTableOnlyWhereMaterialMeetsUnconnected) {
  std::vector<Int3> box;
  for (int z = -6; z < 7; ++z)
    for (int y = -5; y < 9; ++y)
      for (int x = -9; x < 10; ++x) box.push_back({x, y, z});
  EXPECT_TRUE(Body(weldCells(box)).transfers.irregular.empty());
  EXPECT_FALSE(Body(sheets()).transfers.irregular.empty());

  const Body cut(slit());
  EXPECT_LT(cut.transfers.irregular.size(), static_cast<std::size_t>(cut.tiles.count) / 2);
  int counted = 0;
  for (std::size_t t = 0; t < cut.tiles.copies.size(); ++t)
    counted += std::popcount(cut.tiles.copies[t] & cut.transfers.free[t]);
  EXPECT_GT(counted, 0) << "no tile of this form has nodes of another tile";
}

}  // namespace
}  // namespace sinew::testing
