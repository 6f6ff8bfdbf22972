// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
//
// The inner loop of coarse matrices, compiled per instruction set.
#pragma once

#include <cstddef>
#include <cstdint>

#include "lattice/hierarchy.h"

namespace sinew {

/// Rows [begin, end) of P^T K P for a level above 1: eq. 6 of docs/theory/multigrid.md.
/// `fineBlocks` and `blocks` have 4 floats of padding at the end.
void productRows(const CoarseLevel& fine, const float* fineBlocks, const CoarseLevel& level,
                 float* blocks, std::int32_t begin, std::int32_t end);

/// A 3x3 block of a matrix that is only multiplied with: nine whole numbers, column by column, and
/// the upper half of the bits of the float they are multiples of, a power of two.
inline constexpr std::size_t kPackedBlock = 10;  // numbers of 16 bits

/// Entries [begin, end) of a matrix (9 floats each) as packed blocks.
void packBlocks(const float* blocks, std::int16_t* packed, std::size_t begin, std::size_t end);

}  // namespace sinew
