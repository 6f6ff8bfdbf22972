// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
#include "multigrid/lattice_sweep.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <vector>

#include "base/parallel.h"
#include "multigrid/multigrid.h"
#include "support/models.h"

namespace sinew::testing {
namespace {

// Shares of whole numbers add up exactly in any order, so sums per chunk and then over chunks must
// be those over the table of the lattice.
float shareOf(std::size_t slot, std::size_t component) {
  return static_cast<float>((slot * 31 + component * 5) % 97);
}

void fillShares(float* shares, std::int32_t begin, std::int32_t end) {
  for (auto slot = static_cast<std::size_t>(begin) * kBlockNodeStride;
       slot < static_cast<std::size_t>(end) * kBlockNodeStride; ++slot)
    for (std::size_t i = 0; i < 4; ++i) *shares++ = i == 3 ? 0 : shareOf(slot, i);
}

class LatticeSweepTest : public ::testing::Test {
 protected:
  LatticeSweepTest() : model_(buildModel(armPlan(9), {})), sweep_(model_->lattice) {}

  std::vector<float> expected() const {
    const Lattice& lattice = model_->lattice;
    std::vector<float> sums(static_cast<std::size_t>(lattice.nodeCount + 1) * 4, 0.f);
    for (std::size_t s = 0; s < lattice.nodeTable.size(); ++s) {
      if (lattice.nodeTable[s] == lattice.nodeCount) continue;
      const auto n = static_cast<std::size_t>(lattice.nodeTable[s]);
      if (model_->hierarchy.fixed[n]) continue;
      for (std::size_t i = 0; i < 3; ++i) sums[4 * n + i] += shareOf(s, i);
    }
    return sums;
  }
  LatticeRows rows() const { return {model_->hierarchy.fixed.data(), &none_, nullptr}; }

  std::unique_ptr<FleshModel> model_;
  LatticeSweep sweep_;
  SpringSet none_;
};

TEST_F(LatticeSweepTest, GivesEveryNodeTheSumOfItsSharesOnce) {
  ASSERT_GT(model_->lattice.blockCount, 4 * kChunkBlocks);  // there are inner nodes and seams
  for (const int threads : {1, 2, 5}) {
    ThreadArena arena(threads);
    NodeVector out = makeNodeVector(model_->lattice.nodeCount);
    std::vector<std::uint8_t> uses(static_cast<std::size_t>(model_->lattice.nodeCount), 0);
    double used = 0;
    arena.run([&] {
      used = sweep_(
          rows(),
          [](float* shares, std::int32_t begin, std::int32_t end) {
            fillShares(shares, begin, end);
          },
          [&](const LatticeRows& own, std::int32_t begin, std::int32_t end) {
            storeRows(own, nullptr, out.data(), begin, end);
            for (std::int32_t k = begin; k < end; ++k)
              ++uses[static_cast<std::size_t>(own.node[k])];
            return static_cast<double>(end - begin);
          });
    });
    const std::vector<float> sums = expected();
    EXPECT_TRUE(std::equal(out.begin(), out.end(), sums.begin(), sums.end())) << threads;
    EXPECT_EQ(used, model_->lattice.nodeCount);
    EXPECT_EQ(std::count(uses.begin(), uses.end(), 1), model_->lattice.nodeCount);
  }
}

}  // namespace
}  // namespace sinew::testing
