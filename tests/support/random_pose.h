// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
//
// Poses no animator would make.
#pragma once

#include "scenes/vec.h"
#include "support/characters.h"
#include "support/models.h"

namespace sinew::testing {

/// Every joint turned by up to 120 degrees about any axis, the whole body carried up to 2 m away,
/// and now and then a bone pulled out of its joint by up to 3 cm.
inline Pose randomPose(const scenes::Scene& scene, Random& random) {
  std::vector<Affine3d> local;
  for (std::size_t b = 0; b < scene.joints.size(); ++b) {
    const Vec3d axis{random.next(), random.next(), random.next()};
    const double angle = 120 * scenes::kDegree * random.next();
    const double shift = b == 0 ? 2.0 : random.next() > 0.8 ? 0.03 : 0.0;
    const Vec3d offset{shift * random.next(), shift * random.next(), shift * random.next()};
    local.push_back(scenes::compose(scenes::translation(offset),
                                    scenes::rotationAbout(scene.joints[b].head, axis, angle)));
  }
  return scenes::poseHierarchy(scene.joints, local);
}

}  // namespace sinew::testing
