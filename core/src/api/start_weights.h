// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
//
// How much lattice nodes follow each bone before the first Newton step
// (docs/theory/start_value.md).
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "lattice/lattice.h"
#include "solver/start_value.h"

namespace sinew {

/// Bone weights per node: inverse squares of the distances inside the body, smoothed, strongest
/// four.
std::vector<BoneWeights> nodeBoneWeights(const Lattice& lattice,
                                         const std::vector<std::vector<CellSlot>>& cellsOfBone);

/// The strongest four of summed weights.
BoneWeights strongestFour(std::vector<std::pair<float, std::int32_t>>& weightAndBone);

}  // namespace sinew
