// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
//
// Loops over tiles (lattice/tiles.h), a lane per node: rows of K v on the lattice, each fused with
// the update that wants it.
#pragma once

#include <cstdint>

#include "constraints/spring_set.h"
#include "lattice/tiles.h"
#include "multigrid/node_kernels.h"

namespace sinew {

/// Rows of K v on the lattice: what applyTiles(v), springProducts(v) and multiplyPairs(v) left, and
/// stiffness times v if there is such. Fixed nodes give 0.
struct TileRows {
  const Tiles* tiles;
  const float *own, *halo;  // TileSums, with zeros for the block that is none
  const std::int32_t* ownSlot;
  const float* shared;         // float[4] per node with copies: its sum over cells
  const std::uint64_t* fixed;  // per tile, a bit per place
  const std::uint64_t* held;   // the same: nodes with springs or contacts
  const SpringSet* springs;
  const float* springProducts;
  PairRowLists pairs;
  const float* stiffness = nullptr;  // [tile][64], of inertia; null: none
  const float* v = nullptr;          // read where stiffness is

  const float* ownOf(std::int32_t block) const {
    return own + static_cast<std::size_t>(ownSlot[block]) * kTileFloats;
  }
};

/// Sums over the cells around nodes with copies, [begin, end) of them: to[k][4].
void sumShared(const TileRows& rows, float* to, std::int32_t begin, std::int32_t end);

/// out = K v; dots[t] is the sum over the nodes of tile t of out . v0 in double.
void storeTiles(const TileRows& rows, const float* v0, float* out, double* dots, std::int32_t begin,
                std::int32_t end);

/// The same, with the tiles of `out` `stride` floats apart.
void storeTilesApart(const TileRows& rows, float* out, std::size_t stride, std::int32_t begin,
                     std::int32_t end);

/// Inverts the blocks of a diagonal, [tile][xx, xy, xz, yy, yz, zz][64], in place, after adding
/// `stiffness` ([tile][64], or null) to xx, yy and zz. A singular block becomes that of its mean
/// diagonal, nothing stays nothing.
void invertTiles(const float* stiffness, float* diagonal, std::int32_t begin, std::int32_t end);

// The steps of node_kernels.h; inverseDiagonal is [tile][xx, xy, xz, yy, yz, zz][64].
void chebyshevStartTiles(const ChebyshevStep& step, std::int32_t begin, std::int32_t end);
void chebyshevStepTiles(const TileRows& rows, const ChebyshevStep& step, std::int32_t begin,
                        std::int32_t end);
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
