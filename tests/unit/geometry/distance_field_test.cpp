// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
//
// Distances of solids against slow, obvious ones: many points of the surface, or every triangle.
#include "geometry/distance_field.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "geometry/closest_point.h"
#include "support/meshes.h"
#include "support/models.h"

namespace sinew::testing {
namespace {

double slowDistance(const TriangleMesh& mesh, const Vec3<double>& p) {
  double least = HUGE_VAL;
  for (const auto& t : mesh.triangles) {
    const auto corner = [&](std::size_t k) { return mesh.points[static_cast<std::size_t>(t[k])]; };
    least = std::min(least, length(p - closestOnTriangle(corner(0), corner(1), corner(2), p)));
  }
  return exactWindingNumber(mesh, p) > 0.5 ? -least : least;
}

template <class Field>
void expectGradient(const Field& field, const Vec3<double>& p, double tolerance) {
  constexpr double kStep = 1e-5;
  const Vec3<double> g = field.at(p).gradient;
  const double given[3] = {g.x, g.y, g.z};
  for (int i = 0; i < 3; ++i) {
    const Vec3<double> step{i == 0 ? kStep : 0, i == 1 ? kStep : 0, i == 2 ? kStep : 0};
    const double slope = (field.at(p + step).distance - field.at(p - step).distance) / (2 * kStep);
    EXPECT_NEAR(given[i], slope, tolerance) << i << " at " << p.x << " " << p.y << " " << p.z;
  }
}

TEST(DistanceGrid, FollowsTheMeshAndItsGradientIsItsOwn) {
  Random random(1);
  // Smooth, with edges, and with a hole through it.
  const NamedMesh meshes[] = {{"ball", ballMesh({0.3, 0.1, -0.2}, 4, 4)},
                              {"box", boxMesh({-3, -2, -4}, {3, 4, 2})},
                              {"torus", torusMesh(4, 1.5, 48, 24)}};
  for (const NamedMesh& named : meshes) {
    const DistanceGrid grid = distanceGrid(named.mesh, 0.25);
    double worst = 0, nearSurface = 0;
    for (int i = 0; i < 300; ++i) {
      const Vec3<double> p = randomPoint(random, 5.5);
      const double exact = slowDistance(named.mesh, p), found = grid.at(p).distance;
      if (exact < 0.45) worst = std::max(worst, std::fabs(found - exact));  // within the grid
      if (std::fabs(exact) < 0.5) nearSurface = std::max(nearSurface, std::fabs(found - exact));
      if (std::fabs(exact) < 0.45) expectGradient(grid, p, 1e-4);
    }
    EXPECT_LT(nearSurface, named.name == "ball" ? 0.01 : 0.06) << named.name;
    EXPECT_LT(worst, 0.25) << named.name;  // at kinks, less than the distance of its points
  }
}

TEST(DistanceGrid, IsPositiveAndGrowsBeyondItsRim) {
  const DistanceGrid grid = distanceGrid(ballMesh({0, 0, 0}, 2, 3), 0.25);
  double before = 0;
  for (double x = 2.2; x < 50; x *= 1.3) {
    const DistanceSample sample = grid.at({x, 0.1, 0});
    EXPECT_NEAR(sample.distance, x - 2, 0.1);
    EXPECT_GT(sample.distance, before);
    EXPECT_GT(sample.gradient.x, 0.9);
    before = sample.distance;
  }
}

TEST(DistanceGrid, OfALargeMeshIsCoarserInsteadOfHuge) {
  const DistanceGrid grid = distanceGrid(ballMesh({0, 0, 0}, 1000, 1), 0.5);
  EXPECT_LE(static_cast<std::int64_t>(grid.values.size()), kMostGridPoints);
  EXPECT_GT(grid.spacing, 10);
}

TEST(SolidEllipsoid, IsAsFarAsTheNearestOfManyPoints) {
  SolidEllipsoid e;
  e.center = {1, -2, 0.5};
  e.half = {4, 1.5, 2.5};
  const double c = std::cos(0.6), s = std::sin(0.6);
  e.axes = {c, s, 0, -s, c, 0, 0, 0, 1};
  TriangleMesh surface = ballMesh({0, 0, 0}, 1, 5);
  for (Vec3<double>& p : surface.points)
    p = e.center +
        mulTransposeLeft(e.axes, Vec3<double>{e.half.x * p.x, e.half.y * p.y, e.half.z * p.z});
  Random random(2);
  for (int i = 0; i < 200; ++i) {
    const Vec3<double> p = e.center + randomPoint(random, 5);
    const double exact = slowDistance(surface, p);
    EXPECT_NEAR(e.at(p).distance, exact, 0.01) << i;
    if (exact > -0.4) expectGradient(e, p, 1e-4);
  }
  EXPECT_NEAR(e.at(e.center).distance, -1.5, 1e-6);
  EXPECT_TRUE(std::isfinite(e.at(e.center).gradient.x));
}

TEST(DistanceField, IsTheUnionOfItsSolids) {
  DistanceField field;
  field.capsules.push_back({{0, 0, 0}, {2, 0, 0}, 1});
  field.capsules.push_back({{5, 0, 0}, {5, 0, 0}, 1});
  field.halfSpaces.push_back({{0, 1, 0}, -3});
  EXPECT_DOUBLE_EQ(field.at({1, 2, 0}).distance, 1);
  EXPECT_DOUBLE_EQ(field.at({-2, 0, 0}).distance, 1);
  EXPECT_DOUBLE_EQ(field.at({5, 0, 0.5}).distance, -0.5);
  EXPECT_DOUBLE_EQ(field.at({1, -4, 7}).distance, -1);
  const DistanceSample onAxis = field.at({1, 0, 0});  // any way out is as short
  EXPECT_DOUBLE_EQ(onAxis.distance, -1);
  EXPECT_NEAR(length(onAxis.gradient), 1, 1e-12);
  EXPECT_NEAR(onAxis.gradient.x, 0, 1e-12);
}

}  // namespace
}  // namespace sinew::testing
