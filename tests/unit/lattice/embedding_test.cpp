// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
#include "lattice/embedding.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "support/meshes.h"
#include "support/models.h"

namespace sinew::testing {
namespace {

// Weights are floats of size up to 1 and eight of them multiply coordinates of size up to `reach`.
double roundOff(double reach) { return 8 * reach * 0x1p-24; }

/// Node positions after `motion`, double[4] per node.
std::vector<double> movedNodes(const Lattice& lattice, const Affine& motion) {
  std::vector<double> x(static_cast<std::size_t>(lattice.nodeCount + 1) * 4, 0.0);
  for (std::size_t n = 0; n < lattice.nodeCoord.size(); ++n) {
    const Int3 c = lattice.nodeCoord[n];
    const Vec3<double> p =
        motion({static_cast<double>(c.x), static_cast<double>(c.y), static_cast<double>(c.z)});
    x[4 * n] = p.x, x[4 * n + 1] = p.y, x[4 * n + 2] = p.z;
  }
  return x;
}

const Affine kShear{{1.1, 0.2, -0.3, 0.1, 0.8, 0.25, -0.2, 0.15, 1.3}, {4, -2, 7}};

std::vector<Vec3<double>> pointsInside(const std::vector<Int3>& cells) {
  Random random(2);
  const auto part = [&] { return (random.next() + 1) / 2; };
  std::vector<Vec3<double>> points;
  for (const Int3& c : cells) points.push_back({c.x + part(), c.y + part(), c.z + part()});
  // On a corner, an edge and a face of a cell.
  const Int3 c = cells[cells.size() / 2];
  points.push_back({c.x + 0.0, c.y + 0.0, c.z + 0.0});
  points.push_back({c.x + 0.5, c.y + 0.0, c.z + 0.0});
  points.push_back({c.x + 0.5, c.y + 0.25, c.z + 0.0});
  return points;
}

TEST(Embedding, FollowsAnAffineMotionExactly) {  // trilinear weights reproduce linear functions
  const std::vector<Int3> cells = raggedPlan().cells;
  const Lattice lattice = buildLattice(cells);
  const std::vector<Vec3<double>> points = pointsInside(cells);
  const Embedding embedding = embedPoints(lattice, points);
  ASSERT_EQ(embedding.points.size(), points.size());
  EXPECT_EQ(embedding.outside, 0);
  EXPECT_EQ(embedding.farthestOutside, 0);
  for (const Affine& motion : {Affine{}, kShear}) {
    const std::vector<double> x = movedNodes(lattice, motion);
    for (std::size_t i = 0; i < points.size(); ++i)
      EXPECT_LT(length(interpolate(embedding.points[i], x.data()) - motion(points[i])),
                roundOff(16));
  }
}

TEST(Embedding, HangsAPointOnTheCellItLiesIn) {
  const std::vector<Int3> cells = raggedPlan().cells;
  const Lattice lattice = buildLattice(cells);
  Random random(4);
  for (const Int3& c : cells) {
    const Vec3<double> p{c.x + 0.5 + 0.49 * random.next(), c.y + 0.5, c.z + 0.5};
    const EmbeddedPoint point = embedPoints(lattice, {p}).points[0];
    for (std::size_t a = 0; a < 8; ++a) {
      EXPECT_EQ(lattice.nodeCoord[static_cast<std::size_t>(point.nodes[a])],
                c + cornerOffset(static_cast<int>(a)));
      EXPECT_TRUE(point.weights[a] >= 0 && point.weights[a] <= 1);
    }
  }
}

TEST(Embedding, ExtrapolatesOutsidePointsFromTheNearestCell) {
  const std::vector<Int3> cells = raggedPlan().cells;
  const Lattice lattice = buildLattice(cells);
  const std::vector<double> x = movedNodes(lattice, kShear);
  Random random(9);
  for (int i = 0; i < 200; ++i) {
    Vec3<double> p{7.3 + std::fabs(random.next()), 6 * random.next(), 6 * random.next()};
    if (i % 2) p.x = -p.x;
    const Embedding embedding = embedPoints(lattice, {p});
    ASSERT_EQ(embedding.outside, 1);

    double least = std::numeric_limits<double>::infinity();  // to any cell centre
    Int3 nearest;
    for (const Int3& c : cells) {
      const double d = std::hypot(c.x + 0.5 - p.x, c.y + 0.5 - p.y, c.z + 0.5 - p.z);
      if (d < least) least = d, nearest = c;
    }
    const auto beyond = [](double t) { return std::max({0.0, -t, t - 1}); };
    EXPECT_NEAR(
        embedding.farthestOutside,
        std::hypot(beyond(p.x - nearest.x), beyond(p.y - nearest.y), beyond(p.z - nearest.z)),
        1e-12);  // round-off
    // Weights beyond 0..1 grow with the distance, three axes multiplied.
    EXPECT_LT(length(interpolate(embedding.points[0], x.data()) - kShear(p)),
              roundOff(16 * 4 * 4 * 4));
  }
}

TEST(Embedding, CountsOutsidePointsAndKeepsTheFarthest) {
  const Lattice lattice = buildLattice(std::vector<Int3>{{0, 0, 0}});
  const Embedding embedding =
      embedPoints(lattice, {{0.5, 0.5, 0.5}, {3, 0.5, 0.5}, {-1, -1, 0.5}, {0.5, 0.5, 1.5}});
  EXPECT_EQ(embedding.outside, 3);
  EXPECT_NEAR(embedding.farthestOutside, 2, 1e-15);
}

TEST(Embedding, TakesPointsOutOfTheRangeOfCellNumbers) {
  const Lattice lattice = buildLattice(std::vector<Int3>{{0, 0, 0}, {1, 0, 0}});
  const Embedding embedding = embedPoints(lattice, {{1e12, 0.5, 0.5}, {0.5, -3e9, 0.5}});
  EXPECT_EQ(embedding.outside, 2);
  EXPECT_NEAR(embedding.farthestOutside, 1e12, 10);
}

}  // namespace
}  // namespace sinew::testing
