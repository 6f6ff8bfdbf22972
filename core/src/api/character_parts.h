// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <vector>

#include "lattice/embedding.h"
#include "sinew/character.h"
#include "solver/model.h"

namespace sinew {

/// What a Character is made of. Lattice coordinates: (world - origin) / cellSize.
struct CharacterParts {
  CharacterSummary summary;
  FleshModel model;
  Embedding embedding;                                 // of the skin vertices
  std::vector<BoneWeights> surfaceWeights;             // per skin vertex, for motion_jump
  std::vector<std::array<std::int32_t, 3>> triangles;  // of the skin
  double restVolume = 0;                               // of the skin [m^3]

  Vec3<double> toLattice(const Vec3<double>& world) const {
    const auto& o = model.lattice.origin;
    return (1 / model.lattice.cellSize) *
           Vec3<double>{world.x - o[0], world.y - o[1], world.z - o[2]};
  }
  Vec3<double> toWorld(const Vec3<double>& p) const {
    const auto& o = model.lattice.origin;
    return model.lattice.cellSize * p + Vec3<double>{o[0], o[1], o[2]};
  }
  Vec3f worldPoint(const Vec3<double>& p) const {
    const Vec3<double> world = toWorld(p);
    return {static_cast<float>(world.x), static_cast<float>(world.y), static_cast<float>(world.z)};
  }
  /// The same motion seen in lattice coordinates.
  Affine toLattice(const Affine3d& world) const;
};

}  // namespace sinew
