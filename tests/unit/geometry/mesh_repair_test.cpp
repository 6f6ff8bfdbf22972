// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
#include "geometry/mesh_repair.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>
#include <vector>

#include "geometry/mesh_pieces.h"
#include "support/meshes.h"
#include "support/models.h"

namespace sinew::testing {
namespace {

TriangleMesh unwelded(const TriangleMesh& mesh) {
  TriangleMesh result;
  for (const auto& t : mesh.triangles) {
    const auto first = static_cast<std::int32_t>(result.points.size());
    for (const std::int32_t p : t)
      result.points.push_back(mesh.points[static_cast<std::size_t>(p)]);
    result.triangles.push_back({first, first + 1, first + 2});
  }
  return result;
}

void expectSameWinding(const TriangleMesh& a, const TriangleMesh& b) {
  Random random(5);
  for (int i = 0; i < 50; ++i) {
    const Vec3<double> p{1.5 * random.next(), 1.5 * random.next(), 1.5 * random.next()};
    EXPECT_NEAR(windingNumber(a, p), windingNumber(b, p), 1e-12);
  }
}

// --- Weld.

TEST(WeldPoints, JoinsTrianglesThatCameApart) {
  const TriangleMesh original = ballMesh({0, 0, 0}, 1, 2);
  TriangleMesh mesh = unwelded(original);
  const TriangleMesh before = mesh;
  const WeldReport report = weldPoints(mesh);
  EXPECT_EQ(mesh.points.size(), original.points.size());
  EXPECT_EQ(report.mergedPoints, std::ssize(before.points) - std::ssize(original.points));
  for (std::size_t i = 0; i < before.points.size(); ++i) {
    const Vec3<double>& p = mesh.points[static_cast<std::size_t>(report.newPoint[i])];
    EXPECT_EQ(length(p - before.points[i]), 0);
  }
  std::set<std::array<double, 3>> places;
  for (const Vec3<double>& p : mesh.points) places.insert({p.x, p.y, p.z});
  EXPECT_EQ(places.size(), mesh.points.size());
  EXPECT_EQ(inspect(mesh).openEdges, 0);
  for (std::size_t i = 0; i < mesh.points.size(); ++i)  // order of first use is kept
    EXPECT_EQ(
        *std::find(report.newPoint.begin(), report.newPoint.end(), static_cast<std::int32_t>(i)),
        static_cast<std::int32_t>(i));
}

TEST(WeldPoints, KeepsTheOrderOfPointsAndWhatIsMerelyClose) {
  TriangleMesh mesh;
  mesh.points = {{3, 0, 0}, {1, 0, 0}, {3, 0, 0}, {1, std::nextafter(0.0, 1.0), 0}, {1, -0.0, 0}};
  mesh.triangles = {{0, 3, 4}};
  const WeldReport report = weldPoints(mesh);
  EXPECT_EQ(report.mergedPoints, 2);
  EXPECT_EQ(report.newPoint, (std::vector<std::int32_t>{0, 1, 0, 2, 1})) << "-0 is 0";
  ASSERT_EQ(mesh.points.size(), 3u);
  EXPECT_EQ(mesh.points[0].x, 3);
  EXPECT_EQ(mesh.triangles[0], (std::array<std::int32_t, 3>{0, 2, 1}));
}

// --- Drop.

TEST(DropBadTriangles, LeavesACleanMeshAlone) {
  TriangleMesh mesh = torusMesh(1, 0.4, 12, 8);
  const auto before = mesh.triangles;
  const DropReport report = dropBadTriangles(mesh);
  EXPECT_EQ(mesh.triangles, before);
  EXPECT_EQ(report.repeatedCorners + report.duplicates + report.cancelledPairs, 0);
}

TEST(DropBadTriangles, DropsRepeatedCornersAndCopies) {
  const TriangleMesh clean = ballMesh({0, 0, 0}, 1, 2);
  TriangleMesh mesh = clean;
  mesh.triangles.push_back({4, 4, 7});
  mesh.triangles.push_back({5, 5, 5});
  for (const std::size_t t : {3u, 8u, 8u}) {  // one of them twice, corners in another order
    const auto& c = clean.triangles[t];
    mesh.triangles.push_back({c[1], c[2], c[0]});
  }
  const DropReport report = dropBadTriangles(mesh);
  EXPECT_EQ(report.repeatedCorners, 2);
  EXPECT_EQ(report.duplicates, 3);
  EXPECT_EQ(report.cancelledPairs, 0);
  EXPECT_EQ(mesh.triangles, clean.triangles);
}

TEST(DropBadTriangles, OfOppositeCopiesTheOneThatFitsItsNeighboursStays) {
  const TriangleMesh clean = ballMesh({0, 0, 0}, 1, 2);
  for (const bool first : {false, true}) {
    TriangleMesh mesh = clean;
    auto copy = clean.triangles[20];
    std::swap(copy[0], copy[1]);
    mesh.triangles.insert(first ? mesh.triangles.begin() : mesh.triangles.end(), copy);
    const DropReport report = dropBadTriangles(mesh);
    EXPECT_EQ(report.duplicates, 1);
    EXPECT_EQ(report.cancelledPairs, 0);
    EXPECT_EQ(mesh.triangles, clean.triangles);
  }
}

TEST(DropBadTriangles, OppositeCopiesThatEncloseNothingGoTogether) {
  // A fin of two sheets of two triangles on a ball: whatever stays of it would be an open rim.
  const TriangleMesh clean = ballMesh({0, 0, 0}, 1, 2);
  TriangleMesh mesh = clean;
  const auto& t = clean.triangles[0];
  const auto tip = static_cast<std::int32_t>(mesh.points.size());
  mesh.points.insert(mesh.points.end(), {{1.5, 1.5, 1.5}, {1.5, 1.4, 1.7}});
  for (const std::array<std::int32_t, 3>& fin :
       {std::array<std::int32_t, 3>{t[0], t[1], tip}, {t[1], tip + 1, tip}}) {
    mesh.triangles.push_back(fin);
    mesh.triangles.push_back({fin[1], fin[0], fin[2]});
  }
  const TriangleMesh before = mesh;
  const DropReport report = dropBadTriangles(mesh);
  EXPECT_EQ(report.cancelledPairs, 2);
  EXPECT_EQ(report.duplicates, 0);
  EXPECT_EQ(mesh.triangles, clean.triangles);
  expectSameWinding(mesh, before);
}

TEST(DropBadTriangles, KeepsThinTrianglesThatCloseAGap) {
  TriangleMesh mesh = boxMesh({0, 0, 0}, {1, 1, 1});
  mesh.points.push_back(
      {0.5, 0, 0});  // on the edge 0-1: one side uses it, a triangle without area closes
  for (auto& t : mesh.triangles)
    if (t == std::array<std::int32_t, 3>{0, 1, 5}) t = {0, 8, 5};
  mesh.triangles.push_back({8, 1, 5});
  mesh.triangles.push_back({0, 1, 8});
  ASSERT_EQ(inspect(mesh).openEdges, 0);
  const std::size_t count = mesh.triangles.size();
  dropBadTriangles(mesh);
  EXPECT_EQ(mesh.triangles.size(), count);
}

// --- Orient.

TEST(OrientPatches, TurnsTrianglesToAgreeWithTheLargerPart) {
  const TriangleMesh clean = torusMesh(1, 0.4, 24, 12);
  TriangleMesh mesh = clean;
  Random random(7);
  std::int64_t turned = 0;
  for (auto& t : mesh.triangles)
    if (random.next() < -0.4) turn(t), ++turned;
  const OrientReport report = orientPatches(mesh);
  EXPECT_EQ(report.turnedTriangles, turned);
  EXPECT_EQ(report.turnedPatches, 0);
  EXPECT_EQ(inspect(mesh).openEdges, 0) << "every edge has an opposite";
  EXPECT_DOUBLE_EQ(signedVolume(mesh), signedVolume(clean));
}

TEST(OrientPatches, TurnsWhatIsInsideOut) {
  const TriangleMesh ball = ballMesh({0, 0, 0}, 1, 3);
  TriangleMesh flipped = ball, far = ballMesh({3, 0, 0}, 1, 3);
  insideOut(flipped);
  TriangleMesh mesh = flipped;
  OrientReport report = orientPatches(mesh);
  EXPECT_TRUE(report.wasInsideOut);
  EXPECT_NEAR(signedVolume(mesh), signedVolume(ball), 1e-12);

  mesh = joined(flipped, far);
  report = orientPatches(mesh);
  EXPECT_FALSE(report.wasInsideOut);
  EXPECT_EQ(report.turnedPatches, 1);
  EXPECT_NEAR(signedVolume(mesh), 2 * signedVolume(ball), 1e-12);

  std::erase_if(flipped.triangles, [&](const auto& t) {  // with a hole
    return flipped.points[static_cast<std::size_t>(t[0])].z > 0.8;
  });
  mesh = flipped;
  report = orientPatches(mesh);
  EXPECT_EQ(report.turnedPatches, 1);
  EXPECT_GT(windingNumber(mesh, {0, 0, -0.2}), 0.8);
}

TEST(OrientPatches, KeepsCavitiesAndNestedShells) {
  const TriangleMesh outer = ballMesh({0, 0, 0}, 1, 3), inner = ballMesh({0.1, 0, 0}, 0.5, 3);
  TriangleMesh hollow = inner;
  insideOut(hollow);
  hollow = joined(outer, hollow);
  TriangleMesh mesh = hollow;
  OrientReport report = orientPatches(mesh);
  EXPECT_EQ(report.turnedPatches, 0);
  EXPECT_EQ(mesh.triangles, hollow.triangles);

  insideOut(mesh);  // the whole: the cavity must come back as a cavity
  report = orientPatches(mesh);
  EXPECT_TRUE(report.wasInsideOut);
  EXPECT_NEAR(signedVolume(mesh), signedVolume(hollow), 1e-12);

  mesh = joined(outer, inner);
  report = orientPatches(mesh);
  EXPECT_EQ(report.turnedPatches, 0);
  EXPECT_EQ(mesh.triangles, joined(outer, inner).triangles);
}

TEST(OrientPatches, LeavesAOneSidedStripAlone) {
  TriangleMesh strip;
  const int count = 24;
  for (int i = 0; i < count; ++i) {
    const double u = 2 * std::numbers::pi * i / count;
    for (const double side : {-0.3, 0.3}) {
      const double r = 1 + side * std::cos(u / 2);
      strip.points.push_back({r * std::cos(u), r * std::sin(u), side * std::sin(u / 2)});
    }
  }
  for (int i = 0; i < count; ++i) {
    const int a = 2 * i, b = 2 * i + 1;
    const int c = i + 1 < count ? 2 * i + 2 : 1, d = i + 1 < count ? 2 * i + 3 : 0;  // half a turn
    strip.triangles.push_back({a, b, c});
    strip.triangles.push_back({b, d, c});
  }
  TriangleMesh mesh = strip;
  const OrientReport report = orientPatches(mesh);
  EXPECT_EQ(report.unorientablePatches, 1);
  EXPECT_EQ(report.turnedTriangles, 0);
  EXPECT_EQ(mesh.triangles, strip.triangles);
}

TEST(OrientPatches, LeavesASheetFacingAsItDoes) {
  TriangleMesh sheet;
  sheet.points = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {1, 1, 0.1}, {2, 0.5, 0}};
  sheet.triangles = {{0, 1, 2}, {1, 3, 2}, {1, 4, 3}};
  TriangleMesh mesh = sheet;
  const OrientReport report = orientPatches(mesh);
  EXPECT_EQ(report.turnedTriangles + report.turnedPatches, 0);
  EXPECT_EQ(mesh.triangles, sheet.triangles);
}

// --- All together.

TEST(RepairMesh, RestoresADamagedBallAndSaysWhatItDid) {
  const TriangleMesh clean = ballMesh({0, 0, 0}, 1, 3);
  TriangleMesh mesh = unwelded(clean);
  for (const std::size_t t : {5u, 50u, 77u}) turn(mesh.triangles[t]);
  mesh.triangles.push_back(mesh.triangles[9]);
  mesh.triangles.push_back({8, 8, 2});
  const RepairReport report = repairMesh(mesh);
  EXPECT_EQ(report.weld.mergedPoints, 3 * std::ssize(clean.triangles) - std::ssize(clean.points));
  EXPECT_EQ(report.drop.duplicates, 1);
  EXPECT_EQ(report.drop.repeatedCorners, 1);
  EXPECT_EQ(report.orient.turnedTriangles, 3);
  EXPECT_EQ(report.sentences().size(), 4u);
  EXPECT_EQ(mesh.triangles.size(), clean.triangles.size());
  expectSameWinding(mesh, clean);

  const RepairReport again = repairMesh(mesh);
  EXPECT_TRUE(again.didNothing()) << again.sentences()[0];
}

TEST(RepairMesh, TakesNoTriangles) {
  TriangleMesh mesh;
  EXPECT_TRUE(repairMesh(mesh).didNothing());
}

}  // namespace
}  // namespace sinew::testing
