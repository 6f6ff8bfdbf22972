// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
//
// A right arm along +x with an open hand, palm up (+y), thumb towards the viewer (+z): the elbow
// flexes, the forearm twists and the hand closes to a fist. Sizes of an adult [m].
#include <algorithm>
#include <utility>

#include "scenes/limb_parts.h"
#include "scenes/scenes.h"

namespace sinew::scenes {
namespace {

/// From the hand's own frame (fingers y, thumb x, palm z) to the end of the forearm.
constexpr Affine3d kHandPlace{{{0, 1, 0, kWrist.x}, {0, 0, 1, kWrist.y}, {1, 0, 0, kWrist.z}}};

/// 0 before `from`, 1 after `to`, smooth between.
double smoothStep(double t, double from, double to) {
  const double s = std::clamp((t - from) / (to - from), 0.0, 1.0);
  return s * s * (3 - 2 * s);
}

}  // namespace

Scene makeGesture(double detail) {
  Scene scene;
  scene.name = "gesture";
  setSkin(scene, smoothUnion({armFlesh(), placed(handFlesh(), kHandPlace)}, 0.015),
          {{-0.06, -0.065, -0.095}, {0.735, 0.08, 0.125}}, 0.0034 / detail);
  addCapsuleBone(scene, "upper_arm", {{0.005, -0.004, 0}, {0.247, -0.006, 0}, 0.013},
                 {kShoulder, kElbow, -1});
  // Two bones share the forearm, so that a twist spreads along it.
  addCapsuleBone(scene, "forearm", {{0.322, -0.004, 0}, {0.380, -0.003, 0}, 0.012},
                 {kElbow, {0.39, -0.003, 0}, 0});
  addCapsuleBone(scene, "forearm_twist", {{0.448, -0.001, 0}, {0.492, 0, 0}, 0.010},
                 {kElbow + 0.7 * (kWrist - kElbow), kWrist, 1});
  addHandBones(scene, kHandPlace, 2);

  scene.pose = [joints = scene.joints](double t) {
    const double flex = smoothStep(t, 0, 0.8), twist = smoothStep(t, 0.2, 0.9);
    std::vector<Affine3d> local{Affine3d{}};
    local.push_back(rotationAbout(kElbow, {0, 0, 1}, 100 * kDegree * flex));
    local.push_back(rotationAbout(kElbow, kWrist - kElbow, 85 * kDegree * twist));
    const std::vector<Affine3d> hand = curledHand(smoothStep(t, 0.4, 1), kHandPlace);
    local.insert(local.end(), hand.begin(), hand.end());
    return poseHierarchy(joints, local);
  };
  scene.viewDirection = {-0.12, -0.16, -1};
  return scene;
}

}  // namespace sinew::scenes
