// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
#include "geometry/closest_point.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <vector>

#include "base/parallel.h"
#include "support/meshes.h"
#include "support/models.h"

namespace sinew::testing {
namespace {

using Corners = std::array<Vec3<double>, 3>;

double size(const Corners& t) {
  return std::max({length(t[1] - t[0]), length(t[2] - t[1]), length(t[0] - t[2])});
}

// The closest point q of a convex set is the one point of it with (p - q) . (v - q) <= 0 for all v
// of the set; for a triangle it is enough to look at its corners.
void expectClosest(const Corners& t, const Vec3<double>& p, double tolerance) {
  const Vec3<double> q = closestOnTriangle(t[0], t[1], t[2], p);
  const double reach = length(p - q) + size(t);
  for (const Vec3<double>& v : t)
    EXPECT_LE(dot(p - q, v - q), tolerance * reach * reach) << "there is a closer point";
  // On the triangle: no linear function of place is greater at q than at all corners.
  Random random(5);
  for (int i = 0; i < 20; ++i) {
    const Vec3<double> d = randomPoint(random, 1);
    const double most = std::max({dot(d, t[0]), dot(d, t[1]), dot(d, t[2])});
    EXPECT_LE(dot(d, q), most + 1e-15 * (1 + std::fabs(most) + size(t))) << "not on the triangle";
  }
}

TEST(ClosestOnTriangle, NoPointOfTheTriangleIsCloser) {
  Random random(11);
  for (int i = 0; i < 2000; ++i) {
    const Corners t{randomPoint(random, 1), randomPoint(random, 1), randomPoint(random, 1)};
    expectClosest(t, randomPoint(random, 2), 1e-12);  // round-off of thin triangles included
  }
}

TEST(ClosestOnTriangle, NoPointIsCloserOnThinTriangles) {
  Random random(13);
  for (int i = 0; i < 2000; ++i) {
    const Vec3<double> a = randomPoint(random, 1), b = randomPoint(random, 1);
    const double thin = std::pow(10.0, -8 + 8 * random.next());  // 1 to 1e-16
    const Corners t{a, b, a + (0.5 * (random.next() + 1)) * (b - a) + randomPoint(random, thin)};
    const auto turn = static_cast<std::size_t>(i % 3);
    expectClosest({t[turn], t[(turn + 1) % 3], t[(turn + 2) % 3]}, randomPoint(random, 2), 1e-9);
  }
}

TEST(ClosestOnTriangle, TrianglesWithoutAreaAreSegmentsOrPoints) {
  Random random(17);
  for (int i = 0; i < 300; ++i) {
    const Vec3<double> a = randomPoint(random, 1), b = randomPoint(random, 1),
                       p = randomPoint(random, 2);
    const double s = std::clamp(dot(p - a, b - a) / dot(b - a, b - a), 0.0, 1.0);
    const Vec3<double> expected = a + s * (b - a);
    for (const Corners& t : {Corners{a, b, b}, Corners{a, a, b}, Corners{a, b, a},
                             Corners{a, b, 0.5 * (a + b)}, Corners{0.25 * a + 0.75 * b, a, b}})
      EXPECT_LT(length(closestOnTriangle(t[0], t[1], t[2], p) - expected), 1e-7);
    EXPECT_EQ(length(closestOnTriangle(a, a, a, p) - a), 0);
  }
}

TEST(ClosestOnTriangle, PointsOfTheTriangleAreTheirOwnClosest) {
  Random random(19);
  for (int i = 0; i < 300; ++i) {
    const Corners t{randomPoint(random, 1), randomPoint(random, 1), randomPoint(random, 1)};
    const double u = 0.5 * (random.next() + 1), v = (1 - u) * 0.5 * (random.next() + 1);
    for (const Vec3<double>& p :
         {t[0], t[1], t[2], (1 - u) * t[0] + u * t[2], u * t[0] + v * t[1] + (1 - u - v) * t[2]})
      EXPECT_LT(length(closestOnTriangle(t[0], t[1], t[2], p) - p), 1e-14);
  }
}

TEST(ClosestOnMesh, IsTheBestOfAllTriangles) {
  for (const TriangleMesh& mesh :
       {ballMesh({0.1, 0, 0}, 1, 3), torusMesh(1, 0.4, 30, 16), boxMesh({-1, -1, -1}, {1, 1, 1})}) {
    const Bvh bvh(mesh);
    Random random(23);
    for (int i = 0; i < 200; ++i) {
      const Vec3<double> p = randomPoint(random, 1.6);
      double best = HUGE_VAL;
      for (const auto& t : mesh.triangles) {
        const auto at = [&](std::size_t k) { return mesh.points[static_cast<std::size_t>(t[k])]; };
        best = std::fmin(best, length(closestOnTriangle(at(0), at(1), at(2), p) - p));
      }
      const ClosestPoint closest = closestOnMesh(mesh, bvh, p);
      ASSERT_GE(closest.triangle, 0);
      EXPECT_NEAR(length(closest.point - p), best, 1e-15);
      EXPECT_NEAR(std::sqrt(closest.squaredDistance), best, 1e-15);
      const auto& t = mesh.triangles[static_cast<std::size_t>(closest.triangle)];
      const auto at = [&](std::size_t k) { return mesh.points[static_cast<std::size_t>(t[k])]; };
      EXPECT_LT(length(closestOnTriangle(at(0), at(1), at(2), p) - closest.point), 1e-15);
      EXPECT_EQ(closestOnMesh(mesh, bvh, p, 1.001 * best).triangle, closest.triangle);
      EXPECT_EQ(closestOnMesh(mesh, bvh, p, 0.999 * best).triangle, -1);
    }
  }
}

double boxDistance(const Vec3<double>& p, double half) {  // to the cube around the origin
  const Vec3<double> d{std::fabs(p.x) - half, std::fabs(p.y) - half, std::fabs(p.z) - half};
  const Vec3<double> out{std::fmax(d.x, 0), std::fmax(d.y, 0), std::fmax(d.z, 0)};
  return length(out) + std::fmin(std::fmax(d.x, std::fmax(d.y, d.z)), 0);
}

TEST(SignedDistance, OfABoxIsTheFormula) {
  const TriangleMesh mesh = boxMesh({-1, -1, -1}, {1, 1, 1});
  const SignedDistance distance(mesh);
  Random random(29);
  for (int i = 0; i < 500; ++i) {
    const Vec3<double> p = randomPoint(random, 2);
    EXPECT_NEAR(distance.at(p), boxDistance(p, 1), 1e-14);
  }
}

TEST(SignedDistance, OfOverlappingShellsIsNegativeInTheirUnion) {
  const TriangleMesh mesh =
      joined(ballMesh({-0.5, 0, 0}, 1, 3),
             joined(ballMesh({0.5, 0, 0}, 1, 3), ballMesh({0, 0, 0}, 0.3, 2)));
  const SignedDistance distance(mesh);
  Random random(31);
  int inside = 0;
  for (int i = 0; i < 1000; ++i) {
    const Vec3<double> p = randomPoint(random, 1.6);
    const bool isInside = windingNumber(mesh, p) > 0.5;
    EXPECT_EQ(distance.at(p) < 0, isInside);
    inside += isInside;
  }
  EXPECT_GT(inside, 100);
}

TEST(SignedDistance, OfABoxWithoutLidKnowsItsInside) {
  TriangleMesh mesh = boxMesh({-1, -1, -1}, {1, 1, 1});
  mesh.triangles.erase(mesh.triangles.begin() + 2, mesh.triangles.begin() + 4);  // z = 1
  const SignedDistance distance(mesh);
  EXPECT_NEAR(distance.at({0, 0, -0.5}), -0.5, 1e-14);
  EXPECT_NEAR(distance.at({0.75, 0, 0}), -0.25, 1e-14);
  EXPECT_NEAR(distance.at({0, 0, 2}), std::sqrt(2.0), 1e-14) << "to the rim";
  EXPECT_GT(distance.at({0, 1.5, 0}), 0);
}

TEST(SignedDistance, OfManyPointsIsThatOfEachForAnyThreadCount) {
  const TriangleMesh mesh = torusMesh(1, 0.4, 30, 16);
  const SignedDistance distance(mesh);
  Random random(37);
  std::vector<Vec3<double>> points;
  for (int i = 0; i < 2000; ++i) points.push_back(randomPoint(random, 1.6));
  for (const int threads : {1, 2, 7}) {
    ThreadArena arena(threads);
    std::vector<double> result(points.size());
    arena.run([&] { distance.at(points, result); });
    for (std::size_t i = 0; i < points.size(); ++i) EXPECT_EQ(result[i], distance.at(points[i]));
  }
}

}  // namespace
}  // namespace sinew::testing
