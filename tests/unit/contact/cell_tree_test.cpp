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

TEST(CellTree, FindsEveryCellThatMayHoldAPoint) {
  const auto model = buildModel(raggedPlan(), {});
  const Lattice& lattice = model->lattice;
  AlignedVector<double> x = restPositions(model->lattice);
  Random random(4);
  for (std::size_t n = 0; n < static_cast<std::size_t>(lattice.nodeCount); ++n)
    for (std::size_t i = 0; i < 3; ++i) x[4 * n + i] += 0.4 * random.next();
  CellTree tree(lattice);
  tree.refit(lattice, x.data());
  int held = 0;
  for (std::size_t n = 0; n < static_cast<std::size_t>(lattice.nodeCount); n += 3) {
    const Vec3<double> p =
        Vec3<double>{x[4 * n], x[4 * n + 1], x[4 * n + 2]} + randomPoint(random, 1);
    std::set<CellSlot> visited;
    tree.forCellsAt({static_cast<float>(p.x), static_cast<float>(p.y), static_cast<float>(p.z)},
                    [&](CellSlot slot) { visited.insert(slot); });
    for (CellSlot slot = 0; slot < lattice.blockCount * kBlockCells; ++slot) {
      if (!lattice.isActive(slot) || !placeInCell(cornersOf(lattice, slot, x.data()), p)) continue;
      ++held;
      EXPECT_TRUE(visited.count(slot)) << slot;
    }
    for (const CellSlot slot : visited) EXPECT_TRUE(lattice.isActive(slot));
  }
  EXPECT_GT(held, 20);
}

}  // namespace
}  // namespace sinew::testing
