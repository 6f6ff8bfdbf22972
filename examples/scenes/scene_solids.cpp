// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
//
// The cube, the bar and the ball.
#include <utility>

#include "scenes/mesh.h"
#include "scenes/scenes.h"

namespace sinew::scenes {
namespace {

/// A block of flesh with its x axis between two slabs of thickness `slab` [m].
Scene makeClampedBlock(std::string name, const Bounds& block, double slab, double spacing) {
  Scene scene;
  scene.name = std::move(name);
  Mesh mesh = boxMesh(block, spacing);
  scene.character.points = std::move(mesh.points);
  scene.character.triangles = std::move(mesh.triangles);
  scene.skin = box(block);
  scene.bounds = block;

  // Slightly inside the skin, as every bone. The film of flesh outside moves along with the slab,
  // because nothing pulls on it.
  const Bounds inner = grown(block, -0.02 * slab);
  const auto addSlab = [&](const char* boneName, const Bounds& shape, double root, double end) {
    addMeshBone(scene, boneName, boxMesh(shape, 2 * length(shape.size())), box(shape),
                {{root, 0, 0}, {end, 0, 0}, -1});
  };
  Bounds left = inner, right = inner;
  left.hi.x = block.lo.x + slab;
  right.lo.x = block.hi.x - slab;
  addSlab("left", left, block.lo.x, left.hi.x);
  addSlab("right", right, right.lo.x, block.hi.x);
  return scene;
}

}  // namespace

Scene makeCube(double detail) {
  const double half = 0.1;
  Scene scene =
      makeClampedBlock("cube", {{-half, -half, -half}, {half, half, half}}, 0.03, 0.005 / detail);
  scene.pose = [](double t) {
    const Affine3d twist = rotationAbout({0, 0, 0}, {1, 0, 0}, 90 * kDegree * t);
    return Pose{{Affine3d{}, compose(translation({0.08 * t, 0, 0}), twist)}};
  };
  scene.viewDirection = {-0.45, -0.4, -1};
  return scene;
}

Scene makeBar(double detail) {
  const double halfLength = 0.25, half = 0.03, slab = 0.04;
  Scene scene = makeClampedBlock("bar", {{-halfLength, -half, -half}, {halfLength, half, half}},
                                 slab, 0.004 / detail);

  // The free part bends into an arc of constant length, as a thin beam under end moments would.
  const double freeLength = 2 * (halfLength - slab);
  scene.pose = [=](double t) {
    const double angle = 90 * kDegree * t;
    if (angle == 0) return Pose{{Affine3d{}, Affine3d{}}};
    const double radius = freeLength / angle;
    const Vec3d end{radius * std::sin(angle), radius * (1 - std::cos(angle)), 0};
    const Vec3d restEnd{freeLength, 0, 0}, pivot{halfLength - slab, 0, 0};
    const Affine3d turn = rotationAbout(pivot, {0, 0, 1}, angle);
    return Pose{{Affine3d{}, compose(translation(end - restEnd), turn)}};
  };
  scene.viewDirection = {-0.35, -0.35, -1};
  return scene;
}

Scene makeBall(double detail) {
  const double radius = 0.1;
  Scene scene;
  scene.name = "ball";
  setSkin(scene, sphere({0, 0, 0}, radius), {{-radius, -radius, -radius}, {radius, radius, radius}},
          0.0035 / detail);
  const Vec3d left{-0.02, -0.02, 0}, right{0.02, -0.02, 0}, low{0, 0.055, 0}, high{0, 0.072, 0};
  addCapsuleBone(scene, "core", {left, right, 0.03}, {left, right, -1});
  addCapsuleBone(scene, "handle", {low, high, 0.016}, {low, high, 0});
  scene.pose = [=](double t) {
    const Affine3d turn = rotationAbout(low, {0.3, 0.5, -1}, 40 * kDegree * t);
    return Pose{{Affine3d{}, compose(translation(t * Vec3d{0.035, 0.03, 0}), turn)}};
  };
  scene.viewDirection = {-0.2, -0.3, -1};
  return scene;
}

}  // namespace sinew::scenes
