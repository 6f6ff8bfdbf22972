// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <filesystem>

#include "sinew/model_file.h"
#include "sinew/rig.h"
#include "support/characters.h"
#include "support/inside_count.h"
#include "support/shared_data.h"

namespace sinew::testing {
namespace {

TEST(SharedCharacters, AllBindAndMove) {
  const std::filesystem::path folder = sharedFolder() / "data/characters";
  if (!std::filesystem::exists(folder)) GTEST_SKIP() << folder << " not found";
  int count = 0;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    if (entry.path().extension() != ".glb") continue;
    SCOPED_TRACE(entry.path().filename().string());
    const auto model = readModel(entry.path().string());
    ASSERT_TRUE(model.ok());
    const auto rig = makeRig(model.value());
    ASSERT_TRUE(rig.ok()) << rig.error().message;
    const auto bound = bind(rig.value().character, aboutCells(8000));
    ASSERT_TRUE(bound.ok()) << bound.error().message;
    Player player(bound.value());
    const double duration = model.value().clips[0].duration;
    for (const double part : {0.1, 0.35}) {
      const FrameReport report =
          player.solve(bonePose(rig.value(), model.value(), 0, part * duration));
      EXPECT_EQ(report.status, SolveStatus::Converged);
      EXPECT_NEAR(report.volumeRatio, 1, 0.05);
      EXPECT_TRUE(isFinite(player.surface));
    }
    ++count;
  }
  EXPECT_GE(count, 7);
}

TEST(SharedCharacters, FistsAndElbowsStopWhereTheyMeet) {
  const std::filesystem::path folder = sharedFolder() / "data/characters";
  if (!std::filesystem::exists(folder)) GTEST_SKIP() << folder << " not found";
  struct Case {
    const char* file;
    int frame, insideWithout;  // at least, without contact
  };
  for (const Case& c : {Case{"hand_right_fist.glb", 44, 40}, Case{"arm_flesh_bones.glb", 72, 20}}) {
    SCOPED_TRACE(c.file);
    const auto model = readModel((folder / c.file).string());
    ASSERT_TRUE(model.ok());
    const auto rig = makeRig(model.value());
    ASSERT_TRUE(rig.ok());
    const CharacterDesc& desc = rig.value().character;
    const auto bound = bind(desc, aboutCells(6000));
    ASSERT_TRUE(bound.ok());
    Player player(bound.value());
    const double cell = bound.value()->summary().cellSize;
    const Pose pose = bonePose(rig.value(), model.value(), 0, c.frame / 24.0);
    SolveSettings settings;
    settings.selfContact = SelfContact::Off;
    player.solve(pose, settings);
    const int without = countInside(desc, player.surface, 0.5 * cell);
    settings.selfContact = SelfContact::On;
    const FrameReport report = player.solve(pose, settings);
    const int with = countInside(desc, player.surface, 0.5 * cell);
    std::printf("%s: %d points inside without contact, %d with; deepest %.3f, %d steps\n", c.file,
                without, with, report.maxPenetration, report.newton);
    EXPECT_EQ(report.status, SolveStatus::Converged);
    EXPECT_LE(report.maxPenetration, 0.25);
    EXPECT_GE(without, c.insideWithout);
    EXPECT_LE(with, without / 10);
  }
}

}  // namespace
}  // namespace sinew::testing
