// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "sinew/character.h"
#include "sinew/export.h"
#include "sinew/types.h"

namespace sinew {

/// The lattice as it is seen from outside, for drawing: edges of the cell faces that no two cells
/// share. Simulation::nodePositions says where the nodes are.
struct LatticeWire {
  std::vector<std::int32_t> nodes;                 ///< numbers of lattice nodes, ascending
  std::vector<Vec3f> points;                       ///< where they are at rest [m]
  std::vector<std::array<std::int32_t, 2>> edges;  ///< places in `nodes`, ascending
};

SINEW_API LatticeWire latticeWire(const Character& character);

}  // namespace sinew
