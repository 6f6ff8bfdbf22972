// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
//
// The colliders of a simulation: from shapes in metres to distances in cells, and where they are.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "api/character_parts.h"
#include "geometry/distance_field.h"
#include "sinew/collider.h"
#include "sinew/result.h"
#include "sinew/simulation.h"
#include "solver/workspace.h"

namespace sinew {

/// Immutable: the workspace of a simulation points into its fields.
struct ColliderSet {
  std::vector<std::string> names;
  std::vector<double> frictions;
  std::vector<DistanceField> fields;
  std::vector<std::string> warnings;
};

Result<ColliderSet> makeColliders(const CharacterParts& parts,
                                  const std::vector<Collider>& colliders);

/// Makes the workspace touch the colliders instead of those before.
void useColliders(const FleshModel& model, const ColliderSet& colliders, Workspace& w);

/// What is wrong with the places of colliders in a pose, or "".
std::string findPlaceProblem(const CharacterParts& parts, const ColliderSet& colliders,
                             const Pose& pose);

/// Takes the places of a pose to the lattice.
void placeColliders(const CharacterParts& parts, const Pose& pose, std::span<Affine> places);

/// A sentence if all of the skin, moved with the bones, is inside one collider; otherwise "".
std::string findSwallowed(const CharacterParts& parts, const ColliderSet& colliders,
                          std::span<const Affine> bones, std::span<const Affine> places,
                          Workspace& w);

}  // namespace sinew
