// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
//
// A right arm along +x, palm up (+y), thumb towards the viewer (+z). Sizes of an adult [m].
#include <utility>

#include "scenes/limb_parts.h"
#include "scenes/scenes.h"

namespace sinew::scenes {
namespace {

Implicit upperArm() {
  return smoothUnion({roundCone(kShoulder, 0.039, kElbow, 0.028),
                      ellipsoid({0.018, 0.004, 0.003}, {0.070, 0.049, 0.050}),     // deltoid
                      ellipsoid({0.155, 0.017, 0.002}, {0.086, 0.031, 0.032}),     // biceps
                      ellipsoid({0.135, -0.016, -0.003}, {0.100, 0.030, 0.034})},  // triceps
                     0.022);
}

Implicit elbow() {
  return smoothUnion({ellipsoid({0.274, -0.008, 0}, {0.038, 0.028, 0.035}),
                      ellipsoid({0.281, -0.022, -0.002}, {0.030, 0.013, 0.013})},  // olecranon
                     0.02);
}

Implicit forearm() {
  const Implicit core = roundCone({0.295, -0.003, 0}, 0.030, kWrist, 0.0205);
  return smoothUnion({stretched(core, kWrist, {1, 1, 1.2}),
                      ellipsoid({0.352, 0.007, 0.012}, {0.076, 0.029, 0.030}),  // brachioradialis
                      ellipsoid({0.350, -0.005, -0.013}, {0.088, 0.029, 0.029})},  // flexors
                     0.026);
}

/// Fingers rolled in over the palm, thumb across them.
Implicit fist() {
  std::vector<Implicit> parts{
      smoothUnion({box({{0.506, -0.020, -0.038}, {0.596, 0.016, 0.037}}, 0.016),
                   box({{0.550, 0.000, -0.036}, {0.598, 0.042, 0.034}}, 0.014),  // closes the roll
                   roundCone({0.524, 0.012, -0.024}, 0.015, {0.560, 0.014, -0.029}, 0.015),
                   roundCone({0.522, 0.010, 0.020}, 0.017, {0.555, 0.020, 0.028}, 0.016)},
                  0.014)};
  const double z[] = {-0.0305, -0.0105, 0.0100, 0.0300};
  const double size[] = {0.86, 0.97, 1.0, 0.96};
  for (int i = 0; i < 4; ++i) {
    const double s = size[i], r = 0.0112 * s;
    const Vec3d knuckle{0.552 + 0.038 * s, -0.006, z[i]};
    const Vec3d middle{knuckle.x + 0.008, 0.034 * s, 0.97 * z[i]};
    const Vec3d last{knuckle.x - 0.020, 0.044 * s, 0.95 * z[i]};
    const Vec3d tip{knuckle.x - 0.030, 0.026, 0.94 * z[i]};
    parts.push_back(
        smoothUnion({roundCone(knuckle, 1.12 * r, middle, r), roundCone(middle, r, last, 0.95 * r),
                     roundCone(last, 0.95 * r, tip, 0.88 * r)},
                    0.005));
  }
  const Vec3d thumb[] = {
      {0.530, 0.012, 0.030}, {0.560, 0.034, 0.044}, {0.584, 0.052, 0.033}, {0.586, 0.056, 0.012}};
  parts.push_back(smoothUnion(
      {roundCone(thumb[0], 0.0150, thumb[1], 0.0130), roundCone(thumb[1], 0.0130, thumb[2], 0.0115),
       roundCone(thumb[2], 0.0115, thumb[3], 0.0100)},
      0.006));
  return smoothUnion(std::move(parts), 0.005);
}

}  // namespace

Implicit armFlesh() { return smoothUnion({upperArm(), elbow(), forearm()}, 0.026); }

Scene makeArm(double detail) {
  Scene scene;
  scene.name = "arm";
  setSkin(scene, smoothUnion({armFlesh(), fist()}, 0.022),
          {{-0.06, -0.065, -0.065}, {0.63, 0.08, 0.07}}, 0.004 / detail);

  // The bones end well short of the elbow's axis: a bend of 95 degrees needs that much flesh to
  // spread over. With both ends within 40 mm of each other, cells between them turn inside out.
  addCapsuleBone(scene, "upper_arm", {{0.005, -0.004, 0}, {0.247, -0.006, 0}, 0.013},
                 {kShoulder, kElbow, -1});
  addCapsuleBone(scene, "forearm", {{0.322, -0.004, 0}, {0.565, 0.002, 0}, 0.011},
                 {kElbow, {0.6, 0, 0}, 0});

  scene.pose = [joints = scene.joints](double t) {
    const Vec3d along = kWrist - kElbow;
    const Affine3d flex = rotationAbout(kElbow, {0, 0, 1}, 95 * kDegree * t);
    const Affine3d turn = rotationAbout(kElbow, along, -30 * kDegree * t);
    return poseHierarchy(joints, {Affine3d{}, compose(flex, turn)});
  };
  scene.viewDirection = {-0.12, -0.16, -1};
  return scene;
}

}  // namespace sinew::scenes
