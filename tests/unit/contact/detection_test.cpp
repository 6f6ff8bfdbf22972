// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
//
// Contacts found quickly, by groups, trees and lanes, against a way that has none of these: every
// proxy by itself, with every cell of the lattice tried, in double.
#include <gtest/gtest.h>
#include <hwy/highway.h>

#include <cmath>

#include "api/character_parts.h"
#include "contact/contact_set.h"
#include "lattice/embedding.h"
#include "support/characters.h"
#include "support/models.h"

namespace sinew::testing {
namespace {

// Two balls, the upper one pressed deep into the lower one, and all nodes moved a little.
struct CrushedBalls : ::testing::Test {
  std::shared_ptr<const Character> character = bind(twoBallsCharacter(), cellsOfEdge(0.2)).value();
  const FleshModel& model = character->parts().model;
  const ContactSurface& surface = model.contactSurface;
  ContactSet set{model.lattice, model.hierarchy, surface};
  AlignedVector<double> x = restPositions(model.lattice);
  std::vector<CellSlot> allCells;

  CrushedBalls() {
    int highest = 0;
    for (const Int3& c : model.lattice.nodeCoord) highest = std::max(highest, c.y);
    Random random(7);
    for (std::size_t n = 0; n < static_cast<std::size_t>(model.lattice.nodeCount); ++n) {
      for (std::size_t i = 0; i < 3; ++i) x[4 * n + i] += 0.2 * random.next();
      if (2 * model.lattice.nodeCoord[n].y > highest) x[4 * n] += 0.7, x[4 * n + 1] -= 4.5;
    }
    for (CellSlot slot = 0; slot < model.lattice.blockCount * kBlockCells; ++slot)
      if (model.lattice.isActive(slot)) allCells.push_back(slot);
    startContacts(model.contactModel(), {.isOn = true}, set);
    measureContacts(model.contactModel(), x.data(), set);
  }
  FleshAt flesh() const { return {model.lattice, surface, set.skin, x.data()}; }
};

void expectSame(const Vec3<double>& a, const Vec3<double>& b) {
  EXPECT_EQ(a.x, b.x);
  EXPECT_EQ(a.y, b.y);
  EXPECT_EQ(a.z, b.z);
}

TEST_F(CrushedBalls, TouchAsWhenEveryCellIsTried) {
  std::size_t touching = 0;
  for (std::size_t p = 0; p < surface.proxies.size(); ++p) {
    const SelfHit slow = findSelfContactIn(flesh(), p, allCells), &quick = set.hits[p];
    EXPECT_EQ(quick.target, slow.target) << p;
    EXPECT_EQ(quick.depth, slow.depth) << p;
    expectSame(quick.foot, slow.foot);
    EXPECT_EQ(set.hasHit[p] != 0, quick.target >= 0);
    touching += slow.target >= 0;
  }
  EXPECT_GT(touching, surface.proxies.size() / 10);
  EXPECT_LT(touching, surface.proxies.size());
  EXPECT_EQ(set.list.size(), touching);
}

TEST_F(CrushedBalls, HaveTheirSkinWhereTheCornersOfItsCellsPutIt) {
  for (std::size_t p = 0; p < surface.proxies.size(); ++p) {
    const ContactProxy& proxy = surface.proxies[p];
    const auto corners = cornersOf(model.lattice, proxy.cell, x.data());
    expectSame(set.skin.points[p], weightedSum(corners, trilinearWeights(proxy.local)));
    // Normals stay across the images of two directions along the surface at rest.
    const Vec3<double> n = set.skin.normals[p];
    const Vec3<double> N{proxy.normal[0], proxy.normal[1], proxy.normal[2]};
    const Mat3<double> F = centreGradient(corners);
    const Vec3<double> along = cross(N, Vec3<double>{0.3, -0.5, 0.8});
    EXPECT_NEAR(dot(n, n), 1, 1e-12);
    EXPECT_NEAR(dot(n, F * along), 0, 1e-12);
    EXPECT_NEAR(dot(n, F * cross(N, along)), 0, 1e-12);
    EXPECT_GT(dot(n, F * N) * determinant(F), 0);
  }
}

// Lanes are wider or narrower, the contacts and their springs on all levels are the same.
TEST_F(CrushedBalls, HaveTheSameBitsOnEveryTarget) {
  const std::vector<SelfHit> hits = set.hits;
  const std::vector<PairLevel> levels = set.pairs.levels;
  for (const std::int64_t target : hwy::SupportedAndGeneratedTargets()) {
    hwy::SetSupportedTargetsForTest(target);
    measureContacts(model.contactModel(), x.data(), set);
    hwy::SetSupportedTargetsForTest(0);
    for (std::size_t p = 0; p < hits.size(); ++p) {
      ASSERT_EQ(set.hits[p].target, hits[p].target) << hwy::TargetName(target);
      ASSERT_EQ(set.hits[p].depth, hits[p].depth) << hwy::TargetName(target);
    }
    for (std::size_t l = 0; l < levels.size(); ++l)
      for (std::size_t e = 0; e < levels[l].ends.size(); ++e) {
        ASSERT_EQ(set.pairs.levels[l].ends[e].nodes, levels[l].ends[e].nodes);
        ASSERT_EQ(set.pairs.levels[l].ends[e].weights, levels[l].ends[e].weights);
      }
  }
}

// Every proxy is in one group, with others of its octet, and no group is too large.
TEST_F(CrushedBalls, AreAskedAboutInGroups) {
  std::vector<int> times(surface.proxies.size(), 0);
  for (std::size_t g = 0; g < set.skin.groupCount(); ++g) {
    const SkinGroup group = set.skin.group(g);
    ASSERT_LE(group.proxies.size(), static_cast<std::size_t>(PointGroup::kMost));
    for (const PlacedProxy& placed : group.proxies) {
      ++times[static_cast<std::size_t>(placed.proxy)];
      EXPECT_EQ(placed.cell >> 6, group.proxies[0].cell >> 6);  // the block
    }
  }
  for (const int t : times) EXPECT_EQ(t, 1);
}

}  // namespace
}  // namespace sinew::testing
