// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
#include "multigrid/lattice_operator.h"

#include <gtest/gtest.h>
#include <tbb/global_control.h>

#include <atomic>
#include <chrono>
#include <memory>
#include <thread>
#include <vector>

#include "solver/linearise.h"
#include "support/models.h"
#include "support/reference.h"

namespace sinew::testing {
namespace {

// TBB makes no more threads than cores unless it is told to.
const tbb::global_control kManyThreads(tbb::global_control::max_allowed_parallelism, 8);

// Large enough for ranges of blocks with tiles inside them, and with separate parts that touch.
class LatticeProduct : public ::testing::Test {
 protected:
  LatticeProduct() : model_(buildModel(handPlan(1), {})), w_(*model_) {
    w_.x = deformedPositions(*model_, 5);
    linearise(*model_, w_.x, w_);
  }

  // K x, and x . K x at its end.
  std::vector<double> product(int workers, Tangent tangent) {
    NodeVector x = makeNodeVector(model_->lattice.nodeCount), y = x, other = x;
    Random random(7);
    for (float& v : x) v = static_cast<float>(random.next());
    for (float& v : other) v = static_cast<float>(random.next());
    std::vector<double> result;
    ThreadArena arena(workers);
    arena.run([&] {
      w_.multigrid.apply(tangent, other, y);  // sums that must not be taken for those of x
      const double dot = w_.multigrid.apply(tangent, x, y);
      result.assign(y.begin(), y.end());
      result.push_back(dot);
    });
    return result;
  }

  std::unique_ptr<FleshModel> model_;
  Workspace w_;
};

TEST_F(LatticeProduct, HasTheSameBitsForAnyNumberOfWorkers) {
  ASSERT_GT(model_->lattice.blockCount, 100);
  for (const Tangent tangent : {Tangent::Exact, Tangent::Projected}) {
    const std::vector<double> one = product(1, tangent);
    // From one number to another and back: the seams are found anew.
    for (const int workers : {2, 3, 8, 2, 1}) EXPECT_EQ(product(workers, tangent), one);
  }
}

TEST_F(LatticeProduct, UsesEveryTileOnceWhenItsBlocksAreFilled) {
  LatticeOperator lattice(w_.multigrid.parts(), w_.cells);
  const Tiles& tiles = lattice.tiles();
  for (const int workers : {1, 2, 5}) {
    std::vector<std::atomic<int>> isFilled(static_cast<std::size_t>(tiles.blockCount) + 1),
        uses(static_cast<std::size_t>(tiles.count));
    isFilled.back() = 1;  // no block
    std::atomic<int> early = 0;
    ThreadArena(workers).run([&] {
      lattice.cellSums(
          [&](const TileSums&, std::int32_t begin, std::int32_t end) {
            if (begin == 0)
              std::this_thread::sleep_for(std::chrono::milliseconds(50));  // others go on
            for (std::int32_t b = begin; b < end; ++b) isFilled[static_cast<std::size_t>(b)] = 1;
          },
          [&](const TileRows&, std::int32_t begin, std::int32_t end) {
            for (auto t = static_cast<std::size_t>(begin); t < static_cast<std::size_t>(end); ++t) {
              ++uses[t];
              for (const std::int32_t b : tiles.blocksOf[t])
                early += !isFilled[static_cast<std::size_t>(b)];
            }
          });
    });
    EXPECT_EQ(early, 0) << workers;
    for (const std::atomic<int>& count : uses) EXPECT_EQ(count, 1) << workers;
  }
}

}  // namespace
}  // namespace sinew::testing
