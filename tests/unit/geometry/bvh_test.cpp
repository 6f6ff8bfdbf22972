// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
#include "geometry/bvh.h"

#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

#include "base/parallel.h"
#include "geometry/closest_point.h"
#include "support/meshes.h"
#include "support/models.h"

namespace sinew::testing {
namespace {

TriangleMesh treeSoup(int count, double size) {
  TriangleMesh mesh;
  Random random(3);
  for (std::int32_t t = 0; t < count; ++t) {
    const Vec3<double> c = randomPoint(random, 2);
    for (int k = 0; k < 3; ++k) mesh.points.push_back(c + randomPoint(random, size));
    mesh.triangles.push_back({3 * t, 3 * t + 1, 3 * t + 2});
  }
  return mesh;
}

// Triangles that halve in size and distance: a split in the middle of the box parts off one at a
// time.
TriangleMesh shrinkingRow(int count) {
  TriangleMesh mesh;
  for (std::int32_t t = 0; t < count; ++t) {
    const double s = std::ldexp(1.0, -t);
    for (const Vec3<double>& p :
         {Vec3<double>{s, 0, 0}, Vec3<double>{1.5 * s, 0, 0}, Vec3<double>{s, s, 0}})
      mesh.points.push_back(p);
    mesh.triangles.push_back({3 * t, 3 * t + 1, 3 * t + 2});
  }
  return mesh;
}

TriangleMesh copies(int count) {
  TriangleMesh mesh = treeSoup(1, 1);
  mesh.triangles.resize(static_cast<std::size_t>(count), mesh.triangles[0]);
  return mesh;
}

TriangleMesh points(int count) {  // triangles without area, along a line
  TriangleMesh mesh;
  for (std::int32_t t = 0; t < count; ++t) {
    mesh.points.push_back({static_cast<double>(t), 0, 0});
    mesh.triangles.push_back({t, t, t});
  }
  return mesh;
}

std::vector<NamedMesh> treeMeshes() {
  return {{"box", boxMesh({-1, -2, 0}, {2, 2, 2})},
          {"ball", ballMesh({0.1, -0.2, 0.3}, 2, 4)},
          {"torus", torusMesh(1.5, 0.5, 40, 20)},
          {"soup", treeSoup(700, 0.3)},
          {"one triangle", treeSoup(1, 1)},
          {"copies", copies(5000)},
          {"points", points(300)},
          {"shrinking row", shrinkingRow(900)}};
}

bool contains(const Box& outer, const Box& inner) {
  return outer.least.x <= inner.least.x && outer.least.y <= inner.least.y &&
         outer.least.z <= inner.least.z && outer.greatest.x >= inner.greatest.x &&
         outer.greatest.y >= inner.greatest.y && outer.greatest.z >= inner.greatest.z;
}

TEST(Bvh, HoldsEveryTriangleOnceWithinTheBoxesOfItsNodes) {
  for (const auto& [name, mesh] : treeMeshes()) {
    SCOPED_TRACE(name);
    for (const int leafSize : {1, 4, 16}) {
      const Bvh bvh(mesh, leafSize);
      std::vector<int> seen(mesh.triangles.size(), 0);
      for (const BvhNode& node : bvh.nodes()) {
        EXPECT_LT(node.begin, node.end);
        if (node.isLeaf()) {
          EXPECT_LE(node.end - node.begin, leafSize);
        }
        for (std::int32_t i = node.begin; i < node.end; ++i) {
          const std::int32_t t = bvh.order()[static_cast<std::size_t>(i)];
          EXPECT_TRUE(contains(node.box, triangleBox(mesh, t)));
          if (node.isLeaf()) ++seen[static_cast<std::size_t>(t)];
        }
        if (node.isLeaf()) continue;
        const BvhNode& first = bvh.nodes()[static_cast<std::size_t>(node.child)];
        const BvhNode& second = bvh.nodes()[static_cast<std::size_t>(node.child) + 1];
        EXPECT_EQ(first.begin, node.begin);
        EXPECT_EQ(first.end, second.begin);
        EXPECT_EQ(second.end, node.end);
      }
      for (const int count : seen) EXPECT_EQ(count, 1);
    }
  }
}

TEST(Bvh, DepthIsBoundedOnDegenerateInput) {
  EXPECT_LE(Bvh(copies(5000), 1).levelCount(), 14u) << "copies are halved: 1 + log2 5000";
  EXPECT_LE(Bvh(points(4096), 1).levelCount(), 14u);
  const Bvh row(shrinkingRow(900), 1);  // 900 levels without the bound
  EXPECT_GT(row.levelCount(), 40u) << "the case no longer tests the bound";
  EXPECT_LE(row.levelCount(), Bvh::kMostLevels);
}

TEST(Bvh, NoTrianglesIsATreeWithoutNodes) {
  Bvh bvh{TriangleMesh{}};
  EXPECT_TRUE(bvh.nodes().empty());
  bvh.forOverlaps({{-1, -1, -1}, {1, 1, 1}}, [](std::int32_t) { FAIL(); });
  EXPECT_EQ(bvh.findNearest({0, 0, 0}, HUGE_VAL, [](std::int32_t) { return 0.0; }).triangle, -1);
  bvh.refit(TriangleMesh{});
}

std::vector<std::int32_t> bruteOverlaps(const TriangleMesh& mesh, const Box& box) {
  std::vector<std::int32_t> result;
  for (std::int32_t t = 0; t < std::ssize(mesh.triangles); ++t) {
    bool isApart = false;
    for (double Vec3<double>::*axis : {&Vec3<double>::x, &Vec3<double>::y, &Vec3<double>::z}) {
      double low = HUGE_VAL, high = -HUGE_VAL;
      for (const std::int32_t p : mesh.triangles[static_cast<std::size_t>(t)]) {
        low = std::fmin(low, mesh.points[static_cast<std::size_t>(p)].*axis);
        high = std::fmax(high, mesh.points[static_cast<std::size_t>(p)].*axis);
      }
      isApart |= high < box.least.*axis || low > box.greatest.*axis;
    }
    if (!isApart) result.push_back(t);
  }
  return result;
}

void expectSameOverlaps(const TriangleMesh& mesh, const Bvh& bvh, std::uint32_t seed) {
  Random random(seed);
  std::size_t found = 0;
  for (int i = 0; i < 60; ++i) {
    const Vec3<double> c = randomPoint(random, 2);
    const double size = i % 3 == 0 ? 0.0 : std::fabs(random.next());
    const Box box{c - Vec3<double>{size, size, size}, c + Vec3<double>{size, size, size}};
    std::vector<std::int32_t> result;
    bvh.forOverlaps(box, [&](std::int32_t t) { result.push_back(t); });
    std::sort(result.begin(), result.end());
    EXPECT_EQ(result, bruteOverlaps(mesh, box));
    found += result.size();
  }
  if (mesh.triangles.size() > 1) {
    EXPECT_GT(found, 0u) << "nothing was tested";
  }
}

TEST(Bvh, OverlapsAreThoseOfEveryTriangleTried) {
  for (const auto& [name, mesh] : treeMeshes()) {
    SCOPED_TRACE(name);
    expectSameOverlaps(mesh, Bvh(mesh), 41);
  }
}

TEST(Bvh, TouchingBoxesOverlap) {
  const TriangleMesh mesh = boxMesh({0, 0, 0}, {1, 1, 1});
  const Bvh bvh(mesh);
  for (const Vec3<double>& d : {Vec3<double>{1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {1, 1, 1}})
    for (const double sign : {-1.0, 1.0}) {
      const Box box{sign * d, sign * d + Vec3<double>{1, 1, 1}};
      std::vector<std::int32_t> result;
      bvh.forOverlaps(box, [&](std::int32_t t) { result.push_back(t); });
      std::sort(result.begin(), result.end());
      EXPECT_EQ(result, bruteOverlaps(mesh, box));
      EXPECT_FALSE(result.empty());
    }
}

TEST(Bvh, OverlapsStayRightAfterPointsMove) {
  for (auto [name, mesh] : treeMeshes()) {
    SCOPED_TRACE(name);
    Bvh bvh(mesh);
    Random random(43);
    for (Vec3<double>& p : mesh.points)
      p = Vec3<double>{p.y, -p.x, 0.5 * p.z} + randomPoint(random, 0.2);
    bvh.refit(mesh);
    expectSameOverlaps(mesh, bvh, 47);
    for (const BvhNode& node : bvh.nodes())  // tight: a box not shrunk would only cost time
      EXPECT_EQ(squaredDistance(node.box, node.box.least), 0);
    const Box& root = bvh.nodes()[0].box;
    for (double Vec3<double>::*axis : {&Vec3<double>::x, &Vec3<double>::y, &Vec3<double>::z}) {
      double high = -HUGE_VAL;
      for (const auto& t : mesh.triangles)
        for (const std::int32_t p : t)
          high = std::fmax(high, mesh.points[static_cast<std::size_t>(p)].*axis);
      EXPECT_EQ(root.greatest.*axis, high);
    }
  }
}

TEST(Bvh, NearestIsThatOfEveryTriangleTried) {
  for (const auto& [name, mesh] : treeMeshes()) {
    SCOPED_TRACE(name);
    const Bvh bvh(mesh);
    Random random(53);
    const auto distance = [&](const Vec3<double>& p, std::int32_t t) {  // to the first corner
      const auto corner = static_cast<std::size_t>(mesh.triangles[static_cast<std::size_t>(t)][0]);
      return dot(mesh.points[corner] - p, mesh.points[corner] - p);
    };
    for (int i = 0; i < 100; ++i) {
      const Vec3<double> p = randomPoint(random, 3);
      std::int32_t best = 0;
      for (std::int32_t t = 1; t < std::ssize(mesh.triangles); ++t)
        if (distance(p, t) < distance(p, best)) best = t;
      const auto nearest =
          bvh.findNearest(p, HUGE_VAL, [&](std::int32_t t) { return distance(p, t); });
      EXPECT_EQ(nearest.triangle, best) << "the lowest index among equals";
      EXPECT_EQ(nearest.squaredDistance, distance(p, best));
      const double limit = distance(p, best);
      const auto function = [&](std::int32_t t) { return distance(p, t); };
      EXPECT_EQ(bvh.findNearest(p, limit, function).triangle, best) << "at the limit";
      EXPECT_EQ(bvh.findNearest(p, 0.999 * limit, function).triangle, -1) << "beyond it";
    }
  }
}

TEST(Bvh, IsTheSameForAnyThreadCount) {
  const TriangleMesh mesh = treeSoup(20000, 0.1);
  ThreadArena one(1);
  Bvh expected;
  one.run([&] { expected = Bvh(mesh); });
  for (const int threads : {2, 7}) {
    ThreadArena arena(threads);
    Bvh bvh;
    arena.run([&] { bvh = Bvh(mesh); });
    EXPECT_EQ(bvh.order(), expected.order());
    ASSERT_EQ(bvh.nodes().size(), expected.nodes().size());
    for (std::size_t i = 0; i < bvh.nodes().size(); ++i) {
      const BvhNode &a = bvh.nodes()[i], &b = expected.nodes()[i];
      EXPECT_TRUE(a.begin == b.begin && a.end == b.end && a.child == b.child &&
                  contains(a.box, b.box) && contains(b.box, a.box));
    }
  }
}

}  // namespace
}  // namespace sinew::testing
