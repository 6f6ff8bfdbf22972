// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <atomic>
#include <cmath>
#include <numbers>

#include "scenes/vec.h"
#include "support/characters.h"

namespace sinew::testing {
namespace {

using scenes::compose;
using scenes::operator-;
using scenes::rotationAbout;
using scenes::toDouble;
using scenes::translation;

std::shared_ptr<const Character> bar() {
  static const auto character = bind(barCharacter(), cellsOfEdge(0.125)).value();
  return character;
}

// Points are floats of size 4, lattice positions are off by the last Newton step.
constexpr double kRounding = 1e-6;

TEST(FrameReport, OfTheRestPoseSaysThatNothingHappened) {
  Player player(bar());
  const FrameReport report = player.solve(restPose(*bar()));
  EXPECT_EQ(report.status, SolveStatus::Converged);
  EXPECT_EQ(report.message, "");
  EXPECT_LE(report.newton, 1);
  EXPECT_EQ(report.subPoses, 1);
  EXPECT_LT(report.step, 1e-5);
  EXPECT_NEAR(report.volumeRatio, 1, 1e-5);
  EXPECT_NEAR(report.minJ, 1, 1e-5);
  EXPECT_NEAR(report.maxJ, 1, 1e-5);
  EXPECT_EQ(report.invertedCells, 0);
  EXPECT_EQ(report.contacts, 0);
  EXPECT_EQ(report.motionJump, 0) << "there is no frame before";
  const CharacterDesc desc = barCharacter();
  for (std::size_t v = 0; v < desc.points.size(); ++v)
    EXPECT_LT(scenes::length(toDouble(player.surface[v]) - toDouble(desc.points[v])), kRounding);
}

TEST(FrameReport, RigidMotionOfAllBonesMovesTheSkinRigidly) {
  Player player(bar());
  const CharacterDesc desc = barCharacter();
  for (const double far : {0.0, 3.0, 1000.0}) {
    SCOPED_TRACE(far);
    const Affine3d motion =
        compose(translation({far, -2 * far, 0.5 * far}), rotationAbout({1, 2, 3}, {1, -1, 2}, 2.2));
    Pose pose;
    pose.bones = {motion, motion};
    const FrameReport report = player.solve(pose);
    EXPECT_EQ(report.status, SolveStatus::Converged);
    EXPECT_NEAR(report.volumeRatio, 1, 1e-4 + 1e-6 * far);  // skin points are floats
    EXPECT_NEAR(report.minJ, 1, 1e-3);
    EXPECT_NEAR(report.maxJ, 1, 1e-3);
    EXPECT_LT(report.motionJump, 0.02) << "the bones explain it all";
    // A twentieth of the step tolerance of 0.02 cells, and the spacing of floats out there.
    const double tolerance = 1e-3 * 0.125 + 4 * far * 0x1p-24 + kRounding;
    for (std::size_t v = 0; v < desc.points.size(); ++v)
      EXPECT_LT(scenes::length(toDouble(player.surface[v]) -
                               scenes::apply(motion, toDouble(desc.points[v]))),
                tolerance);
  }
}

TEST(FrameReport, AStretchedBarGainsALittleVolume) {
  // Pulled freely by a strain e, a body of Poisson's ratio nu has (1 + e) (1 - nu e)^2 of its
  // volume. Half of this bar is between the bones; around them it cannot narrow, which gains more.
  Player player(bar());
  Pose pose = restPose(*bar());
  pose.bones[1] = translation({0.04, 0, 0});
  const FrameReport report = player.solve(pose);
  EXPECT_EQ(report.status, SolveStatus::Converged);
  const double e = 0.04 / 2, free = (1 + e) * std::pow(1 - 0.45 * e, 2) - 1;
  EXPECT_GT(report.volumeRatio - 1, 0.9 * free / 2);
  EXPECT_LT(report.volumeRatio - 1, 3 * free / 2);
  EXPECT_GT(report.minJ, 0.9);
  EXPECT_LT(report.maxJ, 1.1);
  EXPECT_LT(report.minJ, report.maxJ);
  EXPECT_GT(report.newton, 0);
  EXPECT_GE(report.vcycles, report.newton);
  EXPECT_LT(report.step, SolveSettings{}.stepTolerance);
  EXPECT_LT(report.residual, 0.1);
}

TEST(FrameReport, VolumeRatioIsThatOfTheSkinHandedOut) {
  Player player(bar());
  Pose pose = restPose(*bar());
  pose.bones[1] = compose(translation({0.5, 0.7, 0}), rotationAbout({3, 0.5, 0.5}, {0, 0, 1}, 0.6));
  const FrameReport report = player.solve(pose);
  TriangleMesh skin;
  for (const Vec3f& p : player.surface) skin.points.push_back({p.x, p.y, p.z});
  for (const Triangle& t : barCharacter().triangles) skin.triangles.push_back({t.a, t.b, t.c});
  EXPECT_NEAR(report.volumeRatio, signedVolume(skin) / 4, 1e-6);
}

TEST(FrameReport, MotionJumpIsWhatTheBonesDoNotExplain) {
  Player player(bar());
  Pose bent = restPose(*bar());
  bent.bones[1] = rotationAbout({2, 0.5, 0.5}, {0, 0, 1}, 1.2);
  player.solve(restPose(*bar()));
  const double jump = player.solve(bent).motionJump;
  EXPECT_GT(jump, 0.02) << "flesh between the bones settles elsewhere than their blend";
  EXPECT_LT(jump, 8) << "but within a bar's thickness";
  EXPECT_LT(player.solve(bent).motionJump, 1e-12) << "the same pose again: nothing moved";
}

// A strip pressed together buckles, to the side its end is turned to. Straight from rest it goes
// down; from the frame before, in which it went up, it stays up.
TEST(FrameReport, MarksPosesWithTwoShapes) {
  CharacterDesc desc = barCharacter();
  for (Vec3f& p : desc.points) p = {2 * p.x, 0.5f * p.y, 0.5f * p.z};
  desc.bones = {{"left", CapsuleShape{{0.3, 0.25, 0.25}, {1, 0.25, 0.25}, 0.15}},
                {"right", CapsuleShape{{7, 0.25, 0.25}, {7.7, 0.25, 0.25}, 0.15}}};
  const auto strip = bind(desc, cellsOfEdge(0.125)).value();
  const auto pressed = [&](double turn) {
    Pose pose = restPose(*strip);
    pose.bones[1] =
        compose(translation({-1, 0, 0}), rotationAbout({7, 0.25, 0.25}, {0, 0, 1}, turn));
    return pose;
  };
  SolveSettings settings;
  Player plain(strip);
  plain.solve(pressed(0.05), settings);
  const FrameReport unmarked = plain.solve(pressed(-0.05), settings);
  settings.otherShapes = OtherShapes::Find;
  Player player(strip);
  EXPECT_EQ(player.solve(pressed(0.05), settings).otherShape, 0) << "there is no frame before";
  const FrameReport marked = player.solve(pressed(-0.05), settings);
  EXPECT_EQ(unmarked.otherShape, 0);
  EXPECT_GT(marked.motionJump, 0.5);
  EXPECT_GT(marked.otherShape, 0.5 * marked.motionJump);
  EXPECT_EQ(marked.newton, unmarked.newton);
  EXPECT_TRUE(std::equal(
      plain.surface.begin(), plain.surface.end(), player.surface.begin(),
      [](const Vec3f& p, const Vec3f& q) { return p.x == q.x && p.y == q.y && p.z == q.z; }));
  // Turned further down it goes down from everywhere; it is the pose before that has two shapes.
  player.solve(pressed(0.05), settings);
  const FrameReport snapped = player.solve(pressed(-0.8), settings);
  EXPECT_GT(snapped.motionJump, 0.5);
  EXPECT_GT(snapped.otherShape, 0.5);
  // Turned far to both sides each of the two poses has one shape; it snaps at one between them.
  player.solve(pressed(0.8), settings);
  const FrameReport across = player.solve(pressed(-0.8), settings);
  EXPECT_GT(across.motionJump, 0.5);
  EXPECT_GT(across.otherShape, 0.5);
  // Fast motion is none: the same shape from both sides.
  Pose bent = restPose(*strip);
  bent.bones[1] = rotationAbout({4, 0.25, 0.25}, {0, 0, 1}, 1.2);
  player.solve(restPose(*strip), settings);
  const FrameReport fast = player.solve(bent, settings);
  EXPECT_GT(fast.motionJump, 0.5);
  EXPECT_EQ(fast.otherShape, 0);
}

TEST(FrameReport, ACancelledFrameSaysSoAndHandsOutTheStateSoFar) {
  Player player(bar());
  Pose pose = restPose(*bar());
  pose.bones[1] = rotationAbout({2, 0.5, 0.5}, {0, 0, 1}, 1.0);
  const std::atomic<bool> cancel = true;
  const FrameReport report =
      player.simulation.solve(pose, SolveSettings{}, player.surface, &cancel);
  EXPECT_EQ(report.status, SolveStatus::Cancelled);
  EXPECT_EQ(report.newton, 0);
  EXPECT_TRUE(isFinite(player.surface));
  EXPECT_EQ(player.solve(pose).status, SolveStatus::Converged) << "and the next frame is whole";
}

TEST(FrameReport, AFrameOutOfStepsSaysSo) {
  Player player(bar());
  Pose pose = restPose(*bar());
  pose.bones[1] = rotationAbout({2, 0.5, 0.5}, {0, 0, 1}, 1.5);
  SolveSettings settings;
  settings.newtonIterations = 1;
  settings.poseSplits = 0;
  const FrameReport report = player.solve(pose, settings);
  EXPECT_EQ(report.status, SolveStatus::IterationLimit);
  EXPECT_EQ(report.newton, report.subPoses);  // one step for each
  EXPECT_GE(report.step, settings.stepTolerance);
  EXPECT_TRUE(isFinite(player.surface));
}

TEST(FrameReport, StagesTakeNoLongerThanTheFrame) {
  Player player(bar());
  Pose pose = restPose(*bar());
  pose.bones[1] = rotationAbout({2, 0.5, 0.5}, {0, 0, 1}, 1.0);
  const FrameReport::Seconds s = player.solve(pose).seconds;
  for (const double stage : {s.start, s.linearise, s.setup, s.linear, s.embed}) EXPECT_GT(stage, 0);
  EXPECT_EQ(s.contact, 0);
  EXPECT_LE(s.start + s.linearise + s.setup + s.linear + s.embed, s.total);
}

TEST(FrameReport, EveryStatusHasItsName) {
  EXPECT_STREQ(name(SolveStatus::Converged), "converged");
  EXPECT_STREQ(name(SolveStatus::IterationLimit), "iteration_limit");
  EXPECT_STREQ(name(SolveStatus::Failed), "failed");
  EXPECT_STREQ(name(SolveStatus::Cancelled), "cancelled");
  EXPECT_STREQ(name(SolveStatus::BadInput), "bad_input");
}

TEST(CharacterSummary, CountsWhatWasBuilt) {
  const CharacterSummary& s = bar()->summary();
  EXPECT_EQ(s.vertices, static_cast<std::int64_t>(barCharacter().points.size()));
  EXPECT_EQ(s.bones, 2);
  EXPECT_EQ(s.cells, 32 * 8 * 8);
  EXPECT_EQ(s.nodes, 33 * 9 * 9);
  EXPECT_EQ(s.blocks, 8 * 2 * 2);
  EXPECT_EQ(s.cellSize, 0.125);
  EXPECT_EQ(s.springs, 0);
  EXPECT_GT(s.fixedNodes, 0);
  EXPECT_GE(s.levels, 3);
  EXPECT_GT(s.memoryBytes, 100 * s.cells);
  EXPECT_TRUE(s.warnings.empty());
}

}  // namespace
}  // namespace sinew::testing
