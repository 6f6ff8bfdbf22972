// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
//
// A hand with the wrist at the origin, fingers along +y, thumb towards +x, palm towards +z.
// Sizes of an adult [m].
#include <array>
#include <utility>

#include "scenes/limb_parts.h"
#include "scenes/scenes.h"
#include "scenes/surface_nets.h"

namespace sinew::scenes {
namespace {

struct Digit {
  const char* name;
  Vec3d root;                    ///< where its first joint turns
  Vec3d direction;               ///< along its first bone
  Vec3d flexAxis;                ///< all its joints flex about this
  double restBend;               ///< at each further joint in the rest pose [degrees]
  std::array<double, 3> length;  ///< of its bones [m]
  std::array<double, 4> radius;  ///< of the flesh at its joints and at the tip [m]
  double boneRadius;             ///< [m]
  std::array<double, 3> flex;    ///< at the end of the clip [degrees]
  double swing;                  ///< about the palm's normal at the end of the clip [degrees]
};

Digit finger(const char* name, const Vec3d& root, double splay, std::array<double, 3> length,
             double radius, double curl) {
  const double a = splay * kDegree;
  return {.name = name,
          .root = root,
          .direction = {std::sin(a), std::cos(a), 0},
          .flexAxis = {std::cos(a), -std::sin(a), 0},
          .restBend = 7,
          .length = length,
          .radius = {1.12 * radius, radius, 0.92 * radius, 0.76 * radius},
          .boneRadius = 0.44 * radius,
          .flex = {58 * curl, 78 * curl, 46 * curl},
          .swing = 0.55 * splay};
}

std::array<Digit, 5> digits() {
  const Vec3d thumb = normalized({0.74, 0.60, 0.30});
  return {Digit{.name = "thumb",
                .root = {0.020, 0.022, 0.009},
                .direction = thumb,
                .flexAxis = normalized(cross(thumb, {-0.55, 0.35, 0.76})),
                .restBend = 8,
                .length = {0.044, 0.033, 0.025},
                .radius = {0.0150, 0.0118, 0.0105, 0.0078},
                .boneRadius = 0.0050,
                .flex = {24, 22, 34},
                .swing = 16},
          finger("index", {0.0290, 0.091, 0.000}, 10, {0.041, 0.025, 0.017}, 0.0090, 0.94),
          finger("middle", {0.0065, 0.096, 0.002}, 2, {0.045, 0.029, 0.018}, 0.0092, 1.00),
          finger("ring", {-0.0150, 0.091, 0.001}, -7, {0.041, 0.027, 0.018}, 0.0087, 1.04),
          finger("little", {-0.0345, 0.080, -0.002}, -18, {0.033, 0.019, 0.016}, 0.0076, 1.06)};
}

/// The direction of bone `j` and where it starts; for j = 3 the tip.
Vec3d directionOf(const Digit& digit, int j) {
  return apply(rotationAbout({}, digit.flexAxis, j * digit.restBend * kDegree), digit.direction);
}
Vec3d jointOf(const Digit& digit, int j) {
  Vec3d joint = digit.root;
  for (int i = 0; i < j; ++i) joint = joint + digit.length[i] * directionOf(digit, i);
  return joint;
}

Implicit digitFlesh(const Digit& digit) {
  std::vector<Implicit> parts;
  for (int j = 0; j < 3; ++j) {
    const double r0 = digit.radius[j], r1 = digit.radius[j + 1];
    const Vec3d head = jointOf(digit, j), tail = jointOf(digit, j + 1);
    parts.push_back(roundCone(head, r0, tail, r1));
    // The pad on the palm's side.
    const Vec3d inwards = cross(digit.flexAxis, directionOf(digit, j));
    parts.push_back(roundCone(head + 0.3 * (tail - head) + 0.22 * r0 * inwards, 0.86 * r0,
                              head + 0.75 * (tail - head) + 0.22 * r1 * inwards, 0.90 * r1));
  }
  return smoothUnion(std::move(parts), 0.004);
}

Implicit palmFlesh() {
  const Implicit wrist = roundCone({0, -0.050, -0.001}, 0.021, {0, 0.015, -0.001}, 0.0195);
  return smoothUnion(
      {box({{-0.040, 0.012, -0.0135}, {0.036, 0.094, 0.0125}}, 0.0125),
       stretched(wrist, {0, 0, 0}, {1.32, 1, 0.92}),
       roundCone({-0.002, 0.006, -0.001}, 0.017, {-0.006, 0.040, 0}, 0.014),       // carpus
       roundCone({0.010, 0.014, 0.005}, 0.0175, {0.027, 0.050, 0.006}, 0.0145),    // ball of thumb
       roundCone({-0.018, 0.014, 0.002}, 0.0165, {-0.028, 0.060, 0.002}, 0.0135),  // opposite it
       roundCone({0.034, 0.046, 0.004}, 0.011, {0.031, 0.080, 0.001}, 0.0105)},    // thumb's web
      0.022);
}

}  // namespace

Implicit handFlesh() {
  // Each digit is joined to the palm with a wide fillet, and to its neighbours with a narrow one.
  const Implicit palm = palmFlesh();
  std::vector<Implicit> parts;
  for (const Digit& digit : digits())
    parts.push_back(smoothUnion({palm, digitFlesh(digit)}, 0.012));
  return smoothUnion(std::move(parts), 0.003);
}

void addHandBones(Scene& scene, const Affine3d& place, int parent) {
  const int palm = static_cast<int>(scene.joints.size());
  const Bounds palmBox{{-0.030, 0.000, -0.0055}, {0.018, 0.076, 0.0055}};
  const Implicit palmBone = box(palmBox, 0.005);
  Mesh palmMesh = surfaceNets(palmBone, palmBox, 0.003);
  for (Vec3f& point : palmMesh.points) point = toFloat(apply(place, toDouble(point)));
  addMeshBone(scene, "palm", std::move(palmMesh), placed(palmBone, place),
              {apply(place, {0, 0, 0}), apply(place, {0, 0.08, 0}), parent});
  for (const Digit& digit : digits()) {
    for (int j = 0; j < 3; ++j) {
      // Every bone starts clear of the ball at the end of the one before.
      const double radius = (1 - 0.06 * j) * digit.boneRadius;
      const Vec3d head = jointOf(digit, j), tail = jointOf(digit, j + 1);
      const Vec3d start = head + 2.6 * radius * directionOf(digit, j);
      const int above = j == 0 ? palm : static_cast<int>(scene.joints.size()) - 1;
      addCapsuleBone(scene, std::string(digit.name) + "_" + std::to_string(j + 1),
                     {apply(place, start), apply(place, tail), radius},
                     {apply(place, head), apply(place, tail), above}, Attachment::Spring);
    }
  }
}

std::vector<Affine3d> curledHand(double t, const Affine3d& place) {
  const auto turn = [&](const Vec3d& pivot, const Vec3d& axis, double degrees) {
    return rotationAbout(apply(place, pivot), apply(place, axis) - apply(place, {}),
                         degrees * kDegree * t);
  };
  std::vector<Affine3d> local(1);
  for (const Digit& digit : digits()) {
    for (int j = 0; j < 3; ++j) {
      const Vec3d pivot = jointOf(digit, j);
      local.push_back(turn(pivot, digit.flexAxis, digit.flex[j]));
      if (j == 0) local.back() = compose(turn(pivot, {0, 0, 1}, digit.swing), local.back());
    }
  }
  return local;
}

Scene makeHand(double detail) {
  Scene scene;
  scene.name = "hand";
  setSkin(scene, handFlesh(), {{-0.085, -0.08, -0.03}, {0.115, 0.21, 0.06}}, 0.0017 / detail);
  addHandBones(scene, Affine3d{}, -1);
  scene.pose = [joints = scene.joints](double t) {
    return poseHierarchy(joints, curledHand(t, Affine3d{}));
  };
  scene.viewDirection = {0.35, -0.15, -1};
  return scene;
}

}  // namespace sinew::scenes
