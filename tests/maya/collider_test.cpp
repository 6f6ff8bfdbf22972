// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
//
// What the flesh touches: colliders from the scene, and bones it slides over.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <filesystem>

#include "character.h"
#include "sinew/character_file.h"

namespace sinew::test {
namespace {

using standin::SceneFormat;

/// A limb on a slab that reaches 1.5 cm into it from below, all along.
struct LimbOnASlab : ::testing::Test {
  LimbOnASlab() {
    deformer = makeDeformer(session);
    session.addMesh("slab", "", translation(0, kTop, 0), slab.points, slab.counts, slab.corners);
    session.setFrame(8);
    free = session.points(deformer);
  }

  std::optional<std::vector<std::string>> add(const std::string& flags) {
    return session.run("sinew -e " + flags + " " + deformer);
  }

  static float lowest(const Points& points) {
    float least = 1e9f;
    for (const auto& p : points) least = std::min(least, p[1]);
    return least;
  }

  static constexpr float kTop = -3.5f;
  const Tube slab = makeBox({-10, -8, -12}, {50, 0, 12});
  Session session;
  std::string deformer;
  Points free;
};

TEST_F(LimbOnASlab, IsLiftedUntilItIsUndone) {
  EXPECT_LT(lowest(free), kTop - 1);
  const auto made = add("-addCollider slab");
  ASSERT_TRUE(made);
  EXPECT_EQ(*made, std::vector<std::string>{deformer + ".collider[0]"});
  const Points held = session.points(deformer);
  EXPECT_EQ(status(session, deformer), "converged");
  EXPECT_GT(lowest(held), kTop - 0.5);
  EXPECT_EQ(session.run("sinew -q -info " + deformer)->back(), "collider[0]: slab, mesh");

  ASSERT_TRUE(session.undo());
  EXPECT_EQ(session.points(deformer), free);
  ASSERT_TRUE(session.redo());
  EXPECT_EQ(session.points(deformer), held);
  session.setNumber(deformer + ".collider[0].colliderEnabled", 0);
  EXPECT_EQ(session.points(deformer), free);
  session.setNumber(deformer + ".collider[0].colliderEnabled", 1);
  session.moveTransform("slab", translation(0, -20, 0));
  // It does not touch: the solve ends a little elsewhere, well within its tolerance of 0.02 cells.
  EXPECT_LT(greatestGap(session.points(deformer), free), 0.1);
  session.moveTransform("slab", translation(0, kTop, 0));
  ASSERT_TRUE(add("-removeCollider slab"));
  EXPECT_EQ(session.points(deformer), free);
  ASSERT_TRUE(session.undo());
  EXPECT_EQ(session.points(deformer), held);
  ASSERT_TRUE(session.redo());
  ASSERT_TRUE(add("-addCollider slabShape"));  // the shape will do; takes the place that is free
  EXPECT_EQ(session.run("sinew -q -info " + deformer)->back(), "collider[0]: slab, mesh");
  EXPECT_EQ(session.points(deformer), held);
}

TEST_F(LimbOnASlab, HasThePointsOfTheLibraryForEveryShape) {
  const std::string path = temporary("shapes.sinew");
  ASSERT_TRUE(session.run("sinew -export " + path + " " + deformer));
  const auto file = loadCharacter(path);
  ASSERT_TRUE(file);
  Simulation simulation(file.value().character);
  session.addTransform(
      "locator", "", [](double) { return translation(20, -9, 0); }, false);
  ASSERT_TRUE(add("-addCollider locator -colliderShape ball -friction 0.5"));
  session.setNumber(deformer + ".collider[0].colliderRadius", 6);
  session.setNumber(deformer + ".collider[0].colliderLength", 8);
  session.setNumber(deformer + ".collider[0].colliderAxes.colliderAxesX", 9);
  session.setNumber(deformer + ".collider[0].colliderAxes.colliderAxesY", 6);
  session.setNumber(deformer + ".collider[0].colliderAxes.colliderAxesZ", 4);
  const std::vector<Collider> shapes = {
      {"ball", BallShape{{0, 0, 0}, 0.06}, 0.5},
      {"capsule", CapsuleShape{{0, -0.04, 0}, {0, 0.04, 0}, 0.06}, 0.5},
      {"ellipsoid", EllipsoidShape{{0, 0, 0}, {{0.09, 0, 0}, {0, 0.06, 0}, {0, 0, 0.04}}}, 0.5},
      {"plane", PlaneShape{}, 0.5}};
  Pose pose = poseAt(file.value().source->jointOfBone, 8.0 / 24);
  for (std::size_t i = 0; i < shapes.size(); ++i) {
    const double y = shapes[i].name == "plane" ? -4 : shapes[i].name == "capsule" ? -13 : -9;
    session.moveTransform("locator", translation(20, y, 0));
    session.setNumber(deformer + ".collider[0].colliderShape", static_cast<double>(i) + 2);
    pose.colliders = {Affine3d{{{1, 0, 0, 0.2}, {0, 1, 0, 0.01 * y}, {0, 0, 1, 0}}}};
    ASSERT_TRUE(simulation.setColliders({shapes[i]}));
    const Points node = session.points(deformer);
    std::vector<Vec3f> surface(node.size());
    const FrameReport report = simulation.solve(pose, SolveSettings{}, surface);
    EXPECT_GT(report.contacts, 0) << shapes[i].name;
    EXPECT_GT(greatestGap(node, free), 0.1) << shapes[i].name;
    EXPECT_LT(greatestGap(node, inCentimetres(surface)), 2e-3) << shapes[i].name;
  }
  std::filesystem::remove(path);
}

TEST_F(LimbOnASlab, DoesNotMindThatTheSlabIsMirroredAndScaled) {
  ASSERT_TRUE(add("-addCollider slab"));
  const Points held = session.points(deformer);
  // The same slab, made of one that is half as wide and turned inside out.
  const Tube half = makeBox({-50, -4, -12}, {10, 0, 12});
  session.setMeshData("slabShape", half.points, half.counts, half.corners);
  session.moveTransform("slab", scaling(-1, 2, 1) * translation(0, kTop, 0));
  const Points mirrored = session.points(deformer);
  EXPECT_EQ(status(session, deformer), "converged");
  EXPECT_GT(greatestGap(mirrored, free), 0.5);
  EXPECT_LT(greatestGap(mirrored, held), 0.5) << "depth is measured by the mean scale";
}

TEST_F(LimbOnASlab, HasTheSameBitsInEveryEngineAndAfterOpening) {
  session.addTransform(
      "hand", "", [](double t) { return translation(28, -15 + 6 * t * 24 / 8, 0); }, true);
  ASSERT_TRUE(add("-addCollider slab"));
  ASSERT_TRUE(add("-addCollider hand -colliderShape ball"));
  const std::vector<double> frames{2, 8};
  std::vector<Points> expected;
  for (const double frame : frames) {
    session.setFrame(frame);
    expected.push_back(session.points(deformer));
    EXPECT_GT(greatestGap(expected.back(), free), 0.1);
  }
  for (const std::size_t i : {0u, 1u}) {
    session.evaluateParallel(frames[i]);
    EXPECT_EQ(session.evaluatedPoints(deformer), expected[i]);
    auto background = session.background(frames[i]);
    EXPECT_EQ(background.points(deformer), expected[i]);
  }
  for (const SceneFormat format : {SceneFormat::Ascii, SceneFormat::Binary}) {
    session.open(session.save(format));
    session.setFrame(8);
    EXPECT_EQ(session.points(deformer), expected[1]);
  }
  session.open(session.save(SceneFormat::Ascii), "hero:");
  session.setFrame(8);
  EXPECT_EQ(session.points("hero:" + deformer), expected[1]);
}

TEST_F(LimbOnASlab, DragsItAlongInSequenceAndRepeatsExactly) {
  session.addTransform(
      "table", "", [](double t) { return translation(t * 24, kTop, 0); }, true);
  ASSERT_TRUE(add("-addCollider table -colliderShape plane -friction 2"));
  ASSERT_TRUE(session.run("sinew -e -mode sequential " + deformer));
  session.setNumber(deformer + ".startFrame", 0);
  Points last;
  for (int round = 0; round < 2; ++round)
    for (const double frame : {0.0, 1.0, 2.0}) {
      session.setFrame(frame);
      const Points node = session.points(deformer);
      if (frame < 2) continue;
      if (round == 0) last = node;
      EXPECT_EQ(node, last);
    }
  session.setNumber(deformer + ".collider[0].colliderFriction", 0);
  for (const double frame : {0.0, 1.0, 2.0}) {
    session.setFrame(frame);
    session.points(deformer);
  }
  const Points smooth = session.points(deformer);
  const auto under = static_cast<std::size_t>(
      std::min_element(last.begin(), last.end(),
                       [](const auto& a, const auto& b) { return a[1] < b[1]; }) -
      last.begin());
  EXPECT_GT(last[under][0], smooth[under][0] + 0.2f) << "the table moved by 2 cm";
}

TEST_F(LimbOnASlab, RefusesWhatCannotBeACollider) {
  session.addTransform(
      "locator", "", [](double) { return MMatrix(); }, false);
  for (const auto& [flags, sentence] :
       {std::pair{"-addCollider skin", "moved by this deformer"},
        {"-addCollider nowhere", "no object 'nowhere'"},
        {"-addCollider slab -addCollider locator", "'locator' has no mesh"},
        {"-addCollider slab -colliderShape cube", "no collider shape 'cube'"},
        {"-addCollider slab -friction 11", "0 to 10"},
        {"-removeCollider slab", "'slab' is not a collider"}}) {
    session.messages().clear();
    EXPECT_FALSE(add(flags)) << flags;
    ASSERT_EQ(session.messages().size(), 1u) << flags;
    EXPECT_NE(session.messages()[0].find(sentence), std::string::npos) << session.messages()[0];
    EXPECT_EQ(session.points(deformer), free) << flags;
  }
}

TEST_F(LimbOnASlab, GoesOnWithoutASlabThatIsGoneOrCannotBeUsed) {
  ASSERT_TRUE(add("-addCollider slab"));
  session.messages().clear();
  session.moveTransform("slab", scaling(1, 0, 1));
  EXPECT_EQ(session.points(deformer), makeTube().points);
  EXPECT_NE(status(session, deformer).find("The transform of collider 'collider[0]'"),
            std::string::npos);
  EXPECT_EQ(session.messages().size(), 1u);
  session.moveTransform("slab", translation(0, kTop, 0));
  session.deleteNode("slabShape");
  EXPECT_EQ(session.points(deformer), free);
  EXPECT_EQ(status(session, deformer),
            "converged; collider[0] has no mesh: connect one, or set its colliderShape to none");
}

// A forearm bone that slides: the flesh around it is not taken along.
TEST(SlidingBones, AreBoundAsTheLibraryBindsThem) {
  Session session;
  const std::string deformer = makeDeformer(session);
  session.setFrame(15);
  const Points held = session.points(deformer);
  const double slidingEnds = 4;
  session.setNumber(deformer + ".bone[1].boneAttachment", slidingEnds);
  session.setNumber(deformer + ".bone[1].boneFriction", 0.3);
  ASSERT_TRUE(session.run("sinew -e -rebind " + deformer));
  const Points slid = session.points(deformer);
  EXPECT_GT(greatestGap(slid, held), 0.01);
  const std::string path = temporary("sliding.sinew");
  ASSERT_TRUE(session.run("sinew -export " + path + " " + deformer));
  const auto file = loadCharacter(path);
  ASSERT_TRUE(file);
  Simulation simulation(file.value().character);
  std::vector<Vec3f> surface(slid.size());
  simulation.solve(poseAt(file.value().source->jointOfBone, 15.0 / 24), SolveSettings{}, surface);
  EXPECT_LT(greatestGap(slid, inCentimetres(surface)), 1e-3);
  std::filesystem::remove(path);
}

}  // namespace
}  // namespace sinew::test
