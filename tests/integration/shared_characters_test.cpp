// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <filesystem>

#include "sinew/model_file.h"
#include "sinew/rig.h"
#include "support/characters.h"
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

}  // namespace
}  // namespace sinew::testing
