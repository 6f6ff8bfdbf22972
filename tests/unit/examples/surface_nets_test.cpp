// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
#include "scenes/surface_nets.h"

#include <gtest/gtest.h>

#include <cstdint>

#include "unit/examples/mesh_checks.h"

namespace sinew::scenes {
namespace {

constexpr double kPi = 3.14159265358979323846;

double volume(const Mesh& mesh) { return signedVolume(mesh.points, mesh.triangles); }

/// How many triangles face against the gradient of `shape`.
int foldedTriangles(const Mesh& mesh, const Implicit& shape, double spacing) {
  int folded = 0;
  for (const Triangle& t : mesh.triangles) {
    const Vec3d a = toDouble(mesh.points[t.a]), b = toDouble(mesh.points[t.b]);
    const Vec3d c = toDouble(mesh.points[t.c]);
    const Vec3d center = (1.0 / 3) * (a + b + c);
    folded += dot(cross(b - a, c - a), gradient(shape, center, 1e-3 * spacing)) <= 0;
  }
  return folded;
}

TEST(SurfaceNets, BallHasTheVolumeOfABall) {
  const double radius = 0.1, spacing = 0.004;
  const Mesh mesh = surfaceNets(sphere({0.01, 0.02, 0.03}, radius),
                                {{-0.1, -0.1, -0.1}, {0.14, 0.14, 0.14}}, spacing);
  EXPECT_EQ(problemOf(mesh), "");
  const double exact = 4 * kPi / 3 * radius * radius * radius;
  // A chord of length s lies s^2 / 8r below the arc: at most 3 / r of that is missing.
  EXPECT_LT(volume(mesh), exact);
  EXPECT_GT(volume(mesh), exact * (1 - 3 * spacing * spacing / (4 * radius * radius)));
}

TEST(SurfaceNets, VerticesLieOnTheSurface) {
  const Implicit shape = smoothUnion(
      {roundCone({0, 0, 0}, 0.05, {0.2, 0, 0}, 0.03), sphere({0.2, 0.06, 0}, 0.05)}, 0.02);
  const double spacing = 0.005;
  const Mesh mesh = surfaceNets(shape, {{-0.06, -0.06, -0.06}, {0.26, 0.12, 0.06}}, spacing);
  EXPECT_EQ(problemOf(mesh), "");
  EXPECT_EQ(foldedTriangles(mesh, shape, spacing), 0);
  for (const Vec3f& p : mesh.points) {
    EXPECT_NEAR(shape(toDouble(p)), 0, 1e-6);  // float coordinates, three Newton steps
  }
}

TEST(SurfaceNets, IsClosedWhereTheBoxCutsTheShape) {
  const Mesh mesh = surfaceNets(sphere({0, 0, 0}, 1), {{-1, -1, -1}, {1, 0.2, 1}}, 0.1);
  EXPECT_EQ(problemOf(mesh), "");
  EXPECT_GT(volume(mesh), 0);
}

TEST(SurfaceNets, EveryPatternOfEightSamplesGivesAManifold) {
  for (unsigned pattern = 1; pattern < 256; ++pattern) {
    const Implicit samples = [pattern](const Vec3d& p) {
      const auto i = std::lround(p.x), j = std::lround(p.y), k = std::lround(p.z);
      if (i < 0 || i > 1 || j < 0 || j > 1 || k < 0 || k > 1) return 0.5;
      return pattern >> (i + 2 * j + 4 * k) & 1 ? -0.5 : 0.5;
    };
    const Mesh mesh = surfaceNets(samples, {{-1, -1, -1}, {2, 2, 2}}, 1);
    EXPECT_EQ(problemOf(mesh), "") << "pattern " << pattern;
    EXPECT_FALSE(mesh.triangles.empty()) << "pattern " << pattern;
  }
}

TEST(SurfaceNets, NoiseGivesAManifold) {
  // A hash of the sample's position: about half of all faces are ambiguous.
  const Implicit noise = [](const Vec3d& p) {
    auto hash = static_cast<std::uint64_t>(
        std::lround(p.x) * 73856093 + std::lround(p.y) * 19349663 + std::lround(p.z) * 83492791);
    hash = (hash ^ hash >> 13) * 0x9E3779B97F4A7C15u;
    return static_cast<double>(hash >> 40) / (1 << 24) - 0.6;
  };
  const Mesh mesh = surfaceNets(noise, {{0, 0, 0}, {12, 12, 12}}, 1);
  EXPECT_GT(mesh.triangles.size(), 500u);
  EXPECT_EQ(problemOf(mesh), "");
}

TEST(BoxMesh, IsClosedAndHasTheVolumeOfTheBox) {
  for (double spacing : {10.0, 0.04, 0.013}) {
    const Mesh mesh = boxMesh({{-0.1, 0, 0.2}, {0.1, 0.3, 0.25}}, spacing);
    EXPECT_EQ(problemOf(mesh), "");
    EXPECT_NEAR(volume(mesh), 0.2 * 0.3 * 0.05, 1e-8);  // float coordinates
  }
  EXPECT_EQ(boxMesh({{0, 0, 0}, {1, 1, 1}}, 10).triangles.size(), 12u);
}

TEST(MeshChecks, FindPlantedFaults) {
  const Mesh good = boxMesh({{0, 0, 0}, {1, 1, 1}}, 0.5);
  EXPECT_EQ(problemOf(good), "");
  Mesh open = good;
  open.triangles.pop_back();
  EXPECT_NE(problemOf(open), "");
  Mesh flipped = good;
  std::swap(flipped.triangles[3].a, flipped.triangles[3].b);
  EXPECT_NE(problemOf(flipped), "");

  // Two boxes that share one vertex.
  Mesh pinched = good;
  const auto shift = static_cast<std::int32_t>(good.points.size());
  for (const Vec3f& p : good.points) pinched.points.push_back({p.x + 5, p.y, p.z});
  const auto moved = [&](std::int32_t v) { return v == 0 ? 0 : v + shift; };
  for (const Triangle& t : good.triangles) {
    pinched.triangles.push_back({moved(t.a), moved(t.b), moved(t.c)});
  }
  EXPECT_NE(problemOf(pinched), "");
}

}  // namespace
}  // namespace sinew::scenes
