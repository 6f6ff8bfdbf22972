// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <filesystem>

#include "character.h"
#include "sinew/character_file.h"

namespace sinew::test {
namespace {

std::filesystem::path temporary(const std::string& name) {
  return std::filesystem::temp_directory_path() / ("sinew_maya_" + name);
}

TEST(Evaluation, PointsAreThoseOfTheLibraryForTheSamePose) {
  Session session;
  const std::string deformer = makeDeformer(session);
  const std::string path = temporary("same.sinew").string();
  ASSERT_TRUE(session.run("sinew -export " + path + " " + deformer));
  const auto file = loadCharacter(path);
  ASSERT_TRUE(file);
  Simulation simulation(file.value().character);
  for (const double frame : {0.0, 7.0, 20.0}) {
    session.setFrame(frame);
    const Points node = session.points(deformer);
    std::vector<Vec3f> surface(node.size());
    const double seconds = frame / 24;
    const FrameReport report = simulation.solve(
        poseAt(file.value().source->jointOfBone, seconds), SolveSettings{}, surface);
    EXPECT_EQ(report.status, SolveStatus::Converged);
    Points expected;
    for (const Vec3f& p : surface)
      expected.push_back({p.x * 100, p.y * 100, p.z * 100});
    EXPECT_LT(greatestGap(node, expected), 1e-3) << "frame " << frame;
  }
}

}  // namespace
}  // namespace sinew::test
