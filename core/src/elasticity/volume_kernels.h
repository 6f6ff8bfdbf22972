// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
//
// Facts about the volumes of cells, for the report of a frame.
#pragma once

#include <cstdint>
#include <limits>

#include "elasticity/cell_kernels.h"

namespace sinew {

struct VolumeFacts {
  double minJ = std::numeric_limits<double>::infinity();
  double maxJ = -std::numeric_limits<double>::infinity();
  std::int64_t inverted = 0;
};

/// Of the active cells of some blocks.
VolumeFacts volumesOfBlocks(const Lattice& lattice, const CellState& state, std::int32_t blockBegin,
                            std::int32_t blockEnd);

}  // namespace sinew
