// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
//
// The skin between proxies, and the ways out of the flesh to it.
#include "contact/contact_surface.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "contact/contact_set.h"
#include "lattice/embedding.h"
#include "support/meshes.h"
#include "support/models.h"

namespace sinew::testing {
namespace {

struct FleshWithSkin {
  FleshWithSkin(const std::vector<Int3>& cells, std::vector<SurfaceSample> samples)
      : lattice(buildLattice(cells)) {
    const CellFinder finder(lattice);
    for (SurfaceSample& s : samples)  // what is outside of all cells hangs on one below
      for (double below = 0; s.cell < 0 && below < 1; below += 0.1) {
        const Vec3<double> p = s.point - below * s.normal;
        s.cell = finder.find({static_cast<std::int32_t>(std::floor(p.x)),
                              static_cast<std::int32_t>(std::floor(p.y)),
                              static_cast<std::int32_t>(std::floor(p.z))});
      }
    surface = buildContactSurface(lattice, samples);
    rest = restPositions(lattice);
  }
  Lattice lattice;
  ContactSurface surface;
  AlignedVector<double> rest;
};

// The skin of a ball of radius 5 (cells): proxies on it, in a lattice that holds it.
struct BallOfProxies : FleshWithSkin {
  BallOfProxies() : FleshWithSkin(cellsOfBall(), sampleSurface(ballMesh({0, 0, 0}, 5, 5))) {}

  static std::vector<Int3> cellsOfBall() {
    std::vector<Int3> cells;
    for (int x = -6; x < 6; ++x)
      for (int y = -6; y < 6; ++y)
        for (int z = -6; z < 6; ++z)
          if (std::hypot(x + 0.5, y + 0.5, z + 0.5) < 6) cells.push_back({x, y, z});
    return cells;
  }
};

TEST(FootOf, IsOnTheBallAtTheRightDepth) {
  const BallOfProxies ball;
  DeformedSkin skin(ball.lattice, ball.surface);
  skin.moveTo(ball.lattice, ball.rest.data());
  const FleshAt flesh{ball.lattice, ball.surface, skin, ball.rest.data()};
  Random random(7);
  for (int i = 0; i < 300; ++i) {
    const Vec3<double> way = randomPoint(random, 1);
    const double length = std::sqrt(dot(way, way));
    if (length < 0.1) continue;
    const Vec3<double> out = (1 / length) * way;
    const double depth = 1.5 * (random.next() + 1) / 2;
    const Vec3<double> X = (5 - depth) * out;
    // From the nearest proxy, found by trying all.
    std::int32_t nearest = 0;
    double least = 1e9;
    for (std::size_t p = 0; p < ball.surface.proxies.size(); ++p) {
      const Vec3<double> d = ball.surface.restPoint(ball.lattice, p) - X;
      if (dot(d, d) < least) least = dot(d, d), nearest = static_cast<std::int32_t>(p);
    }
    const SurfaceFoot foot = footOf(flesh, nearest, X);
    ASSERT_GE(foot.proxy, 0);
    EXPECT_NEAR(foot.depth, depth, 0.08);  // planes of points 0.6 apart on a radius of 5
    EXPECT_GT(dot(foot.normal, out), 0.99);
    const Vec3<double> d = foot.foot - 5 * out;
    EXPECT_LT(std::sqrt(dot(d, d)), 0.15);
  }
}

// A foot that slides along the skin of bent flesh: its place there must not jump from cell to cell.
TEST(HoldSelfContact, CarriesAFootOnWithoutJumps) {
  const BallOfProxies ball;
  AlignedVector<double> bent = ball.rest;
  for (std::size_t n = 0; n < static_cast<std::size_t>(ball.lattice.nodeCount); ++n) {
    double* p = &bent[4 * n];
    p[1] += 0.1 * p[0] * p[0] + 0.1 * p[2] * p[2];
  }
  DeformedSkin skin(ball.lattice, ball.surface);
  skin.moveTo(ball.lattice, bent.data());
  const FleshAt flesh{ball.lattice, ball.surface, skin, bent.data()};
  const auto nearest = [&](const Vec3<double>& X) {
    std::int32_t best = 0;
    for (std::size_t p = 0; p < ball.surface.proxies.size(); ++p) {
      const Vec3<double> d = ball.surface.restPoint(ball.lattice, p) - X,
                         b = ball.surface.restPoint(ball.lattice, static_cast<std::size_t>(best)) -
                             X;
      if (dot(d, d) < dot(b, b)) best = static_cast<std::int32_t>(p);
    }
    return best;
  };
  constexpr int kSteps = 1500;
  Vec3<double> before{0, 0, 0};
  double largest = 0;
  for (int i = 0; i <= kSteps; ++i) {
    const double angle = 2.5 * i / kSteps;  // along a circle that meets faces at all angles
    SelfHit hit;
    hit.foot = {4.9 * std::cos(angle), 4 * std::sin(angle) + 0.3, 2.9 * std::sin(angle)};
    hit.target = nearest(hit.foot);
    hit.cell = ball.surface.proxies[static_cast<std::size_t>(hit.target)].cell;
    const SelfHit held = holdSelfContact(flesh, static_cast<std::size_t>(hit.target), hit);
    ASSERT_GE(held.target, 0);
    const Vec3<double> q =
        weightedSum(cornersOf(ball.lattice, held.cell, bent.data()), held.weights);
    if (i > 0) largest = std::max(largest, std::sqrt(dot(q - before, q - before)));
    before = q;
  }
  EXPECT_LT(largest, 0.05);  // a step is 0.008 long at rest
}

// Stairs of cells under a slanting skin, which leaves them where one stair meets the next.
struct Stairs : FleshWithSkin {
  Stairs() : FleshWithSkin(cellsOfStairs(), slantingSkin()) {}

  static std::vector<Int3> cellsOfStairs() {
    std::vector<Int3> cells;
    for (int x = 0; x < 12; ++x)
      for (int y = 0; x + y < 12; ++y)
        for (int z = 0; z < 4; ++z) cells.push_back({x, y, z});
    return cells;
  }
  static Vec3<double> skinAt(double t, double z) { return {t, 12.4 - t, z}; }
  static std::vector<SurfaceSample> slantingSkin() {
    const double half = std::sqrt(0.5);
    std::vector<SurfaceSample> samples;
    for (double t = 0.7; t < 11.7; t += 0.45)
      for (double z = 0.3; z < 4; z += 0.63)
        samples.push_back({skinAt(t, z), {half, half, 0}, 0.4, -1});
    return samples;
  }
};

// Cells of bent flesh disagree on where a point outside of them is. The surface is one all the
// same.
TEST(HoldSelfContact, HasASurfaceWithoutJumpsOutsideOfAllCells) {
  const Stairs stairs;
  AlignedVector<double> bent = stairs.rest;
  for (std::size_t n = 0; n < static_cast<std::size_t>(stairs.lattice.nodeCount); ++n) {
    double* p = &bent[4 * n];
    p[0] += 0.15 * (p[1] - 6) * (p[1] - 6);
    p[1] += 0.15 * (p[0] - 6) * (p[2] - 2);
  }
  DeformedSkin skin(stairs.lattice, stairs.surface);
  skin.moveTo(stairs.lattice, bent.data());
  const FleshAt flesh{stairs.lattice, stairs.surface, skin, bent.data()};
  SelfHit before;
  double ofSurface = 0, ofCells = 0;
  constexpr int kSteps = 3000;
  for (int i = 0; i <= kSteps; ++i) {
    SelfHit hit;
    hit.foot = Stairs::skinAt(3 + 6.0 * i / kSteps, 2.2);
    double least = 1e9;
    for (std::size_t p = 0; p < stairs.surface.proxies.size(); ++p) {
      const Vec3<double> d = stairs.surface.restPoint(stairs.lattice, p) - hit.foot;
      if (dot(d, d) < least) least = dot(d, d), hit.target = static_cast<std::int32_t>(p);
    }
    hit.cell = stairs.surface.proxies[static_cast<std::size_t>(hit.target)].cell;
    const auto proxy = static_cast<std::size_t>(hit.target);
    hit = holdSelfContact(flesh, proxy, hit);
    ASSERT_GE(hit.target, 0);
    const auto carried = [&](const SelfHit& h) {
      return weightedSum(cornersOf(stairs.lattice, h.cell, bent.data()), h.weights);
    };
    // What a solver sees of the contact is where the cell carries it, and `ahead`.
    EXPECT_NEAR(dot(hit.normal, carried(hit) - skin.points[proxy]) + hit.ahead, hit.depth, 1e-9);
    if (i > 0) {
      const Vec3<double> d = hit.surface - before.surface, c = carried(hit) - carried(before);
      ofSurface = std::max(ofSurface, std::sqrt(dot(d, d)));
      ofCells = std::max(ofCells, std::sqrt(dot(c, c)));
    }
    before = hit;
  }
  EXPECT_GT(ofCells, 0.05);  // or there is nothing to see here; a step is 0.003 long at rest
  EXPECT_LT(ofSurface, 0.03);
}

// A slab with skin on its top, folded upwards about a line just below the skin.
struct FoldedSlab : FleshWithSkin {
  FoldedSlab() : FleshWithSkin(cellsOfSlab(), skinOnTop()) {}

  static constexpr double kMiddle = 8, kTop = 5.5, kHinge = 5;

  static std::vector<Int3> cellsOfSlab() {
    std::vector<Int3> cells;
    for (int x = 0; x < 16; ++x)
      for (int y = 0; y < 6; ++y)
        for (int z = 0; z < 4; ++z) cells.push_back({x, y, z});
    return cells;
  }
  static std::vector<SurfaceSample> skinOnTop() {
    std::vector<SurfaceSample> samples;
    for (double x = 0.3; x < 16; x += 0.63)
      for (double z = 0.3; z < 4; z += 0.63) samples.push_back({{x, kTop, z}, {0, 1, 0}, 0.4, -1});
    return samples;
  }
  /// Each side turned up, smoothly over a cell from the fold, and the right one moved along itself
  /// by `slide`.
  AlignedVector<double> folded(double slide) const {
    AlignedVector<double> x = rest;
    for (std::size_t n = 0; n < static_cast<std::size_t>(lattice.nodeCount); ++n) {
      double* p = &x[4 * n];
      const double u = p[0] - kMiddle, v = p[1] - kHinge, a = 1.3 * std::clamp(u, -1.0, 1.0);
      const double along = u + slide * std::clamp(u, 0.0, 1.0);
      p[0] = kMiddle + along * std::cos(a) - v * std::sin(a);
      p[1] = kHinge + along * std::sin(a) + v * std::cos(a);
    }
    return x;
  }
};

// Where skin folds, points near the fold are in their own patch and points farther away touch. In
// between, what a contact is worth must not jump: a solve would end on that edge.
TEST(FindSelfContact, FindsContactsThatSetInGradually) {
  const FoldedSlab slab;
  DeformedSkin skin(slab.lattice, slab.surface);
  std::vector<double> before(slab.surface.proxies.size(), 0);
  double largest = 0, deepest = 0;
  constexpr int kSteps = 3000;
  for (int i = 0; i <= kSteps; ++i) {
    const AlignedVector<double> x = slab.folded(-0.5 + 1.5 * i / kSteps);
    skin.moveTo(slab.lattice, x.data());
    const FleshAt flesh{slab.lattice, slab.surface, skin, x.data()};
    for (std::size_t p = 0; p < before.size(); ++p) {
      const SelfHit hit = findSelfContact(flesh, p);
      const double worth = hit.target >= 0 ? hit.facing * hit.apart * std::max(0.0, hit.depth) : 0;
      if (i > 0) largest = std::max(largest, std::fabs(worth - before[p]));
      deepest = std::max(deepest, worth);
      before[p] = worth;
    }
  }
  EXPECT_GT(deepest, 0.2);  // there are contacts
  EXPECT_LT(largest, 0.015);
}

// What goes with cells is made for contact of the flesh with itself, and counted there.
TEST(ContactSurface, NeedsMemoryForItsPointsAlone) {
  const FleshWithSkin slab(FoldedSlab::cellsOfSlab(), {{{8.3, 5.5, 2.3}, {0, 1, 0}, 0.4, -1}});
  ASSERT_EQ(slab.surface.proxies.size(), 1u);
  EXPECT_LT(slab.surface.memoryBytes(), 100u);
  const DeformedSkin skin(slab.lattice, slab.surface);
  const std::size_t slots = static_cast<std::size_t>(slab.lattice.blockCount) * kBlockCells;
  EXPECT_GE(skin.memoryBytes(), skin.tree.memoryBytes() + slots * sizeof(CellExits));
}

TEST(FindExits, KnowsTheNearestWayOutToEachSide) {
  const BallOfProxies ball;
  const std::vector<CellExits> exits = findExits(ball.lattice, ball.surface);
  for (CellSlot slot = 0; slot < ball.lattice.blockCount * kBlockCells; slot += 7) {
    if (!ball.lattice.isActive(slot)) continue;
    const Int3 c = ball.lattice.cellCoord(slot);
    const Vec3<double> centre{c.x + 0.5, c.y + 0.5, c.z + 0.5};
    const auto distance = [&](std::int32_t p) {
      const Vec3<double> d =
          ball.surface.restPoint(ball.lattice, static_cast<std::size_t>(p)) - centre;
      return std::sqrt(dot(d, d));
    };
    for (std::size_t side = 0; side < kExitSides; ++side) {
      double least = kDeepestExit;
      for (std::size_t p = 0; p < ball.surface.proxies.size(); ++p) {
        const auto& n = ball.surface.proxies[p].normal;
        const float along = (side % 2 ? -1.f : 1.f) * n[side / 2];
        const float most = std::max({std::fabs(n[0]), std::fabs(n[1]), std::fabs(n[2])});
        if (along == most) least = std::min(least, distance(static_cast<std::int32_t>(p)));
      }
      const std::int32_t exit = exits[static_cast<std::size_t>(slot)][side];
      if (least < kDeepestExit - 0.5) {
        ASSERT_GE(exit, 0);
        EXPECT_LE(distance(exit), least + 0.7);  // handed on from cell to cell, so not always exact
      } else if (exit >= 0) {
        EXPECT_LT(distance(exit), kDeepestExit);
      }
    }
  }
}

TEST(FindExits, LeavesNoCellWithoutTheNearestThatItsNeighboursKnow) {
  const BallOfProxies ball;
  const std::vector<CellExits> exits = findExits(ball.lattice, ball.surface);
  const CellFinder finder(ball.lattice);
  for (CellSlot slot = 0; slot < ball.lattice.blockCount * kBlockCells; ++slot) {
    if (!ball.lattice.isActive(slot)) continue;
    const Int3 c = ball.lattice.cellCoord(slot);
    const auto square = [&](std::int32_t p) {
      if (p < 0) return kDeepestExit * kDeepestExit;
      const Vec3<double> d = ball.surface.restPoint(ball.lattice, static_cast<std::size_t>(p)) -
                             Vec3<double>{c.x + 0.5, c.y + 0.5, c.z + 0.5};
      return dot(d, d);
    };
    for (int k = 0; k < 27; ++k) {
      const CellSlot next = finder.find(c + Int3{k % 3 - 1, k / 3 % 3 - 1, k / 9 - 1});
      if (next < 0) continue;
      for (std::size_t side = 0; side < kExitSides; ++side)
        EXPECT_LE(square(exits[static_cast<std::size_t>(slot)][side]),
                  square(exits[static_cast<std::size_t>(next)][side]));
    }
  }
}

}  // namespace
}  // namespace sinew::testing
