// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
#include "api/pose_problem.h"

#include <cmath>

namespace sinew {
namespace {

// Least determinant of a bone's motion: below, the bone is flat and its flesh has nowhere to go.
constexpr double kLeastDeterminant = 1e-6;

}  // namespace

std::string findPoseProblem(const CharacterParts& parts, const Pose& pose,
                            std::size_t surfaceSize) {
  const auto boneCount = static_cast<std::size_t>(parts.model.boneCount);
  if (pose.bones.size() != boneCount)
    return "The pose has " + std::to_string(pose.bones.size()) + " bones but the character has " +
           std::to_string(boneCount) + ".";
  if (surfaceSize != parts.embedding.points.size())
    return "The surface array holds " + std::to_string(surfaceSize) + " points but the skin has " +
           std::to_string(parts.embedding.points.size()) + ".";
  for (std::size_t b = 0; b < pose.bones.size(); ++b) {
    for (const auto& row : pose.bones[b].rows)
      for (const double v : row)
        if (!std::isfinite(v))
          return "The transform of bone " + std::to_string(b) + " has a number that is not finite.";
    const Affine motion = parts.toLattice(pose.bones[b]);
    const double d = determinant(motion.M);
    if (!(d > kLeastDeterminant) || !(d < 1 / kLeastDeterminant))
      return "The transform of bone " + std::to_string(b) +
             (d < 0 ? " mirrors it" : " flattens or inflates it") + "; check its scale.";
    if (!(std::fabs(motion.t.x) + std::fabs(motion.t.y) + std::fabs(motion.t.z) < 1e9))
      return "The transform of bone " + std::to_string(b) + " moves it too far from the body.";
  }
  return {};
}

}  // namespace sinew
