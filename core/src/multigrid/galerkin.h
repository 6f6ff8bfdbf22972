// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
//
// Coarse matrices P^T K P without a fine matrix (docs/theory/multigrid.md, eqs. 3 to 7): level 2
// from element matrices of 2x2x2 cells with springs and inertia, further levels from the matrix
// below.
#pragma once

#include <array>

#include "constraints/pair_springs.h"
#include "constraints/spring_set.h"
#include "elasticity/cell_kernels.h"
#include "lattice/hierarchy.h"

namespace sinew {

/// Adds the springs of a coarse cell to its element matrix.
void addSprings(const SpringSet& springs, std::size_t coarseCell, float* element);

/// Numbers at the 27 nodes of a coarse cell, x + 3 y + 9 z.
using CoarseCellNodes = std::array<float, 27>;
/// Adds P^T diag(stiffness) P of a coarse cell to its element matrix.
void addNodeStiffness(const CoarseCellNodes& stiffness, float* element);

/// Inverses of the diagonal blocks of a coarse matrix, 9 floats per node; with `pairs`, of what
/// level `number` has with these springs.
void invertDiagonal(const CoarseLevel& level, const float* blocks, float* inverse,
                    const PairLists& pairs = {}, std::size_t number = 0);

}  // namespace sinew
