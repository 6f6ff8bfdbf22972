// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
//
// The inner loops of coarse matrices, compiled per instruction set.
#pragma once

#include <cstddef>
#include <cstdint>

#include "constraints/pair_springs.h"
#include "elasticity/cell_kernels.h"
#include "lattice/hierarchy.h"

namespace sinew {

/// Floats that are read, and not used, behind the last block of an array of 3x3 blocks.
inline constexpr std::size_t kBlockPadding = 8;

/// Blocks of an element matrix while they are summed, 16 floats each.
struct ElementSums {
  alignas(64) float values[36][16];
};

/// Adds W^T E W: what the matrix E of coarse cell `octet` of a block, of which the corners in
/// `freeCorners` move, is to the element of level 2 (eq. 6 of docs/theory/multigrid.md). `coarse`
/// is padded by kBlockPadding.
void addCoarseCell(int octet, unsigned freeCorners, const float* coarse, ElementSums& sums);

/// Rows [begin, end) of level 2 from element matrices, kElementFloats each, padded.
void elementRows(const BlockElements& cells, const CoarseLevel& level, const float* elements,
                 float* blocks, std::int32_t begin, std::int32_t end);

/// Rows [begin, end) of P^T K P for a level above 2: eq. 7 of docs/theory/multigrid.md.
/// `fineBlocks` is padded.
void productRows(const CoarseLevel& fine, const float* fineBlocks, const CoarseLevel& level,
                 float* blocks, std::int32_t begin, std::int32_t end);

/// Inverses of the diagonal blocks [begin, end), 9 floats each, of a matrix and what level `number`
/// has of springs.
void invertBlocks(const CoarseLevel& level, const float* blocks, const PairLists& pairs,
                  std::size_t number, float* inverse, std::int32_t begin, std::int32_t end);

}  // namespace sinew
