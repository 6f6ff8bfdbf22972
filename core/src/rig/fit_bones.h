// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
//
// Capsules for the joints of a model that has no bone meshes (docs/theory/rig.md).
#pragma once

#include <vector>

#include "rig/flesh_guide.h"
#include "sinew/character.h"
#include "sinew/model_file.h"

namespace sinew {

/// Joints below each joint that bones lead to: the nearest ones that move skin, and unweighted ends
/// inside the skin ("head_end").
std::vector<std::vector<std::int32_t>> bonesLeadTo(const RiggedModel& model,
                                                   const FleshGuide& flesh);

/// Where a joint is in the rest pose [m].
Vec3<double> positionOf(const ModelJoint& joint);

/// The capsules of one joint, inside the skin. `thickness` as RigSettings::boneThickness. Empty if
/// no flesh of the joint is found.
std::vector<CapsuleShape> fitCapsules(const RiggedModel& model, const FleshGuide& flesh,
                                      std::size_t joint, const std::vector<std::int32_t>& targets,
                                      double thickness);

/// Balls around the joints at the ends of a bone mesh of diagonal `boneSize` [m]: as free of
/// attachment as the ends of a fitted capsule.
std::vector<BallShape> fitFreeZones(const RiggedModel& model, const FleshGuide& flesh,
                                    std::size_t joint, const std::vector<std::int32_t>& targets,
                                    double boneSize);

}  // namespace sinew
