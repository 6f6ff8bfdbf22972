// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
//
// Which lattice nodes and points follow which bone.
#pragma once

#include <string>
#include <vector>

#include "constraints/spring_set.h"
#include "sinew/character.h"
#include "solver/model.h"

namespace sinew {

struct BonePlan {
  std::vector<std::int32_t> nodeBone;  // per node, -1: free
  std::vector<SpringSpec> springs;
  std::vector<std::int32_t> springBone;
  std::vector<Vec3<double>> springRest;
  std::vector<std::vector<CellSlot>> cellsOfBone;  // cells each bone holds on to
  std::vector<std::string> warnings;
};

/// Shapes are in world units. A node inside several bones follows the first.
/// `elasticDiagonal` is the flesh's own nodal stiffness in solver units (docs/theory/springs.md,
/// eq. 4). Where a cell is divided into pieces, a bone holds only pieces it reaches into
/// (dividedSamples per slot, 0 for whole cells).
BonePlan planBones(const Lattice& lattice, const std::vector<std::uint64_t>& dividedSamples,
                   const std::vector<Bone>& bones, double elasticDiagonal);

}  // namespace sinew
