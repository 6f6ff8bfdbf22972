// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
//
// K on the lattice, row by row, for vectors in tiles: cells, springs, contacts and inertia.
#pragma once

#include <algorithm>
#include <bit>
#include <span>

#include "base/parallel.h"
#include "base/runs.h"
#include "constraints/pair_springs.h"
#include "elasticity/cell_kernels.h"
#include "lattice/tiles.h"
#include "multigrid/system_parts.h"
#include "multigrid/tile_kernels.h"

namespace sinew {

inline constexpr std::int64_t kTileGrain = 16;  // 1024 nodes
inline constexpr std::int32_t kFillGrain = 16;  // blocks whose sums stay in the nearest cache

class LatticeOperator {
 public:
  LatticeOperator(const SystemParts& parts, const CellState& state);

  /// use(rows, begin, end) for all tiles of K v, in some order. It must not write to v.
  template <class Use>
  void rows(Tangent tangent, const float* v, Use&& use) {
    const TileRows own = heldRows(v);
    overTiles(
        own,
        [&](std::int32_t begin, std::int32_t end) {
          applyTiles(*parts_.lattice, tiles_, *parts_.material, state_, tangent, v, sums(), begin,
                     end);
        },
        use);
  }

  /// The same for other sums over cells: fill(sums, blockBegin, blockEnd) writes those of blocks.
  /// With `springForces`, float[4] per spring, those of springs are added.
  template <class Fill, class Use>
  void cellSums(const float* springForces, Fill&& fill, Use&& use) {
    TileRows own = plainRows();
    own.held = (springForces ? springHeld_ : none_).data();
    own.springProducts = springForces;
    overTiles(
        own, [&](std::int32_t begin, std::int32_t end) { fill(sums(), begin, end); }, use);
  }

  /// Sums over cells of the diagonal blocks of the preconditioner's K: part 0 is (xx, xy, xz), part
  /// 1 (yy, yz, zz).
  template <class Use>
  void diagonal(int part, Use&& use) {
    cellSums(
        nullptr,
        [&](const TileSums& sums, std::int32_t begin, std::int32_t end) {
          diagonalTiles(*parts_.lattice, *parts_.material, state_, part, sums, begin, end);
        },
        use);
  }

  /// Sum of body(begin, end) over chunks of tiles.
  template <class Body>
  double sumTiles(Body&& body) const {
    return parallelSum(tiles_.count, kTileGrain, [&](std::int64_t begin, std::int64_t end) {
      return body(static_cast<std::int32_t>(begin), static_cast<std::int32_t>(end));
    });
  }

  /// One number per node, kept by the caller; null: none. To be called again when they changed.
  void setNodeStiffness(const float* stiffness);
  /// Kept by the caller. To be called again when their nodes changed.
  void setPairs(const PairLists& pairs);

  /// Calls visit(place) for all places of nodes with springs or contacts in some tiles.
  template <class Visit>
  void forHeld(std::int32_t begin, std::int32_t end, Visit&& visit) const {
    for (auto t = static_cast<std::size_t>(begin); t < static_cast<std::size_t>(end); ++t)
      for (std::uint64_t bits = held_[t]; bits != 0; bits &= bits - 1)
        visit(static_cast<std::uint32_t>(t * kTileNodes) +
              static_cast<std::uint32_t>(std::countr_zero(bits)));
  }

  const Tiles& tiles() const { return tiles_; }
  /// Per tile, a bit per place: nodes with springs or contacts.
  const std::uint64_t* held() const { return held_.data(); }
  /// One number per place, or null.
  const float* nodeStiffness() const { return hasStiffness_ ? stiffness_.data() : nullptr; }
  std::size_t memoryBytes() const;

 private:
  /// fill(begin, end) for all blocks and use(rows, begin, end) for all tiles. A tile is used as
  /// soon as the blocks it sums over are filled, while these sums are still in the cache. Tiles at
  /// the seams between the workers' ranges are used in a second pass, by the worker of the last of
  /// their blocks.
  template <class Fill, class Use>
  void overTiles(const TileRows& rows, Fill&& fill, Use&& use) {
    const auto useTiles = [&](std::size_t group) {
      forRunsOf(std::span(tileOrder_)
                    .subspan(groupBegin_[group], groupBegin_[group + 1] - groupBegin_[group]),
                [&](std::int32_t begin, std::int32_t end) { use(rows, begin, end); });
    };
    forRanges([&](std::size_t r) {
      std::size_t group = rangeGroup_[r];
      const std::int32_t last = rangeBegin_[r + 1];
      for (std::int32_t begin = rangeBegin_[r]; begin < last; begin += kFillGrain) {
        fill(begin, std::min(last, begin + kFillGrain));
        useTiles(group++);
      }
    });
    if (!tiles_.sharedNode.empty()) addShared(rows);
    forRanges([&](std::size_t r) { useTiles(rangeGroup_[r + 1] - 1); });
  }

  template <class Body>
  void forRanges(Body&& body) {
    parallelFor(static_cast<std::int64_t>(rangeBegin_.size()) - 1, 1,
                [&](std::int64_t begin, std::int64_t end) {
                  for (std::int64_t r = begin; r < end; ++r) body(static_cast<std::size_t>(r));
                });
  }

  /// Cuts the blocks into a range per worker, all about as much work, and finds when each tile is
  /// used and a place for the sums of every block.
  void cutRanges();
  void orderTiles();
  void placeSums();
  void placeHalos();
  TileSums sums() { return {own_.data(), halo_.data(), ownSlot_.data(), haloSlot_.data()}; }
  /// Everything of K v but the sums over cells.
  TileRows heldRows(const float* v);
  /// Cuts the ranges first, so that what it points to stays where it is.
  TileRows plainRows();
  void addShared(const TileRows& rows);
  void hold(std::int32_t node);
  void placeSprings();
  void gatherHeld(const float* v);

  SystemParts parts_;
  const CellState& state_;
  Tiles tiles_;
  AlignedVector<float> own_, halo_, shared_;
  std::vector<std::uint64_t> fixed_, held_, springHeld_, none_;  // bits per tile
  std::vector<std::int32_t> rangeBegin_;                         // of blocks
  // Tiles in groups, ascending in each: of every range a group per kFillGrain blocks, which are
  // used after these, and then one of those that have to wait for other ranges.
  std::vector<std::int32_t> tileOrder_;
  std::vector<std::size_t> groupBegin_, rangeGroup_;  // in tileOrder_; of a range
  // Where own_ has the sums of a block: in one of kFillGrain slots of its range, which are used
  // over and over and stay in the cache, or in one of its own where the tile has to wait. Slot 0
  // holds the zeros of a tile without a block.
  std::vector<std::int32_t> ownSlot_;
  // Where halo_ has what a block adds to other tiles. A slot serves another block when the last of
  // these was used, so that they stay in the cache; those that have to wait keep theirs.
  std::vector<std::int32_t> haloSlot_;
  AlignedVector<float> stiffness_;  // [tile][64], empty until wanted
  bool hasStiffness_ = false;
  PairLists pairs_{};
  NodeVector heldValues_;  // of nodes with springs or contacts
  TileSprings springs_;
  AlignedVector<float> springProducts_;
  std::array<AlignedVector<float>, kPairLists> pairProducts_;
};

}  // namespace sinew
