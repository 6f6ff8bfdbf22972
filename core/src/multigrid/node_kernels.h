// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
//
// Loops over nodes, vectorised with one 4-lane vector (x, y, z, 0) per node, in two families: row
// sums of the lattice operator (shares of blocks plus springs) and row sums of a coarse matrix.
// Each update is fused with the row sum that feeds it (docs/theory/multigrid.md).
#pragma once

#include <array>
#include <cstdint>

#include "constraints/pair_springs.h"
#include "constraints/spring_set.h"
#include "lattice/hierarchy.h"
#include "lattice/share_chunks.h"
#include "multigrid/vector_kernels.h"

namespace sinew {

/// What multiplyPairs(v) left for a level; no contacts: null.
struct PairRows {
  const PairLevel* level = nullptr;
  const float* products = nullptr;
};
using PairRowLists = std::array<PairRows, kPairLists>;

/// A sum per lattice node: the shares of blocks, and what springs add. Fixed nodes give 0.
/// Row k is that of node[k].
struct LatticeRows {
  const std::uint8_t* fixed;
  const SpringSet* springs;
  const float* springProducts;

  // Shares of row k: shares[terms[i]][4], or shares[i][4] without terms, i from termBegin[k] on.
  // Filled by sweepLattice (lattice_sweep.h).
  const std::int32_t* node = nullptr;
  const std::uint32_t* termBegin = nullptr;
  const std::uint16_t* terms = nullptr;
  const float* shares = nullptr;
};

/// (K v)_n of a coarse level; blocks are 3x3, column by column, 9 floats each. Row n is that of
/// node n. In 16 bits per number they are multiplied faster, but rounding then outweighs the
/// bending stiffness of slender bodies (a beam of 256 x 8 x 8 cells): the cycle is no longer
/// positive.
struct MatrixRows {
  const CoarseLevel* pattern;
  const float* blocks;
  const float* v;
  PairRowLists pairs = {};
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

/// Sums of the shares of rows that are no whole node (the seams of a chunk): partials[node[k]][4].
void storePartials(const LatticeRows& rows, float* partials, std::int32_t begin, std::int32_t end);

/// out = K v; returns the sum over the nodes of out . v0 in double (v0 may be null).
double storeRows(const LatticeRows& rows, const float* v0, float* out, std::int32_t begin,
                 std::int32_t end);
double storeRows(const MatrixRows& rows, const float* v0, float* out, std::int32_t begin,
                 std::int32_t end);

// Three Chebyshev steps d_0, d_1, d_2 (docs/theory/multigrid.md, eq. 8). x is touched in the last
// only, so that no sweep writes what it reads.

/// From x = 0: d = c D^-1 b.
void chebyshevStart(const ChebyshevVectors& v, float c, std::int32_t begin, std::int32_t end);

/// From any x: r = b - K x, d = c D^-1 r.
void chebyshevFirst(const MatrixRows& rows, const ChebyshevVectors& v, float c, std::int32_t begin,
                    std::int32_t end);

/// r = rBefore - K d, then dNext = a d + c D^-1 r.
void chebyshevNext(const MatrixRows& rows, const ChebyshevVectors& v, const float* rBefore, float a,
                   float c, std::int32_t begin, std::int32_t end);

/// How the last step ends: x = d_0 + d_1 + d_2 rather than x += that, and whether r and d are
/// wanted afterwards.
struct LastStep {
  bool fromZero, keepsResidual;
};

/// r -= K d, then with d_0 in dNext and d_1 in d: d_2 = a d + c D^-1 r and x += d_0 + d_1 + d_2,
/// dNext = d_2.
void chebyshevLast(const MatrixRows& rows, const ChebyshevVectors& v, float a, float c,
                   LastStep how, std::int32_t begin, std::int32_t end);

/// r -= K d.
void subtractRows(const LatticeRows& rows, float* r, std::int32_t begin, std::int32_t end);
void subtractRows(const MatrixRows& rows, float* r, std::int32_t begin, std::int32_t end);

/// coarse = P^T fine and fine += P coarse.
void restrictTo(const CoarseLevel& level, const float* fine, float* coarse, std::int32_t begin,
                std::int32_t end);
void prolongAdd(const CoarseLevel& level, const float* coarse, float* fine, std::int32_t begin,
                std::int32_t end);

}  // namespace sinew
