// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
//
// What is inside a surface that need not be closed, by its winding number.
#pragma once

#include "lattice/sample_grid.h"

namespace sinew {

/// For every cell of the grid's box (SampleGrid::cellIndex), which samples are inside.
std::vector<std::uint64_t> insideOfCells(const TriangleMesh& surface, const WindingNumber& winding,
                                         const SampleGrid& grid);

}  // namespace sinew
