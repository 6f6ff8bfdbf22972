// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
#include "api/surface_strain.h"

#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <algorithm>
#include <random>

#include "scenes/vec.h"
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

}  // namespace
}  // namespace sinew::testing
