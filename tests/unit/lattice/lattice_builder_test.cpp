// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
#include "lattice/lattice_builder.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <numbers>

#include "lattice/material_pieces.h"
#include "support/meshes.h"

namespace sinew::testing {
namespace {

std::map<Int3, float> byCell(const std::vector<FilledCell>& cells) {
  std::map<Int3, float> result;
  for (const FilledCell& cell : cells)
    EXPECT_TRUE(result.emplace(cell.cell, cell.fraction).second) << "a cell is listed twice";
  return result;
}

// Faces on multiples of a quarter of a cell: the 4x4x4 samples then measure fractions exactly.
double overlap(double least, double greatest, int cell) {
  return std::max(0.0, std::min(greatest, cell + 1.0) - std::max(least, cell + 0.0));
}

TEST(FillCells, MeasuresABoxOnQuarterCellsExactly) {
  const Vec3<double> least{-2.25, 0.5, -3}, greatest{3.5, 4.75, 1.25};
  const auto cells = byCell(fillCells(boxMesh(least, greatest)));
  for (int z = -5; z < 4; ++z)
    for (int y = -2; y < 8; ++y)
      for (int x = -5; x < 6; ++x) {
        const double expected = overlap(least.x, greatest.x, x) * overlap(least.y, greatest.y, y) *
                                overlap(least.z, greatest.z, z);
        const auto found = cells.find({x, y, z});
        if (expected < kLeastFraction) {
          EXPECT_TRUE(found == cells.end());
        } else {
          ASSERT_TRUE(found != cells.end()) << x << " " << y << " " << z;
          EXPECT_EQ(found->second, static_cast<float>(expected));
        }
      }
}

TEST(FillCells, DropsCellsWithHardlyAnyMaterial) {
  // One sample of 64 is 1.6 %, less than kLeastFraction; two are 3.1 %.
  const auto slivers = byCell(fillCells(boxMesh({0, 0, 0}, {1.25, 1.25, 1.25})));
  EXPECT_FALSE(slivers.contains({1, 1, 1}));
  EXPECT_EQ(slivers.at({1, 1, 0}), 0.0625f);
}

TEST(FillCells, FindsTheSameSamplesInsideAsTheSolidAngle) {
  const TriangleMesh ring = torusMesh(3.1, 1.3, 17, 9);
  const auto cells = byCell(fillCells(ring));
  for (int z = -2; z < 2; ++z)
    for (int y = -5; y < 5; ++y)
      for (int x = -5; x < 5; ++x) {
        int inside = 0;
        for (int s = 0; s < 64; ++s)
          inside += windingNumber(ring, {x + (s % 4 + 0.5) / 4, y + (s / 4 % 4 + 0.5) / 4,
                                         z + (s / 16 + 0.5) / 4}) > 0.5;
        const auto found = cells.find({x, y, z});
        const float expected = static_cast<float>(inside) / 64;
        EXPECT_EQ(found == cells.end() ? 0.f : found->second,
                  expected < kLeastFraction ? 0.f : expected);
      }
}

TEST(FillCells, UnitesOverlappingShellsAndLeavesCavitiesEmpty) {
  const TriangleMesh first = boxMesh({0, 0, 0}, {4, 4, 4}), second = boxMesh({2, 0, 0}, {6, 4, 4});
  EXPECT_EQ(byCell(fillCells(joined(first, second))),
            byCell(fillCells(boxMesh({0, 0, 0}, {6, 4, 4}))));

  TriangleMesh cavity = boxMesh({1, 1, 1}, {3, 3, 3});
  insideOut(cavity);
  const auto hollow = byCell(fillCells(joined(first, cavity)));
  EXPECT_EQ(hollow.size(), 4u * 4 * 4 - 2 * 2 * 2);
  EXPECT_FALSE(hollow.contains({1, 1, 1}));
}

TEST(FillCells, ListsCellsByZThenYThenX) {
  const auto cells = fillCells(ballMesh({0.3, 0.1, -0.2}, 4, 3));
  ASSERT_GT(cells.size(), 200u);
  for (std::size_t i = 1; i < cells.size(); ++i) {
    const Int3 a = cells[i - 1].cell, b = cells[i].cell;
    EXPECT_TRUE(a.z != b.z ? a.z < b.z : a.y != b.y ? a.y < b.y : a.x < b.x);
  }
}

TEST(FillCells, TakesCellsWhoseCentreIsInsideAFunction) {
  const auto ball = [](const Vec3<double>& p) { return length(p - Vec3<double>{0.2, 0, 0}) - 3.3; };
  const auto cells = byCell(fillCells(ball, {-5, -5, -5}, {5, 5, 5}));
  for (int z = -5; z < 5; ++z)
    for (int y = -5; y < 5; ++y)
      for (int x = -5; x < 5; ++x)
        EXPECT_EQ(cells.contains({x, y, z}), ball({x + 0.5, y + 0.5, z + 0.5}) < 0);
}

TEST(CellSize, GivesAboutTheWantedNumberOfCells) {
  for (const double wanted : {8.0, 500.0, 2e4, 1e8}) {
    const double h = cellSizeFor(0.7, 9.0, wanted);
    EXPECT_NEAR(expectedCells(0.7, 9.0, h), wanted, 1e-9 * wanted);  // bisection to round-off
  }
  // A real body: the estimate must be good enough for one correction (15 %, measured 1 to 8 %).
  for (const double wanted : {300.0, 3000.0}) {
    TriangleMesh ball = ballMesh({0, 0, 0}, 1, 4);
    const MeshFacts facts = inspect(ball);
    const double h = cellSizeFor(facts.volume, facts.area, wanted);
    for (Vec3<double>& p : ball.points) p = (1 / h) * p;
    EXPECT_NEAR(static_cast<double>(fillCells(ball).size()), wanted, 0.15 * wanted);
  }
}

}  // namespace
}  // namespace sinew::testing
