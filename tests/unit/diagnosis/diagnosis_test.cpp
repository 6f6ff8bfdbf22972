// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
//
// Each finding on a character that has exactly that defect, and not on a clean one.
#include "sinew/diagnosis.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <set>

#include "api/character_parts.h"
#include "contact/contact_set.h"
#include "diagnosis/thickness.h"
#include "support/bound_model.h"
#include "support/characters.h"

namespace sinew::testing {
namespace {

using Topics = std::set<std::string>;

SurfaceMesh surface(const TriangleMesh& mesh) {
  MeshShape shape = toShape(mesh);
  SurfaceMesh result;
  result.points = std::move(shape.points);
  result.triangles = std::move(shape.triangles);
  return result;
}

/// What is found besides the lack of a skeleton, by severity and topic.
Topics found(const Diagnosis& d) {
  Topics topics;
  for (const Finding& f : d.findings) {
    EXPECT_TRUE(isSentence(f.message)) << f.message;
    if (f.topic != "no_skeleton") topics.insert(std::string(name(f.severity)) + " " + f.topic);
  }
  return topics;
}

Diagnosis of(const TriangleMesh& mesh) { return diagnose(surface(mesh), aboutCells(2000)); }

std::string messageOf(const Diagnosis& d, const std::string& topic) {
  for (const Finding& f : d.findings)
    if (f.topic == topic) return f.message;
  return "";
}

TEST(Diagnosis, OfACleanBallHasNothingToSay) {
  const Diagnosis d = of(ballMesh({1, 0, 0}, 0.5, 4));
  EXPECT_EQ(found(d), Topics{});
  EXPECT_TRUE(d.isUsable());
  EXPECT_EQ(d.skin.shells, 1);
  EXPECT_EQ(d.skin.closedShells, 1);
  EXPECT_EQ(d.skin.triangles, 8 << 8);
  EXPECT_EQ(d.skin.insideSureness, 1);
  EXPECT_NEAR(d.skin.volume, std::numbers::pi / 6, 0.01);  // a polyhedron inside the ball
  EXPECT_NEAR(static_cast<double>(d.prediction.cells), 2000, 200);
  EXPECT_FALSE(d.prediction.memoryIsCounted);
  EXPECT_NEAR(d.medianThickness * d.prediction.cellSize, 1, 0.02);  // through the centre
}

TEST(Diagnosis, TellsOpenEdges) {
  TriangleMesh ball = ballMesh({0, 0, 0}, 0.5, 4);
  ball.triangles.erase(ball.triangles.begin() + 100);
  const Diagnosis d = of(ball);
  EXPECT_TRUE(found(d).count("warning open_edges"));
  EXPECT_TRUE(d.isUsable());
  EXPECT_EQ(d.skin.openEdges, 3);
  EXPECT_EQ(d.skin.holes, 1);
  EXPECT_EQ(d.skin.closedShells, 0);
}

TEST(Diagnosis, TellsFlippedFaces) {
  TriangleMesh ball = ballMesh({0, 0, 0}, 0.5, 4);
  for (const std::size_t t : {3u, 200u, 900u})
    std::swap(ball.triangles[t][0], ball.triangles[t][1]);
  const Diagnosis d = of(ball);
  EXPECT_EQ(found(d), Topics{"warning flipped_faces"});
  EXPECT_EQ(d.skin.flippedTriangles, 3);
}

TEST(Diagnosis, TellsPartsThatFuse) {
  const Diagnosis d = of(joined(ballMesh({0, 0, 0}, 0.5, 3), ballMesh({0.6, 0.05, 0.02}, 0.5, 3)));
  EXPECT_EQ(found(d), (Topics{"warning self_intersections", "warning fused_parts"}));
  EXPECT_EQ(d.skin.shells, 2);
  EXPECT_GT(d.skin.selfIntersections, 10);
}

TEST(Diagnosis, TellsNonManifoldEdges) {
  TriangleMesh ball = ballMesh({0, 0, 0}, 0.5, 3);
  const std::array<std::int32_t, 3> t = ball.triangles[0];
  ball.points.push_back({0.4, 0.4, 0.4});
  ball.triangles.push_back({t[0], t[1], static_cast<std::int32_t>(ball.points.size()) - 1});
  const Diagnosis d = of(ball);
  EXPECT_TRUE(found(d).count("warning non_manifold_edges"));
  EXPECT_EQ(d.skin.nonManifoldEdges, 1);
}

TEST(Diagnosis, TellsNestedShellsAndHollows) {
  TriangleMesh inner = ballMesh({0, 0, 0}, 0.2, 3);
  const TriangleMesh outer = ballMesh({0, 0, 0}, 0.5, 3);
  EXPECT_TRUE(found(of(joined(outer, inner))).count("note nested_shells"));
  insideOut(inner);
  EXPECT_EQ(found(of(joined(outer, inner))), Topics{"note cavities"});
}

TEST(Diagnosis, TellsShellsThatAreInsideOut) {
  // A hollow in a hollow. One that lies alone would be turned.
  TriangleMesh hollows = joined(ballMesh({0, 0, 0}, 0.4, 3), ballMesh({0, 0, 0}, 0.3, 3));
  insideOut(hollows);
  const Diagnosis d = of(joined(ballMesh({0, 0, 0}, 0.5, 3), hollows));
  EXPECT_TRUE(found(d).count("warning inside_out_shells"));
  EXPECT_NE(messageOf(d, "inside_out_shells").find("enclosed inside out"), std::string::npos);
  EXPECT_TRUE(d.isUsable());
}

TEST(Diagnosis, TellsShellsThatEncloseNothing) {
  TriangleMesh sheet = boxMesh({0.6, 0, 0}, {0.7, 0.1, 0.1});
  sheet.triangles.resize(2);
  const Diagnosis d = of(joined(ballMesh({0, 0, 0}, 0.5, 3), sheet));
  EXPECT_TRUE(found(d).count("warning empty_shells"));
  EXPECT_NE(messageOf(d, "empty_shells").find("1 of 2 shells encloses"), std::string::npos);
  EXPECT_TRUE(d.isUsable());
}

TEST(Diagnosis, TellsTrianglesWithoutArea) {
  TriangleMesh box = boxMesh({0, 0, 0}, {1, 1, 1});
  // The edge of the first triangle from 2 to 3 gets a point in the middle; a flat triangle fills
  // in.
  const auto middle = static_cast<std::int32_t>(box.points.size());
  box.points.push_back({0.5, 1, 0});
  ASSERT_EQ(box.triangles[0], (std::array<std::int32_t, 3>{0, 2, 3}));
  box.triangles[0] = {0, 2, middle};
  box.triangles.push_back({0, middle, 3});
  box.triangles.push_back({2, 3, middle});
  const Diagnosis d = of(box);
  EXPECT_TRUE(found(d).count("warning bad_triangles"));
  EXPECT_NE(messageOf(d, "bad_triangles").find("1 triangle has no area"), std::string::npos);
  EXPECT_TRUE(d.isUsable());
}

TEST(Diagnosis, TellsHowSureTheInsideIs) {
  TriangleMesh ball = ballMesh({0, 0, 0}, 0.5, 4);
  std::erase_if(ball.triangles,
                [&](const auto& t) { return ball.points[static_cast<std::size_t>(t[0])].z > 0.2; });
  const Diagnosis d = of(ball);
  EXPECT_TRUE(found(d).count("warning unsure_inside"));
  EXPECT_LT(d.skin.insideSureness, 0.97);
  EXPECT_TRUE(d.isUsable());
}

TEST(Diagnosis, TellsWhatWasRepaired) {
  TriangleMesh ball = ballMesh({0, 0, 0}, 0.5, 3);
  ball.triangles.push_back(ball.triangles[7]);
  for (std::int32_t& corner : ball.triangles[20]) {  // a triangle with points of its own
    ball.points.push_back(ball.points[static_cast<std::size_t>(corner)]);
    corner = static_cast<std::int32_t>(ball.points.size()) - 1;
  }
  const Diagnosis d = of(ball);
  EXPECT_EQ(found(d), Topics{"note repaired"});
  EXPECT_NE(messageOf(d, "repaired").find("3 points"), std::string::npos);
  EXPECT_EQ(std::count_if(d.findings.begin(), d.findings.end(),
                          [](const Finding& f) { return f.topic == "repaired"; }),
            2);
}

TEST(Diagnosis, PassesOnWhatReadingTheFileTold) {
  SurfaceMesh mesh = surface(ballMesh({0, 0, 0}, 0.5, 3));
  mesh.warnings.push_back("2 faces with too few corners were left out.");
  const Diagnosis d = diagnose(mesh, aboutCells(2000));
  EXPECT_EQ(found(d), Topics{"warning file"});
  EXPECT_EQ(messageOf(d, "file"), mesh.warnings[0]);
}

TEST(Diagnosis, RefusesWhatHasNoInside) {
  TriangleMesh inverted = ballMesh({0, 0, 0}, 0.5, 3);
  insideOut(inverted);
  TriangleMesh sheet = refined(boxMesh({0, 0, 0}, {1, 1, 1}), 2);
  sheet.triangles.resize(sheet.triangles.size() / 6);
  TriangleMesh broken = ballMesh({0, 0, 0}, 0.5, 2);
  broken.points[5].x = std::numeric_limits<double>::quiet_NaN();
  for (const TriangleMesh& mesh : {inverted, sheet, broken, TriangleMesh{}}) {
    const Diagnosis d = of(mesh);
    EXPECT_FALSE(d.isUsable());
    EXPECT_EQ(d.findings.front().topic, "bad_mesh");
    EXPECT_EQ(d.prediction.cells, 0);
  }
}

TEST(Diagnosis, SuspectsWrongUnits) {
  EXPECT_EQ(found(of(ballMesh({0, 0, 0}, 90, 3))), Topics{"warning units"});
  EXPECT_NE(messageOf(of(ballMesh({0, 0, 0}, 90, 3)), "units").find("180 m"), std::string::npos);
  EXPECT_EQ(found(of(ballMesh({0, 0, 0}, 0.01, 3))), Topics{"warning units"});
}

TEST(Diagnosis, TellsThinFlesh) {
  const SurfaceMesh plate = surface(refined(boxMesh({0, 0, 0}, {1, 1, 0.03}), 4));
  const Diagnosis thin = diagnose(plate, cellsOfEdge(0.02));
  EXPECT_EQ(found(thin), Topics{"warning thin_flesh"});
  ASSERT_EQ(thin.thinPlaces.size(), 1u);
  EXPECT_NEAR(thin.thinPlaces[0].thickness, 1.5, 0.1);
  EXPECT_EQ(found(diagnose(plate, cellsOfEdge(0.01))), Topics{});
}

TEST(Diagnosis, TellsPartsKeptSeparate) {
  const auto fingers = [](double gap) {
    return surface(joined(refined(boxMesh({0, 0, 0}, {1, 0.35, 0.35}), 2),
                          refined(boxMesh({0, 0.35 + gap, 0}, {1, 0.7 + gap, 0.35}), 2)));
  };
  EXPECT_EQ(found(diagnose(fingers(0.03), cellsOfEdge(0.1))), Topics{"note separate_parts"});
  EXPECT_EQ(found(diagnose(fingers(0.4), cellsOfEdge(0.1))), Topics{});
}

TEST(Diagnosis, EstimatesTheMemoryThatBindingCounts) {
  for (const char* name : {"arm", "hand", "ball"}) {
    for (const std::int64_t cells : {3000, 20000}) {
      const CharacterDesc character = scenes::makeScene(name, 0.5)->character;
      SurfaceMesh skin;
      skin.points = character.points;
      skin.triangles = character.triangles;
      const Prediction p = diagnose(skin, aboutCells(cells)).prediction;
      const auto bound = bind(character, aboutCells(cells)).value();
      const FleshModel& model = bound->parts().model;
      const ContactSet contacts(model.lattice, model.hierarchy, model.contactSurface);
      const double counted =  // the estimate is that of frames with contact
          static_cast<double>(bound->summary().memoryBytes) +
          static_cast<double>(contacts.memoryBytes());
      EXPECT_FALSE(p.memoryIsCounted);
      EXPECT_NEAR(static_cast<double>(p.memoryBytes), counted, 0.25 * counted)
          << name << " " << cells;
    }
  }
}

TEST(Diagnosis, TooManyCellsAreAnError) {
  const Diagnosis d = diagnose(surface(ballMesh({0, 0, 0}, 0.5, 3)), cellsOfEdge(1e-4));
  EXPECT_EQ(found(d), Topics{"error too_large"});
}

TEST(Thickness, OfABoxIsTheDistanceOfItsFaces) {
  const TriangleMesh box = refined(boxMesh({0, 0, 0}, {3, 0.5, 0.5}), 3);
  for (const ThicknessSample& s : measureThickness(box, 0.1)) {
    const bool isEnd = s.position.x < 1e-9 || s.position.x > 3 - 1e-9;
    EXPECT_NEAR(s.thickness, isEnd ? 3 : 0.5, 0.0051) << s.position.x;  // a twentieth of a cell
  }
}

// --- With bones: the bar of glb_writer.h, 2 m long and 0.2 m thick.

RiggedModel barModel() { return readModel(barFile().glb(), "bar.glb").value(); }

Diagnosis of(const RiggedModel& model, const Result<Rig>& rig) {
  return diagnose(model, rig, aboutCells(3000));
}

Rig handMadeRig(const RiggedModel& model) {
  Rig rig = makeRig(model).value();
  rig.character.bones[0].shape = CapsuleShape{{0, 0.2, 0}, {0, 0.8, 0}, 0.06};
  rig.character.bones[1].shape = CapsuleShape{{0, 1.2, 0}, {0, 1.8, 0}, 0.06};
  return rig;
}

TEST(RigDiagnosis, OfACleanRigHasNothingToSay) {
  const RiggedModel model = barModel();
  const Diagnosis d = of(model, handMadeRig(model));
  EXPECT_EQ(found(d), Topics{});
  EXPECT_EQ(d.joints, 2);
  EXPECT_EQ(d.bones, 2);
  EXPECT_EQ(d.clips, 1);
  EXPECT_TRUE(d.prediction.memoryIsCounted);
  const auto bound = bind(handMadeRig(model).character, aboutCells(3000)).value();
  EXPECT_EQ(d.prediction.cells, bound->summary().cells);
  EXPECT_EQ(d.prediction.memoryBytes, bound->summary().memoryBytes);
}

TEST(RigDiagnosis, TellsBonesOutside) {
  const RiggedModel model = barModel();
  Rig rig = handMadeRig(model);
  rig.character.bones[1].shape = CapsuleShape{{1, 1.2, 0}, {1, 1.8, 0}, 0.06};
  const Topics topics = found(of(model, rig));
  EXPECT_EQ(topics, (Topics{"warning bones_outside", "warning bind"}));  // it holds no flesh
  rig.character.bones[1].shape = CapsuleShape{{0, 1.2, 0}, {0, 3, 0}, 0.06};
  const Diagnosis partly = of(model, rig);
  EXPECT_EQ(found(partly), Topics{"warning bones_outside"});
  EXPECT_NE(messageOf(partly, "bones_outside").find("'tip'"), std::string::npos);
  rig.character.bones[1].shape = EllipsoidShape{{0, 1.5, 5}, {{.1, 0, 0}, {0, .1, 0}, {0, 0, .1}}};
  EXPECT_TRUE(found(of(model, rig)).count("warning bones_outside"));
  rig.character.bones[1].shape = toShape(ballMesh({0, 5, 0}, 0.08, 2));
  EXPECT_TRUE(found(of(model, rig)).count("warning bones_outside"));
}

TEST(RigDiagnosis, TellsFleshWithoutBones) {
  const RiggedModel model = barModel();
  Rig rig = handMadeRig(model);
  for (Bone& bone : rig.character.bones) bone.shape = CapsuleShape{{3, 0, 0}, {3, 1, 0}, 0.05};
  EXPECT_FALSE(of(model, rig).isUsable());
  EXPECT_TRUE(found(of(model, rig)).count("error flesh_without_bones"));
}

TEST(RigDiagnosis, TellsThinBones) {
  const RiggedModel model = barModel();
  Rig rig = handMadeRig(model);
  rig.character.bones[0].shape = CapsuleShape{{0, 0.2, 0}, {0, 0.8, 0}, 0.01};
  EXPECT_EQ(found(of(model, rig)), Topics{"note thin_bones"});
  rig.character.bones[0].attachment = Attachment::Hard;
  EXPECT_TRUE(found(of(model, rig)).count("warning thin_bones"));
}

TEST(RigDiagnosis, TellsJointsAndVerticesWithoutWeights) {
  RiggedModel idle = barModel();
  for (std::size_t v = 0; v < idle.influenceBegin.size(); ++v)
    idle.influenceBegin[v] = static_cast<std::int32_t>(v);
  idle.influences.assign(idle.skin.points.size(), {0, 1.0f});
  EXPECT_TRUE(found(of(idle, makeRig(idle))).count("note joints_without_weights"));

  RiggedModel loose = barModel();
  const Rig rig = handMadeRig(loose);
  const std::int32_t count = loose.influenceBegin[1];
  loose.influences.erase(loose.influences.begin(), loose.influences.begin() + count);
  for (std::size_t v = 1; v < loose.influenceBegin.size(); ++v) loose.influenceBegin[v] -= count;
  const Diagnosis d = of(loose, rig);
  EXPECT_EQ(found(d), Topics{"warning unweighted_vertices"});
  EXPECT_EQ(messageOf(d, "unweighted_vertices").substr(0, 9), "1 vertex ");
}

TEST(RigDiagnosis, NamesThinJoints) {
  const RiggedModel model = barModel();
  const Diagnosis d = diagnose(model, handMadeRig(model), cellsOfEdge(0.12));
  ASSERT_EQ(d.thinPlaces.size(), 1u);  // only the ends follow the tip most, and they are far apart
  EXPECT_NEAR(d.thinPlaces[0].thickness, 0.2 / 0.12, 0.06);
  EXPECT_NE(messageOf(d, "thin_flesh").find("'root'"), std::string::npos);
}

TEST(RigDiagnosis, PassesOnWhatTheRigAndTheFileTold) {
  RiggedModel model = barModel();
  model.warnings.push_back("1 clip has no channels.");
  VertexMap map;
  map.name = "_DENSITY";
  map.components = 1;
  map.values.assign(model.skin.points.size(), 1.f);
  map.values[3] = -3;  // brought into range
  model.maps.push_back(map);
  Rig rig = makeRig(model).value();
  ASSERT_EQ(rig.warnings.size(), 1u);
  rig.character.bones = handMadeRig(model).character.bones;
  const Diagnosis d = of(model, rig);
  EXPECT_EQ(found(d), (Topics{"warning file", "warning rig"}));
  EXPECT_EQ(messageOf(d, "rig"), rig.warnings[0]);
}

TEST(RigDiagnosis, ModelsWithoutJointsAreAnError) {
  RiggedModel model = barModel();
  model.joints.clear();
  model.influences.clear();
  model.influenceBegin.clear();
  const Diagnosis d = of(model, makeRig(model));
  EXPECT_EQ(found(d), Topics{"error bad_bones"});
  EXPECT_GT(d.prediction.cells, 0);  // the skin is examined all the same
}

TEST(RigDiagnosis, TellsThatThereAreNoClips) {
  RiggedModel model = barModel();
  model.clips.clear();
  EXPECT_EQ(found(of(model, handMadeRig(model))), Topics{"note no_clips"});
}

TEST(RigDiagnosis, OfABoundCharacterHasItsNumbers) {
  CharacterFile file = boundBarModel(0.04);
  const Diagnosis d = diagnose(file);
  EXPECT_TRUE(d.isUsable());
  EXPECT_EQ(d.prediction.cells, file.character->summary().cells);
  EXPECT_EQ(d.joints, 2);
  EXPECT_NEAR(d.medianThickness, 5, 0.1);
  file.source.reset();
  EXPECT_EQ(diagnose(file).prediction.memoryBytes, file.character->summary().memoryBytes);
}

}  // namespace
}  // namespace sinew::testing
