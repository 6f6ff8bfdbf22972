// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
#include "api/pose_problem.h"

#include <cmath>

namespace sinew {
namespace {

// Least determinant of a motion: below, a bone is flat and its flesh has nowhere to go.
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
  for (std::size_t b = 0; b < pose.bones.size(); ++b)
    if (const char* problem = findMotionProblem(parts, pose.bones[b]))
      return "The transform of bone " + std::to_string(b) + problem;
  return {};
}

const char* findMotionProblem(const CharacterParts& parts, const Affine3d& transform) {
  for (const auto& row : transform.rows)
    for (const double v : row)
      if (!std::isfinite(v)) return " has a number that is not finite.";
  const Affine motion = parts.toLattice(transform);
  const double d = determinant(motion.M);
  if (d < 0) return " mirrors it; check its scale.";
  if (!(d > kLeastDeterminant) || !(d < 1 / kLeastDeterminant))
    return " flattens or inflates it; check its scale.";
  if (!(std::fabs(motion.t.x) + std::fabs(motion.t.y) + std::fabs(motion.t.z) < 1e9))
    return " moves it too far from the body.";
  return nullptr;
}

}  // namespace sinew
