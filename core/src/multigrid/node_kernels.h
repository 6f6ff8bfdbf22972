// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
//
// Loops over nodes of coarse levels, vectorised with one 4-lane vector (x, y, z, 0) per node: row
// sums of a coarse matrix, each fused with the update it feeds (docs/theory/multigrid.md).
#pragma once

#include <array>
#include <cstdint>

#include "constraints/pair_springs.h"
#include "lattice/hierarchy.h"
#include "multigrid/vector_kernels.h"

namespace sinew {

/// What multiplyPairs(v) left for a level; no contacts: null.
struct PairRows {
  const PairLevel* level = nullptr;
  const float* products = nullptr;
};
using PairRowLists = std::array<PairRows, kPairLists>;

/// (K v)_n of a coarse level; blocks are 3x3, column by column, 9 floats each. Row n is that of
/// node n. In 16 bits per number they are multiplied faster, but rounding then outweighs the
/// bending stiffness of slender bodies (a beam of 256 x 8 x 8 cells): the cycle is no longer
/// positive.
struct MatrixRows {
  const CoarseLevel* pattern;
  const float* blocks;
  const float* v;  // the fourth number of every node is 0
  PairRowLists pairs = {};
};

/// A Chebyshev step (docs/theory/multigrid.md, eq. 9). States are kept instead of steps and
/// residuals: two vectors are enough, as `to` may be `before`. It must not be x, which other rows
/// still read.
struct ChebyshevStep {
  const float* b;
  const float* x = nullptr;
  const float* before = nullptr;  // the state before x; null: 0
  float* to = nullptr;            // the state after x
  float keep = 0, take = 1;
};

/// out = K v; returns the sum over the nodes of out . v0 in double.
double storeRows(const MatrixRows& rows, const float* v0, float* out, std::int32_t begin,
                 std::int32_t end);

/// The step from 0: to = take D^-1 b. D^-1 is 9 numbers per node, vectors are float[4].
void chebyshevStart(const float* inverseDiagonal, const ChebyshevStep& step, std::int32_t begin,
                    std::int32_t end);

/// to = x + keep (x - before) + take D^-1 (b - K x).
void chebyshevStep(const MatrixRows& rows, const float* inverseDiagonal, const ChebyshevStep& step,
                   std::int32_t begin, std::int32_t end);

/// r = b - K v.
void residualRows(const MatrixRows& rows, const float* b, float* r, std::int32_t begin,
                  std::int32_t end);

/// coarse = P^T fine and fine += P coarse.
void restrictTo(const CoarseLevel& level, const float* fine, float* coarse, std::int32_t begin,
                std::int32_t end);
void prolongAdd(const CoarseLevel& level, const float* coarse, float* fine, std::int32_t begin,
                std::int32_t end);

}  // namespace sinew
