// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
//
// Frames that depend on the ones before: state lies in the data block, one per context.
#include <gtest/gtest.h>

#include <filesystem>

#include "character.h"
#include "sinew/character_file.h"

namespace sinew::test {
namespace {

TEST(Sequential, FramesFollowTheOnesBeforeAndRepeatExactly) {
  Session session;
  const std::string deformer = makeDeformer(session);
  const std::string path = temporary("sequential.sinew");
  ASSERT_TRUE(session.run("sinew -export " + path + " " + deformer));
  ASSERT_TRUE(session.run("sinew -edit -mode sequential " + deformer));
  const auto file = loadCharacter(path);
  ASSERT_TRUE(file);
  Simulation simulation(file.value().character);
  SolveSettings settings;
  settings.mode = SolveMode::Sequential;
  Points last;
  for (const double frame : {1.0, 2.0, 3.0}) {
    session.setFrame(frame);
    const Points node = session.points(deformer);
    std::vector<Vec3f> surface(node.size());
    simulation.solve(poseAt(file.value().source->jointOfBone, frame / 24), settings, surface);
    EXPECT_LT(greatestGap(node, inCentimetres(surface)), 1e-3) << "frame " << frame;
    session.setNumber(deformer + ".threads", 1);  // dirties: the same frame once more
    EXPECT_EQ(session.points(deformer), node);
    session.setNumber(deformer + ".threads", 0);
    EXPECT_EQ(session.points(deformer), node);
    EXPECT_EQ(status(session, deformer), "converged");
    last = node;
  }
  session.setFrame(9);
  session.points(deformer);
  EXPECT_NE(status(session, deformer).find("started afresh"), std::string::npos);
  for (const double frame : {1.0, 2.0, 3.0}) {
    session.setFrame(frame);
    const Points again = session.points(deformer);
    if (frame == 3) {
      EXPECT_EQ(again, last);
    }
  }
  std::filesystem::remove(path);
}

TEST(Sequential, DynamicFleshLagsBehindAndRepeatsExactly) {
  Session session;
  const std::string deformer = makeDeformer(session);
  session.setFrame(3);
  const Points still = session.points(deformer);
  ASSERT_TRUE(session.run("sinew -edit -mode dynamic " + deformer));
  Points last;
  for (int round = 0; round < 2; ++round)
    for (const double frame : {1.0, 2.0, 3.0}) {
      session.setFrame(frame);
      const Points node = session.points(deformer);
      session.setNumber(deformer + ".threads", 1);
      EXPECT_EQ(session.points(deformer), node);  // the same frame once more
      session.setNumber(deformer + ".threads", 0);
      if (frame < 3) continue;
      if (round == 0) last = node;
      EXPECT_EQ(node, last);
    }
  EXPECT_GT(greatestGap(last, still), 1e-4);  // flesh has mass
}

TEST(Sequential, EveryContextHasItsOwnState) {
  Session session;
  const std::string deformer = makeDeformer(session);
  ASSERT_TRUE(session.run("sinew -edit -mode sequential " + deformer));
  std::vector<Points> expected;
  for (const double frame : {1.0, 2.0, 3.0}) {
    session.setFrame(frame);
    expected.push_back(session.points(deformer));
  }
  auto background = session.background(1);
  session.setFrame(1);
  session.points(deformer);
  for (const double frame : {1.0, 2.0, 3.0}) {  // in turns
    session.setBackgroundFrame(background, frame);
    EXPECT_EQ(background.points(deformer), expected[static_cast<std::size_t>(frame) - 1]);
    session.setFrame(frame);
    EXPECT_EQ(session.points(deformer), expected[static_cast<std::size_t>(frame) - 1]);
  }
}

TEST(Sequential, CachingIsToldThatItIsASimulation) {
  Session session;
  const std::string deformer = makeDeformer(session);
  const auto node = standin::host().findNode(deformer);
  const auto setup = [&] {
    MNodeCacheSetupInfo info;
    MNodeCacheDisablingInfo disabling;
    MObjectArray monitored;
    node->user->getCacheSetup(MEvaluationNode(), disabling, info, monitored);
    EXPECT_EQ(monitored.standin.size(), 1u);
    EXPECT_TRUE(info.wantsCache);
    return info.isSimulation;
  };
  const auto invalidated = [&](double from, double to, double frame) {
    return node->user->transformInvalidationRange(MPlug(), MTimeRange(MTime(from), MTime(to)))
        .contains(MTime(frame));
  };
  EXPECT_FALSE(setup());
  EXPECT_FALSE(invalidated(5, 6, 7));
  EXPECT_FALSE(session.text(deformer + ".bind[0].bindHash").empty());
  ASSERT_TRUE(session.run("sinew -edit -mode sequential " + deformer));
  EXPECT_TRUE(standin::host().plug(deformer + ".time").isDestination());
  EXPECT_TRUE(setup());
  EXPECT_TRUE(invalidated(5, 6, 7000));
  EXPECT_TRUE(invalidated(5, 6, 2));    // from startFrame, which is 1
  EXPECT_FALSE(invalidated(-9, 0, 2));  // before it nothing is simulated
  ASSERT_TRUE(session.undo());
  EXPECT_FALSE(setup());
  EXPECT_FALSE(standin::host().plug(deformer + ".time").isDestination());
}

}  // namespace
}  // namespace sinew::test
