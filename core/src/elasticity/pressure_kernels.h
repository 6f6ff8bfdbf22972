// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
//
// How pressures and node vectors meet (docs/theory/mixed.md, eq. 4), vectorised as in
// cell_kernels.h. Row c of B is dM_c/dx at the state last linearised.
#pragma once

#include "elasticity/cell_kernels.h"

namespace sinew {

/// B x, [block][64].
void divergenceBlocks(const Lattice& lattice, const CellState& state, const float* x, float* out,
                      std::int32_t blockBegin, std::int32_t blockEnd);

/// Sums of scale B^T p, p [block][64].
void pressureTiles(const CellState& state, float scale, const float* p, const TileSums& sums,
                   std::int32_t blockBegin, std::int32_t blockEnd);

}  // namespace sinew
