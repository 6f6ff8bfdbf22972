// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
//
// The command `sinew`: what it makes, and that all of it can be undone.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "character.h"
#include "sinew/character_file.h"
#include "sinew/result_file.h"
#include "sinew/settings_table.h"

namespace sinew::test {
namespace {

/// All that a scene holds, to see that nothing is left of what was undone.
std::vector<std::string> contentOf(const Session& session) {
  std::vector<std::string> lines;
  for (const auto& node : session.save(standin::SceneFormat::Binary).nodes) {
    lines.push_back(node.type + " " + node.name);
    for (const auto& v : node.values)
      lines.push_back(node.name + v.plug + " " + std::to_string(v.number) + v.text);
    for (const auto& [from, to] : node.connections) lines.push_back(from + " > " + to);
  }
  return lines;
}

std::string lastMessage(Session& session) {
  return session.messages().empty() ? "" : session.messages().back();
}

TEST(Command, CreatesFromTheSelectionAndUndoesAll) {
  Session session;
  ASSERT_TRUE(session.loadPlugin());
  addLimb(session);
  const auto before = contentOf(session);
  session.select({"tip", "skin", "root", "elbow"});
  const auto made = session.run("sinew -name flesh -setting targetCells 120");
  ASSERT_TRUE(made);
  EXPECT_EQ(*made, std::vector<std::string>{"flesh"});
  session.setFrame(10);
  const Points bent = session.points("flesh");
  EXPECT_EQ(session.number("flesh.targetCells"), 120);
  const auto after = contentOf(session);
  ASSERT_TRUE(session.undo());
  EXPECT_EQ(contentOf(session), before);
  ASSERT_TRUE(session.redo());
  EXPECT_EQ(contentOf(session), after);
  EXPECT_EQ(session.points("flesh"), bent);
  ASSERT_TRUE(session.undo());
  EXPECT_EQ(contentOf(session), before);
}

TEST(Command, FailureHalfWayLeavesTheSceneAsItWas) {
  Session session;
  ASSERT_TRUE(session.loadPlugin());
  addLimb(session);
  session.addTransform(
      "far", "", [](double) { return translation(900, 0, 0); }, true);
  const auto before = contentOf(session);
  for (const std::string& line :
       {std::string("sinew skin"), std::string("sinew root elbow"),
        bindCommand("", "-setting noSuchThing 3"), bindCommand("", "-setting poissonsRatio 0.7"),
        std::string("sinew -nonsense skin root"), std::string("sinew skin nowhere"),
        std::string("sinew time1")}) {
    session.messages().clear();
    EXPECT_FALSE(session.run(line)) << line;
    EXPECT_EQ(session.messages().size(), 1u) << line;
    EXPECT_EQ(contentOf(session), before) << line;
  }
  standin::host().interruptAfter = 1;  // Escape while it binds
  EXPECT_FALSE(session.run(bindCommand()));
  EXPECT_EQ(contentOf(session), before);
  EXPECT_FALSE(session.undo());  // nothing went to the queue
}

TEST(Command, RebindChangesTheBindAndComesBack) {
  Session session;
  const std::string deformer = makeDeformer(session);
  session.setFrame(12);
  const Points first = session.points(deformer);
  session.setNumber(deformer + ".boneThickness", 0.7);
  ASSERT_TRUE(session.run("sinew -e -rebind " + deformer));  // in a bent pose: the rest pose stays
  const Points second = session.points(deformer);
  EXPECT_GT(greatestGap(first, second), 1e-3);
  EXPECT_LT(greatestGap(first, second), 3.0);
  ASSERT_TRUE(session.undo());
  EXPECT_EQ(session.points(deformer), first);
  ASSERT_TRUE(session.redo());
  EXPECT_EQ(session.points(deformer), second);
  standin::host().interruptAfter = 0;
  EXPECT_FALSE(session.run("sinew -e -rebind " + deformer));
  standin::host().interruptAfter = -1;
  EXPECT_EQ(session.points(deformer), second);
}

TEST(Command, InterleavedUndoOfTwoDeformers) {
  Session session;
  const std::string a = makeDeformer(session, "a"), b = makeDeformer(session, "b");
  ASSERT_TRUE(session.run("sinew -e -rebind " + a));
  ASSERT_TRUE(session.run("sinew -e -mode sequential " + b));
  for (int round = 0; round < 2; ++round) {
    for (int i = 0; i < 4; ++i) EXPECT_TRUE(session.undo());
    EXPECT_FALSE(session.undo());
    EXPECT_EQ(standin::host().findNode(a), nullptr);
    for (int i = 0; i < 4; ++i) EXPECT_TRUE(session.redo());
  }
  session.setFrame(4);
  EXPECT_EQ(session.points(a),
            session.points(b));  // b starts from rest: the frame before is missing
}

TEST(Command, PaintedMapsReachTheFlesh) {
  Session session;
  const std::string deformer = makeDeformer(session);
  session.setFrame(15);
  const Points plain = session.points(deformer);
  for (int v = 0; v < 60; ++v)
    session.setNumber(deformer + ".stiffnessMapList[0].stiffnessMap[" + std::to_string(v) + "]",
                      0.05);
  EXPECT_EQ(session.points(deformer), plain);  // until the next bind
  ASSERT_TRUE(session.run("sinew -e -rebind " + deformer));
  EXPECT_GT(greatestGap(session.points(deformer), plain), 1e-3);
}

TEST(Command, BonesAreCapsulesOrNone) {
  Session session;
  const std::string deformer = makeDeformer(session);
  session.setFrame(15);
  const Points fitted = session.points(deformer);
  session.setNumber(deformer + ".bone[1].boneShape", 1);
  session.setNumber(deformer + ".bone[1].boneHead.boneHeadX", 20);
  session.setNumber(deformer + ".bone[1].boneTail.boneTailX", 38);
  session.setNumber(deformer + ".bone[1].boneRadius", 3.5);
  ASSERT_TRUE(session.run("sinew -e -rebind " + deformer));
  const Points capsule = session.points(deformer);
  EXPECT_GT(greatestGap(capsule, fitted), 0.01);
  session.setNumber(deformer + ".bone[2].boneEnabled", 0);
  ASSERT_TRUE(session.run("sinew -e -rebind " + deformer));
  const auto info = session.run("sinew -q -info " + deformer);
  ASSERT_TRUE(info);
  EXPECT_NE(info->at(0).find("2 bones"), std::string::npos) << info->at(0);
}

TEST(Command, MeshesBelowJointsAreBones) {
  const Points fitted = plainPoints(15);
  Session other;
  ASSERT_TRUE(other.loadPlugin());
  addLimb(other);
  Tube bone = makeTube(9, 8);
  for (auto& p : bone.points) p = {p[0] * 0.4f, p[1] * 0.4f, p[2] * 0.4f};
  other.addMesh("ulna", "elbow", translation(1, 0, 0), bone.points, bone.counts, bone.corners);
  const auto made = other.run(bindCommand("", "ulna"));
  ASSERT_TRUE(made) << lastMessage(other);
  EXPECT_EQ(other.number(made->at(0) + ".bone[1].boneShape"), 2);
  other.setFrame(15);
  EXPECT_GT(greatestGap(other.points(made->at(0)), fitted), 0.01);
}

TEST(Command, FilesGoOutAndComeBack) {
  Session session;
  const std::string deformer = makeDeformer(session);
  session.setFrame(11);
  const Points first = session.points(deformer);
  const std::string path = temporary("files.sinew");
  ASSERT_TRUE(session.run("sinew -export " + path + " " + deformer));
  session.setNumber(deformer + ".boneThickness", 0.7);
  ASSERT_TRUE(session.run("sinew -e -rebind " + deformer));
  const Points second = session.points(deformer);
  ASSERT_NE(second, first);
  ASSERT_TRUE(session.run("sinew -e -import " + path + " " + deformer));
  EXPECT_EQ(session.points(deformer), first);
  ASSERT_TRUE(session.undo());
  EXPECT_EQ(session.points(deformer), second);
  ASSERT_TRUE(session.run("sinew -e -link " + path + " " + deformer));
  EXPECT_EQ(session.points(deformer), first);

  // Another bind under the same name: the link is refused, in a new session that has not read it.
  const auto scene = session.save(standin::SceneFormat::Ascii);
  ASSERT_TRUE(session.undo());
  ASSERT_TRUE(session.run("sinew -export " + path + " " + deformer));
  session.open(scene);
  session.setFrame(11);
  EXPECT_EQ(session.points(deformer), makeTube().points);
  EXPECT_NE(
      session.text(deformer + ".report[0].status").find("not the one this mesh was linked to"),
      std::string::npos);
  std::filesystem::remove(path);
  session.setFrame(12);
  EXPECT_EQ(session.points(deformer), makeTube().points);
  EXPECT_FALSE(session.run("sinew -e -import " + path + " " + deformer));
  EXPECT_NE(lastMessage(session).find(path), std::string::npos);
}

TEST(Command, CheckQueryAndListSpeakInSentences) {
  Session session;
  const std::string deformer = makeDeformer(session);
  const auto findings = session.run("sinew -check " + deformer);
  ASSERT_TRUE(findings);
  for (const std::string& f : *findings)
    EXPECT_TRUE(f.find("note: ") == 0 || f.find("warning: ") == 0) << f;
  Tube open = makeTube();
  open.counts.pop_back();
  open.corners.resize(open.corners.size() - 12);
  session.addMesh("open", "", MMatrix(), open.points, open.counts, open.corners);
  const auto holes = session.run("sinew -check -setting targetCells 120 open root elbow tip");
  ASSERT_TRUE(holes);
  EXPECT_TRUE(std::any_of(holes->begin(), holes->end(), [](const std::string& f) {
    return f.find("hole") != std::string::npos || f.find("open") != std::string::npos;
  }));
  session.setFrame(3);
  session.points(deformer);
  EXPECT_EQ(*session.run("sinew -q -status " + deformer), std::vector<std::string>{"converged"});
  EXPECT_NE(session.run("sinew -q -report " + deformer)->at(0).find("\"frame\":3"),
            std::string::npos);
  const auto settings = session.run("sinew -listSettings");
  ASSERT_TRUE(settings);
  EXPECT_EQ(settings->size() % 4, 0u);
  EXPECT_NE(std::find(settings->begin(), settings->end(), "youngsModulus"), settings->end());
  EXPECT_FALSE(session.undo() && session.undo());  // of all this, only the creation is to be undone
}

TEST(Command, PresetsSetTheFleshAndSettingsGoOnTop) {
  Session session;
  const std::string deformer = makeDeformer(session);
  const auto presets = session.run("sinew -listPresets");
  ASSERT_TRUE(presets);
  EXPECT_EQ(*presets, (std::vector<std::string>{"skin", "fat", "muscle", "stiff"}));
  const double plain = session.number(deformer + ".youngsModulus");
  const Material muscle = presetMaterial(MaterialPreset::Muscle);
  ASSERT_NE(muscle.youngsModulus, plain);
  ASSERT_TRUE(session.run("sinew -e -preset muscle -setting density 1234 " + deformer));
  EXPECT_EQ(session.number(deformer + ".youngsModulus"), muscle.youngsModulus);
  EXPECT_EQ(session.number(deformer + ".poissonsRatio"), muscle.poissonsRatio);
  EXPECT_EQ(session.number(deformer + ".law"), static_cast<double>(muscle.law));
  EXPECT_EQ(session.number(deformer + ".density"), 1234);
  session.setFrame(5);
  session.points(deformer);
  EXPECT_NE(status(session, deformer).find("bind again"), std::string::npos);
  session.undo();
  EXPECT_EQ(session.number(deformer + ".youngsModulus"), plain);
  ASSERT_TRUE(session.run("sinew -e -preset stiff -rebind " + deformer));
  session.setFrame(6);
  session.points(deformer);
  EXPECT_EQ(status(session, deformer), "converged");
  EXPECT_FALSE(session.run("sinew -e -preset jelly " + deformer));
  EXPECT_NE(lastMessage(session).find("jelly"), std::string::npos);
  EXPECT_EQ(session.number(deformer + ".youngsModulus"),
            presetMaterial(MaterialPreset::Stiff).youngsModulus);
}

TEST(Command, ListsEverySettingWithWhatItDoes) {
  Session session;
  ASSERT_TRUE(session.loadPlugin());
  const auto listed = session.run("sinew -listSettings");
  ASSERT_TRUE(listed);
  ASSERT_EQ(listed->size() % 4, 0u);
  for (const SettingRow& row : listSettings())
    for (std::size_t i = 0; i < listed->size(); i += 4)
      if (listed->at(i + 1) == row.name) {
        EXPECT_NE(listed->at(i + 2).find(row.effect), std::string::npos) << row.name;
        EXPECT_NE(listed->at(i + 2).find(row.what), std::string::npos) << row.name;
      }
}

// The points of the node, in text that other programs read.
TEST(Command, BakesUsd) {
  Session session;
  const std::string deformer = makeDeformer(session);
  const std::string path = temporary("bake.usda");
  ASSERT_TRUE(session.run("sinew -bake " + path + " -startFrame 4 -endFrame 6 " + deformer))
      << lastMessage(session);
  std::ostringstream text;
  text << std::ifstream(path).rdbuf();
  for (const char* part : {"#usda 1.0", "metersPerUnit = 0.01", "upAxis = \"Y\"",
                           "timeCodesPerSecond = 24", "startTimeCode = 4", "endTimeCode = 6"})
    EXPECT_NE(text.str().find(part), std::string::npos) << part;
  session.setFrame(5);
  const auto p = session.points(deformer).at(0);
  const std::string sample = "5: [(";
  const std::size_t at = text.str().find(sample);
  ASSERT_NE(at, std::string::npos);
  EXPECT_NEAR(std::stod(text.str().substr(at + sample.size())), p[0], 1e-5);
  EXPECT_FALSE(std::filesystem::exists(path + ".pc2")) << "left over";
  std::filesystem::remove(path);
}

TEST(Command, BakesEveryMeshIntoAFileOfItsOwn) {
  Session session;
  ASSERT_TRUE(session.loadPlugin());
  addLimb(session);
  const Tube coarse = makeTube(11, 10);
  session.addMesh("hero:sleeve", "", MMatrix(), coarse.points, coarse.counts, coarse.corners);
  const std::string deformer = session.run(bindCommand("", "hero:sleeve"))->at(0);
  for (const char* end : {".pc2", ".usda"}) {
    const std::string path = temporary("bake_two" + std::string(end));
    const auto made = session.run("sinew -bake " + path + " -startFrame 4 -endFrame 5 " + deformer);
    ASSERT_TRUE(made) << lastMessage(session);
    const std::vector<std::string> expected = {temporary("bake_two.hero_sleeve" + std::string(end)),
                                               temporary("bake_two.skin" + std::string(end)),
                                               "2 frames"};
    EXPECT_EQ(*made, expected);
    session.setFrame(5);
    for (unsigned int i = 0; i < 2; ++i) {
      ASSERT_TRUE(std::filesystem::exists(expected[i])) << expected[i];
      if (end == std::string(".pc2")) {
        EXPECT_EQ(readFrame(expected[i], 1).value()[7].y, session.points(deformer, i)[7][1]);
      }
      std::filesystem::remove(expected[i]);
    }
  }
}

TEST(Command, BakesWhatTheNodeGives) {
  Session session;
  const std::string deformer = makeDeformer(session);
  const std::string path = temporary("bake.pc2");
  session.setFrame(2);
  ASSERT_TRUE(session.run("sinew -bake " + path + " -startFrame 4 -endFrame 6 " + deformer));
  EXPECT_EQ(MAnimControl::currentTime().as(MTime::kFilm), 2);
  for (int k = 0; k < 3; ++k) {
    session.setFrame(4 + k);
    const Points node = session.points(deformer);
    const auto baked = readFrame(path, k);
    ASSERT_TRUE(baked);
    for (std::size_t v = 0; v < node.size(); ++v) {
      EXPECT_EQ(baked.value()[v].x, node[v][0]);
      EXPECT_EQ(baked.value()[v].z, node[v][2]);
    }
  }
  standin::host().interruptAfter = 1;
  EXPECT_FALSE(session.run("sinew -bake " + path + " -startFrame 4 -endFrame 9 " + deformer));
  const auto cache = pointCache(path);
  ASSERT_TRUE(cache);
  EXPECT_EQ(cache.value().frames, 2);
  std::filesystem::remove(path);
}

}  // namespace
}  // namespace sinew::test
