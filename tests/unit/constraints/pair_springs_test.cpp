// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
//
// Springs between nodes that are no neighbours, on every level.
#include "constraints/pair_springs.h"

#include <gtest/gtest.h>

#include "lattice/embedding.h"
#include "support/models.h"

namespace sinew::testing {
namespace {

// P x from a level to the one below it.
std::vector<float> prolong(const CoarseLevel& level, const std::vector<float>& coarse,
                           std::int32_t finerNodes) {
  std::vector<float> fine((static_cast<std::size_t>(finerNodes) + 1) * 4, 0.f);
  for (std::size_t n = 0; n < static_cast<std::size_t>(finerNodes); ++n)
    for (const WeightedNode& parent : level.parents.row(n))
      for (std::size_t i = 0; i < 3; ++i)
        fine[4 * n + i] +=
            parent.weight() * coarse[4 * static_cast<std::size_t>(parent.node()) + i];
  return fine;
}

// x . K x of the springs on a level.
double energyOf(const PairSprings& pairs, std::size_t level, const std::vector<float>& x) {
  AlignedVector<float> products(static_cast<std::size_t>(pairs.count) * 8);
  multiplyPairs(pairs, level, x.data(), products);
  double sum = 0;
  for (std::size_t n = 0; n + 1 < x.size() / 4; ++n)
    for (std::uint32_t k = pairs.levels[level].nodeBegin[n];
         k < pairs.levels[level].nodeBegin[n + 1]; ++k) {
      const NodeSpring& end = pairs.levels[level].nodeEnds[k];
      for (std::size_t i = 0; i < 3; ++i)
        sum += static_cast<double>(end.weight * x[4 * n + i]) *
               static_cast<double>(products[4 * static_cast<std::size_t>(end.spring) + i]);
    }
  return sum;
}

TEST(PairSprings, AreGalerkinOnEveryLevel) {
  const auto model = buildModel(armPlan(5), {});
  const Lattice& lattice = model->lattice;
  const Hierarchy& hierarchy = model->hierarchy;
  ASSERT_GE(hierarchy.levels.size(), 2u);
  PairSprings pairs = makePairSprings(lattice, hierarchy);
  Random random(5);
  std::vector<CellSlot> active;
  for (CellSlot slot = 0; slot < lattice.blockCount * kBlockCells; ++slot)
    if (lattice.isActive(slot)) active.push_back(slot);
  pairs.count = 40;
  pairs.stiffness.resize(9 * 40 + 4);
  for (std::size_t c = 0; c < 40; ++c) {
    const Vec3<double> g = randomPoint(random, 2);
    const double slope[3] = {g.x, g.y, g.z};
    for (std::size_t i = 0; i < 9; ++i)
      pairs.stiffness[9 * c + i] = static_cast<float>(slope[i / 3] * slope[i % 3]);
    for (int end = 0; end < 2; ++end) {
      const auto pick = static_cast<std::size_t>((random.next() + 1) / 2 *
                                                 static_cast<double>(active.size() - 1));
      PairEnd made;
      made.weights = trilinearWeights({0.3f, 0.6f, 0.9f});
      for (int a = 0; a < 8; ++a)
        made.nodes[static_cast<std::size_t>(a)] = lattice.cellNode(active[pick], a);
      pairs.levels[0].ends.push_back(made);
    }
  }
  spreadPairs(lattice, hierarchy, pairs);

  for (std::size_t l = 1; l <= hierarchy.levels.size(); ++l) {
    std::vector<float> x((static_cast<std::size_t>(hierarchy.levels[l - 1].nodeCount) + 1) * 4, 0);
    for (std::size_t i = 0; i + 4 < x.size(); ++i)
      if (i % 4 != 3) x[i] = static_cast<float>(random.next());
    std::vector<float> fine = x;
    for (std::size_t f = l; f > 0; --f)
      fine = prolong(hierarchy.levels[f - 1], fine,
                     f == 1 ? lattice.nodeCount : hierarchy.levels[f - 2].nodeCount);
    const double expected = energyOf(pairs, 0, fine), found = energyOf(pairs, l, x);
    EXPECT_GT(expected, 0);
    EXPECT_NEAR(found, expected, 1e-4 * expected) << "level " << l;
  }
}

}  // namespace
}  // namespace sinew::testing
