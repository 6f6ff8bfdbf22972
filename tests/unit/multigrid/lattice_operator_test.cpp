// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
#include "multigrid/lattice_operator.h"

#include <gtest/gtest.h>
#include <hwy/targets.h>
#include <tbb/global_control.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cmath>
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
  LatticeProduct()
      : model_(buildModel(handPlan(1), {})), w_(*model_), lattice_(w_.multigrid.parts(), w_.cells) {
    w_.x = deformedPositions(*model_, 5);
    linearise(*model_, w_.x, w_);
  }

  // K x, and x . K x at its end. The worker of the first blocks stops after some of them until the
  // others are done: tiles of theirs that did not wait would have sums of the product before.
  std::vector<double> product(int workers, Tangent tangent) {
    const Tiles& tiles = lattice_.tiles();
    TileVector x(tiles), y(tiles);
    std::vector<double> dots(static_cast<std::size_t>(tiles.count));
    Random random(7);
    const auto multiply = [&](std::chrono::milliseconds pause) {
      NodeVector nodes = makeNodeVector(model_->lattice.nodeCount);
      for (float& v : nodes) v = static_cast<float>(random.next());
      toTiles(tiles, nodes.data(), x.data(), 0, tiles.count);
      lattice_.rows(tangent, x.data(),
                    [&](const TileRows& rows, std::int32_t begin, std::int32_t end) {
                      if (begin < kFillGrain) std::this_thread::sleep_for(pause);
                      storeTiles(rows, x.data(), y.data(), dots.data(), begin, end);
                    });
    };
    ThreadArena(workers).run([&] {
      multiply(std::chrono::milliseconds(0));
      multiply(std::chrono::milliseconds(20));
    });
    std::vector<double> result(y.values.begin(), y.values.end());
    result.insert(result.end(), dots.begin(), dots.end());
    return result;
  }

  std::unique_ptr<FleshModel> model_;
  Workspace w_;
  LatticeOperator lattice_;
};

TEST_F(LatticeProduct, HasTheSameBitsForAnyNumberOfWorkers) {
  ASSERT_GT(model_->lattice.blockCount, 6 * kFillGrain);  // midway, of up to three workers
  for (const Tangent tangent : {Tangent::Exact, Tangent::Projected}) {
    const std::vector<double> one = product(1, tangent);
    // From one number to another and back: the seams are found anew.
    for (const int workers : {2, 3, 8, 2, 1}) EXPECT_TRUE(product(workers, tangent) == one);
  }
}

// Parts of layers, rows and edges are cut differently for every width of vectors.
TEST_F(LatticeProduct, IsTheSameOnEveryTarget) {
  for (const Tangent tangent : {Tangent::Exact, Tangent::Projected}) {
    const std::vector<double> best = product(2, tangent);
    double greatest = 0;
    for (const double v : best) greatest = std::max(greatest, std::fabs(v));
    for (const std::int64_t target : hwy::SupportedAndGeneratedTargets()) {
      SCOPED_TRACE(hwy::TargetName(target));
      hwy::SetSupportedTargetsForTest(target);
      const std::vector<double> own = product(2, tangent);
      hwy::SetSupportedTargetsForTest(0);
      double off = 0;
      for (std::size_t k = 0; k < best.size(); ++k)
        off = std::max(off, std::fabs(own[k] - best[k]));
      EXPECT_LT(off, 3e-6 * greatest);  // rounding of floats; targets without fused products differ
    }
  }
}

// Every tile is used once, when its blocks are filled and what they have for it is still there.
void expectUsedInTime(LatticeOperator& lattice) {
  const Tiles& tiles = lattice.tiles();
  for (const int workers : {1, 2, 5}) {
    std::vector<std::atomic<int>> isFilled(static_cast<std::size_t>(tiles.blockCount) + 1),
        uses(static_cast<std::size_t>(tiles.count));
    isFilled.back() = 1;  // no block
    std::atomic<int> early = 0, gone = 0;
    ThreadArena(workers).run([&] {
      lattice.cellSums(
          nullptr,
          [&](const TileSums& sums, std::int32_t begin, std::int32_t end) {
            if (begin == 0)
              std::this_thread::sleep_for(std::chrono::milliseconds(50));  // others go on
            for (std::int32_t b = begin; b < end; ++b) {
              sums.ownOf(b)[0] = sums.haloOf(b)[0] = static_cast<float>(b);
              isFilled[static_cast<std::size_t>(b)] = 1;
            }
          },
          [&](const TileRows& rows, std::int32_t begin, std::int32_t end) {
            for (auto t = static_cast<std::size_t>(begin); t < static_cast<std::size_t>(end); ++t) {
              ++uses[t];
              const auto& blocks = tiles.blocksOf[t];
              for (const std::int32_t b : blocks) early += !isFilled[static_cast<std::size_t>(b)];
              if (blocks[0] != tiles.blockCount)
                gone += rows.ownOf(blocks[0])[0] != static_cast<float>(blocks[0]);
              for (std::size_t o = 1; o < 8; ++o)
                if (blocks[o] != tiles.blockCount)
                  gone += rows.haloOf(blocks[o])[0] != static_cast<float>(blocks[o]);
            }
          });
    });
    EXPECT_EQ(early, 0) << workers;
    EXPECT_EQ(gone, 0) << workers;
    for (const std::atomic<int>& count : uses) EXPECT_EQ(count, 1) << workers;
  }
}

TEST_F(LatticeProduct, UsesEveryTileOnceWhenItsBlocksAreFilled) { expectUsedInTime(lattice_); }

// As a file may have them; then a tile's own block need not be the last of its blocks.
TEST_F(LatticeProduct, TakesBlocksInAnyOrder) {
  Lattice shuffled = model_->lattice;
  const auto count = static_cast<std::size_t>(shuffled.blockCount);
  for (std::size_t b = 0; b < count; ++b) {
    const std::size_t from = b * 37 % count;
    ASSERT_NE(count % 37, 0u);
    shuffled.blockCoord[b] = model_->lattice.blockCoord[from];
    shuffled.activeCells[b] = model_->lattice.activeCells[from];
    std::copy_n(
        model_->lattice.nodeTable.begin() + static_cast<std::ptrdiff_t>(from * kBlockNodeStride),
        kBlockNodeStride,
        shuffled.nodeTable.begin() + static_cast<std::ptrdiff_t>(b * kBlockNodeStride));
  }
  SystemParts parts = w_.multigrid.parts();
  parts.lattice = &shuffled;
  LatticeOperator lattice(parts, w_.cells);
  expectUsedInTime(lattice);
}

// Whole numbers add up exactly in any order, so what blocks write must reach every free node as the
// sum over the table of the lattice.
float wholeNumber(std::size_t slot, std::size_t component) {
  return static_cast<float>(1 + (slot * 31 + component * 5) % 97);
}

// Where a block keeps component i of its node (x, y, z), as lattice/tiles.h says.
float& sumOf(const TileSums& sums, std::int32_t block, std::size_t i, Int3 p) {
  float* halo = sums.haloOf(block) + i * kHaloStride;
  const auto x = static_cast<std::size_t>(p.x), y = static_cast<std::size_t>(p.y),
             z = static_cast<std::size_t>(p.z);
  if (x < 4 && y < 4 && z < 4) return sums.ownOf(block)[i * kTileNodes + x + 4 * y + 16 * z];
  if (x == 4 && y == 4 && z == 4) return halo[kHaloXYZ];
  if (x == 4 && y == 4) return halo[kHaloXY + 4 * z];
  if (x == 4 && z == 4) return halo[kHaloXZ + 4 * y];
  if (y == 4 && z == 4) return halo[kHaloYZ + x];
  if (x == 4) return halo[kHaloX + 4 * y + 3 - z];
  if (y == 4) return halo[kHaloY + 4 * z + x];
  return halo[kHaloZ + 4 * y + x];
}

TEST_F(LatticeProduct, SumsOfBlocksReachTheirNodesOnce) {
  const Lattice& lattice = model_->lattice;
  std::vector<float> expected(static_cast<std::size_t>(lattice.nodeCount + 1) * 4, 0.f);
  const auto forNodesOf = [&](std::int32_t block, auto&& visit) {
    for (int local = 0; local < kBlockNodes; ++local) {
      const auto slot = static_cast<std::size_t>(block * kBlockNodeStride + local);
      visit(slot, lattice.nodeTable[slot], Int3{local % 5, local / 5 % 5, local / 25});
    }
  };
  for (std::int32_t b = 0; b < lattice.blockCount; ++b)
    forNodesOf(b, [&](std::size_t slot, std::int32_t n, Int3) {
      if (n == lattice.nodeCount || model_->hierarchy.fixed[static_cast<std::size_t>(n)]) return;
      for (std::size_t i = 0; i < 3; ++i)
        expected[4 * static_cast<std::size_t>(n) + i] += wholeNumber(slot, i);
    });
  const auto fill = [&](const TileSums& sums, std::int32_t begin, std::int32_t end) {
    for (std::int32_t b = begin; b < end; ++b)
      forNodesOf(b, [&](std::size_t slot, std::int32_t n, Int3 p) {
        for (std::size_t i = 0; i < 3; ++i)
          sumOf(sums, b, i, p) = n == lattice.nodeCount ? 0.f : wholeNumber(slot, i);
      });
  };
  for (const int workers : {1, 2, 5}) {
    NodeVector sums = makeNodeVector(lattice.nodeCount), left = sums;
    for (std::size_t k = 0; k < left.size() - 4; ++k) left[k] = k % 4 == 3 ? 0.f : 1000.f;
    const NodeVector before = left;
    ThreadArena(workers).run([&] {
      w_.multigrid.sumCells(nullptr, fill, sums);
      w_.multigrid.subtractCells(fill, left);
    });
    EXPECT_TRUE(std::equal(sums.begin(), sums.end(), expected.begin(), expected.end())) << workers;
    for (std::size_t k = 0; k < left.size(); ++k) ASSERT_EQ(left[k], before[k] - expected[k]);
  }
}

}  // namespace
}  // namespace sinew::testing
