// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
#include "geometry/row_caster.h"

#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

#include "support/meshes.h"
#include "support/models.h"

namespace sinew::testing {
namespace {

TriangleMesh hollowBox() {
  TriangleMesh cavity = boxMesh({0.5, 0.5, 0.5}, {2, 1.5, 2.5});
  insideOut(cavity);
  return joined(boxMesh({0, 0, 0}, {3, 2, 3}), cavity);
}

/// A ball whose points are pushed in and out: many edges seen at grazing angles.
TriangleMesh crumpledBall() {
  TriangleMesh mesh = ballMesh({0, 0, 0}, 2, 3);
  Random random(17);
  for (Vec3<double>& p : mesh.points) p = (1 + 0.35 * random.next()) * p;
  return mesh;
}

std::vector<NamedMesh> meshes() {
  return {
      {"box", boxMesh({-1, -2, 0}, {3, 2, 3})},
      {"ball", ballMesh({0.1, -0.2, 0.3}, 2, 3)},
      {"torus", torusMesh(2, 0.8, 24, 12)},
      {"crumpled ball", crumpledBall()},
      {"overlapping boxes", joined(boxMesh({0, 0, 0}, {2, 2, 2}), boxMesh({1, 1, 1}, {3, 3, 3}))},
      {"hollow box", hollowBox()}};
}

constexpr double kBuckets[] = {0.07, 1.0, 1000.0};

// Compares with the solid angle at p. Says nothing on the surface itself.
void expectSameInside(const TriangleMesh& mesh, const RowCaster& caster, const Vec3<double>& p) {
  const double winding = windingNumber(mesh, p);
  if (std::isnan(winding)) return;
  ASSERT_NEAR(winding, std::round(winding), 1e-6);  // round-off of a sum over 500 triangles
  std::vector<Crossing> crossings;
  caster.castRow(p.y, p.z, crossings);
  EXPECT_EQ(isInside(crossings, p.x), std::round(winding) > 0)
      << "at " << p.x << " " << p.y << " " << p.z << ", winding " << winding;
}

TEST(RowCaster, FindsTheInsideOfRandomPoints) {
  for (const auto& [name, mesh] : meshes()) {
    SCOPED_TRACE(name);
    for (const double bucket : kBuckets) {
      const RowCaster caster(mesh, bucket);
      Random random(23);
      for (int i = 0; i < 400; ++i)
        expectSameInside(mesh, caster,
                         {3.5 * random.next(), 3.5 * random.next(), 3.5 * random.next()});
    }
  }
}

TEST(RowCaster, CountsARowThroughAPointOfTheMeshOnce) {
  for (const auto& [name, mesh] : meshes()) {
    SCOPED_TRACE(name);
    const RowCaster caster(mesh, 0.5);
    Random random(29);
    for (const Vec3<double>& v : mesh.points)
      for (int i = 0; i < 4; ++i) expectSameInside(mesh, caster, {3.5 * random.next(), v.y, v.z});
  }
}

TEST(RowCaster, CountsARowThroughAnEdgeOfTheMeshOnce) {
  for (const auto& [name, mesh] : meshes()) {
    SCOPED_TRACE(name);
    const RowCaster caster(mesh, 0.5);
    Random random(31);
    for (const auto& t : mesh.triangles)
      for (std::size_t k = 0; k < 3; ++k) {
        const Vec3<double>& a = mesh.points[static_cast<std::size_t>(t[k])];
        const Vec3<double>& b = mesh.points[static_cast<std::size_t>(t[(k + 1) % 3])];
        const double s = (random.next() + 1) / 2;
        for (const double part : {0.5, 0.25, s})
          expectSameInside(
              mesh, caster,
              {3.5 * random.next(), a.y + part * (b.y - a.y), a.z + part * (b.z - a.z)});
      }
  }
}

TEST(RowCaster, EveryRowLeavesAsOftenAsItEnters) {
  for (const auto& [name, mesh] : meshes()) {
    SCOPED_TRACE(name);
    const RowCaster caster(mesh, 0.3);
    Random random(37);
    std::vector<Crossing> crossings;
    const auto check = [&](double y, double z) {
      caster.castRow(y, z, crossings);
      int winding = 0;
      for (std::size_t c = 0; c < crossings.size(); ++c) {
        winding += crossings[c].winding;
        if (c > 0) {
          EXPECT_LE(crossings[c - 1].x, crossings[c].x) << "ascending";
        }
        // Through a point of the mesh it may leave and enter at one place, in either order.
        if (winding < 0) {
          ASSERT_LT(c + 1, crossings.size());
          EXPECT_NEAR(crossings[c].x, crossings[c + 1].x, 1e-14) << "left before it was entered";
        }
      }
      EXPECT_EQ(winding, 0);
    };
    for (int i = 0; i < 1000; ++i) check(3.5 * random.next(), 3.5 * random.next());
    for (const Vec3<double>& v : mesh.points) check(v.y, v.z);
  }
}

TEST(RowCaster, CrossesABoxWhereItsFacesAre) {
  const TriangleMesh mesh = boxMesh({-1, -2, 0}, {3, 2, 3});
  const RowCaster caster(mesh, 1);
  std::vector<Crossing> crossings;
  caster.castRow(0.3, 1.7, crossings);
  ASSERT_EQ(crossings.size(), 2u);
  EXPECT_NEAR(crossings[0].x, -1, 1e-14);
  EXPECT_EQ(crossings[0].winding, 1);
  EXPECT_NEAR(crossings[1].x, 3, 1e-14);
  EXPECT_EQ(crossings[1].winding, -1);
}

TEST(RowCaster, ARowInAFaceIsNudgedTowardsPositiveYThenZ) {  // the documented rule
  const TriangleMesh mesh = boxMesh({-1, -2, 0}, {3, 2, 3});
  const RowCaster caster(mesh, 1);
  std::vector<Crossing> crossings;
  const auto count = [&](double y, double z) {
    caster.castRow(y, z, crossings);
    return crossings.size();
  };
  EXPECT_EQ(count(-2, 1), 2u);
  EXPECT_EQ(count(2, 1), 0u);
  EXPECT_EQ(count(0, 0), 2u);
  EXPECT_EQ(count(0, 3), 0u);
}

TEST(RowCaster, MissesRowsBesideTheMesh) {
  const TriangleMesh mesh = ballMesh({0, 0, 0}, 1, 2);
  const RowCaster caster(mesh, 0.1);
  std::vector<Crossing> crossings{{1, 1}};
  for (const double far : {1.01, -1.01, 1e12, -1e12}) {
    caster.castRow(far, 0, crossings);
    EXPECT_TRUE(crossings.empty());
    caster.castRow(0, far, crossings);
    EXPECT_TRUE(crossings.empty());
  }
}

}  // namespace
}  // namespace sinew::testing
