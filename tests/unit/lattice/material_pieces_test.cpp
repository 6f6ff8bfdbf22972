// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
#include "lattice/material_pieces.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "lattice/padding.h"
#include "scenes/implicit.h"
#include "scenes/surface_nets.h"
#include "support/models.h"

namespace sinew {
namespace {

using testing::buildModel;
using testing::ModelOptions;
using testing::rotationAbout;

// Two fingers of radius 2 along x, half a cell apart, on a palm at x < 0. The gap lies inside the
// cells with y = 0: at y = 0.25 .. 0.75.
TriangleMesh twoFingers(double gap = 0.5) {
  const double centre = 2 + gap / 2;
  const scenes::Implicit shape = [=](const Vec3d& p) {
    const auto finger = [&](double y) {
      const double x = std::clamp(p.x, -4.0, 16.0);
      return std::sqrt((p.x - x) * (p.x - x) + (p.y - y) * (p.y - y) + p.z * p.z) - 2;
    };
    const double palm =
        std::max({std::fabs(p.x + 4) - 4, std::fabs(p.y - 0.5) - 5, std::fabs(p.z) - 2});
    return std::min({finger(0.5 + centre), finger(0.5 - centre), palm});
  };
  const scenes::Mesh mesh = scenes::surfaceNets(shape, {{-10, -7, -4}, {20, 8, 4}}, 0.2);
  TriangleMesh result;
  for (const Vec3f& p : mesh.points) result.points.push_back({p.x, p.y, p.z});
  for (const Triangle& t : mesh.triangles) result.triangles.push_back({t.a, t.b, t.c});
  return result;
}

// Bends the upper finger away by its bone and returns the largest move of a node of the lower
// finger beyond the middle of its length. The palm is held.
// Padding is as stiff as flesh here, to show what it joins.
double moveOfTheOtherFinger(bool keepSeparate, int paddingLayers = 0) {
  const MaterialPieces pieces = fillSurface(twoFingers(), keepSeparate);
  testing::ModelPlan plan;
  plan.complex = pieces.complex;
  padCells(plan.complex, paddingLayers);
  plan.boneCount = 2;
  plan.boneOfNode = [](const Vec3<double>& p) {
    if (p.x <= -1) return 0;
    return p.x >= 4 && p.x <= 15 && std::fabs(p.y - 4) < 0.6 && std::fabs(p.z) < 0.6 ? 1 : -1;
  };
  ModelOptions options;
  options.nu = 0.3;
  const auto model = buildModel(plan, options);
  Workspace w(*model);
  const Affine away = rotationAbout({0, 0, 1}, {0, 2.75, 0}, 0.3);
  const FrameResult result =
      solveFrame(*model, std::vector<Affine>{Affine{}, away}, FrameStop{}, w);
  EXPECT_EQ(result.newton.status, NewtonStatus::Converged);

  double greatest = 0;
  for (std::size_t n = 0; n < model->nodeBone.size(); ++n) {
    const Vec3<double> rest = model->restPosition(n);
    if (rest.x < 8 || rest.y > -0.5 - paddingLayers) continue;  // the upper finger's padding
    const Vec3<double> d = Vec3<double>{w.x[4 * n], w.x[4 * n + 1], w.x[4 * n + 2]} - rest;
    greatest = std::max(greatest, std::sqrt(dot(d, d)));
  }
  return greatest;
}

TEST(MaterialPieces, FingersHalfACellApartMoveIndependently) {
  EXPECT_LT(moveOfTheOtherFinger(true), 0.3);   // only what the palm passes on
  EXPECT_GT(moveOfTheOtherFinger(false), 1.0);  // a plain lattice drags it along
}

TEST(MaterialPieces, FingersWithPaddingMoveIndependentlyToo) {
  EXPECT_LT(moveOfTheOtherFinger(true, 1), 0.5);  // the fork is a little farther out
  EXPECT_LT(moveOfTheOtherFinger(true, 2), 0.5);
}

TEST(MaterialPieces, FingersAreOneBodyThroughThePalm) {
  const MaterialPieces pieces = fillSurface(twoFingers());
  EXPECT_GT(pieces.dividedCells, 30);
  DisjointSets sets(pieces.complex.nodeCoord.size());
  for (const auto& nodes : pieces.complex.nodes)
    for (const std::int32_t n : nodes) sets.join(nodes[0], n);
  std::set<std::int32_t> roots;
  for (std::int32_t n = 0; n < pieces.complex.nodeCount(); ++n) roots.insert(sets.find(n));
  EXPECT_EQ(roots.size(), 1u);
}

TEST(MaterialPieces, EverySurfacePointFindsThePieceOfItsOwnFinger) {
  const TriangleMesh surface = twoFingers();
  const MaterialPieces pieces = fillSurface(surface);
  const auto normals = pointNormals(surface);
  for (std::size_t p = 0; p < surface.points.size(); ++p) {
    const Vec3<double> at = surface.points[p];
    if (at.x < 3) continue;
    const std::int32_t piece = pieces.pieceUnder(at, normals[p], 2);
    ASSERT_GE(piece, 0);
    // A piece of the upper finger has no sample below the gap, and the other way round.
    for (int s = 0; s < 64; ++s)
      if (pieces.samples[static_cast<std::size_t>(piece)] >> s & 1) {
        const double y =
            pieces.complex.cells[static_cast<std::size_t>(piece)].y + ((s >> 2 & 3) + 0.5) / 4;
        EXPECT_EQ(y > 0.5, at.y > 0.5);
      }
  }
}

TEST(MaterialPieces, AClosedGapIsOneBody) {
  const MaterialPieces pieces = fillSurface(twoFingers(-1.0));  // fingers overlap by a cell
  EXPECT_EQ(pieces.dividedCells, 0);
}

TEST(Coarsening, KeepsSeparatePiecesSeparateAndNodesConsistent) {
  const CellComplex fine = fillSurface(twoFingers()).complex;
  const Coarsening coarsening = coarsen(fine);
  // Two fingers two cells (one coarse cell) wide and a gap inside: still apart on the next level.
  std::set<Int3> coords(coarsening.coarse.cells.begin(), coarsening.coarse.cells.end());
  EXPECT_GT(coarsening.coarse.cells.size(), coords.size());
  // Every fine node has the same coarse parents whichever of its cells they are taken from.
  const NodeCells around = cellsAroundNodes(fine);
  for (std::size_t n = 0; n < fine.nodeCoord.size(); ++n) {
    std::set<std::set<std::int32_t>> parentSets;
    for (const std::int32_t cell : around.of(n)) {
      const auto coarse =
          static_cast<std::size_t>(coarsening.parentCell[static_cast<std::size_t>(cell)]);
      std::set<std::int32_t> parents;
      for (int a = 0; a < 8; ++a) {
        const Int3 at = coarsening.coarse.cells[coarse] + cornerOffset(a), c = fine.nodeCoord[n];
        if (std::abs(c.x - 2 * at.x) < 2 && std::abs(c.y - 2 * at.y) < 2 &&
            std::abs(c.z - 2 * at.z) < 2)
          parents.insert(coarsening.coarse.nodes[coarse][static_cast<std::size_t>(a)]);
      }
      parentSets.insert(parents);
    }
    EXPECT_EQ(parentSets.size(), 1u);
  }
}

}  // namespace
}  // namespace sinew
