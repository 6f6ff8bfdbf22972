// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
#include "geometry/winding_number.h"

#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

#include "base/parallel.h"
#include "support/meshes.h"
#include "support/models.h"
#include "support/shared_data.h"

namespace sinew::testing {
namespace {

TriangleMesh soup(int count) {
  TriangleMesh mesh;
  Random random(3);
  for (std::int32_t t = 0; t < count; ++t) {
    const Vec3<double> c = randomPoint(random, 1);
    for (int k = 0; k < 3; ++k) mesh.points.push_back(c + randomPoint(random, 0.2));
    mesh.triangles.push_back({3 * t, 3 * t + 1, 3 * t + 2});
  }
  return mesh;
}

TriangleMesh crumpledBall() {
  TriangleMesh mesh = ballMesh({0, 0, 0}, 1, 4);
  Random random(17);
  for (Vec3<double>& p : mesh.points) p = (1 + 0.4 * random.next()) * p;
  return mesh;
}

TriangleMesh openBall() {
  TriangleMesh mesh = ballMesh({0, 0, 0}, 1, 4);
  std::erase_if(mesh.triangles,
                [&](const auto& t) { return mesh.points[static_cast<std::size_t>(t[0])].z > 0.6; });
  return mesh;
}

TriangleMesh partlyFlippedBall() {
  TriangleMesh mesh = ballMesh({0, 0, 0}, 1, 4);
  for (std::size_t t = 0; t < mesh.triangles.size(); t += 5)
    std::swap(mesh.triangles[t][1], mesh.triangles[t][2]);
  return mesh;
}

TriangleMesh shells() {  // winding numbers 0 to 4, and -1
  TriangleMesh mesh;
  for (const double radius : {1.0, 0.8, 0.6, 0.4})
    mesh = joined(mesh, ballMesh({0.05 * radius, 0, 0}, radius, 3));
  TriangleMesh flipped = ballMesh({1.1, 0.6, 0.6}, 0.3, 2);
  insideOut(flipped);
  return joined(mesh, flipped);
}

std::vector<NamedMesh> windingMeshes() {
  return {{"ball", ballMesh({0.1, -0.2, 0.3}, 1, 5)},
          {"torus", torusMesh(0.9, 0.35, 80, 40)},
          {"box", boxMesh({-1, -1, -1}, {1, 1, 1})},
          {"open ball", openBall()},
          {"partly flipped ball", partlyFlippedBall()},
          {"crumpled ball", crumpledBall()},
          {"overlapping balls",
           joined(ballMesh({-0.4, 0, 0}, 0.8, 4), ballMesh({0.4, 0.1, 0}, 0.8, 4))},
          {"shells", shells()},
          {"soup", soup(1500)}};
}

// Anywhere, and close to the surface.
std::vector<Vec3<double>> queries(const TriangleMesh& mesh, int count) {
  std::vector<Vec3<double>> points;
  Random random(71);
  for (int i = 0; i < count; ++i) {
    points.push_back(randomPoint(random, 1.6));
    const auto t = static_cast<std::size_t>(0.5 * (random.next() + 1) *
                                            static_cast<double>(mesh.triangles.size()));
    const auto at = [&](std::size_t k) {
      return mesh.points[static_cast<std::size_t>(mesh.triangles[t][k])];
    };
    const double off = std::pow(10.0, -4 + 3 * random.next());
    points.push_back((1.0 / 3) * (at(0) + at(1) + at(2)) + randomPoint(random, off));
  }
  return points;
}

TEST(ExactWindingNumber, IsTheSumOfTheSolidAngles) {
  for (const auto& [name, mesh] : windingMeshes()) {
    SCOPED_TRACE(name);
    for (const Vec3<double>& p : queries(mesh, 60))
      EXPECT_NEAR(exactWindingNumber(mesh, p), windingNumber(mesh, p), 1e-10);
  }
}

TEST(ExactWindingNumber, CountsTurnsBothWays) {
  TriangleMesh mesh;
  for (int turns = 1; turns <= 7; ++turns) {
    mesh = joined(mesh, ballMesh({0, 0, 0}, 1 + 0.01 * turns, 2));
    EXPECT_NEAR(exactWindingNumber(mesh, {0.3, 0.2, -0.1}), turns, 1e-12);
    TriangleMesh reversed = mesh;
    insideOut(reversed);
    EXPECT_NEAR(exactWindingNumber(reversed, {0.3, 0.2, -0.1}), -turns, 1e-12);
    EXPECT_NEAR(exactWindingNumber(mesh, {3, 2, -1}), 0, 1e-12);
  }
}

TEST(ExactWindingNumber, OnATriangleIsTheMeanOfItsSides) {
  const TriangleMesh mesh = boxMesh({-1, -1, -1}, {1, 1, 1});
  EXPECT_NEAR(exactWindingNumber(mesh, {1, 0.25, 0.5}), 0.5, 1e-14);
  EXPECT_NEAR(exactWindingNumber(mesh, {1, 0.25, 1}), 0.25, 1e-14) << "an edge of the box";
  EXPECT_NEAR(exactWindingNumber(mesh, {1, 1, 1}), 0.125, 1e-14) << "a corner";
}

TEST(WindingNumber, IsWithinTheStatedErrorOfTheExactOne) {
  struct Bound {
    double farRatio, error;
  };
  for (const auto& [name, mesh] : windingMeshes()) {
    SCOPED_TRACE(name);
    const std::vector<Vec3<double>> points = queries(mesh, 150);
    std::vector<double> exact;
    for (const Vec3<double>& p : points) exact.push_back(windingNumber(mesh, p));
    for (const Bound& bound :
         {Bound{1.5, 0.03}, Bound{2, 0.01}, Bound{3, 0.003}, Bound{4, 0.001}}) {
      const WindingNumber winding(mesh, {bound.farRatio});
      for (std::size_t i = 0; i < points.size(); ++i)
        EXPECT_NEAR(winding.at(points[i]), exact[i],
                    bound.error * std::fmax(1, std::round(std::fabs(exact[i]))))
            << "at ratio " << bound.farRatio;
    }
  }
}

TEST(WindingNumber, FarFieldErrorFallsWithTheFifthPowerOfDistance) {
  // Three terms, falling with the powers 2, 3 and 4: what is left falls with the fifth. A wrong
  // coefficient anywhere leaves a lower power.
  for (const TriangleMesh& mesh : {openBall(), soup(40), soup(300)}) {
    const WindingNumber winding(mesh, {1});
    Random random(73);
    for (int i = 0; i < 10; ++i) {
      const Vec3<double> d = randomPoint(random, 1), direction = (1 / length(d)) * d;
      double error[2];
      for (int k = 0; k < 2; ++k) {  // the root alone is used here
        const Vec3<double> p = (k == 0 ? 20.0 : 80.0) * direction;
        error[k] = std::fabs(winding.at(p) - windingNumber(mesh, p));
      }
      EXPECT_LT(error[1], 1.5 * std::pow(4.0, -5) * error[0] + 1e-15) << "1e-15: round-off";
      EXPECT_GT(error[0], 1e-12) << "nothing was tested";
    }
  }
}

TEST(WindingNumber, TellsInsideFromOutside) {
  for (const auto& [name, mesh] : windingMeshes()) {
    SCOPED_TRACE(name);
    const WindingNumber winding(mesh);
    for (const Vec3<double>& p : queries(mesh, 200)) {
      const double exact = windingNumber(mesh, p);
      if (std::fabs(exact - 0.5) > 0.01) {
        EXPECT_EQ(winding.isInside(p), exact > 0.5);
      }
    }
  }
}

TEST(WindingNumber, DoesNotDependOnPlaceOrScale) {
  const TriangleMesh mesh = openBall();
  for (const double scale : {1e-6, 1e6}) {
    TriangleMesh moved = mesh;
    const Vec3<double> offset = (1000 * scale) * Vec3<double>{1, -2, 3};
    for (Vec3<double>& p : moved.points) p = scale * p + offset;
    const WindingNumber movedWinding(moved);
    for (const Vec3<double>& p : queries(mesh, 40))
      EXPECT_NEAR(movedWinding.at(scale * p + offset), windingNumber(mesh, p), 0.01);
  }
}

TEST(WindingNumber, TrianglesWithoutAreaCountNothing) {
  TriangleMesh mesh = ballMesh({0, 0, 0}, 1, 3);
  const WindingNumber clean(mesh);
  TriangleMesh degenerate;
  degenerate.points = {{0.1, 0.1, 0.1}, {0.2, 0.2, 0.2}, {0.3, 0.3, 0.3}};
  degenerate.triangles = {{0, 0, 0}, {0, 1, 1}, {0, 1, 2}, {0, 0, 1}};
  const WindingNumber alone(degenerate), both(joined(mesh, degenerate));
  for (const Vec3<double>& p : queries(mesh, 40)) {
    EXPECT_NEAR(alone.at(p), 0, 1e-12);
    EXPECT_NEAR(both.at(p), windingNumber(mesh, p), 0.01);
  }
  EXPECT_EQ(alone.at({0.2, 0.2, 0.2}), 0);
  EXPECT_EQ(WindingNumber(TriangleMesh{}).at({0, 0, 0}), 0);
}

TEST(WindingNumber, OfManyPointsIsThatOfEachForAnyThreadCount) {
  const TriangleMesh mesh = torusMesh(0.9, 0.35, 160, 80);
  const std::vector<Vec3<double>> points = queries(mesh, 2000);
  std::vector<double> expected;
  for (const int threads : {1, 2, 7}) {
    ThreadArena arena(threads);
    std::vector<double> result(points.size());
    arena.run([&] {
      const WindingNumber winding(mesh);
      winding.at(points, result);
      for (std::size_t i = 0; i < points.size(); i += 97)
        EXPECT_EQ(winding.at(points[i]), result[i]);
    });
    if (expected.empty()) expected = result;
    EXPECT_EQ(result, expected) << threads << " threads";
  }
}

TEST(WindingNumber, IsWithinTheStatedErrorOnRealAndDamagedMeshes) {
  for (const char* name : {"dirty/tube_selfintersect.obj", "dirty/motor_multishell.ply",
                           "dirty/spot_damaged.obj", "dirty/bird_nonmanifold.obj", "dirty/soup.stl",
                           "dirty/plane_holes.obj", "static/human_man.obj"}) {
    SCOPED_TRACE(name);
    const auto mesh = sharedMesh(name);
    SINEW_SKIP_WITHOUT(mesh, name);
    Box box{{HUGE_VAL, HUGE_VAL, HUGE_VAL}, {-HUGE_VAL, -HUGE_VAL, -HUGE_VAL}};
    for (const auto& t : mesh->triangles)
      for (const std::int32_t i : t) {
        const Vec3<double>& p = mesh->points[static_cast<std::size_t>(i)];
        box.least = {std::fmin(box.least.x, p.x), std::fmin(box.least.y, p.y),
                     std::fmin(box.least.z, p.z)};
        box.greatest = {std::fmax(box.greatest.x, p.x), std::fmax(box.greatest.y, p.y),
                        std::fmax(box.greatest.z, p.z)};
      }
    const WindingNumber winding(*mesh);
    const Vec3<double> middle = 0.5 * (box.least + box.greatest), half = box.greatest - middle;
    Random random(79);
    for (int i = 0; i < 60; ++i) {
      const Vec3<double> r = randomPoint(random, 1);
      const Vec3<double> p = middle + Vec3<double>{half.x * r.x, half.y * r.y, half.z * r.z};
      EXPECT_NEAR(winding.at(p), windingNumber(*mesh, p), 0.01);
    }
  }
}

// Cells of all sizes against the mesh, near the surface and away from it.
TEST(WindingNumber, OfPointsInACellIsThatOfEachPoint) {
  for (auto [name, mesh] : windingMeshes()) {
    SCOPED_TRACE(name);
    double worst = 0;
    for (const double cellsAcross : {6.0, 20.0, 60.0}) {
      TriangleMesh scaled = mesh;
      for (Vec3<double>& p : scaled.points) p = (0.5 * cellsAcross) * p;
      const WindingNumber winding(scaled);
      Random random(9);
      for (int k = 0; k < 20; ++k) {
        const auto at = static_cast<std::size_t>((random.next() + 1) / 2 *
                                                 static_cast<double>(scaled.points.size()));
        const Vec3<double> near = scaled.points[std::min(at, scaled.points.size() - 1)] +
                                  randomPoint(random, k % 2 == 0 ? 0.5 : 3);
        const Vec3<double> least{std::floor(near.x), std::floor(near.y), std::floor(near.z)};
        std::vector<Vec3<double>> points;
        for (int i = 0; i < 16; ++i)
          points.push_back(least + Vec3<double>{0.5, 0.5, 0.5} + randomPoint(random, 0.5));
        std::vector<double> w(points.size());
        winding.inUnitCell(least, points, w);
        for (std::size_t i = 0; i < points.size(); ++i)
          worst = std::max(worst, std::fabs(w[i] - winding.at(points[i])));
      }
    }
    std::printf("%s: at most %.4f off\n", name.c_str(), worst);
    EXPECT_LT(worst, 0.02);
  }
}

}  // namespace
}  // namespace sinew::testing
