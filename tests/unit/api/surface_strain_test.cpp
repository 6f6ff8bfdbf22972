// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
#include "api/surface_strain.h"

#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>
#include <random>

#include "scenes/vec.h"
#include "sinew/lattice_wire.h"
#include "support/characters.h"

namespace sinew::testing {
namespace {

using Eigen::Matrix3d;

/// Nodes of one cell moved by x -> A x.
VertexStrain strainUnder(const Matrix3d& A) {
  Embedding embedding;
  embedding.points.push_back({{0, 1, 2, 3, 4, 5, 6, 7}, {}});
  std::vector<double> positions;
  for (int a = 0; a < 8; ++a) {
    const Eigen::Vector3d x = A * Eigen::Vector3d(5 + (a & 1), 7 + (a >> 1 & 1), 9 + (a >> 2 & 1));
    positions.insert(positions.end(), {x.x(), x.y(), x.z(), 0});
  }
  std::vector<VertexStrain> strain(1);
  surfaceStrain(embedding, positions.data(), strain);
  return strain[0];
}

TEST(SurfaceStrain, IsTheSingularValuesAndTheDeterminant) {
  std::mt19937 random(7);
  std::normal_distribution<double> normal;
  for (int i = 0; i < 1000; ++i) {
    Matrix3d A = Matrix3d::Zero();
    for (int k = 0; k < 9; ++k) A(k / 3, k % 3) = normal(random);
    if (i % 10 == 0) A.col(2) = A.col(0);                 // flat
    if (i % 10 == 1) A = Matrix3d::Identity() * A(0, 0);  // all the same
    const Eigen::Vector3d sigma = A.jacobiSvd().singularValues();
    const VertexStrain strain = strainUnder(A);
    EXPECT_NEAR(strain.maxStretch, sigma[0], 1e-6 * sigma[0]);  // floats
    // The square root makes 1e-14 of the eigenvalue 1e-7 of a singular value near zero.
    EXPECT_NEAR(strain.minStretch, sigma[2], 3e-7 * sigma[0] + 1e-6 * sigma[2]);
    EXPECT_NEAR(strain.volume, A.determinant(), 1e-6 * std::pow(sigma[0], 3));
  }
}

TEST(SurfaceStrain, OfASimulationIsThatOfItsLastFrame) {
  const CharacterDesc desc = barCharacter();
  const auto bar = bind(desc, cellsOfEdge(0.125)).value();
  Player player(bar);
  std::vector<VertexStrain> strain(desc.points.size());
  ASSERT_TRUE(player.simulation.strain(strain));
  for (const VertexStrain& s : strain) EXPECT_EQ(s.volume, 1) << "rest, before any frame";

  const Affine3d motion = scenes::rotationAbout({1, 2, 3}, {1, -1, 2}, 2.2);
  player.solve(Pose{{motion, motion}});
  ASSERT_TRUE(player.simulation.strain(strain));
  for (const VertexStrain& s : strain) {  // within the last Newton step
    EXPECT_NEAR(s.minStretch, 1, 1e-3);
    EXPECT_NEAR(s.maxStretch, 1, 1e-3);
  }

  const FrameReport report =
      player.solve(Pose{{Affine3d{}, scenes::rotationAbout({2, 0, 0}, {0, 0, 1}, 1.0)}});
  ASSERT_TRUE(player.simulation.strain(strain));
  const auto [least, most] = std::minmax_element(
      strain.begin(), strain.end(), [](auto& a, auto& b) { return a.volume < b.volume; });
  EXPECT_GE(least->volume, report.minJ - 1e-3) << "skin cells are some of all cells";
  EXPECT_LE(most->volume, report.maxJ + 1e-3);
  EXPECT_LT(least->volume, 0.99) << "a bend squeezes the inside";

  std::vector<VertexStrain> few(3);
  EXPECT_FALSE(player.simulation.strain(few));
}

Vec3f moved(const Affine3d& motion, const Vec3f& p) {
  return scenes::toFloat(scenes::apply(motion, {p.x, p.y, p.z}));
}

double distance(const Vec3f& a, const Vec3f& b) {
  return std::hypot(static_cast<double>(a.x - b.x), static_cast<double>(a.y - b.y),
                    static_cast<double>(a.z - b.z));
}

TEST(LatticeWire, IsTheClosedSurfaceOfTheLatticeAndMovesWithIt) {
  const auto bar = bind(barCharacter(), cellsOfEdge(0.125)).value();
  const LatticeWire wire = latticeWire(*bar);
  const auto edges = static_cast<std::int64_t>(wire.edges.size());
  // Euler: nodes - edges + faces = 2, and a closed surface of squares has half as many faces as
  // edges.
  EXPECT_EQ(static_cast<std::int64_t>(wire.nodes.size()) - edges / 2, 2);
  for (const auto& [a, b] : wire.edges)
    EXPECT_NEAR(distance(wire.points[static_cast<std::size_t>(a)],
                         wire.points[static_cast<std::size_t>(b)]),
                0.125, 1e-6);

  Player player(bar);
  std::vector<Vec3f> points(wire.nodes.size());
  ASSERT_TRUE(player.simulation.nodePositions(wire.nodes, points));
  for (std::size_t i = 0; i < points.size(); ++i)
    EXPECT_EQ(distance(points[i], wire.points[i]), 0) << "rest, before any frame";
  const Affine3d motion = scenes::rotationAbout({1, 2, 3}, {1, -1, 2}, 2.2);
  player.solve(Pose{{motion, motion}});
  ASSERT_TRUE(player.simulation.nodePositions(wire.nodes, points));
  for (std::size_t i = 0; i < points.size(); ++i)
    EXPECT_LT(distance(points[i], moved(motion, wire.points[i])), 1e-4);

  const std::vector<std::int32_t> tooFar{0, static_cast<std::int32_t>(bar->summary().nodes)};
  points.resize(2);
  EXPECT_FALSE(player.simulation.nodePositions(tooFar, points));
  points.resize(1);
  EXPECT_FALSE(player.simulation.nodePositions(tooFar, points));
}

TEST(SpringEnds, AreWhereTheFleshIsHeldAndWhereItsBoneIs) {
  CharacterDesc desc = barCharacter();
  for (Bone& bone : desc.bones) bone.attachment = Attachment::Spring;
  const auto bar = bind(desc, cellsOfEdge(0.125)).value();
  ASSERT_GT(bar->summary().springs, 0);
  Player player(bar);
  std::vector<Vec3f> rest(2 * static_cast<std::size_t>(bar->summary().springs)), ends = rest;
  ASSERT_TRUE(player.simulation.springEnds(rest));
  for (std::size_t i = 0; i < rest.size(); i += 2) EXPECT_LT(distance(rest[i], rest[i + 1]), 1e-6);

  const Affine3d turn = scenes::rotationAbout({2, 0, 0}, {0, 0, 1}, 1.0);
  player.solve(Pose{{Affine3d{}, turn}});
  ASSERT_TRUE(player.simulation.springEnds(ends));
  double longest = 0;
  std::size_t turned = 0;
  for (std::size_t i = 0; i < ends.size(); i += 2) {
    const double still = distance(ends[i + 1], rest[i + 1]);
    const double withBone = distance(ends[i + 1], moved(turn, rest[i + 1]));
    EXPECT_LT(std::min(still, withBone), 1e-5) << "the second end is on one of the two bones";
    turned += withBone < 1e-5;
    longest = std::max(longest, distance(ends[i], ends[i + 1]));
  }
  EXPECT_GT(turned, ends.size() / 8);
  EXPECT_GT(longest, 1e-4) << "bent flesh pulls at its springs";
  EXPECT_LT(longest, 0.125) << "which are stiff";
  ends.pop_back();
  EXPECT_FALSE(player.simulation.springEnds(ends));
}

}  // namespace
}  // namespace sinew::testing
