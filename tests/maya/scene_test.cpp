// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
//
// Scenes saved, opened, referenced; the plug-in loaded and unloaded.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <memory>

#include "character.h"

namespace sinew::test {
namespace {

using standin::SavedScene;
using standin::SceneFormat;

standin::SavedValue* findBind(SavedScene& scene) {
  for (auto& node : scene.nodes)
    for (auto& value : node.values)
      if (value.plug == ".bind[0].bindData") return &value;
  return nullptr;
}

TEST(Scene, SavedAndOpenedItHasTheSameBitsWithoutBindingAgain) {
  for (const SceneFormat format : {SceneFormat::Ascii, SceneFormat::Binary}) {
    Session session;
    const std::string deformer = makeDeformer(session);
    session.setNumber(deformer + ".stepTolerance", 0.05);
    session.setFrame(13);
    const Points expected = session.points(deformer);
    const SavedScene scene = session.save(format);
    standin::host().interruptAfter = 0;  // a bind would be stopped at once
    session.open(scene);
    session.setFrame(13);
    EXPECT_EQ(session.points(deformer), expected);
    EXPECT_EQ(session.number(deformer + ".stepTolerance"), 0.05);
    EXPECT_EQ(session.text(deformer + ".report[0].status"), "converged");
    standin::host().interruptAfter = -1;
    ASSERT_TRUE(session.run("sinew -e -rebind " + deformer));  // it can still be bound
    EXPECT_EQ(session.points(deformer), expected);
  }
}

TEST(Scene, AsciiLinesStayShort) {
  Session session;
  makeDeformer(session);
  SavedScene scene = session.save(SceneFormat::Ascii);
  const std::string& text = findBind(scene)->text;
  ASSERT_GT(text.size(), 10000u);
  std::size_t longest = 0, line = 0;
  for (const char c : text) longest = std::max(longest, line = c == '\n' ? 0 : line + 1);
  EXPECT_LE(longest, 4100u);
}

TEST(Scene, IdentityBindPreMatrixIsNotSavedAndNotMissed) {
  Session session;
  ASSERT_TRUE(session.loadPlugin());
  addLimb(session);
  session.moveTransform("root", MMatrix());  // a joint at the origin
  const auto made = session.run(bindCommand());
  ASSERT_TRUE(made);
  session.setFrame(5);
  const Points expected = session.points(made->at(0));
  const SavedScene scene = session.save(SceneFormat::Ascii);
  for (const auto& node : scene.nodes)
    for (const auto& v : node.values) EXPECT_NE(v.plug, ".bindPreMatrix[0]");
  session.open(scene);
  session.setFrame(5);
  EXPECT_EQ(session.points(made->at(0)), expected);
}

TEST(Scene, DamagedBindDataOpensAndIsNotLost) {
  for (const SceneFormat format : {SceneFormat::Ascii, SceneFormat::Binary}) {
    Session session;
    const std::string deformer = makeDeformer(session);
    SavedScene scene = session.save(format);
    std::string& text = findBind(scene)->text;
    char& c = text[text.size() / 2];
    c = c == 'A' ? 'B' : 'A';
    session.open(scene);
    session.setFrame(3);
    EXPECT_EQ(session.points(deformer), makeTube().points);
    EXPECT_NE(session.text(deformer + ".report[0].status").find("passed through"),
              std::string::npos);
    SavedScene again = session.save(format);
    EXPECT_EQ(findBind(again)->text, text);
  }
}

TEST(Scene, CutOffBindDataIsRefused) {
  for (const SceneFormat format : {SceneFormat::Ascii, SceneFormat::Binary}) {
    Session session;
    const std::string deformer = makeDeformer(session);
    SavedScene scene = session.save(format);
    for (const std::size_t size : {0u, 5u, 12u, 3000u}) {
      SavedScene cut = scene;
      findBind(cut)->text.resize(size);
      session.open(cut);
      session.setFrame(3);
      EXPECT_EQ(session.points(deformer), makeTube().points) << size;
    }
  }
}

TEST(Scene, RenamedAndUnderANamespaceItWorksTheSame) {
  Session session;
  const std::string deformer = makeDeformer(session);
  session.setFrame(9);
  const Points expected = session.points(deformer);
  for (const char* name : {"skin", "root", "elbow", "tip", "skinShape"})
    session.renameNode(name, std::string(name) + "_renamed");
  session.renameNode(deformer, "flesh");
  session.setFrame(10);
  session.setFrame(9);
  EXPECT_EQ(session.points("flesh"), expected);
  const SavedScene scene = session.save(SceneFormat::Binary);
  session.open(scene, "hero:");
  session.open(scene, "twin:");
  session.setFrame(9);
  for (const char* name : {"flesh", "hero:flesh", "twin:flesh"})
    EXPECT_EQ(session.points(name), expected) << name;
  ASSERT_TRUE(session.run("sinew -e -rebind hero:flesh"));
  EXPECT_EQ(session.points("hero:flesh"), expected);
  // The second of a kind, made while another has its name.
  session.setFrame(0);
  addLimb(session, "new");
  const auto made = session.run(bindCommand("new"));
  ASSERT_TRUE(made);
  session.setFrame(9);
  EXPECT_EQ(session.points(made->at(0)), expected);
}

// Maya leaves a referenced shape alone and shows the result in a new one beside it.
TEST(Scene, ReferencedSkinsAreBoundInTheSceneThatRefersToThem) {
  const Points expected = plainPoints(9);
  Session session;
  ASSERT_TRUE(session.loadPlugin());
  addLimb(session);
  const SavedScene rig = session.save(SceneFormat::Ascii);
  session.newScene();
  session.open(rig, "hero:");
  standin::host().findNode("hero:skinShape")->isReferenced = true;
  const auto made = session.run(bindCommand("hero:"));
  ASSERT_TRUE(made);
  ASSERT_TRUE(standin::host().findNode("skinShapeDeformed"));
  session.setFrame(9);
  EXPECT_EQ(session.points(made->at(0)), expected);
  EXPECT_EQ(status(session, made->at(0)), "converged");
  session.setFrame(0);
  ASSERT_TRUE(session.run("sinew -e -rebind -currentPose " + made->at(0)));
  session.setFrame(9);
  EXPECT_EQ(session.points(made->at(0)), expected);
  ASSERT_TRUE(session.undo());
  ASSERT_TRUE(session.undo());
  EXPECT_FALSE(standin::host().findNode("skinShapeDeformed"));
  ASSERT_TRUE(session.redo());
  session.setFrame(8);
  session.setFrame(9);
  EXPECT_EQ(session.points(made->at(0)), expected);
}

TEST(PlugIn, LoadsUnloadsAndLoadsAgain) {
  for (const auto state : {MGlobal::kBatch, MGlobal::kInteractive}) {
    Session session(state);
    for (int round = 0; round < 3; ++round) {
      ASSERT_TRUE(session.loadPlugin());
      ASSERT_TRUE(session.unloadPlugin());  // aborts if anything is left registered
    }
    const std::string deformer = makeDeformer(session);
    session.setFrame(4);
    EXPECT_NE(session.points(deformer), makeTube().points);
    EXPECT_FALSE(session.unloadPlugin());  // in use
  }
}

// A sinewDisplay of a deformer, drawn as the viewport would; solves is counted meanwhile.
struct Viewport {
  explicit Viewport(Session& session, const std::string& deformer) {
    standin::host().addNode("sinewDisplay", "display")->isTransform = true;
    session.connectPlugs(deformer + ".enable", "display.deformer");
    standin::host().beforeDeform = [this] { ++solves; };
    path.standin = standin::host().findNode("display");
    drawer.reset(standin::host().drawOverrides.begin()->second(path.node()));
  }
  ~Viewport() { standin::host().beforeDeform = nullptr; }

  MHWRender::MUIDrawManager draw() {
    MUserData* next = drawer->prepareForDraw(path, camera, context, data.get());
    if (next != data.get()) data.reset(next);
    MHWRender::MUIDrawManager manager;
    drawer->addUIDrawables(path, manager, context, data.get());
    return manager;
  }

  MDagPath path, camera;
  const MHWRender::MFrameContext context{};
  std::unique_ptr<MHWRender::MPxDrawOverride> drawer;
  std::unique_ptr<MUserData> data;
  int solves = 0;
};

TEST(PlugIn, DisplayDrawsWithoutSolving) {
  Session session(MGlobal::kInteractive);
  const std::string deformer = makeDeformer(session);
  session.setNumber(deformer + ".bone[0].boneShape", 1);
  ASSERT_EQ(standin::host().drawOverrides.size(), 1u);
  Viewport viewport(session, deformer);
  const MHWRender::MUIDrawManager drawn = viewport.draw();
  EXPECT_EQ(drawn.points, 3);
  EXPECT_EQ(drawn.capsules, 1);
  EXPECT_TRUE(drawn.lines.empty());
  EXPECT_EQ(viewport.solves, 0);
}

// A box below the elbow goes with it: in the viewport its corners are where the joint takes them.
TEST(PlugIn, DisplayDrawsBoneMeshesPosed) {
  Session session(MGlobal::kInteractive);
  ASSERT_TRUE(session.loadPlugin());
  addLimb(session);
  const Tube bone = makeTube(5, 6);
  session.addMesh("ulna", "elbow", scaling(0.3, 0.3, 0.3), bone.points, bone.counts, bone.corners);
  const auto made = session.run(bindCommand("", "") + " ulna");
  ASSERT_TRUE(made);
  Viewport viewport(session, made->at(0));
  const MHWRender::MUIDrawManager atRest = viewport.draw();
  session.setFrame(20);  // bent by 60 degrees
  const MHWRender::MUIDrawManager bent = viewport.draw();
  ASSERT_EQ(atRest.lines.size(), 1u);
  ASSERT_EQ(bent.lines.size(), 1u);
  const MPointArray &before = atRest.lines[0], &after = bent.lines[0];
  ASSERT_EQ(before.length(), after.length());
  // Every edge of a closed mesh once: 3/2 per triangle, two points each.
  const unsigned int triangles = 2 * 6 * 4 + 2 * (6 - 2);
  EXPECT_EQ(before.length(), 3 * triangles);
  const MMatrix turn = translation(-20, 0, 0) * rotationZ(60) * translation(20, 0, 0);
  for (unsigned int i = 0; i < before.length(); ++i)
    EXPECT_LT((before[i] * turn - after[i]).length(), 1e-3);
  EXPECT_EQ(viewport.solves, 0);
}

TEST(PlugIn, DisplayDrawsTheLatticeAsBound) {
  Session session(MGlobal::kInteractive);
  const std::string deformer = makeDeformer(session);
  Viewport viewport(session, deformer);
  session.setNumber("display.showLattice", 1);
  const MHWRender::MUIDrawManager drawn = viewport.draw();
  ASSERT_EQ(drawn.lines.size(), 1u);
  const MPointArray& lines = drawn.lines[0];
  ASSERT_GT(lines.length(), 200u);
  double edge = 0;  // all have the length of a cell, along an axis
  for (unsigned int i = 0; i < lines.length(); i += 2) {
    const MVector along = lines[i + 1] - lines[i];
    if (i == 0) edge = along.length();
    EXPECT_NEAR(along.length(), edge, 1e-4 * edge);
    // The tube is 40 cm long and 5 cm in radius; cells reach beyond it by less than two.
    EXPECT_LT(std::fabs(lines[i].y), 5 + 2 * edge);
    EXPECT_GT(lines[i].x, -2 * edge);
    EXPECT_LT(lines[i].x, 40 + 2 * edge);
  }
  session.setFrame(20);
  EXPECT_EQ(viewport.draw().lines.at(0).length(), lines.length());
  EXPECT_EQ(viewport.solves, 0);
  session.setNumber("display.showLattice", 0);
  EXPECT_TRUE(viewport.draw().lines.empty());
}

// An elbow bent by 126 degrees: skin touches skin in the fold, on both sides of it.
TEST(PlugIn, DisplayDrawsContactsOfTheFrameSolvedLast) {
  Session session(MGlobal::kInteractive);
  const std::string deformer = makeDeformer(session);
  Viewport viewport(session, deformer);
  session.setNumber("display.showContacts", 1);
  session.setFrame(42);
  session.points(deformer);
  EXPECT_TRUE(viewport.draw().lines.empty()) << "contact is off";
  session.setNumber(deformer + ".selfContact", 1);
  session.points(deformer);
  viewport.solves = 0;
  const MHWRender::MUIDrawManager drawn = viewport.draw();
  EXPECT_EQ(viewport.solves, 0);
  ASSERT_EQ(drawn.lines.size(), 1u);
  const MPointArray& lines = drawn.lines[0];
  ASSERT_GE(lines.length(), 4u);
  double least = 0, greatest = 0;  // of directions across the fold
  const double fold = (180 - 126) / 2.0 * 3.14159265 / 180;
  for (unsigned int i = 0; i < lines.length(); i += 2) {
    EXPECT_LT((lines[i] - MPoint(20, 0, 0)).length(), 12) << "near the elbow [cm]";
    const MVector way = lines[i + 1] - lines[i];
    EXPECT_NEAR(way.length(), (lines[1] - lines[0]).length(), 1e-3) << "one cell each";
    const double across = way.x * std::sin(fold) + way.y * std::cos(fold);
    least = std::min(least, across), greatest = std::max(greatest, across);
  }
  EXPECT_LT(least * greatest, 0) << "pushed to both sides";
  session.setNumber(deformer + ".envelope", 0);
  session.setNumber("display.showContacts", 0);
  EXPECT_TRUE(viewport.draw().lines.empty());
}

// What a limb lies on: its outline where it is, and how it pushes the skin up.
TEST(PlugIn, DisplayDrawsCollidersAndWhereTheyPress) {
  Session session(MGlobal::kInteractive);
  const std::string deformer = makeDeformer(session);
  session.addTransform(
      "floor", "", [](double) { return translation(20, -4, 0); }, false);
  ASSERT_TRUE(session.run("sinew -e -addCollider floor -colliderShape plane " + deformer));
  Viewport viewport(session, deformer);
  const auto linesOf = [&](int shape) {
    session.setNumber(deformer + ".collider[0].colliderShape", shape);
    const auto lines = viewport.draw().lines;
    return lines.empty() ? MPointArray() : lines[0];
  };
  const MPointArray plane = linesOf(5);
  ASSERT_EQ(plane.length(), 10u);
  for (unsigned int i = 0; i < 8; ++i) EXPECT_NEAR(plane[i].y, -4, 1e-5);
  EXPECT_EQ((plane[9] - plane[8]).y, 50) << "it pushes up";
  session.setNumber(deformer + ".collider[0].colliderAxes.colliderAxesZ", 30);
  for (const int shape : {2, 3, 4}) {  // radius 10, length 20 along y, half axes 10, 10 and 30
    const MPointArray lines = linesOf(shape);
    const MVector most = shape == 3   ? MVector(10, 20, 10)
                         : shape == 4 ? MVector(10, 10, 30)
                                      : MVector(10, 10, 10);
    MVector seen;
    for (unsigned int i = 0; i < lines.length(); ++i) {
      const MVector d = lines[i] - MPoint(20, -4, 0);
      seen = MVector(std::max(seen.x, d.x), std::max(seen.y, d.y), std::max(seen.z, d.z));
    }
    EXPECT_LT((MPoint(most.x, most.y, most.z) - MPoint(seen.x, seen.y, seen.z)).length(), 1e-4)
        << shape;
  }
  session.setNumber(deformer + ".collider[0].colliderEnabled", 0);
  EXPECT_EQ(linesOf(5).length(), 0u);
  EXPECT_EQ(viewport.solves, 0);

  session.setNumber(deformer + ".collider[0].colliderEnabled", 1);
  session.setNumber("display.showColliders", 0);
  session.setNumber("display.showContacts", 1);
  session.points(deformer);
  const MHWRender::MUIDrawManager drawn = viewport.draw();
  ASSERT_EQ(drawn.lines.size(), 1u);
  for (unsigned int i = 0; i < drawn.lines[0].length(); i += 2) {
    EXPECT_NEAR(drawn.lines[0][i].y, -4, 0.5);
    EXPECT_GT((drawn.lines[0][i + 1] - drawn.lines[0][i]).y, 0);
  }
}

}  // namespace
}  // namespace sinew::test
