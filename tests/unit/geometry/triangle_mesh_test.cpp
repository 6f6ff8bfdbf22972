// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
#include "geometry/triangle_mesh.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <numbers>

#include "support/meshes.h"

namespace sinew::testing {
namespace {

TEST(TriangleMesh, ABoxHasItsVolumeAreaAndBounds) {
  const MeshFacts facts = inspect(boxMesh({-1, 0, 2}, {1, 3, 7}));
  EXPECT_NEAR(facts.volume, 2 * 3 * 5, 1e-13);
  EXPECT_NEAR(facts.area, 2 * (2 * 3 + 3 * 5 + 5 * 2), 1e-13);
  EXPECT_EQ(facts.box.least.x, -1);
  EXPECT_EQ(facts.box.least.z, 2);
  EXPECT_EQ(facts.box.greatest.y, 3);
  EXPECT_EQ(facts.box.greatest.z, 7);
  EXPECT_TRUE(facts.finite);
  EXPECT_EQ(facts.openEdges + facts.nonManifoldEdges + facts.degenerate + facts.badIndices, 0);
}

TEST(TriangleMesh, VolumeAndAreaOfBallsConvergeWithTheSquareOfTheEdge) {
  double lastVolume = 0, lastArea = 0;
  for (int cuts = 2; cuts < 5; ++cuts) {
    const MeshFacts facts = inspect(ballMesh({1, 2, 3}, 1, cuts));
    const double volumeError = 4 * std::numbers::pi / 3 - facts.volume;
    const double areaError = 4 * std::numbers::pi - facts.area;
    if (cuts > 2) {
      EXPECT_NEAR(lastVolume / volumeError, 4, 0.3);  // edge halved; higher order terms remain
      EXPECT_NEAR(lastArea / areaError, 4, 0.3);
    }
    lastVolume = volumeError, lastArea = areaError;
  }
}

TEST(TriangleMesh, VolumeKeepsItsDigitsFarFromTheOrigin) {
  const double here = signedVolume(ballMesh({0, 0, 0}, 1, 3));
  const double there = signedVolume(ballMesh({1e6, -1e6, 1e6}, 1, 3));
  EXPECT_NEAR(there, here, 1e-8);  // points are rounded to 1e-10 there
}

TEST(TriangleMesh, InsideOutHasNegativeVolume) {
  TriangleMesh mesh = torusMesh(2, 0.5, 12, 8);
  const double volume = signedVolume(mesh);
  EXPECT_GT(volume, 0);
  insideOut(mesh);
  EXPECT_NEAR(signedVolume(mesh), -volume, 1e-13);
}

TEST(TriangleMesh, AMissingTriangleOpensThreeEdges) {
  TriangleMesh mesh = boxMesh({0, 0, 0}, {1, 1, 1});
  mesh.triangles.pop_back();
  EXPECT_EQ(inspect(mesh).openEdges, 3);
}

TEST(TriangleMesh, AFlippedTriangleLeavesItsEdgesWithoutOpposites) {
  TriangleMesh mesh = boxMesh({0, 0, 0}, {1, 1, 1});
  std::swap(mesh.triangles[0][1], mesh.triangles[0][2]);
  // Its three edges and their three neighbours run the same way twice: six with none of their own.
  EXPECT_EQ(inspect(mesh).openEdges, 6);
  EXPECT_EQ(inspect(mesh).nonManifoldEdges, 3);
}

TEST(TriangleMesh, ARepeatedTriangleIsNotClosedEither) {
  TriangleMesh mesh = boxMesh({0, 0, 0}, {1, 1, 1});
  mesh.triangles.push_back(mesh.triangles[0]);
  EXPECT_EQ(inspect(mesh).nonManifoldEdges, 3);
  EXPECT_EQ(inspect(mesh).openEdges, 3);
}

TEST(TriangleMesh, BoxesThatShareAnEdgeAreClosedButNotManifold) {
  TriangleMesh mesh = joined(boxMesh({0, 0, 0}, {1, 1, 1}), boxMesh({1, 1, 0}, {2, 2, 1}));
  for (auto& t : mesh.triangles)  // points 3 and 7 of the first are 8 and 12 in the joined mesh
    for (auto& i : t) i = i == 8 ? 3 : i == 12 ? 7 : i;
  const MeshFacts facts = inspect(mesh);
  EXPECT_EQ(facts.openEdges, 0);
  EXPECT_EQ(facts.nonManifoldEdges, 2);  // one in each direction
  EXPECT_NEAR(facts.volume, 2, 1e-14);
}

TEST(TriangleMesh, CountsTrianglesWithRepeatedCorners) {
  TriangleMesh mesh = boxMesh({0, 0, 0}, {1, 1, 1});
  mesh.triangles.insert(mesh.triangles.end(), {{0, 0, 1}, {0, 1, 1}, {1, 0, 1}});
  EXPECT_EQ(inspect(mesh).degenerate, 3);
}

TEST(TriangleMesh, CountsTrianglesThatNamePointsItDoesNotHave) {
  TriangleMesh mesh = boxMesh({0, 0, 0}, {1, 1, 1});
  mesh.triangles.push_back({0, 1, 8});
  mesh.triangles.push_back({-1, 1, 2});
  mesh.triangles.push_back({0, std::numeric_limits<std::int32_t>::min(), 2});
  EXPECT_EQ(inspect(mesh).badIndices, 3);
}

TEST(TriangleMesh, SeesEveryNumberThatIsNotFinite) {
  for (const double bad :
       {std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity(),
        -std::numeric_limits<double>::infinity()})
    for (std::size_t point : {0u, 5u})
      for (int axis = 0; axis < 3; ++axis) {
        TriangleMesh mesh = boxMesh({0, 0, 0}, {1, 1, 1});
        Vec3<double>& p = mesh.points[point];
        (axis == 0 ? p.x : axis == 1 ? p.y : p.z) = bad;
        EXPECT_FALSE(inspect(mesh).finite);
      }
}

TEST(TriangleMesh, AnEmptyMeshHasNoVolume) {
  EXPECT_EQ(signedVolume({}), 0);
  EXPECT_EQ(inspect({}).volume, 0);
}

}  // namespace
}  // namespace sinew::testing
