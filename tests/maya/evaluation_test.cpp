// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
//
// The node in every way Maya evaluates one. Points are compared bit by bit unless said otherwise.
#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <limits>
#include <thread>

#include "character.h"
#include "sinew/character_file.h"
#include "sinew/clip_run.h"
#include "sinew/result_file.h"

namespace sinew::test {
namespace {

bool hasMessage(Session& session, const std::string& part) {
  for (const std::string& m : session.messages())
    if (m.find(part) != std::string::npos) return true;
  return false;
}

TEST(Evaluation, PointsAreThoseOfTheLibraryForTheSamePose) {
  Session session;
  const std::string deformer = makeDeformer(session);
  const std::string path = temporary("same.sinew");
  ASSERT_TRUE(session.run("sinew -export " + path + " " + deformer));
  const auto file = loadCharacter(path);
  ASSERT_TRUE(file);
  Simulation simulation(file.value().character);
  for (const double frame : {0.0, 7.0, 20.0}) {
    session.setFrame(frame);
    const Points node = session.points(deformer);
    std::vector<Vec3f> surface(node.size());
    const FrameReport report = simulation.solve(
        poseAt(file.value().source->jointOfBone, frame / 24), SolveSettings{}, surface);
    EXPECT_EQ(report.status, SolveStatus::Converged);
    // The pose is computed in another way here: not the same bits, but 10 micrometres.
    EXPECT_LT(greatestGap(node, inCentimetres(surface)), 1e-3) << "frame " << frame;
  }
  EXPECT_EQ(status(session, deformer), "converged");
  EXPECT_NE(session.text(deformer + ".report[0].frameReport").find("\"frame\""), std::string::npos);
  std::filesystem::remove(path);
}

// What `sinew solve` does with the exported file, given a clip that bends the elbow as the scene
// does.
TEST(Evaluation, PointsAreThoseOfTheToolForTheSameClip) {
  Session session;
  const std::string deformer = makeDeformer(session);
  const std::string path = temporary("tool.sinew"), folder = temporary("tool");
  ASSERT_TRUE(session.run("sinew -export " + path + " " + deformer));
  CharacterFile file = loadCharacter(path).value();
  RiggedModel& model = file.source->model;
  Clip clip{"bend", 1, {}};
  for (const std::int32_t joint : {1, 2}) {  // the nodes of this file hang on nothing but the world
    const auto node = static_cast<std::size_t>(model.joints[static_cast<std::size_t>(joint)].node);
    model.nodes[node].usesMatrix = false;
    ClipChannel place{model.joints[static_cast<std::size_t>(joint)].node,
                      ChannelPath::Translation,
                      Interpolation::Linear,
                      {},
                      {}};
    ClipChannel turn = place;
    turn.path = ChannelPath::Rotation;
    for (int frame = 0; frame <= 24; ++frame) {
      const double half = bendAt(frame / 24.0) * 3.14159265358979323846 / 360;
      const double reach = joint == 1 ? 0 : 0.18;  // from the elbow to the tip [m]
      for (ClipChannel* channel : {&place, &turn})
        channel->times.push_back(static_cast<float>(frame) / 24.0f);
      for (const double v : {0.2 + reach * std::cos(2 * half), reach * std::sin(2 * half), 0.0})
        place.values.push_back(static_cast<float>(v));
      for (const double v : {0.0, 0.0, std::sin(half), std::cos(half)})
        turn.values.push_back(static_cast<float>(v));
    }
    clip.channels.push_back(place);
    clip.channels.push_back(turn);
  }
  model.clips.push_back(clip);
  ClipRun run;
  run.folder = folder;
  run.frames = "0:20:10";
  const auto outcome = solveClip(file, run);
  ASSERT_TRUE(outcome) << outcome.error().message;
  for (const int k : {0, 1, 2}) {
    session.setFrame(10 * k);
    EXPECT_LT(greatestGap(session.points(deformer),
                          inCentimetres(sinew::readFrame(folder + "/surface.pc2", k).value())),
              1e-3)
        << "frame " << 10 * k;
  }
  std::filesystem::remove(path);
  std::filesystem::remove_all(folder);
}

TEST(Evaluation, EveryEngineAndOrderGivesTheSameBits) {
  Session session;
  const std::string deformer = makeDeformer(session);
  const std::vector<double> frames{3, 11, 18};
  std::vector<Points> expected;
  for (const double frame : frames) {
    session.setFrame(frame);
    expected.push_back(session.points(deformer));
  }
  EXPECT_GT(greatestGap(expected[0], expected[2]), 5.0);  // it moves at all

  for (const std::size_t i : {2u, 0u, 1u, 0u, 2u}) {  // scrubbing
    session.setFrame(frames[i]);
    EXPECT_EQ(session.points(deformer), expected[i]) << "DG, frame " << frames[i];
  }
  standin::host().threads = 1;
  for (const std::size_t i : {1u, 2u, 0u}) {
    session.evaluateParallel(frames[i]);
    EXPECT_EQ(session.evaluatedPoints(deformer), expected[i]) << "EM, frame " << frames[i];
  }
  standin::host().threads = 4;
  auto background = session.background(frames[2]);
  EXPECT_EQ(background.points(deformer), expected[2]);
  session.setBackgroundFrame(background, frames[0]);
  EXPECT_EQ(background.points(deformer), expected[0]);
}

TEST(Evaluation, BackgroundContextRunsBesidePlayback) {
  Session session;
  const std::string deformer = makeDeformer(session);
  session.setFrame(12);
  const Points at12 = session.points(deformer);
  session.setFrame(4);
  const Points at4 = session.points(deformer);
  auto background = session.background(12);
  bool isRight = true;
  std::thread filler([&] {
    for (const double frame : {12.0, 4.0, 12.0, 4.0, 12.0}) {
      session.setBackgroundFrame(background, frame);
      isRight &= background.points(deformer) == (frame == 12 ? at12 : at4);
    }
  });
  for (const double frame : {12.0, 4.0, 12.0, 4.0, 12.0}) {
    session.evaluateParallel(frame);
    EXPECT_EQ(session.evaluatedPoints(deformer), frame == 12 ? at12 : at4);
  }
  filler.join();
  EXPECT_TRUE(isRight);
}

TEST(Evaluation, EightDeformersAtOnce) {
  Session session;
  std::vector<std::string> deformers;
  for (int i = 0; i < 8; ++i)
    deformers.push_back(makeDeformer(session, std::string(1, static_cast<char>('a' + i))));
  session.setFrame(9);
  const Points alone = session.points(deformers[0]);
  session.setFrame(2);
  for (const std::string& d : deformers) session.points(d);
  session.evaluateParallel(9);
  for (const std::string& d : deformers) EXPECT_EQ(session.evaluatedPoints(d), alone) << d;
}

TEST(Evaluation, TwoMeshesOfOneDeformer) {
  const Points expected = plainPoints(10);
  Session session;
  ASSERT_TRUE(session.loadPlugin());
  addLimb(session);
  const Tube coarse = makeTube(11, 10);
  session.addMesh("sleeve", "", MMatrix(), coarse.points, coarse.counts, coarse.corners);
  const auto made = session.run(bindCommand("", "sleeve"));
  ASSERT_TRUE(made);
  session.setFrame(10);
  // The command puts meshes in the order of its arguments: sleeve is 0, skin is 1.
  const Points sleeve = session.points(made->at(0), 0), skin = session.points(made->at(0), 1);
  EXPECT_EQ(sleeve.size(), coarse.points.size());
  EXPECT_EQ(skin, expected);
}

TEST(Evaluation, MeshTransformMayBeMovedAndScaled) {
  const Points expected = plainPoints(14);
  Session session;
  ASSERT_TRUE(session.loadPlugin());
  const MMatrix place = scaling(2, 0.5, 3) * rotationZ(30) * translation(7, -20, 4);
  addLimb(session, "", place);
  const auto made = session.run(bindCommand());
  ASSERT_TRUE(made);
  session.setFrame(14);
  const auto inWorld = [&](const MMatrix& toWorld) {
    Points world;
    for (const auto& p : session.points(made->at(0))) {
      const MPoint q =
          MPoint(static_cast<double>(p[0]), static_cast<double>(p[1]), static_cast<double>(p[2])) *
          toWorld;
      world.push_back({static_cast<float>(q.x), static_cast<float>(q.y), static_cast<float>(q.z)});
    }
    return world;
  };
  EXPECT_LT(greatestGap(inWorld(place), expected), 1e-3);
  // Moved after the bind, the skin stays on its bones, and the node knows that it has to compute.
  const MMatrix moved = scaling(1, -1, 1) * translation(0, 50, 0);
  session.moveTransform("skin", moved);
  EXPECT_LT(greatestGap(inWorld(moved), expected), 1e-3);
  session.moveTransform("skin", scaling(1, 0, 1));
  session.points(made->at(0));
  EXPECT_NE(status(session, made->at(0)).find("scale of 0"), std::string::npos);
}

TEST(Evaluation, OnlyMembersMoveAndByTheirWeights) {
  Session session;
  const std::string deformer = makeDeformer(session);
  const Points rest = makeTube().points;
  session.setFrame(15);
  const Points whole = session.points(deformer);
  const auto node = standin::host().findNode(deformer);
  node->members[0] = {200, 3, 190, 150};  // neither in order nor all
  session.setNumber(deformer + ".weightList[0].weights[190]", 0.5);
  session.setNumber(deformer + ".weightList[0].weights[3]", 0);
  session.setNumber(deformer + ".envelope", 0.5);
  const Points some = session.points(deformer);
  for (std::size_t v = 0; v < rest.size(); ++v) {
    const double weight = v == 200 || v == 150 ? 0.5 : v == 190 ? 0.25 : 0;
    for (std::size_t k = 0; k < 3; ++k)
      EXPECT_NEAR(
          static_cast<double>(some[v][k]),
          static_cast<double>(rest[v][k]) + weight * static_cast<double>(whole[v][k] - rest[v][k]),
          1e-4)
          << "vertex " << v;
  }
}

TEST(Evaluation, SwitchedOffItDoesNotSolve) {
  Session session;
  const std::string deformer = makeDeformer(session);
  const Points rest = makeTube().points;
  session.setFrame(10);
  for (const auto& [plug, off, on] :
       {std::tuple{".envelope", 0.0, 1.0}, {".enable", 0.0, 1.0}, {".nodeState", 1.0, 0.0}}) {
    session.setNumber(deformer + plug, off);
    EXPECT_EQ(session.points(deformer), rest) << plug;
    EXPECT_EQ(status(session, deformer), "") << plug << ": a frame was solved";
    session.setNumber(deformer + plug, on);
  }
  EXPECT_NE(session.points(deformer), rest);
  EXPECT_EQ(status(session, deformer), "converged");
}

TEST(Evaluation, ChangedTopologyIsPassedThroughWithOneWarning) {
  Session session;
  const std::string deformer = makeDeformer(session);
  const Tube other = makeTube(15, 12);
  session.setMeshData("skinShapeOrig", other.points, other.counts, other.corners);
  session.messages().clear();
  for (const double frame : {1.0, 2.0, 3.0}) {
    session.setFrame(frame);
    EXPECT_EQ(session.points(deformer), other.points);
  }
  EXPECT_EQ(session.messages().size(), 1u);
  EXPECT_TRUE(hasMessage(session, deformer + ": The mesh has other vertices or faces"));
  EXPECT_FALSE(session.run("sinew -edit -import nothing.sinew " + deformer));
  session.setFrame(0);
  ASSERT_TRUE(session.run("sinew -edit -rebind -currentPose " + deformer));
  session.setFrame(8);
  EXPECT_EQ(session.points(deformer).size(), other.points.size());
  EXPECT_EQ(status(session, deformer), "converged");
}

TEST(Evaluation, BadMatricesArePassedThroughAndForgotten) {
  Session session;
  const std::string deformer = makeDeformer(session);
  const Points rest = makeTube().points;
  session.setFrame(6);
  const Points good = session.points(deformer);
  const auto elbow = standin::host().findNode("elbow");
  const auto motion = elbow->local;
  MMatrix bad;
  bad(1, 1) = std::numeric_limits<double>::quiet_NaN();
  session.messages().clear();
  session.moveTransform("elbow", bad);
  EXPECT_EQ(session.points(deformer), rest);
  EXPECT_NE(status(session, deformer).find("passed through"), std::string::npos);
  session.setFrame(7);
  EXPECT_EQ(session.points(deformer), rest);
  EXPECT_EQ(session.messages().size(), 1u);
  elbow->local = motion;
  session.setFrame(6);
  EXPECT_EQ(session.points(deformer), good);
}

TEST(Evaluation, WorkersLeaveWarningsToTheMainThread) {
  Session session(MGlobal::kInteractive);
  const std::string deformer = makeDeformer(session);
  session.disconnectPlug(deformer + ".matrix[1]");
  session.messages().clear();
  session.evaluateParallel(5);  // aborts if a worker displays
  EXPECT_EQ(session.evaluatedPoints(deformer), makeTube().points);
  EXPECT_TRUE(session.messages().empty());
  ASSERT_EQ(standin::host().timers.size(), 1u);
  for (int i = 0; i < 3; ++i) standin::host().timers.begin()->second();
  EXPECT_EQ(session.messages().size(), 1u);
  EXPECT_TRUE(hasMessage(session, "No joint is connected to matrix[1]"));
}

TEST(Evaluation, RemovedJointLeavesAGap) {
  const Points expected = plainPoints(12);
  Session session;
  ASSERT_TRUE(session.loadPlugin());
  addLimb(session);
  session.addTransform(
      "extra", "root", [](double) { return translation(9, 3, 0); }, true);
  // Joints are sorted by depth: root, then extra and elbow, then tip.
  const auto made = session.run("sinew -setting targetCells 120 skin root extra elbow tip");
  ASSERT_TRUE(made);
  const std::string deformer = made->at(0);
  session.deleteNode("extra");
  EXPECT_EQ(session.points(deformer), makeTube().points);
  EXPECT_NE(status(session, deformer).find("matrix[1]"), std::string::npos);
  ASSERT_TRUE(session.run("sinew -edit -rebind -currentPose " + deformer));
  session.setFrame(12);
  EXPECT_EQ(session.points(deformer), expected);
}

TEST(Evaluation, PreviewAndTuningAreSeen) {
  Session session;
  const std::string deformer = makeDeformer(session);
  session.setFrame(25);
  const Points best = session.points(deformer);
  session.setNumber(deformer + ".newtonIterations", 1);
  const Points limited = session.points(deformer);
  EXPECT_NE(limited, best);
  EXPECT_EQ(status(session, deformer), "iteration_limit");
  session.setNumber(deformer + ".quality", 0);  // has its own number of Newton steps
  const Points preview = session.points(deformer);
  EXPECT_NE(preview, limited);
  EXPECT_LT(greatestGap(preview, best), 8.0);
  session.setNumber(deformer + ".quality", 1);
  session.setNumber(deformer + ".newtonIterations", 100);
  EXPECT_EQ(session.points(deformer), best);
  session.setNumber(deformer + ".poissonsRatio", 0.2);  // read by the next bind
  session.setFrame(24);
  session.points(deformer);
  EXPECT_EQ(status(session, deformer), "converged; settings changed since the bind: bind again");
  ASSERT_TRUE(session.run("sinew -edit -rebind " + deformer));
  session.setFrame(25);
  EXPECT_GT(greatestGap(session.points(deformer), best), 0.01);
  EXPECT_EQ(status(session, deformer), "converged");
}

}  // namespace
}  // namespace sinew::test
