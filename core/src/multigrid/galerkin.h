// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
//
// Coarse matrices P^T K P without a fine matrix (docs/theory/multigrid.md, eqs. 3 to 6): level 1
// from element matrices of 2x2x2 cells and springs, further levels from the matrix below.
#pragma once

#include "constraints/pair_springs.h"
#include "constraints/spring_set.h"
#include "elasticity/cell_kernels.h"
#include "lattice/hierarchy.h"

namespace sinew {

/// Adds springs to the rows [begin, end) of level 1.
void addSprings(const CoarseCells& cells, const CoarseLevel& level, const SpringSet& springs,
                std::int32_t begin, std::int32_t end, float* blocks);

/// Rows of level 1: adds P^T diag(stiffness) P, `stiffness` being one number per lattice node.
void addNodeStiffness(const CoarseLevel& level, const float* stiffness, std::int32_t begin,
                      std::int32_t end, float* blocks);

/// Inverses of the diagonal blocks of a coarse matrix, 9 floats per node; with `pairs`, of what
/// level `number` has with these springs.
void invertDiagonal(const CoarseLevel& level, const float* blocks, float* inverse,
                    const PairLists& pairs = {}, std::size_t number = 0);

}  // namespace sinew
