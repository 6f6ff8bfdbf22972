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

/// Adds element matrices to the rows [begin, end) of level 1 they have a part in. A row starts anew
/// with the first of its cells.
void elementRows(const CoarseCells& cells, const CoarseLevel& level, const CoarseElements& elements,
                 float* blocks, std::int32_t begin, std::int32_t end);

/// Rows [begin, end) of P^T K P for a level above 1: eq. 6 of docs/theory/multigrid.md.
/// `fineBlocks` is padded.
void productRows(const CoarseLevel& fine, const float* fineBlocks, const CoarseLevel& level,
                 float* blocks, std::int32_t begin, std::int32_t end);

/// Inverses of the diagonal blocks [begin, end), 9 floats each, of a matrix and what level `number`
/// has of springs.
void invertBlocks(const CoarseLevel& level, const float* blocks, const PairLists& pairs,
                  std::size_t number, float* inverse, std::int32_t begin, std::int32_t end);

}  // namespace sinew
