// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
//
// A thousand poses no animator would make. Nothing crashes, nothing is not finite, every report is
// complete, and a frame that did not converge says so.
#include <gtest/gtest.h>

#include <cmath>
#include <cstdio>
#include <cstring>
#include <map>

#include "scenes/vec.h"
#include "support/random_pose.h"

namespace sinew::testing {
namespace {

using scenes::length, scenes::operator-;

void expectComplete(const FrameReport& r, const SolveSettings& settings) {
  EXPECT_EQ(r.message, "");
  EXPECT_GE(r.newton, 1);
  EXPECT_GE(r.vcycles, r.newton);
  EXPECT_GE(r.subPoses, 1);
  for (const double v :
       {r.step, r.residual, r.minJ, r.maxJ, r.volumeRatio, r.motionJump, r.seconds.total,
        r.seconds.start, r.seconds.linearise, r.seconds.setup, r.seconds.linear, r.seconds.embed})
    EXPECT_TRUE(std::isfinite(v));
  EXPECT_LE(r.minJ, r.maxJ);
  EXPECT_EQ(r.invertedCells > 0, r.minJ < 0);
  EXPECT_GT(r.seconds.total, 0);
  switch (r.status) {
    case SolveStatus::Converged:
      EXPECT_LT(r.step, settings.stepTolerance);
      break;
    case SolveStatus::IterationLimit:
      EXPECT_GE(r.step, settings.stepTolerance);
      break;
    case SolveStatus::Failed:
      break;
    default:
      ADD_FAILURE() << name(r.status);
  }
}

// A frame that gets through in no parts, however short, ends in the try of least energy: with more
// tries it ends no higher.
void expectLeastOfAllTries(Player& player, const Pose& pose, const FrameReport& failed) {
  SolveSettings settings;
  for (settings.poseSplits = 0; settings.poseSplits < SolveSettings().poseSplits;
       ++settings.poseSplits) {
    const FrameReport fewer = player.solve(pose, settings);
    EXPECT_EQ(fewer.status, SolveStatus::Failed);
    EXPECT_GE(fewer.energy.elastic, failed.energy.elastic) << settings.poseSplits << " splits";
  }
}

struct Case {
  const char* scene;
  int cells, poses, leastConverged;
  FleshLaw law = FleshLaw::CorotatedVolume;
};

class RandomPoses : public ::testing::TestWithParam<Case> {};

TEST_P(RandomPoses, NeverBreakAFrame) {
  const Case test = GetParam();
  scenes::Scene scene = *scenes::makeScene(test.scene, 0.3);
  scene.character.material.law = test.law;
  const auto bound = bind(scene.character, aboutCells(test.cells));
  ASSERT_TRUE(bound.ok()) << bound.error().message;
  Player player(bound.value());
  const SolveSettings settings;
  Random random(71);
  std::map<SolveStatus, int> statuses;
  int mostNewton = 0, subPoses = 0;
  long newton = 0;
  std::vector<std::pair<Pose, std::vector<Vec3f>>> kept;  // to be solved once more at the end
  const auto expectSameSurface = [&](const std::vector<Vec3f>& expected) {
    EXPECT_EQ(std::memcmp(player.surface.data(), expected.data(), expected.size() * sizeof(Vec3f)),
              0);
  };
  for (int k = 0; k < test.poses; ++k) {
    SCOPED_TRACE(k);
    const Pose pose = randomPose(scene, random);
    const FrameReport report = player.solve(pose, settings);
    expectComplete(report, settings);
    EXPECT_TRUE(isFinite(player.surface));
    ++statuses[report.status];
    mostNewton = std::max(mostNewton, report.newton);
    newton += report.newton;
    subPoses += report.subPoses > 1;
    if (k % 20 == 0) {  // the same pose again at once
      const std::vector<Vec3f> before = player.surface;
      EXPECT_EQ(player.solve(pose, settings).newton, report.newton);
      expectSameSurface(before);
      kept.emplace_back(pose, before);
    }
    if (report.status == SolveStatus::Failed) expectLeastOfAllTries(player, pose, report);
    if (HasFailure()) break;
  }
  for (const auto& [pose, surface] : kept) {
    player.solve(pose, settings);
    expectSameSurface(surface);
  }
  std::printf("%s, %lld cells, %d poses:", test.scene,
              static_cast<long long>(bound.value()->summary().cells), test.poses);
  for (const auto& [status, count] : statuses) std::printf(" %d %s,", count, name(status));
  std::printf(" %d in sub-poses, %.1f Newton steps on average, at most %d\n", subPoses,
              static_cast<double>(newton) / test.poses, mostNewton);
  EXPECT_GE(statuses[SolveStatus::Converged], test.leastConverged);
  if (test.law == FleshLaw::Corotated) {  // what the other laws never need
    EXPECT_GT(subPoses, 0);
    EXPECT_GT(statuses[SolveStatus::Failed], 0);
  }
}

// The energy of the corotated law has creases that hold inverted cells where no descent is possible
// (docs/theory/corotated.md, section 8): such frames try sub-poses, and say it if none helps.
INSTANTIATE_TEST_SUITE_P(Scenes, RandomPoses,
                         ::testing::Values(Case{"arm", 700, 700, 700}, Case{"hand", 500, 300, 300},
                                           Case{"hand", 500, 60, 48, FleshLaw::Corotated}),
                         [](const auto& tested) {
                           return std::string(tested.param.scene) + "_" +
                                  kFleshLawNames[static_cast<int>(tested.param.law)];
                         });

// Frames on the way into a fold, where linear solves end early at negative curvature: a small step
// then says nothing, and once passed for convergence.
TEST(ConvergedFrame, IsWhereATighterSolveEndsToo) {
  const scenes::Scene scene = *scenes::makeScene("gesture", 1);
  const auto bound = bind(scene.character, aboutCells(20000));
  ASSERT_TRUE(bound.ok()) << bound.error().message;
  Player player(bound.value());
  SolveSettings settings, tight;
  tight.stepTolerance = 1e-3;
  for (int frame = 4; frame <= 8; ++frame) {
    const Pose pose = scene.pose(frame / 12.0);
    ASSERT_EQ(player.solve(pose, settings).status, SolveStatus::Converged);
    const std::vector<Vec3f> surface = player.surface;
    ASSERT_EQ(player.solve(pose, tight).status, SolveStatus::Converged);
    double farthest = 0;
    for (std::size_t v = 0; v < surface.size(); ++v)
      farthest = std::max(
          farthest, length(scenes::toDouble(surface[v]) - scenes::toDouble(player.surface[v])));
    EXPECT_LT(farthest, 2 * settings.stepTolerance * bound.value()->summary().cellSize) << frame;
  }
}

}  // namespace
}  // namespace sinew::testing
