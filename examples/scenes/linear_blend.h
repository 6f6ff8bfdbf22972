// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "scenes/scenes.h"

namespace sinew::scenes {

/// Linear blend skinning as artists have it today, for comparison: every vertex belongs to its
/// nearest joint, and these weights are blurred along the skin over about the radius of a limb.
class LinearBlend {
 public:
  explicit LinearBlend(const Scene& scene);

  /// The scene's skin in `pose`.
  std::vector<Vec3f> skinned(const Pose& pose) const;

  /// Weight of every bone for `vertex`; they sum to 1.
  std::vector<double> weights(std::size_t vertex) const;

 private:
  std::vector<Vec3f> points_;
  std::size_t boneCount_;
  std::vector<double> weights_;  ///< boneCount_ per vertex
};

}  // namespace sinew::scenes
