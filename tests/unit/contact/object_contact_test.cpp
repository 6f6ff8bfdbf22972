// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
//
// Flesh against objects through the public API: a ball pressed into a block.
#include <gtest/gtest.h>

#include <cmath>
#include <cstdio>

#include "support/characters.h"

namespace sinew::testing {
namespace {

/// A block, 2 x 1 x 2, on a bone as wide as itself that reaches up to y = 0.2.
CharacterDesc blockCharacter() {
  CharacterDesc desc;
  MeshShape skin = toShape(refined(boxMesh({-1, 0, -1}, {1, 1, 1}), 4));
  desc.points = std::move(skin.points);
  desc.triangles = std::move(skin.triangles);
  desc.bones.push_back({"floor", toShape(boxMesh({-1.05, -0.05, -1.05}, {1.05, 0.205, 1.05}))});
  return desc;
}

Affine3d moved(double x, double y, double z) {
  return {{{1, 0, 0, x}, {0, 1, 0, y}, {0, 0, 1, z}}};
}

struct Pressed {
  FrameReport report;
  double force = 0;  // on the ball, upwards [N]
  std::vector<Vec3f> surface;
};

/// A ball of radius 0.5 pressed 0.2 deep into the block.
Pressed pressBall(double cell, const SolveSettings& settings, double depth = 0.2) {
  const auto character = bind(blockCharacter(), cellsOfEdge(cell)).value();
  Player player(character);
  EXPECT_TRUE(player.simulation.setColliders({{"ball", BallShape{{0, 0, 0}, 0.5}, 0}}));
  Pose pose = restPose(*character);
  pose.colliders = {moved(0, 1.5 - depth, 0)};
  Pressed pressed;
  pressed.report = player.solve(pose, settings);
  std::vector<Vec3d> forces(1);
  EXPECT_TRUE(player.simulation.colliderForces(forces));
  pressed.force = forces[0].y;
  pressed.surface = player.surface;
  return pressed;
}

TEST(PressedBall, StaysOutOfTheFlesh) {
  for (double cell : {0.2, 0.1, 0.05}) {
    for (double stiffness : {1., 10., 100.}) {
      SolveSettings settings;
      settings.contactStiffness = stiffness;
      const Pressed p = pressBall(cell, settings);
      std::printf("cell %g stiffness %g: %s newton %d vcycles %d contacts %d max %.4f mean %.4f force %.1f sec %.2f contact %.2f\n", cell, stiffness, name(p.report.status), p.report.newton, p.report.vcycles, int(p.report.contacts), p.report.maxPenetration, p.report.meanPenetration, p.force, p.report.seconds.total, p.report.seconds.contact);
    }
  }
}

}  // namespace
}  // namespace sinew::testing
