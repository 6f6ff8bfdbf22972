// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
//
// Sequential mode: a frame starts from the one before.
#include <gtest/gtest.h>
#include <tbb/global_control.h>

#include <algorithm>
#include <atomic>
#include <cmath>

#include "support/characters.h"

namespace sinew::testing {
namespace {

// TBB makes no more threads than cores unless it is told to.
const tbb::global_control kManyThreads(tbb::global_control::max_allowed_parallelism, 4);

SolveSettings sequential(int threads = 0) {
  SolveSettings settings;
  settings.mode = SolveMode::Sequential;
  settings.threads = threads;
  return settings;
}

struct SequentialTest : ::testing::Test {
  scenes::Scene scene = *scenes::makeScene("arm", 0.4);
  std::shared_ptr<const Character> character = bind(scene.character, aboutCells(1500)).value();
  std::vector<double> times = {0.1, 0.14, 0.18, 0.22, 0.26, 0.3};

  /// Along the clip, while the whole body turns about an axis across the joint's and walks off.
  Pose poseAt(double t) const {
    Pose pose = scene.pose(t);
    const double c = std::cos(2 * t), s = std::sin(2 * t);
    const double turn[3][3] = {{c, 0, s}, {0, 1, 0}, {-s, 0, c}};
    for (Affine3d& bone : pose.bones) {
      const Affine3d before = bone;
      for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 4; ++j) {
          bone.rows[i][j] = j == 3 && i == 1 ? t : 0;
          for (int k = 0; k < 3; ++k) bone.rows[i][j] += turn[i][k] * before.rows[k][j];
        }
    }
    return pose;
  }
};

bool sameBits(const std::vector<Vec3f>& a, const std::vector<Vec3f>& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](const Vec3f& p, const Vec3f& q) {
    return p.x == q.x && p.y == q.y && p.z == q.z;
  });
}

double distance(const std::vector<Vec3f>& a, const std::vector<Vec3f>& b) {
  double greatest = 0;
  for (std::size_t v = 0; v < a.size(); ++v) {
    const double x = a[v].x - b[v].x, y = a[v].y - b[v].y, z = a[v].z - b[v].z;
    greatest = std::max(greatest, std::sqrt(x * x + y * y + z * z));
  }
  return greatest;
}

// A mild bend has one equilibrium: both modes must find it, and the way from the frame before is
// shorter than that from rest.
TEST_F(SequentialTest, FindsTheStaticShapeInFewerSteps) {
  SolveSettings exact, exactSequential = sequential();
  exact.stepTolerance = exactSequential.stepTolerance = 1e-3;
  Player fromRest(character), onwards(character);
  int steps = 0, stepsOnwards = 0;
  for (const double t : times) {
    const FrameReport a = fromRest.solve(poseAt(t), exact);
    const FrameReport b = onwards.solve(poseAt(t), exactSequential);
    ASSERT_EQ(b.status, SolveStatus::Converged);
    if (t == times.front()) {
      EXPECT_TRUE(sameBits(onwards.surface, fromRest.surface));
      continue;
    }
    EXPECT_LT(distance(onwards.surface, fromRest.surface), 0.01 * character->summary().cellSize);
    EXPECT_FALSE(sameBits(onwards.surface, fromRest.surface));
    steps += a.newton, stepsOnwards += b.newton;
  }
  EXPECT_LT(stepsOnwards, steps);
}

TEST_F(SequentialTest, GivesTheSameBitsForAnyNumberOfThreads) {
  Player one(character), three(character);
  for (const double t : times) {
    one.solve(poseAt(t), sequential(1));
    three.solve(poseAt(t), sequential(3));
    EXPECT_TRUE(sameBits(one.surface, three.surface));
  }
}

TEST_F(SequentialTest, DoesNotDriftWhereNothingMoves) {
  Player player(character);
  std::vector<Vec3f> first;
  for (const double t : times) player.solve(poseAt(t), sequential());
  for (int repeat = 0; repeat < 40; ++repeat) {
    player.solve(poseAt(0.3), sequential());
    if (repeat == 3) first = player.surface;
  }
  EXPECT_LT(distance(first, player.surface), 0.02 * character->summary().cellSize);
}

TEST_F(SequentialTest, GoesOnFromASavedStateWithTheSameBits) {
  Player whole(character);
  std::vector<unsigned char> state = whole.simulation.state();
  EXPECT_TRUE(state.empty());
  for (int i = 0; i < 3; ++i) whole.solve(poseAt(times[i]), sequential());
  state = whole.simulation.state();
  Player resumed(character);
  resumed.solve(poseAt(0.9), sequential());  // whatever was there before
  ASSERT_TRUE(resumed.simulation.restore(state).ok());
  for (int i = 3; i < 6; ++i) {
    const FrameReport a = whole.solve(poseAt(times[i]), sequential());
    const FrameReport b = resumed.solve(poseAt(times[i]), sequential());
    EXPECT_TRUE(sameBits(whole.surface, resumed.surface));
    EXPECT_EQ(a.newton, b.newton);
    EXPECT_EQ(a.motionJump, b.motionJump);
  }
}

TEST_F(SequentialTest, RefusesDamagedAndForeignStates) {
  Player player(character);
  player.solve(poseAt(times[0]), sequential());
  const std::vector<unsigned char> good = player.simulation.state();
  const auto refusal = [](Simulation& simulation, const std::vector<unsigned char>& state) {
    const Result<bool> restored = simulation.restore(state);
    return restored ? std::string("accepted") : restored.error().message;
  };
  for (const std::size_t at : {std::size_t{2}, std::size_t{9}, std::size_t{17}, good.size() / 2}) {
    std::vector<unsigned char> bad = good;
    bad[at] ^= 4;
    EXPECT_TRUE(isSentence(refusal(player.simulation, bad))) << at;
  }
  for (const std::size_t size : {std::size_t{1}, std::size_t{24}, good.size() - 1}) {
    const std::vector<unsigned char> cut(good.begin(), good.begin() + static_cast<long>(size));
    EXPECT_TRUE(isSentence(refusal(player.simulation, cut))) << size;
  }
  Player other(bind(scene.character, aboutCells(800)).value());
  EXPECT_NE(refusal(other.simulation, good).find("another"), std::string::npos);

  // Nothing has changed: what follows is what follows without the attempts.
  Player undisturbed(character);
  undisturbed.solve(poseAt(times[0]), sequential());
  undisturbed.solve(poseAt(times[1]), sequential());
  player.solve(poseAt(times[1]), sequential());
  EXPECT_TRUE(sameBits(player.surface, undisturbed.surface));
}

TEST_F(SequentialTest, ACancelledFrameDoesNotCount) {
  Player player(character), undisturbed(character);
  player.solve(poseAt(times[0]), sequential());
  undisturbed.solve(poseAt(times[0]), sequential());
  const std::atomic<bool> cancel{true};
  const FrameReport report =
      player.simulation.solve(poseAt(0.8), sequential(), player.surface, &cancel);
  EXPECT_EQ(report.status, SolveStatus::Cancelled);
  player.solve(poseAt(times[1]), sequential());
  undisturbed.solve(poseAt(times[1]), sequential());
  EXPECT_TRUE(sameBits(player.surface, undisturbed.surface));
}

TEST_F(SequentialTest, ResetStartsFromRestAgain) {
  Player player(character), fresh(character);
  player.solve(poseAt(times[0]), sequential());
  player.simulation.reset();
  player.solve(poseAt(times[3]), sequential());
  fresh.solve(poseAt(times[3]));
  EXPECT_TRUE(sameBits(player.surface, fresh.surface));
}

}  // namespace
}  // namespace sinew::testing
