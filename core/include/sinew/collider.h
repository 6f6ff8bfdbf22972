// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
//
// Things a body touches: a chair, the floor, a hand's grip around a ball.
//
//   simulation.setColliders({{"floor", sinew::PlaneShape{}, 0.5}});
//   pose.colliders = {sinew::Affine3d{}};
#pragma once

#include <string>
#include <variant>
#include <vector>

#include "sinew/character.h"
#include "sinew/types.h"

namespace sinew {

/// All points on the far side of the plane through `point`: those that `normal` points away from.
struct PlaneShape {
  Vec3d point;
  Vec3d normal = {0, 1, 0};  ///< of any length
};

/// A rigid solid that flesh is pushed out of. It acts on the skin, at points half a cell apart:
/// what is thinner than a cell may slip between them.
struct Collider {
  std::string name;
  /// In coordinates of its own [m]; Pose::colliders places them. A mesh must be closed.
  std::variant<BallShape, CapsuleShape, EllipsoidShape, PlaneShape, MeshShape> shape;
  /// Friction over pressure (Coulomb). Range 0 to 10.
  double friction = 0;
};

/// A collider of a clip: it follows a joint, moves from place to place, or stays.
struct ClipCollider {
  Collider collider;
  std::int32_t joint = -1;       ///< of the model, which its shape is placed by at rest; -1: none
  std::vector<Affine3d> places;  ///< at time 0 and every 1 / placesPerSecond; matrices between
                                 ///< are blended linearly, the last one stays
  double placesPerSecond = 24;   ///< range 0.001 to 100000
};

}  // namespace sinew
