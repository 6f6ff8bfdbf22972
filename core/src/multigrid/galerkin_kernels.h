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

}  // namespace sinew
