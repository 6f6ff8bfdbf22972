// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
//
// Pieces of the human scenes that several of them share.
#pragma once

#include <vector>

#include "scenes/scenes.h"

namespace sinew::scenes {

/// Upper arm, elbow and forearm along +x, palm side up (+y), up to the wrist at kWrist [m].
Implicit armFlesh();
inline constexpr Vec3d kShoulder{0, -0.004, 0}, kElbow{0.275, -0.006, 0}, kWrist{0.515, 0, 0};

/// A hand with the wrist at the origin, fingers along +y, thumb towards +x, palm towards +z.
Implicit handFlesh();
/// Its sixteen bones, the palm first, put in place by a rigid motion.
void addHandBones(Scene& scene, const Affine3d& place, int parent);
/// Their own motions in a hand put in place: open for t = 0, a loose fist for t = 1.
std::vector<Affine3d> curledHand(double t, const Affine3d& place);

}  // namespace sinew::scenes
