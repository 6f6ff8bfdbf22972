// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
//
// Where a point is in a deformed cell, and which cells hold it.
#include "contact/cell_tree.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "contact/contact_set.h"
#include "support/models.h"

namespace sinew::testing {
namespace {

std::array<Vec3<double>, 8> bentCell(Random& random, double amount) {
  std::array<Vec3<double>, 8> corners;
  for (int a = 0; a < 8; ++a) {
    const Int3 o = cornerOffset(a);
    corners[static_cast<std::size_t>(a)] =
        Vec3<double>{1.0 * o.x, 1.0 * o.y, 1.0 * o.z} + randomPoint(random, amount);
  }
  return corners;
}

TEST(PlaceInCell, IsWhereItsWeightsPutIt) {
  Random random(1);
  int inside = 0;
  for (int i = 0; i < 2000; ++i) {
    const auto corners = bentCell(random, 0.3);
    const Vec3<double> p = Vec3<double>{0.5, 0.5, 0.5} + randomPoint(random, 0.8);
    const auto place = placeInCell(corners, p);
    if (!place) continue;
    ++inside;
    const Vec3<double> d = weightedSum(corners, place->weights()) - p;
    EXPECT_LT(std::sqrt(dot(d, d)), 1e-5);
    const Vec3<double> local = place->local();
    for (const double c : {local.x, local.y, local.z}) {
      EXPECT_GE(c, -1e-6);
      EXPECT_LE(c, 1 + 1e-6);
    }
  }
  EXPECT_GT(inside, 300);
  EXPECT_LT(inside, 1000);  // the cube of points is four times the cell
}

TEST(PlaceInCell, OfAnUndeformedCellIsTheIdentity) {
  Random random(2);
  const auto corners = bentCell(random, 0);
  for (int i = 0; i < 200; ++i) {
    const Vec3<double> p = Vec3<double>{0.5, 0.5, 0.5} + randomPoint(random, 0.5);
    const auto place = placeInCell(corners, p);
    ASSERT_TRUE(place);
    const Vec3<double> d = place->local() - p;
    EXPECT_LT(dot(d, d), 1e-18);
  }
}

// Whether one of the six tetrahedra of a cell holds p, by the signs of volumes alone.
bool isHeld(const std::array<Vec3<double>, 8>& corners, const Vec3<double>& p) {
  constexpr std::size_t kPaths[6][2] = {{1, 3}, {1, 5}, {2, 3}, {2, 6}, {4, 5}, {4, 6}};
  const auto volume = [](const std::array<Vec3<double>, 4>& t) {
    return dot(t[1] - t[0], cross(t[2] - t[0], t[3] - t[0]));
  };
  for (const auto& path : kPaths) {
    const std::array<Vec3<double>, 4> t{corners[0], corners[path[0]], corners[path[1]], corners[7]};
    bool isInside = true;
    for (std::size_t k = 0; k < 4; ++k) {
      auto part = t;
      part[k] = p;
      isInside = isInside && volume(part) * volume(t) > 0;
    }
    if (isInside) return true;
  }
  return false;
}

// A body whose nodes are moved by up to 0.4 cells, far from the origin.
struct BentCells : ::testing::Test {
  std::unique_ptr<FleshModel> model = buildModel(raggedPlan(), {});
  const Lattice& lattice = model->lattice;
  AlignedVector<double> x = restPositions(lattice);
  CellTree tree{lattice};
  Random random{4};

  BentCells() {
    for (std::size_t n = 0; n < static_cast<std::size_t>(lattice.nodeCount); ++n)
      for (std::size_t i = 0; i < 3; ++i) x[4 * n + i] += 300 + 0.4 * random.next();
    tree.refit(x.data());
  }

  Vec3<double> node(std::size_t n) const { return {x[4 * n], x[4 * n + 1], x[4 * n + 2]}; }

  /// Points around a node, some in cells and some not.
  PointGroup pointsAround(std::size_t n, int count) {
    PointGroup group;
    for (; group.count < count; ++group.count)
      group.points[static_cast<std::size_t>(group.count)] = node(n) + randomPoint(random, 1);
    return group;
  }

  /// (point, cell) of all cells that hold points of a group, tried one by one.
  std::set<std::pair<int, CellSlot>> held(const PointGroup& group) const {
    std::set<std::pair<int, CellSlot>> result;
    for (CellSlot slot = 0; slot < lattice.blockCount * kBlockCells; ++slot)
      for (int i = 0; lattice.isActive(slot) && i < group.count; ++i)
        if (isHeld(cornersOf(lattice, slot, x.data()), group.points[static_cast<std::size_t>(i)]))
          result.emplace(i, slot);
    return result;
  }
};

TEST_F(BentCells, AreFoundWhereTheyHoldAPoint) {
  std::size_t heldCount = 0, foundCount = 0;
  for (std::size_t n = 0; n < static_cast<std::size_t>(lattice.nodeCount); n += 3) {
    const PointGroup group = pointsAround(n, 1 + static_cast<int>(n % PointGroup::kMost));
    std::set<std::pair<int, CellSlot>> found;
    tree.forCellsAt(group, [&](int point, CellSlot slot) {
      EXPECT_TRUE(lattice.isActive(slot));
      EXPECT_TRUE(found.emplace(point, slot).second) << "twice";
    });
    const auto all = held(group);
    EXPECT_TRUE(std::includes(found.begin(), found.end(), all.begin(), all.end()));
    heldCount += all.size();
    foundCount += found.size();
  }
  EXPECT_GT(heldCount, 100u);
  EXPECT_LT(foundCount, 3 * heldCount);  // boxes alone find 12 times as many
}

// All cells at one place: every point is in every cell, and lists run full.
TEST_F(BentCells, AreAllFoundWhereFleshIsCrushed) {
  for (std::size_t n = 0; n < static_cast<std::size_t>(lattice.nodeCount); ++n)
    for (std::size_t i = 0; i < 3; ++i) x[4 * n + i] = (lattice.nodeCoord[n].x + i) % 2;
  tree.refit(x.data());
  PointGroup group;
  for (group.count = 0; group.count < PointGroup::kMost; ++group.count)
    group.points[static_cast<std::size_t>(group.count)] = {0.5, 0.5, 0.5};
  std::array<std::int64_t, PointGroup::kMost> found{};
  CellSlot last = -1;
  tree.forCellsAt(group, [&](int point, CellSlot slot) {
    ++found[static_cast<std::size_t>(point)];
    if (point != 0) return;
    EXPECT_GT(slot / kBlockCells, last / kBlockCells - 1);  // blocks in their order
    last = slot;
  });
  for (const std::int64_t count : found) EXPECT_EQ(count, lattice.cellCount);
  EXPECT_GT(lattice.cellCount * PointGroup::kMost, std::int64_t{TreeWalk::kMostFound});
}

}  // namespace
}  // namespace sinew::testing
