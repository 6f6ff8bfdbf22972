// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
#include "geometry/triangle_intersection.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

#include "base/parallel.h"
#include "support/meshes.h"
#include "support/models.h"

namespace sinew::testing {
namespace {

__extension__ using Wide128 = __int128;

using Corners = std::array<Vec3<double>, 3>;

struct Whole {
  std::int64_t x, y, z;
};

Vec3<double> scaled(const Whole& p, double unit) {
  return {unit * static_cast<double>(p.x), unit * static_cast<double>(p.y),
          unit * static_cast<double>(p.z)};
}

int exactOrientation(const Whole& a, const Whole& b, const Whole& c, const Whole& d) {
  const Wide128 ux = a.x - d.x, uy = a.y - d.y, uz = a.z - d.z, vx = b.x - d.x, vy = b.y - d.y,
                vz = b.z - d.z, wx = c.x - d.x, wy = c.y - d.y, wz = c.z - d.z;
  const Wide128 det =
      ux * (vy * wz - vz * wy) + uy * (vz * wx - vx * wz) + uz * (vx * wy - vy * wx);
  return det > 0 ? 1 : det < 0 ? -1 : 0;
}

std::int64_t whole(Random& random, std::int64_t most) {
  return static_cast<std::int64_t>(std::floor(random.next() * static_cast<double>(most)));
}

Whole wholePoint(Random& random, std::int64_t most) {
  return {whole(random, most), whole(random, most), whole(random, most)};
}

TEST(Orientation, IsExactCloseToThePlane) {
  // Points of a plane, and one unit off it, with coordinates of 37 bits: far below the round-off of
  // the determinant in double, whose products have 111 bits.
  Random random(11);
  int zeros = 0;
  for (int i = 0; i < 3000; ++i) {
    const Whole a = wholePoint(random, 1 << 27), b = wholePoint(random, 1 << 27),
                c = wholePoint(random, 1 << 27);
    const std::int64_t s = whole(random, 500), t = whole(random, 500);
    Whole d{a.x + s * (b.x - a.x) + t * (c.x - a.x), a.y + s * (b.y - a.y) + t * (c.y - a.y),
            a.z + s * (b.z - a.z) + t * (c.z - a.z)};
    if (i % 2 == 0) d.z += whole(random, 2);
    const int expected = exactOrientation(a, b, c, d);
    zeros += expected == 0;
    for (const double unit : {1.0, 0x1p-60}) {
      const Vec3<double> p = scaled(a, unit), q = scaled(b, unit), r = scaled(c, unit),
                         o = scaled(d, unit);
      ASSERT_EQ(orientation(p, q, r, o), expected);
      ASSERT_EQ(orientation(q, r, p, o), expected);
      ASSERT_EQ(orientation(q, p, r, o), -expected);
      ASSERT_EQ(orientation(o, r, q, p), expected) << "an even permutation";
    }
  }
  EXPECT_GT(zeros, 500);
  EXPECT_LT(zeros, 2500);
}

TEST(Orientation, IsNegativeOnTheSideTheNormalPointsTo) {
  EXPECT_EQ(orientation({0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0.2, 0.2, 1}), -1);
  EXPECT_EQ(orientation({0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0.2, 0.2, -1}), 1);
  EXPECT_EQ(orientation({0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0.2, 0.2, 5e-324}), -1) << "least number";
}

// --- Oracle on whole numbers: where does the line of an edge meet the plane, as a fraction.

Whole minus(const Whole& a, const Whole& b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }
Whole crossed(const Whole& a, const Whole& b) {
  return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}
std::int64_t dotted(const Whole& a, const Whole& b) { return a.x * b.x + a.y * b.y + a.z * b.z; }

using WholeCorners = std::array<Whole, 3>;

bool passesThrough(const Whole& p, const Whole& q, const WholeCorners& t) {
  const Whole n = crossed(minus(t[1], t[0]), minus(t[2], t[0]));
  std::int64_t dp = dotted(n, minus(p, t[0])), dq = dotted(n, minus(q, t[0]));
  if (!((dp < 0 && dq > 0) || (dp > 0 && dq < 0))) return false;
  if (dq - dp < 0) dp = -dp, dq = -dq;
  const std::int64_t over = dq - dp;
  const Whole hit{p.x * dq - q.x * dp, p.y * dq - q.y * dp, p.z * dq - q.z * dp};  // times `over`
  for (std::size_t k = 0; k < 3; ++k) {
    const Whole from{t[k].x * over, t[k].y * over, t[k].z * over};
    if (dotted(n, crossed(minus(t[(k + 1) % 3], t[k]), minus(hit, from))) < 0) return false;
  }
  return true;
}

// Area common to two triangles of one plane: one cut down by the edges of the other.
double commonArea(const Corners& s, const Corners& t) {
  const Vec3<double> n = cross(t[1] - t[0], t[2] - t[0]);
  std::vector<Vec3<double>> polygon(s.begin(), s.end());
  for (std::size_t k = 0; k < 3; ++k) {
    std::vector<Vec3<double>> cut;
    const auto side = [&](const Vec3<double>& p) {
      return dot(n, cross(t[(k + 1) % 3] - t[k], p - t[k]));
    };
    for (std::size_t i = 0; i < polygon.size(); ++i) {
      const Vec3<double> a = polygon[i], b = polygon[(i + 1) % polygon.size()];
      const double da = side(a), db = side(b);
      if (da >= 0) cut.push_back(a);
      if ((da > 0 && db < 0) || (da < 0 && db > 0)) cut.push_back(a + (da / (da - db)) * (b - a));
    }
    polygon = cut;
  }
  Vec3<double> area{0, 0, 0};
  for (std::size_t i = 2; i < polygon.size(); ++i)
    area += 0.5 * cross(polygon[i - 1] - polygon[0], polygon[i] - polygon[0]);
  return length(area);
}

TriangleMeeting expectedMeeting(const WholeCorners& s, const WholeCorners& t) {
  const Whole ns = crossed(minus(s[1], s[0]), minus(s[2], s[0]));
  const Whole nt = crossed(minus(t[1], t[0]), minus(t[2], t[0]));
  if (dotted(ns, ns) == 0 || dotted(nt, nt) == 0) return TriangleMeeting::Apart;
  if (std::all_of(s.begin(), s.end(),
                  [&](const Whole& p) { return dotted(nt, minus(p, t[0])) == 0; })) {
    const Corners a{scaled(s[0], 1), scaled(s[1], 1), scaled(s[2], 1)};
    const Corners b{scaled(t[0], 1), scaled(t[1], 1), scaled(t[2], 1)};
    return commonArea(a, b) > 1e-9 ? TriangleMeeting::Overlapping : TriangleMeeting::Apart;
  }
  for (std::size_t k = 0; k < 3; ++k)
    if (passesThrough(s[k], s[(k + 1) % 3], t) || passesThrough(t[k], t[(k + 1) % 3], s))
      return TriangleMeeting::Crossing;
  return TriangleMeeting::Apart;
}

TEST(Meeting, IsThatOfWholeNumbersInEveryOrderOfCorners) {
  // A small grid, so that touching, common corners and common planes are frequent.
  Random random(13);
  int counts[3] = {0, 0, 0};
  for (int i = 0; i < 60000; ++i) {
    WholeCorners s, t;
    const std::int64_t range = i % 3 == 0 ? 2 : 4;
    for (Whole& p : s) p = wholePoint(random, range);
    for (Whole& p : t) p = wholePoint(random, range);
    if (i % 4 == 0)
      for (WholeCorners* corners : {&s, &t})
        for (Whole& p : *corners) p.z = p.x + 1;  // one slanted plane
    if (i % 7 == 0) s[0] = t[1];
    const TriangleMeeting expected = expectedMeeting(s, t);
    ++counts[static_cast<int>(expected)];
    // Scaled by a number that is not a power of two, as coordinates of real meshes are.
    const double unit = i % 2 == 0 ? 1 : 1.0 / 1024 * 3;
    const Corners a{scaled(s[0], unit), scaled(s[1], unit), scaled(s[2], unit)};
    const Corners b{scaled(t[0], unit), scaled(t[1], unit), scaled(t[2], unit)};
    ASSERT_EQ(meeting(a, b), expected);
    ASSERT_EQ(meeting(b, a), expected);
    ASSERT_EQ(meeting({a[1], a[0], a[2]}, {b[1], b[2], b[0]}), expected);
  }
  for (const int count : counts) EXPECT_GT(count, 1000) << "a kind that was hardly tested";
}

// --- Meshes.

SelfIntersections bruteForce(const TriangleMesh& mesh) {
  SelfIntersections result;
  const auto corners = [&](std::size_t t) {
    const auto& c = mesh.triangles[t];
    return Corners{mesh.points[static_cast<std::size_t>(c[0])],
                   mesh.points[static_cast<std::size_t>(c[1])],
                   mesh.points[static_cast<std::size_t>(c[2])]};
  };
  for (std::size_t s = 0; s < mesh.triangles.size(); ++s)
    for (std::size_t t = s + 1; t < mesh.triangles.size(); ++t) {
      const TriangleMeeting kind = meeting(corners(s), corners(t));
      result.crossingPairs += kind == TriangleMeeting::Crossing;
      result.overlappingPairs += kind == TriangleMeeting::Overlapping;
    }
  return result;
}

TEST(SelfIntersections, AreThoseOfAllPairs) {
  TriangleMesh crumpled = ballMesh({0, 0, 0}, 1, 3);
  Random random(17);
  for (Vec3<double>& p : crumpled.points)
    p = p + Vec3<double>{0.2 * random.next(), 0.2 * random.next(), 0.2 * random.next()};
  const TriangleMesh balls = joined(ballMesh({0, 0, 0}, 1, 3), ballMesh({0.5, 0.3, 0.2}, 1, 3));
  const TriangleMesh boxes = joined(boxMesh({0, 0, 0}, {2, 2, 2}), boxMesh({1, 1, 0}, {3, 3, 2}));
  for (const TriangleMesh& mesh : {crumpled, balls, boxes}) {
    const SelfIntersections expected = bruteForce(mesh),
                            found = findSelfIntersections(mesh, Bvh(mesh));
    EXPECT_EQ(found.crossingPairs, expected.crossingPairs);
    EXPECT_EQ(found.overlappingPairs, expected.overlappingPairs);
    EXPECT_TRUE(found.isComplete);
    EXPECT_GT(found.crossingPairs, 0);
    EXPECT_FALSE(found.examples.empty());
  }
  EXPECT_GT(findSelfIntersections(boxes, Bvh(boxes)).overlappingPairs, 0) << "tops and bottoms";
}

TEST(SelfIntersections, CleanMeshesHaveNone) {
  for (const TriangleMesh& mesh :
       {ballMesh({0, 0, 0}, 1, 5), torusMesh(1, 0.3, 60, 30), boxMesh({0, 0, 0}, {1, 1, 1})}) {
    const SelfIntersections found = findSelfIntersections(mesh, Bvh(mesh));
    EXPECT_EQ(found.crossingPairs, 0);
    EXPECT_EQ(found.overlappingPairs, 0);
  }
}

TEST(SelfIntersections, AFoldedEdgeOverlapsAndADuplicateDoesNotCount) {
  TriangleMesh fold;
  fold.points = {{0, 0, 0}, {1, 0, 0}, {0.3, 1, 0}, {0.6, 0.8, 0}};
  fold.triangles = {{0, 1, 2}, {1, 0, 3}};
  EXPECT_EQ(findSelfIntersections(fold, Bvh(fold)).overlappingPairs, 1);
  fold.triangles = {{0, 1, 2}, {2, 1, 0}, {1, 2, 0}};
  EXPECT_EQ(findSelfIntersections(fold, Bvh(fold)).overlappingPairs, 0);
}

TEST(SelfIntersections, ASearchThatIsStoppedSaysSoAndCountsTheSameForAnyThreadCount) {
  TriangleMesh mesh;  // all through one point: half a million pairs
  Random random(19);
  for (std::int32_t t = 0; t < 1500; ++t) {
    for (int k = 0; k < 3; ++k)
      mesh.points.push_back({random.next(), random.next(), random.next()});
    mesh.triangles.push_back({3 * t, 3 * t + 1, 3 * t + 2});
  }
  const Bvh bvh(mesh);
  const SelfIntersections all = findSelfIntersections(mesh, bvh);
  EXPECT_TRUE(all.isComplete);
  SelfIntersections first;
  for (const int threads : {1, 2, 7}) {
    ThreadArena arena(threads);
    SelfIntersections found;
    arena.run([&] { found = findSelfIntersections(mesh, bvh, 20000); });
    EXPECT_FALSE(found.isComplete);
    EXPECT_GT(found.crossingPairs, 0);
    EXPECT_LT(found.crossingPairs, all.crossingPairs / 2);
    if (threads == 1) first = found;
    EXPECT_EQ(found.crossingPairs, first.crossingPairs);
    EXPECT_EQ(found.examples, first.examples);
  }
}

}  // namespace
}  // namespace sinew::testing
