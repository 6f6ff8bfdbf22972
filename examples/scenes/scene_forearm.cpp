// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
//
// A forearm whose ulna, with a knob, lies just below the skin and moves towards the wrist: the skin
// stays, and the bump over the knob wanders below it (as in McAdams 2011, Figure 8).
#include "scenes/mesh.h"
#include "scenes/scenes.h"

namespace sinew::scenes {

Scene makeForearm(double detail) {
  const double halfLength = 0.1, radius = 0.045;
  Scene scene;
  scene.name = "forearm";
  const Vec3d left{-halfLength, 0, 0}, right{halfLength, 0, 0};
  const double reach = halfLength + radius;
  setSkin(scene, capsule(left, right, radius),
          {{-reach, -radius, -radius}, {reach, radius, radius}}, 0.0035 / detail);
  const Vec3d head{-0.11, -0.012, 0}, tail{0.11, -0.012, 0};
  addCapsuleBone(scene, "radius", {head, tail, 0.016}, {head, tail, -1});
  // A shaft with a knob, which goes towards the wrist.
  const Vec3d elbow{-0.075, 0.026, 0}, wrist{0.075, 0.026, 0}, knob{-0.025, 0.026, 0};
  scene.character.bones.push_back(
      {"ulna", CapsuleSetShape{{{elbow, wrist, 0.007}, {knob, knob, 0.016}}}, Attachment::Sliding});
  scene.bones.push_back(smoothUnion({capsule(elbow, wrist, 0.007), sphere(knob, 0.016)}, 0));
  scene.joints.push_back({elbow, wrist, -1});  // it slips
  scene.pose = [=](double t) {
    return poseHierarchy(scene.joints, {Affine3d{}, translation({0.05 * t, 0.008 * t, 0})});
  };
  scene.viewDirection = {0, -0.35, -1};
  return scene;
}

}  // namespace sinew::scenes
