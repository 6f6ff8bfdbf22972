// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
//
// Loops over tiles (lattice/tiles.h), a lane per node: rows of K v on the lattice, each fused with
// the update that wants it.
#pragma once

#include <cstdint>
#include <vector>

#include "base/aligned_vector.h"
#include "constraints/spring_set.h"
#include "lattice/tiles.h"
#include "multigrid/node_kernels.h"

namespace sinew {

/// The springs of a SpringSet by places: one after the other as tiles come to them, because tables
/// by node are hardly ever in the cache.
struct TileSprings {
  std::vector<std::uint32_t> tileBegin;   // per tile, and the end: its first place below
  std::vector<std::uint8_t> local;        // a place in its tile
  std::vector<std::uint32_t> entryBegin;  // per place, and the end
  std::vector<NodeSpring> entries;

  std::size_t memoryBytes() const;
};

/// Rows of K v on the lattice: what applyTiles(v), springProducts(v) and multiplyPairs(v) left, and
/// stiffness times v if there is such. Fixed nodes give 0.
struct TileRows {
  const Tiles* tiles;
  const float *own, *halo;  // TileSums, with zeros for the block that is none
  const std::int32_t *ownSlot, *haloSlot;
  const float* shared;         // float[4] per node with copies: its sum over cells
  const std::uint64_t* fixed;  // per tile, a bit per place
  const std::uint64_t* held;   // the same: nodes with springs or contacts
  const TileSprings* springs;
  const float* springProducts;
  PairRowLists pairs;
  const float* stiffness = nullptr;  // [tile][64], of inertia; null: none
  const float* v = nullptr;          // read where stiffness is

  const float* ownOf(std::int32_t block) const {
    return own + static_cast<std::size_t>(ownSlot[block]) * kTileFloats;
  }
  const float* haloOf(std::int32_t block) const {
    return halo + static_cast<std::size_t>(haloSlot[block]) * kHaloFloats;
  }
};

/// Sums over the cells around nodes with copies, [begin, end) of them: to[k][4].
void sumShared(const TileRows& rows, float* to, std::int32_t begin, std::int32_t end);

/// out = K v; dots[t] is the sum over the nodes of tile t of out . v0 in double.
void storeTiles(const TileRows& rows, const float* v0, float* out, double* dots, std::int32_t begin,
                std::int32_t end);

/// The same, with the tiles of `out` `stride` floats apart; 0 for a single tile, which is all of
/// it.
void storeTilesApart(const TileRows& rows, float* out, std::size_t stride, std::int32_t begin,
                     std::int32_t end);

/// D^-1 = C C^T of the nodes of tiles: lower triangles C, [tile][xx, yx, zx, yy, zy, zz][64], in
/// half floats. Rounded like that, D^-1 stays positive, and wrong by 2^-10 or so where no direction
/// of a node is much stiffer than the others. Where springs hold one that is not enough: D^-1 K may
/// then have eigenvalues of (1 + 2^-11 sqrt k)^2 where 1 is right, k the ratio of stiffnesses.
/// Tiles with such nodes have floats. What half floats cannot hold (C above 65504, D below 2e-10)
/// is cut.
struct InverseFactors {
  AlignedVector<std::uint16_t> halves;
  AlignedVector<float> floats;      // of those tiles alone, in their order
  std::vector<std::int32_t> place;  // per tile: in floats, or -1

  explicit InverseFactors(std::int32_t tileCount);
  /// Which tiles have floats: those with a bit set.
  void choose(const std::uint64_t* held);
  std::size_t memoryBytes() const;
};

/// Finds the factors of tile t from its diagonal, [xx, xy, xz, yy, yz, zz][64], after adding
/// `stiffness` ([64], or null) to xx, yy and zz. A singular block becomes that of its mean
/// diagonal, nothing stays nothing.
void invertTile(const float* stiffness, const float* diagonal, std::int32_t t,
                InverseFactors& factors);

// The steps of node_kernels.h.
void chebyshevStartTiles(const InverseFactors& factors, const ChebyshevStep& step,
                         std::int32_t begin, std::int32_t end);
void chebyshevStepTiles(const TileRows& rows, const InverseFactors& factors,
                        const ChebyshevStep& step, std::int32_t begin, std::int32_t end);
void residualTiles(const TileRows& rows, const float* b, float* r, std::int32_t begin,
                   std::int32_t end);

/// Between node vectors (float[4] per node) and tiles.
void toTiles(const Tiles& tiles, const float* nodes, float* to, std::int32_t begin,
             std::int32_t end);
void toNodes(const Tiles& tiles, const float* from, float* nodes, std::int32_t nodeBegin,
             std::int32_t nodeEnd);
/// nodes -= from.
void subtractFromNodes(const Tiles& tiles, const float* from, float* nodes, std::int32_t nodeBegin,
                       std::int32_t nodeEnd);

}  // namespace sinew
