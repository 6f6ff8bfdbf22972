// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
#include "lattice/sample_grid.h"

#include <gtest/gtest.h>

#include <cmath>

#include "lattice/material_pieces.h"
#include "support/meshes.h"

namespace sinew {
namespace {

using testing::ballMesh;
using testing::joined;
using testing::torusMesh;

/// Visits every sample of the grid's box: place, inside, connected to the next along each axis.
template <class Visit>
void forSamples(const SampleGrid& grid, Visit&& visit) {
  const Int3 end = grid.least + grid.size;
  for (int z = grid.least.z; z < end.z; ++z)
    for (int y = grid.least.y; y < end.y; ++y)
      for (int x = grid.least.x; x < end.x; ++x)
        for (int s = 0; s < 64; ++s) {
          const CellSamples* cell = grid.at({x, y, z});
          const std::uint64_t bit = std::uint64_t{1} << s;
          std::array<bool, 4> state{};
          if (cell) {
            state[0] = (cell->inside & bit) != 0;
            for (std::size_t k = 0; k < 3; ++k) state[k + 1] = (cell->toNext[k] & bit) != 0;
          }
          visit(samplePoint({x, y, z}, s), state);
        }
}

void expectSame(const TriangleMesh& mesh) {
  const SampleGrid cast = sampleClosed(mesh);
  const SampleGrid wound = sampleByWinding(mesh, WindingNumber(mesh));
  std::vector<std::array<bool, 4>> expected;
  forSamples(cast, [&](const Vec3<double>&, const auto& state) { expected.push_back(state); });
  std::size_t at = 0, inside = 0, different = 0;
  forSamples(wound, [&](const Vec3<double>&, const auto& state) {
    inside += state[0];
    different += state != expected[at++];
  });
  EXPECT_GT(inside, 100u);
  EXPECT_EQ(different, 0u) << "of " << inside << " inside";
}

TEST(SampleGrid, BothWaysAgreeOnCleanMeshes) {
  expectSame(ballMesh({0.013, 0.017, 0.019}, 4.2, 4));
  expectSame(torusMesh(5.013, 1.711, 61, 23));
}

TEST(SampleGrid, BothWaysAgreeWhereShellsOverlapAreNestedOrHollow) {
  const TriangleMesh ball = ballMesh({0.013, 0.017, 0.019}, 4.2, 3);
  expectSame(joined(ball, ballMesh({3.1, 0.5, 0.3}, 3.3, 3)));
  expectSame(joined(ball, ballMesh({0.4, 0.3, 0.2}, 2.1, 2)));
  TriangleMesh hollow = ballMesh({0.4, 0.3, 0.2}, 2.1, 2);
  testing::insideOut(hollow);
  expectSame(joined(ball, hollow));
}

TEST(SampleGrid, BothWaysSeeAGapThinnerThanASample) {
  // Two balls 0.05 apart: samples on both sides are neighbours and must not be connected.
  expectSame(joined(ballMesh({-2.0, 0.017, 0.019}, 2, 4), ballMesh({2.05, 0.017, 0.019}, 2, 4)));
}

TEST(SampleGrid, AnOpenMeshIsFilledWhereItWindsAroundMoreThanHalf) {
  TriangleMesh ball = ballMesh({0.013, 0.017, 0.019}, 6.2, 3);
  std::erase_if(ball.triangles, [&](const auto& t) {  // a hole 8 cells wide
    return ball.points[static_cast<std::size_t>(t[0])].z > 4.35;
  });
  const SampleGrid grid = sampleByWinding(ball, WindingNumber(ball));
  std::int64_t inside = 0, wrong = 0;
  forSamples(grid, [&](const Vec3<double>& p, const auto& state) {
    const double w = testing::windingNumber(ball, p);
    inside += state[0];
    if (std::fabs(w - 0.5) > 0.02) wrong += state[0] != (w > 0.5);
  });
  EXPECT_EQ(wrong, 0);
  EXPECT_NEAR(static_cast<double>(inside) / 64, 4.0 / 3 * M_PI * 6.2 * 6.2 * 6.2, 120);
}

}  // namespace
}  // namespace sinew
