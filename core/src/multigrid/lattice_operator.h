// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
//
// K on the lattice, row by row, for vectors in tiles: cells, springs, contacts and inertia.
#pragma once

#include <bit>
#include <type_traits>

#include "base/parallel.h"
#include "constraints/pair_springs.h"
#include "lattice/tiles.h"
#include "multigrid/system_parts.h"
#include "multigrid/tile_kernels.h"

namespace sinew {

inline constexpr std::int64_t kTileGrain = 16;  // 1024 nodes

class LatticeOperator {
 public:
  LatticeOperator(const SystemParts& parts, const CellState& state);

  /// use(rows, begin, end) for all tiles of K v; returns the sum of what it returns.
  template <class Use>
  double rows(Tangent tangent, const float* v, Use&& use) {
    const TileRows own = multiply(tangent, v);
    return sumTiles([&](std::int32_t begin, std::int32_t end) {
      if constexpr (std::is_void_v<decltype(use(own, begin, end))>) {
        use(own, begin, end);
        return 0.0;
      } else {
        return use(own, begin, end);
      }
    });
  }

  /// The same for sums over cells alone: fill(sums, blockBegin, blockEnd) writes those of blocks.
  template <class Fill, class Use>
  void cellSums(Fill&& fill, Use&& use) {
    parallelFor(tiles_.blockCount, kTileGrain, [&](std::int64_t begin, std::int64_t end) {
      fill(TileSums{own_.data(), halo_.data()}, static_cast<std::int32_t>(begin),
           static_cast<std::int32_t>(end));
    });
    TileRows own = plainRows();
    if (!tiles_.sharedNode.empty()) addShared(own);
    own.held = none_.data();
    parallelFor(tiles_.count, kTileGrain, [&](std::int64_t begin, std::int64_t end) {
      use(own, static_cast<std::int32_t>(begin), static_cast<std::int32_t>(end));
    });
  }

  /// Upper triangles of the diagonal blocks of the projected K, cells alone: [tile][6][64].
  void diagonal(AlignedVector<float>& to);

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
  /// One number per place, or null.
  const float* nodeStiffness() const { return hasStiffness_ ? stiffness_.data() : nullptr; }
  std::size_t memoryBytes() const;

 private:
  /// Everything of K v but the sums per tile.
  TileRows multiply(Tangent tangent, const float* v);
  TileRows plainRows() const;
  void addShared(const TileRows& rows);
  void hold(std::int32_t node);
  void gatherHeld(const float* v);

  SystemParts parts_;
  const CellState& state_;
  Tiles tiles_;
  AlignedVector<float> own_, halo_, shared_;
  std::vector<std::uint64_t> fixed_, held_, springHeld_, none_;  // bits per tile
  AlignedVector<float> stiffness_;                               // [tile][64], empty until wanted
  bool hasStiffness_ = false;
  PairLists pairs_{};
  NodeVector heldValues_;  // of nodes with springs or contacts
  AlignedVector<float> springProducts_;
  std::array<AlignedVector<float>, kPairLists> pairProducts_;
};

}  // namespace sinew
