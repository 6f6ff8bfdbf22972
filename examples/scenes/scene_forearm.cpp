// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
//
// A forearm whose ulna lies just below the skin and rolls about the other bone: the skin stays, and
// the ridge over the bone wanders below it (McAdams 2011, Figure 8).
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
  const Vec3d elbow{-0.06, 0.027, 0}, wrist{0.06, 0.027, 0};
  addCapsuleBone(scene, "ulna", {elbow, wrist, 0.011}, {elbow, wrist, 0}, Attachment::Sliding);
  scene.pose = [=](double t) {
    const Affine3d roll = rotationAbout({0, 0, 0}, {1, 0, 0}, 35 * kDegree * t);
    return poseHierarchy(scene.joints, {Affine3d{}, compose(roll, translation({0, 0.01 * t, 0}))});
  };
  scene.viewDirection = {-0.25, -0.75, -0.6};
  return scene;
}

}  // namespace sinew::scenes
