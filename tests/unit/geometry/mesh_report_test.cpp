// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
#include "geometry/mesh_report.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <string>
#include <vector>

#include "base/parallel.h"
#include "support/meshes.h"
#include "support/models.h"
#include "support/shared_data.h"

namespace sinew::testing {
namespace {

TriangleMesh lidlessBox() {
  TriangleMesh mesh = boxMesh({-1, -1, -1}, {1, 1, 1});
  mesh.triangles.erase(mesh.triangles.begin() + 2, mesh.triangles.begin() + 4);  // z = 1
  return mesh;
}

TriangleMesh ballWithHole(double from) {
  TriangleMesh mesh = ballMesh({0, 0, 0}, 1, 4);
  std::erase_if(mesh.triangles, [&](const auto& t) {
    return mesh.points[static_cast<std::size_t>(t[0])].z > from;
  });
  return mesh;
}

TriangleMesh tube(int length) {  // of a ring of 40: open at both ends
  TriangleMesh mesh = torusMesh(1, 0.3, 40, 16);
  mesh.triangles.resize(static_cast<std::size_t>(length) * 32);
  return mesh;
}

bool mentions(const std::vector<MeshRemark>& remarks, const std::string& text) {
  return std::any_of(remarks.begin(), remarks.end(),
                     [&](const MeshRemark& r) { return r.text.find(text) != std::string::npos; });
}

TEST(MeshReport, OfACleanMeshHasNothingToSay) {
  for (const TriangleMesh& mesh :
       {ballMesh({5, 0, 0}, 1, 4), torusMesh(1, 0.3, 40, 20), boxMesh({0, 0, 0}, {1, 2, 3})}) {
    const MeshReport report = reportMesh(mesh);
    EXPECT_EQ(report.verdict, MeshVerdict::Usable);
    EXPECT_TRUE(report.warnings.empty()) << report.warnings[0].text;
    EXPECT_EQ(report.refusal, "");
    EXPECT_EQ(report.inside.sureness, 1);
    EXPECT_EQ(report.inside.skinShare, 1);
    EXPECT_EQ(report.shells.size(), 1u);
    EXPECT_EQ(report.closedShells, 1);
  }
}

TEST(MeshReport, MeasuresABall) {
  const MeshReport report = reportMesh(ballMesh({5, 0, 0}, 2, 5));
  const double volume = 4.0 / 3 * std::numbers::pi * 8, area = 4 * std::numbers::pi * 4;
  EXPECT_NEAR(report.volume, volume, 0.003 * volume);  // chords of 2 degrees
  EXPECT_NEAR(report.area, area, 0.003 * area);
  EXPECT_NEAR(report.inside.insideVolume, volume, 0.01 * volume);  // 32768 samples
  EXPECT_EQ(report.inside.doubtfulVolume, 0);
  EXPECT_NEAR(report.box.least.x, 3, 1e-15);
  EXPECT_NEAR(report.box.greatest.x, 7, 1e-15);
}

TEST(MeshReport, CountsOpenEdgesAndLoops) {
  MeshReport report = reportMesh(lidlessBox());
  EXPECT_EQ(report.openEdges, 4);
  EXPECT_EQ(report.boundaryLoops, 1);
  EXPECT_NEAR(report.largestLoop, std::sqrt(8.0 / 12), 1e-14);
  EXPECT_EQ(report.closedShells, 0);

  report = reportMesh(tube(20));
  EXPECT_EQ(report.openEdges, 32);
  EXPECT_EQ(report.boundaryLoops, 2);
}

TEST(MeshReport, CountsEdgesThatAreNotManifoldOrNotConsistent) {
  TriangleMesh mesh = ballMesh({0, 0, 0}, 1, 3);
  turn(mesh.triangles[10]);
  MeshReport report = reportMesh(mesh);
  EXPECT_EQ(report.inconsistentEdges, 3);
  EXPECT_EQ(report.nonManifoldEdges, 0);
  EXPECT_EQ(report.verdict, MeshVerdict::UsableWithWarnings);

  mesh = joined(boxMesh({0, 0, 0}, {1, 1, 1}), boxMesh({1, 1, 0}, {2, 2, 1}));  // edge to edge
  weldPoints(mesh);
  report = reportMesh(mesh);
  EXPECT_EQ(report.nonManifoldEdges, 1);
  EXPECT_EQ(report.inconsistentEdges, 0);
  EXPECT_EQ(report.openEdges, 0);
  EXPECT_EQ(report.shells.size(), 1u);
}

TEST(MeshReport, CountsBadTrianglesAndPoints) {
  TriangleMesh mesh = ballMesh({0, 0, 0}, 1, 3);
  const auto count = static_cast<std::int32_t>(mesh.points.size());
  mesh.points.push_back({1e6, 1e6, 1e6});  // in no triangle
  mesh.points.push_back(mesh.points[3]);
  mesh.points.push_back(0.5 * (mesh.points[0] + mesh.points[1]));
  mesh.triangles.push_back({4, 4, 5});
  mesh.triangles.push_back(mesh.triangles[7]);
  mesh.triangles.push_back({0, 1, count + 2});  // in a line
  const MeshReport report = reportMesh(mesh);
  EXPECT_EQ(report.unusedPoints, 2);
  EXPECT_EQ(report.coincidentPoints, 1);
  EXPECT_EQ(report.repeatedCorners, 1);
  EXPECT_EQ(report.duplicates, 1);
  EXPECT_EQ(report.zeroAreas, 1);
  EXPECT_LT(report.box.greatest.x, 1.001) << "a point in no triangle is not part of the surface";
}

TEST(MeshReport, TellsInsideOutNestedAndHollowShellsApart) {
  const TriangleMesh outer = ballMesh({0, 0, 0}, 1, 4), inner = ballMesh({0.1, 0, 0}, 0.5, 4);
  TriangleMesh hollow = inner, far = ballMesh({3, 0, 0}, 1, 3);
  insideOut(hollow);
  MeshReport report = reportMesh(joined(outer, inner));
  EXPECT_EQ(report.nestedShells, 1);
  EXPECT_EQ(report.cavities + report.insideOutShells, 0);
  EXPECT_NEAR(report.inside.doubledVolume, 4.0 / 3 * std::numbers::pi / 8, 0.01);

  report = reportMesh(joined(outer, hollow));
  EXPECT_EQ(report.cavities, 1);
  EXPECT_EQ(report.nestedShells + report.insideOutShells, 0);
  EXPECT_NEAR(report.inside.insideVolume, 4.0 / 3 * std::numbers::pi * 7 / 8, 0.05);

  insideOut(far);
  report = reportMesh(joined(outer, far));
  EXPECT_EQ(report.insideOutShells, 1);
  EXPECT_LT(report.shells[1].volume, 0);
  EXPECT_EQ(report.cavities + report.nestedShells, 0);
  EXPECT_NEAR(report.inside.reversedVolume / report.inside.insideVolume, 1, 0.05);
  EXPECT_EQ(report.verdict, MeshVerdict::UsableWithWarnings);

  report = reportMesh(far);
  EXPECT_EQ(report.verdict, MeshVerdict::Refused);
  EXPECT_NE(report.refusal.find("inside out"), std::string::npos) << report.refusal;
}

TEST(MeshReport, SurfaceSurenessIsThatOfTheExactWindingNumber) {
  for (const TriangleMesh& mesh :
       {tube(16), tube(6), joined(tube(9), boxMesh({2, 0, 0}, {3, 1, 1}))}) {
    double clear = 0, total = 0, skin = 0;
    for (const auto& t : mesh.triangles) {
      const auto at = [&](std::size_t k) { return mesh.points[static_cast<std::size_t>(t[k])]; };
      const Vec3<double> n = cross(at(1) - at(0), at(2) - at(0));
      const Vec3<double> c = (1.0 / 3) * (at(0) + at(1) + at(2)), off = (1e-7 / length(n)) * n;
      const double out = windingNumber(mesh, c + off), in = windingNumber(mesh, c - off);
      total += length(n);
      if (std::fabs(out - std::round(out)) <= 0.2 && std::fabs(in - std::round(in)) <= 0.2)
        clear += length(n);
      if (in > 0.5 && out <= 0.5) skin += length(n);
    }
    const InsideReport inside = reportMesh(mesh).inside;
    EXPECT_NEAR(inside.surfaceSureness, clear / total,
                0.03);  // w within 0.01 of the limit may differ
    EXPECT_NEAR(inside.skinShare, skin / total, 0.03);
    EXPECT_GT(clear, 0);
    EXPECT_LT(clear, total) << "nothing was tested";
  }
}

TEST(MeshReport, SurenessFallsAsAHoleGrows) {
  double last = 1;
  for (const double from : {0.99, 0.8, 0.5, 0.2, -0.2, -0.6}) {
    const double sureness = reportMesh(ballWithHole(from)).inside.sureness;
    EXPECT_LT(sureness, last) << from;
    last = sureness;
  }
  EXPECT_LT(last, 0.1) << "a shallow bowl holds nothing";
  EXPECT_EQ(reportMesh(ballWithHole(0.8)).verdict, MeshVerdict::UsableWithWarnings);
  EXPECT_EQ(reportMesh(ballWithHole(-0.6)).verdict, MeshVerdict::Refused);
}

TEST(MeshReport, SelfIntersectionDoesNotMakeTheInsideUnsure) {
  const TriangleMesh mesh = joined(ballMesh({0, 0, 0}, 1, 4), ballMesh({0.7, 0.1, 0}, 1, 4));
  const MeshReport report = reportMesh(mesh);
  EXPECT_EQ(report.inside.sureness, 1);
  EXPECT_GT(report.intersections.crossingPairs, 50);
  EXPECT_TRUE(mentions(report.warnings,
                       std::to_string(report.intersections.crossingPairs) + " pairs of triangles"));
  EXPECT_EQ(report.verdict, MeshVerdict::UsableWithWarnings);
  const double shares =
      report.inside.skinShare + report.inside.buriedShare + report.inside.idleShare;
  EXPECT_NEAR(shares, 1, 1e-12);
  EXPECT_GT(report.inside.buriedShare, 0.1);
}

TEST(MeshReport, AVeryThinClosedMeshIsSure) {  // hardly a sample falls inside
  TriangleMesh mesh;
  for (int i = 0; i < 60; ++i)
    mesh = joined(mesh, boxMesh({i + 0.0, 0, 0.1 * i}, {i + 0.9, 1, 0.1 * i + 1e-6}));
  const MeshReport report = reportMesh(mesh);
  EXPECT_EQ(report.inside.sureness, 1);
  EXPECT_EQ(report.verdict, MeshVerdict::Usable);
}

TEST(MeshReport, RefusesWhatHasNoInside) {
  TriangleMesh sheet;
  for (int y = 0; y <= 20; ++y)
    for (int x = 0; x <= 20; ++x)
      sheet.points.push_back({x / 20.0, y / 20.0, 0.1 * std::sin(x * 0.3) * std::cos(y * 0.2)});
  for (int y = 0; y < 20; ++y)
    for (int x = 0; x < 20; ++x) {
      const std::int32_t a = 21 * y + x;
      sheet.triangles.push_back({a, a + 1, a + 22});
      sheet.triangles.push_back({a, a + 22, a + 21});
    }
  TriangleMesh soup;
  Random random(3);
  for (std::int32_t t = 0; t < 500; ++t) {
    for (int k = 0; k < 3; ++k)
      soup.points.push_back({random.next(), random.next(), random.next()});
    soup.triangles.push_back({3 * t, 3 * t + 1, 3 * t + 2});
  }
  TriangleMesh folded = sheet;  // both sides of the sheet: closed in a sense, but empty
  for (const auto& t : sheet.triangles) folded.triangles.push_back({t[1], t[0], t[2]});
  for (const TriangleMesh& mesh : {sheet, soup, folded}) {
    const SurfaceCheck check = checkSurface(mesh);
    EXPECT_EQ(check.report.verdict, MeshVerdict::Refused);
    EXPECT_FALSE(check.report.refusal.empty());
  }
}

TEST(MeshReport, RefusesWhatCannotBeMeasured) {
  const TriangleMesh good = ballMesh({0, 0, 0}, 1, 2);
  std::vector<TriangleMesh> bad(8, good);
  bad[0] = {};
  bad[1].triangles.clear();
  bad[2].points[5].y = std::numeric_limits<double>::quiet_NaN();
  bad[3].points[5].y = std::numeric_limits<double>::infinity();
  bad[4].triangles[6][1] = -1;
  bad[5].triangles[6][1] = static_cast<std::int32_t>(good.points.size());
  for (Vec3<double>& p : bad[6].points) p = 1e300 * p;
  for (Vec3<double>& p : bad[7].points) p = {1, 2, 3};
  for (const TriangleMesh& mesh : bad) {
    const SurfaceCheck check = checkSurface(mesh);
    EXPECT_EQ(check.report.verdict, MeshVerdict::Refused);
    EXPECT_FALSE(check.report.refusal.empty());
    EXPECT_TRUE(check.repairs.sentences().empty() || check.given.refusal.empty());
  }
  EXPECT_EQ(reportMesh(bad[2]).badPoints, 1);
  EXPECT_EQ(reportMesh(bad[4]).badTriangles, 1);
}

TEST(MeshReport, IsTheSameForAnyThreadCount) {
  const TriangleMesh mesh = joined(ballWithHole(0.5), ballMesh({0.7, 0.1, 0}, 1, 4));
  std::vector<double> expected;
  for (const int threads : {1, 2, 7}) {
    ThreadArena arena(threads);
    MeshReport report;
    arena.run([&] { report = reportMesh(mesh); });
    const std::vector<double> numbers = {report.inside.surfaceSureness,
                                         report.inside.volumeSureness,
                                         report.inside.insideVolume,
                                         report.inside.skinShare,
                                         report.area,
                                         report.volume,
                                         report.shells[0].side,
                                         report.shells[1].depth,
                                         static_cast<double>(report.intersections.crossingPairs)};
    if (expected.empty()) expected = numbers;
    EXPECT_EQ(numbers, expected);
  }
}

// --- The shared meshes: counts as in data/README.md, which other programs made.

struct Damaged {
  const char* name;
  std::int64_t points, triangles, shells, open, nonManifold, inconsistent, duplicates, repeated,
      unused;
  MeshVerdict verdict;
};

const Damaged kDamaged[] = {
    {"dirty/tube_selfintersect.obj", 8582, 17160, 1, 0, 0, 0, 0, 0, 0,
     MeshVerdict::UsableWithWarnings},
    {"dirty/motor_multishell.ply", 21384, 43368, 100, 0, 242, 0, 0, 0, 0,
     MeshVerdict::UsableWithWarnings},
    {"dirty/spot_damaged.obj", 936, 1665, 26, 214, 101, 222, 32, 8, 21,
     MeshVerdict::UsableWithWarnings},
    {"dirty/bird_nonmanifold.obj", 1089, 2246, 3, 0, 120, 0, 80, 0, 0,
     MeshVerdict::UsableWithWarnings},
    {"dirty/soup.stl", 300, 100, 100, 300, 0, 0, 0, 0, 0, MeshVerdict::Refused},
    {"dirty/plane_holes.obj", 8519, 16747, 1, 341, 0, 0, 0, 0, 0, MeshVerdict::UsableWithWarnings},
    {"static/penguin.obj", 3362, 6720, 1, 0, 0, 0, 0, 0, 0, MeshVerdict::Usable},
};

class SharedMesh : public ::testing::TestWithParam<Damaged> {};

TEST_P(SharedMesh, HasTheKnownCountsAndAVerdict) {
  const Damaged& known = GetParam();
  const auto mesh = sharedMesh(known.name);
  SINEW_SKIP_WITHOUT(mesh, known.name);
  const SurfaceCheck check = checkSurface(*mesh);
  const MeshReport& given = check.given;
  EXPECT_EQ(given.points, known.points);
  EXPECT_EQ(given.triangles, known.triangles);
  EXPECT_EQ(std::ssize(given.shells), known.shells);
  EXPECT_EQ(given.openEdges, known.open);
  EXPECT_EQ(given.nonManifoldEdges, known.nonManifold);
  EXPECT_EQ(given.inconsistentEdges, known.inconsistent);
  EXPECT_EQ(given.duplicates, known.duplicates);
  EXPECT_EQ(given.repeatedCorners, known.repeated);
  EXPECT_EQ(given.unusedPoints, known.unused);

  const MeshReport& report = check.report;
  EXPECT_EQ(report.verdict, known.verdict) << report.refusal;
  EXPECT_EQ(report.repeatedCorners + report.duplicates + report.coincidentPoints, 0) << "repaired";
  EXPECT_EQ(report.inconsistentEdges, 0);
  EXPECT_EQ(report.insideOutShells, 0);
  EXPECT_EQ(report.warnings.empty(), known.verdict == MeshVerdict::Usable);
  for (const MeshRemark& warning : report.warnings)
    EXPECT_NE(warning.text.find_first_of("0123456789"), std::string::npos) << warning.text;
}

INSTANTIATE_TEST_SUITE_P(MeshReport, SharedMesh, ::testing::ValuesIn(kDamaged),
                         [](const auto& test) {
                           std::string name = test.param.name;
                           std::replace_if(
                               name.begin(), name.end(), [](char c) { return !std::isalnum(c); },
                               '_');
                           return name;
                         });

TEST(SurfaceCheck, FillsADamagedCowAsTheCleanOne) {
  // spot_damaged was made from a decimated spot; the clean spot is another mesh of the same shape.
  const auto damaged = sharedMesh("dirty/spot_damaged.obj"), clean = sharedMesh("static/spot.obj");
  SINEW_SKIP_WITHOUT(damaged && clean, "dirty/spot_damaged.obj");
  const SurfaceCheck check = checkSurface(*damaged);
  const double volume = reportMesh(*clean).volume;
  EXPECT_NEAR(check.report.inside.insideVolume, volume, 0.05 * volume);
  EXPECT_GT(check.report.inside.sureness, 0.95);
}

}  // namespace
}  // namespace sinew::testing
