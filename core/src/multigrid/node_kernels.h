// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
//
// Loops over nodes, vectorised with one 4-lane vector (x, y, z, 0) per node, in three families:
// row sums of the lattice operator (shares of blocks plus springs), row sums of a coarse matrix,
// and plain vector algebra. Each update is fused with the row sum that feeds it
// (docs/theory/multigrid.md).
#pragma once

#include <cstdint>

#include "constraints/pair_springs.h"
#include "constraints/spring_set.h"
#include "lattice/hierarchy.h"
#include "lattice/lattice.h"

namespace sinew {

/// What multiplyPairs(v) left for a level; no contacts: null.
struct PairRows {
  const PairLevel* level = nullptr;
  const float* products = nullptr;
};

/// (K v)_n of the lattice: sum of the shares that applyBlocks(v), springProducts(v) and
/// multiplyPairs(v) left, and nodeStiffness_n v_n if there is such. Fixed nodes give 0.
struct LatticeRows {
  static constexpr bool kReadsVectorWhileSweeping = false;
  const Lattice* lattice;
  const std::uint8_t* fixed;
  const float* shares;
  const SpringSet* springs;
  const float* springProducts;
  const float* nodeStiffness = nullptr;  // one per node, of inertia; null: none
  const float* v = nullptr;              // read where nodeStiffness is: row n reads v_n alone
  PairRows pairs = {};
};

/// (K v)_n of a coarse level; blocks are 3x3, column by column, 9 floats each.
struct MatrixRows {
  static constexpr bool kReadsVectorWhileSweeping = true;
  const CoarseLevel* pattern;
  const float* blocks;
  const float* v;
  PairRows pairs = {};
};

/// What a Chebyshev step reads and writes, all float[4] per node except inverseDiagonal, 9 per
/// node.
struct ChebyshevVectors {
  const float* inverseDiagonal;
  const float* b;
  float* x;
  float* r;
  float* d;      // the step just taken
  float* dNext;  // the step to take
};

/// out = K v; returns the sum over the nodes of out . v0 in double (v0 may be null).
template <class Rows>
double storeRows(const Rows& rows, const float* v0, float* out, std::int32_t begin,
                 std::int32_t end);

/// r = b - K x, then d = c D^-1 r, x += d. Rows that read x while sweeping leave the last part to
/// the caller.
template <class Rows>
void chebyshevFirst(const Rows& rows, const ChebyshevVectors& v, float c, std::int32_t begin,
                    std::int32_t end);

/// r -= K d, then dNext = a d + c D^-1 r, x += dNext.
template <class Rows>
void chebyshevNext(const Rows& rows, const ChebyshevVectors& v, float a, float c,
                   std::int32_t begin, std::int32_t end);

/// r -= K d.
template <class Rows>
void subtractRows(const Rows& rows, float* r, std::int32_t begin, std::int32_t end);

/// From x = 0: r = b, d = x = c D^-1 b.
void chebyshevFromZero(const ChebyshevVectors& v, float c, std::int32_t begin, std::int32_t end);

/// coarse = P^T fine and fine += P coarse.
void restrictTo(const CoarseLevel& level, const float* fine, float* coarse, std::int32_t begin,
                std::int32_t end);
void prolongAdd(const CoarseLevel& level, const float* coarse, float* fine, std::int32_t begin,
                std::int32_t end);

/// Vector algebra on float[4] nodes; dot products in double, in node order.
double dotNodes(const float* a, const float* b, std::int32_t begin, std::int32_t end);
void addScaledNodes(float scale, const float* a, float* to, std::int32_t begin, std::int32_t end);
void scaleAddNodes(float scale, const float* a, float* to, std::int32_t begin,
                   std::int32_t end);                                      // to = a + scale to
float maxNormNodes(const float* a, std::int32_t begin, std::int32_t end);  // largest |a_n|

}  // namespace sinew
