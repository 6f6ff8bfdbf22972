// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "unit/io/model_checks.h"

namespace sinew::testing {
namespace {

constexpr double kBarVolume6 = 6 * 0.2 * 0.2 * 2;

/// Vertices of the bar as a triangle list without indices: 60 of them, most of them several times.
template <class T>
std::vector<T> unrolled(const std::vector<T>& perVertex, std::size_t components,
                        const std::vector<std::uint16_t>& indices) {
  std::vector<T> out;
  for (const std::uint16_t i : indices) {
    out.insert(out.end(), perVertex.begin() + static_cast<std::ptrdiff_t>(i * components),
               perVertex.begin() + static_cast<std::ptrdiff_t>((i + 1) * components));
  }
  return out;
}

/// Numbers behind an accessor of a file made by barFile().
template <class T>
std::vector<T> numbersOf(const GlbWriter& file, int accessor) {
  const nlohmann::json& view =
      file.json["bufferViews"][file.json["accessors"][accessor]["bufferView"].get<int>()];
  std::vector<T> numbers(view["byteLength"].get<std::size_t>() / sizeof(T));
  std::memcpy(numbers.data(), file.binary.data() + view["byteOffset"].get<std::size_t>(),
              numbers.size() * sizeof(T));
  return numbers;
}

nlohmann::json& attributes(GlbWriter& file) {
  return file.json["meshes"][0]["primitives"][0]["attributes"];
}

TEST(ReadModel, FindsSkinJointsWeightsAndClip) {
  const RiggedModel model = readGood(barFile());
  EXPECT_EQ(model.name, "test");
  EXPECT_EQ(model.skin.points.size(), 12u);
  EXPECT_EQ(model.skin.triangles.size(), 20u);
  EXPECT_NEAR(volume6(model.skin), kBarVolume6, 1e-6);
  ASSERT_EQ(model.skin.parts.size(), 1u);
  EXPECT_EQ(model.skin.parts[0].name, "bar");
  EXPECT_EQ(model.skin.parts[0].triangleCount, 20);

  ASSERT_EQ(model.joints.size(), 2u);
  EXPECT_EQ(model.joints[0].name, "root");
  EXPECT_EQ(model.joints[0].parent, -1);
  EXPECT_EQ(model.joints[1].name, "tip");
  EXPECT_EQ(model.joints[1].parent, 0);
  EXPECT_EQ(model.joints[1].bind.rows[1][3], 1);

  ASSERT_EQ(model.influenceBegin.size(), 13u);
  EXPECT_EQ(model.influenceBegin[4], 4);   // the lowest ring has one joint each,
  EXPECT_EQ(model.influenceBegin[8], 12);  // the middle two
  EXPECT_EQ(model.influences[4].weight, 0.5f);
  ASSERT_EQ(model.clips.size(), 1u);
  EXPECT_EQ(model.clips[0].name, "bend");
  EXPECT_EQ(model.clips[0].duration, 1);
  EXPECT_TRUE(model.warnings.empty());
}

TEST(ReadModel, RestPoseIsTheIdentityAndReproducesThePoints) {
  const RiggedModel model = readGood(barFile());
  for (const Affine3d& bone : poseAt(model, kRestPose, 0).bones)
    EXPECT_LT(offIdentity(bone), 1e-15);
  EXPECT_EQ(largestDistance(skinned(model, kRestPose, 0), model.skin.points), 0);
}

TEST(ReadModel, BendsTheBarAsComputedByHand) {
  const RiggedModel model = readGood(barFile());
  const std::vector<Vec3f> bent = skinned(model, 0, 1);
  // (x, 2, z) is (x, 1, z) from the tip, turned to (-1, x, z), and so ends at (-1, 1 + x, z).
  EXPECT_LT(distance(bent[8], {-1, 0.9f, 0.1f}), 1e-6);
  EXPECT_LT(distance(bent[10], {-1, 1.1f, -0.1f}), 1e-6);
  // (x, 1, z) follows both: half way between itself and (0, 1 + x, z).
  EXPECT_LT(distance(bent[5], {0.05f, 1.05f, 0.1f}), 1e-6);
  EXPECT_LT(distance(bent[0], {-0.1f, 0, 0.1f}), 1e-6);
}

TEST(ReadModel, UndoesSeams) {
  GlbWriter file = barFile();
  const std::vector<std::uint16_t> indices = numbersOf<std::uint16_t>(file, 3);
  attributes(file) = {
      {"POSITION", file.addAccessor(unrolled(numbersOf<float>(file, 0), 3, indices), "VEC3")},
      {"JOINTS_0",
       file.addAccessor(unrolled(numbersOf<std::uint8_t>(file, 1), 4, indices), "VEC4")},
      {"WEIGHTS_0", file.addAccessor(unrolled(numbersOf<float>(file, 2), 4, indices), "VEC4")}};
  file.json["meshes"][0]["primitives"][0].erase("indices");
  const RiggedModel model = readGood(file);
  EXPECT_EQ(model.skin.points.size(), 12u);
  EXPECT_EQ(model.skin.triangles.size(), 20u);
  EXPECT_NEAR(volume6(model.skin), kBarVolume6, 1e-6);
  ASSERT_EQ(model.vertexOfFile.size(), 60u);
  EXPECT_EQ(model.vertexOfFile[0], 0);
  EXPECT_EQ(model.vertexOfFile[3], 0);  // corner 0 of the second triangle of the lower cap
  SurfaceMesh bent = model.skin, expected = readGood(barFile()).skin;
  bent.points = skinned(model, 0, 1);
  expected.points = skinned(readGood(barFile()), 0, 1);
  EXPECT_NEAR(volume6(bent), volume6(expected), 1e-6);
  EXPECT_TRUE(model.warnings.empty());
}

TEST(ReadModel, DoesNotJoinVerticesWithOtherWeights) {
  GlbWriter file = barFile();
  std::vector<float> points = numbersOf<float>(file, 0);
  points[0] = points[3], points[1] = points[4], points[2] = points[5];  // same place, same weights
  points[12] = points[9], points[13] = points[10], points[14] = points[11];  // same place, others
  attributes(file)["POSITION"] = file.addAccessor(points, "VEC3");
  const RiggedModel model = readGood(file);
  EXPECT_EQ(model.skin.points.size(), 11u);
  EXPECT_EQ(model.skin.triangles.size(), 20u);  // also those that are degenerate now
  EXPECT_TRUE(warns(model.warnings, "1 vertices share their place"));
}

TEST(ReadModel, ReadsStripsAndFans) {
  GlbWriter file = barFile();
  file.json["meshes"][0]["primitives"][0]["indices"] =
      file.addAccessor(std::vector<std::uint8_t>{0, 1, 4, 5, 8, 9, 9, 11, 11, 8, 10, 9}, "SCALAR");
  file.json["meshes"][0]["primitives"][0]["mode"] = 5;
  nlohmann::json fan = file.json["meshes"][0]["primitives"][0];
  fan["indices"] = file.addAccessor(std::vector<std::uint32_t>{0, 3, 2, 1}, "SCALAR");
  fan["mode"] = 6;
  file.json["meshes"][0]["primitives"].push_back(fan);
  const RiggedModel model = readGood(file);
  const std::vector<std::vector<int>> expected = {{0, 1, 4},   {1, 5, 4},  {4, 5, 8}, {5, 9, 8},
                                                  {11, 8, 10}, {8, 9, 10}, {0, 3, 2}, {0, 2, 1}};
  ASSERT_EQ(model.skin.triangles.size(), expected.size());
  for (std::size_t i = 0; i < expected.size(); ++i) {
    const Triangle& t = model.skin.triangles[i];
    EXPECT_EQ((std::vector<int>{t.a, t.b, t.c}), expected[i]) << i;
  }
}

TEST(ReadModel, JoinsSeveralPrimitivesAndMeshes) {
  GlbWriter file = barFile();
  const std::vector<std::uint16_t> indices = numbersOf<std::uint16_t>(file, 3);
  const auto cut = [&](std::size_t begin, std::size_t end) {
    return file.addAccessor(
        std::vector<std::uint16_t>(indices.begin() + static_cast<std::ptrdiff_t>(begin),
                                   indices.begin() + static_cast<std::ptrdiff_t>(end)),
        "SCALAR");
  };
  nlohmann::json piece = file.json["meshes"][0]["primitives"][0];
  file.json["meshes"][0]["primitives"][0]["indices"] = cut(0, 12);
  piece["indices"] = cut(12, 30);
  file.json["meshes"][0]["primitives"].push_back(piece);
  piece["indices"] = cut(30, 60);
  file.add("meshes", {{"primitives", {piece}}});
  file.add("nodes", {{"name", "rest of bar"}, {"mesh", 1}, {"skin", 0}});
  file.json["scenes"][0]["nodes"].push_back(3);
  const RiggedModel model = readGood(file);
  EXPECT_EQ(model.vertexOfFile.size(), 36u);
  EXPECT_EQ(model.skin.points.size(), 12u);
  EXPECT_NEAR(volume6(model.skin), kBarVolume6, 1e-6);
  ASSERT_EQ(model.skin.parts.size(), 2u);
  EXPECT_EQ(model.skin.parts[1].name, "rest of bar");
  EXPECT_EQ(model.skin.parts[1].firstTriangle, 10);
  EXPECT_EQ(model.skin.parts[1].triangleCount, 10);
}

TEST(ReadModel, AlignsASecondSkinBySharedJoints) {
  GlbWriter file = barFile();
  std::vector<float> enlarged = numbersOf<float>(file, 0);
  for (float& v : enlarged) v *= 128;
  std::vector<float> binds = numbersOf<float>(file, 4);
  for (std::size_t i = 0; i < binds.size(); ++i) {
    if (i % 16 < 12 && i % 4 < 3) binds[i] /= 128;  // IBM B with B = 1 / 128
  }
  nlohmann::json second = file.json["meshes"][0];
  second["primitives"][0]["attributes"]["POSITION"] = file.addAccessor(enlarged, "VEC3");
  file.add("meshes", second);
  std::rotate(binds.begin(), binds.begin() + 16, binds.end());  // the tip comes first
  const int bindAccessor = file.addAccessor(binds, "MAT4");
  file.add("skins", {{"joints", {1, 0}}, {"inverseBindMatrices", bindAccessor}});
  std::vector<std::uint8_t> joints = numbersOf<std::uint8_t>(file, 1);
  for (std::size_t i = 0; i < joints.size(); ++i) joints[i] = i % 4 < 2 ? 1 - joints[i] : 0;
  file.json["meshes"][1]["primitives"][0]["attributes"]["JOINTS_0"] =
      file.addAccessor(joints, "VEC4");
  file.add("nodes", {{"name", "second"}, {"mesh", 1}, {"skin", 1}});
  file.json["scenes"][0]["nodes"].push_back(3);
  const RiggedModel model = readGood(file);
  EXPECT_EQ(model.joints.size(), 2u);
  EXPECT_EQ(model.vertexOfFile.size(), 24u);
  EXPECT_EQ(model.skin.points.size(), 12u);  // the second mesh lies exactly on the first
  EXPECT_EQ(model.skin.triangles.size(), 40u);
  EXPECT_TRUE(model.warnings.empty());
}

TEST(ReadModel, UnderstandsWeightsOfEveryType) {
  const std::vector<Vec3f> expected = skinned(readGood(barFile()), 0, 0.7);
  GlbWriter bytes = barFile();
  std::vector<std::uint8_t> weights8;
  std::vector<std::uint16_t> weights16, joints16;
  for (const float w : numbersOf<float>(bytes, 2)) {
    weights8.push_back(static_cast<std::uint8_t>(std::lround(w * 255)));
    weights16.push_back(static_cast<std::uint16_t>(std::lround(w * 65535)));
  }
  for (const std::uint8_t j : numbersOf<std::uint8_t>(bytes, 1)) joints16.push_back(j);
  attributes(bytes)["WEIGHTS_0"] = bytes.addAccessor(weights8, "VEC4", true);
  EXPECT_LT(largestDistance(skinned(readGood(bytes), 0, 0.7), expected), 1e-6);

  GlbWriter shorts = barFile();
  attributes(shorts)["WEIGHTS_0"] = shorts.addAccessor(weights16, "VEC4", true);
  attributes(shorts)["JOINTS_0"] = shorts.addAccessor(joints16, "VEC4");
  EXPECT_LT(largestDistance(skinned(readGood(shorts), 0, 0.7), expected), 1e-6);
}

TEST(ReadModel, AddsUpSeveralSetsOfWeights) {
  GlbWriter file = barFile();
  std::vector<float> half = numbersOf<float>(file, 2);
  for (float& w : half) w /= 2;
  attributes(file)["WEIGHTS_0"] = file.addAccessor(half, "VEC4");
  attributes(file)["WEIGHTS_1"] = file.addAccessor(half, "VEC4");
  attributes(file)["JOINTS_1"] = 1;
  const RiggedModel model = readGood(file);
  EXPECT_EQ(model.influences.size(), 16u);  // one per joint all the same
  EXPECT_LT(largestDistance(skinned(model, 0, 0.7), skinned(readGood(barFile()), 0, 0.7)), 1e-6);
  EXPECT_TRUE(model.warnings.empty());
}

TEST(ReadModel, SaysWhatItDidToOddWeights) {
  GlbWriter file = barFile();
  std::vector<float> weights = numbersOf<float>(file, 2);
  std::fill(weights.begin(), weights.begin() + 4, 0.0f);
  weights[4] = 3;
  weights[5] = -1;
  attributes(file)["WEIGHTS_0"] = file.addAccessor(weights, "VEC4");
  const RiggedModel model = readGood(file);
  EXPECT_TRUE(warns(model.warnings, "1 vertices of skinned meshes have no weights"));
  EXPECT_TRUE(warns(model.warnings, "1 weights are negative"));
  EXPECT_TRUE(warns(model.warnings, "1 vertices have weights that do not add up"));
  EXPECT_EQ(distance(skinned(model, 0, 1)[0], model.skin.points[0]), 0);
  EXPECT_EQ(model.influences[model.influenceBegin[1]].weight, 1);
}

TEST(ReadModel, PutsSparseValuesOverTheOthers) {
  GlbWriter file = barFile();
  const int indices = file.addView(std::vector<std::uint16_t>{0, 11});
  const int values = file.addView(std::vector<float>{-5, 0, 5, 7, 8, 9});
  file.json["accessors"][0]["sparse"] = {
      {"count", 2},
      {"indices", {{"bufferView", indices}, {"componentType", 5123}}},
      {"values", {{"bufferView", values}}}};
  const RiggedModel model = readGood(file);
  EXPECT_EQ(distance(model.skin.points[0], {-5, 0, 5}), 0);
  EXPECT_EQ(distance(model.skin.points[11], {7, 8, 9}), 0);
  EXPECT_EQ(distance(model.skin.points[1], {0.1f, 0, 0.1f}), 0);

  file.json["accessors"][0].erase("bufferView");  // the others are 0 then
  EXPECT_EQ(distance(readGood(file).skin.points[1], {0, 0, 0}), 0);
}

TEST(ReadModel, HonoursStrideAndOffset) {
  GlbWriter file = barFile();
  std::vector<float> padded = {99};
  const std::vector<float> points = numbersOf<float>(file, 0);
  for (std::size_t i = 0; i < points.size(); i += 3) {
    padded.insert(padded.end(), {points[i], points[i + 1], points[i + 2], 99, 99});
  }
  padded.resize(padded.size() - 2);  // the last element need not be padded
  const int view = file.addView(padded);
  file.json["bufferViews"][view]["byteStride"] = 20;
  file.json["accessors"][0]["bufferView"] = view;
  file.json["accessors"][0]["byteOffset"] = 4;
  EXPECT_EQ(largestDistance(readGood(file).skin.points, readGood(barFile()).skin.points), 0);
}

TEST(ReadModel, BringsAScaledAndTurnedArmatureToMetres) {
  // As exporters write it: centimetres and Z up in the mesh, an armature that undoes both.
  GlbWriter file = barFile();
  std::vector<float> points = numbersOf<float>(file, 0), binds = numbersOf<float>(file, 4);
  for (std::size_t i = 0; i < points.size(); i += 3) {
    const float y = points[i + 1], z = points[i + 2];
    points[i] *= 100, points[i + 1] = -100 * z, points[i + 2] = 100 * y;
  }
  binds[16 + 13] = 0;
  binds[16 + 14] = -100;
  attributes(file)["POSITION"] = file.addAccessor(points, "VEC3");
  file.json["skins"][0]["inverseBindMatrices"] = file.addAccessor(binds, "MAT4");
  file.json["nodes"][1]["translation"] = {0, 0, 100};
  file.add("nodes", {{"name", "armature"},
                     {"children", {0, 2}},
                     {"scale", {0.01, 0.01, 0.01}},
                     {"rotation", {-std::sqrt(0.5), 0, 0, std::sqrt(0.5)}}});
  file.json["scenes"][0]["nodes"] = {3};
  const RiggedModel model = readGood(file);
  EXPECT_LT(largestDistance(model.skin.points, readGood(barFile()).skin.points), 1e-6);
  EXPECT_NEAR(volume6(model.skin), kBarVolume6, 1e-6);
  EXPECT_NEAR(model.joints[1].bind.rows[1][3], 1, 1e-9);
  for (const Affine3d& bone : poseAt(model, kRestPose, 0).bones) EXPECT_LT(offIdentity(bone), 1e-9);
  EXPECT_TRUE(model.warnings.empty());

  // Turning the tip about the armature's z is turning it about the scene's y.
  const Affine3d turned = poseAt(model, 0, 1).bones[1];
  EXPECT_LT(distance(skinned(model, 0, 1)[9], {0.1f, 2, -0.1f}), 1e-6);
  EXPECT_NEAR(turned.rows[0][2], 1, 1e-6);
}

TEST(ReadModel, IgnoresTheNodeOfASkinnedMesh) {
  GlbWriter file = barFile();
  file.json["nodes"][2]["translation"] = {50, 60, 70};
  file.json["nodes"][2]["scale"] = {2, 3, 4};
  const RiggedModel model = readGood(file);
  EXPECT_EQ(largestDistance(model.skin.points, readGood(barFile()).skin.points), 0);
  EXPECT_TRUE(model.warnings.empty());
}

TEST(ReadModel, PosesRightAlthoughNodesDoNotRestInTheBindPose) {
  GlbWriter file = barFile();
  file.json["nodes"][0]["translation"] = {0, 0, 3};  // all of it moved: still the bind pose,
  file.json["nodes"][1]["rotation"] = {std::sqrt(0.5), 0, 0, std::sqrt(0.5)};  // but not this
  const RiggedModel model = readGood(file);
  ASSERT_EQ(model.warnings.size(), 1u);
  EXPECT_TRUE(warns(model.warnings, "do not rest in the bind pose"));
  // By hand: the tip turned about x by 90 degrees takes (x, 2, z) to (x, 1 - z, 1), and all is at z
  // + 3.
  EXPECT_LT(distance(skinned(model, kRestPose, 0)[8], {-0.1f, 0.9f, 4}), 1e-6);
  EXPECT_LT(distance(skinned(model, 0, 1)[8], {-1, 0.9f, 3.1f}),
            1e-6);  // the clip replaces the turn
  EXPECT_NEAR(volume6(model.skin), kBarVolume6,
              1e-6);  // rest space is a rigid move of the bind pose
}

TEST(ReadModel, TakesMissingInverseBindsAsIdentity) {
  GlbWriter file = barFile();
  file.json["skins"][0].erase("inverseBindMatrices");
  file.json["nodes"][1]["translation"] = {0, 0, 0};
  const RiggedModel model = readGood(file);
  EXPECT_EQ(largestDistance(model.skin.points, readGood(barFile()).skin.points), 0);
  EXPECT_LT(distance(skinned(model, 0, 1)[8], {-2, -0.1f, 0.1f}), 1e-6);
}

TEST(ReadModel, ReadsFlatSkeletonsAndRootsAnywhere) {
  GlbWriter file = barFile();
  file.json["nodes"][0].erase("children");
  file.add("nodes", {{"children", {0}}, {"translation", {1, 0, 0}}});
  file.add("nodes", {{"children", {1, 3}}, {"translation", {-1, 0, 0}}});
  file.json["nodes"][1]["translation"] = {1, 1, 0};
  file.json["scenes"][0]["nodes"] = {2, 4};
  const RiggedModel model = readGood(file);
  EXPECT_EQ(model.joints[0].parent, -1);
  EXPECT_EQ(model.joints[1].parent, -1);
  EXPECT_LT(largestDistance(skinned(model, 0, 1), skinned(readGood(barFile()), 0, 1)), 1e-6);
  for (std::size_t i = 0; i < model.nodes.size(); ++i) {
    EXPECT_LT(model.nodes[i].parent, static_cast<std::int32_t>(i));
  }
}

TEST(ReadModel, FindsBoneMeshesOnJoints) {
  GlbWriter file = barFile();
  file.add("nodes", {{"name", "pivot"}, {"scale", {0.5, 0.25, 0.5}}, {"children", {4}}});
  file.add("nodes", {{"name", "bone"}, {"mesh", 1}, {"translation", {0, 1, 0}}});
  file.add("nodes", {{"name", "floor"}, {"mesh", 1}});
  file.json["nodes"][1]["children"] = {3};
  file.json["scenes"][0]["nodes"].push_back(5);
  file.add("meshes", {{"primitives", {{{"attributes", {{"POSITION", 0}}}, {"indices", 3}}}}});
  const RiggedModel model = readGood(file);
  ASSERT_EQ(model.bones.size(), 1u);
  const BoneMesh& bone = model.bones[0];
  EXPECT_EQ(bone.mesh.name, "bone");
  EXPECT_EQ(bone.joint, 1);
  EXPECT_EQ(bone.mesh.points.size(), 12u);
  EXPECT_EQ(bone.mesh.triangles.size(), 20u);
  // (x, y, z) -> (x / 2, (y + 1) / 4, z / 2) in the tip, which is 1 up
  EXPECT_LT(distance(bone.mesh.points[9], {0.05f, 1.75f, 0.05f}), 1e-7);
  EXPECT_TRUE(warns(model.warnings, "1 meshes are neither skinned nor below a joint"));
  const Vec3d turned = moved(poseAt(model, 0, 1).bones[1], {0.05, 1.75, 0.05});
  EXPECT_NEAR(turned.x, -0.75, 1e-6);
  EXPECT_NEAR(turned.y, 1.05, 1e-6);
}

TEST(ReadModel, ReadsMeshesWithoutSkins) {
  GlbWriter file = barFile();
  file.json.erase("skins");
  file.json.erase("animations");
  file.json["nodes"] = {{{"mesh", 0}, {"translation", {1, 0, 0}}},
                        {{"mesh", 0}, {"scale", {-2, 1, 1}}, {"translation", {4, 0, 0}}},
                        {{"mesh", 0}}};
  file.json["scenes"][0]["nodes"] = {0, 1};  // the third is in no scene
  const RiggedModel model = readGood(file);
  EXPECT_TRUE(model.joints.empty());
  EXPECT_TRUE(model.influences.empty());
  EXPECT_EQ(model.skin.points.size(), 24u);
  EXPECT_NEAR(volume6(model.skin), 3 * kBarVolume6,
              1e-5);  // the mirrored one is right side out too
  EXPECT_EQ(distance(model.skin.points[0], {0.9f, 0, 0.1f}), 0);
  EXPECT_EQ(distance(model.skin.points[12], {4.2f, 0, 0.1f}), 0);
  std::vector<Vec3f> out(24);
  EXPECT_TRUE(skinLinear(model, Pose{}, out));
  EXPECT_EQ(largestDistance(out, model.skin.points), 0);
}

TEST(ReadModel, ReadsQuantisedPositions) {
  GlbWriter file = barFile();
  std::vector<std::int16_t> quantised;
  for (const float v : numbersOf<float>(file, 0)) {
    quantised.push_back(static_cast<std::int16_t>(std::lround(v / 2 * 32767)));
  }
  file.json.erase("skins");
  file.json["nodes"][2] = {{"mesh", 0}, {"scale", {2, 2, 2}}};
  file.json["extensionsRequired"] = {"KHR_mesh_quantization"};
  attributes(file) = {{"POSITION", file.addAccessor(quantised, "VEC3", true)}};
  EXPECT_LT(largestDistance(readGood(file).skin.points, readGood(barFile()).skin.points),
            6e-5);  // half a step in 3 directions
}

TEST(ReadModel, ReadsVertexMaps) {
  GlbWriter file = barFile();
  std::vector<float> stiffness;
  std::vector<std::uint8_t> colour;
  for (int v = 0; v < 12; ++v) {
    stiffness.push_back(static_cast<float>(v) + 0.5f);
    colour.insert(colour.end(), {255, 51, static_cast<std::uint8_t>(v)});
  }
  attributes(file)["_STIFFNESS"] = file.addAccessor(stiffness, "SCALAR");
  nlohmann::json second = file.json["meshes"][0]["primitives"][0];
  attributes(file)["COLOR_0"] = file.addAccessor(colour, "VEC3", true);
  for (float& v : stiffness) v += 2;
  second["attributes"]["_STIFFNESS"] = file.addAccessor(stiffness, "SCALAR");
  file.json["meshes"][0]["primitives"].push_back(second);  // same places: welded to the first
  const RiggedModel model = readGood(file);
  ASSERT_EQ(model.maps.size(), 2u);
  EXPECT_EQ(model.maps[0].name, "COLOR_0");
  EXPECT_EQ(model.maps[0].components, 4);
  ASSERT_EQ(model.maps[0].values.size(), 48u);
  EXPECT_FLOAT_EQ(model.maps[0].values[1], 0.6f);  // mean of 51 / 255 and, where it is missing, 1
  EXPECT_EQ(model.maps[0].values[3], 1);
  EXPECT_EQ(model.maps[1].name, "_STIFFNESS");
  EXPECT_EQ(model.maps[1].components, 1);
  EXPECT_EQ(model.maps[1].values[3], 4.5f);  // mean of 3.5 and 5.5
  EXPECT_TRUE(warns(model.warnings, "48 values of vertex maps are missing"));
}

TEST(ReadModel, AnimatesNodesThatAreGivenByAMatrix) {
  GlbWriter file = barFile();
  file.json["nodes"][0]["matrix"] = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1};
  file.json["nodes"][1].erase("translation");
  file.json["nodes"][1]["matrix"] = {0, 0, -2, 0, 0, 3, 0, 0, 4, 0, 0, 0, 0, 1, 0, 1};
  const RiggedModel model = readGood(file);
  EXPECT_TRUE(model.nodes[0].usesMatrix);
  const std::vector<Affine3d> rest = jointTransforms(model, kRestPose, 0);
  const Vec3d p = moved(rest[1], {1, 1, 1});
  EXPECT_NEAR(p.x, 4, 1e-12);
  EXPECT_NEAR(p.y, 4, 1e-12);
  EXPECT_NEAR(p.z, -2, 1e-12);
  const Vec3d turned =
      moved(jointTransforms(model, 0, 1)[1], {1, 1, 1});  // scale 2 3 4, then z by 90
  EXPECT_NEAR(turned.x, -3, 1e-6);
  EXPECT_NEAR(turned.y, 1 + 2, 1e-6);
  EXPECT_NEAR(turned.z, 4, 1e-6);

  file.json["nodes"][1]["matrix"] = {1, 0, 0, 0, 1, 1, 0, 0, 0, 0, 1, 0, 0, 1, 0, 1};
  EXPECT_TRUE(
      warns(readGood(file).warnings, "1 animation channels move nodes with a sheared matrix"));
}

TEST(ReadModel, LeavesOutWhatIsNoSurface) {
  GlbWriter file = barFile();
  nlohmann::json lines = file.json["meshes"][0]["primitives"][0];
  lines["mode"] = 1;
  file.json["meshes"][0]["primitives"].push_back(lines);
  file.json["meshes"][0]["primitives"][0]["targets"] = {{{"POSITION", 0}}};
  file.json["animations"][0]["channels"].push_back(
      {{"sampler", 0}, {"target", {{"node", 2}, {"path", "weights"}}}});
  file.json["images"] = {{{"bufferView", 999}, {"mimeType", "image/png"}},
                         {{"uri", "no such file.png"}}};
  file.json["materials"] = {{{"pbrMetallicRoughness", {{"baseColorTexture", {{"index", 77}}}}}}};
  file.json["extensions"] = {{"KHR_lights_punctual", {{"lights", 12}}}};
  const RiggedModel model = readGood(file);
  EXPECT_EQ(model.skin.triangles.size(), 20u);
  EXPECT_EQ(model.clips[0].channels.size(), 1u);
  EXPECT_TRUE(warns(model.warnings, "1 primitives of points, lines"));
  EXPECT_TRUE(warns(model.warnings, "1 primitives have morph targets"));
  EXPECT_TRUE(warns(model.warnings, "1 animation channels move morph targets"));
  EXPECT_EQ(model.warnings.size(), 3u);
}

TEST(ReadModel, ReadsTextWithEmbeddedBuffers) {
  const FileBytes bytes = barFile().gltf();
  const Result<RiggedModel> model = readModel(bytes, "bar.gltf");
  ASSERT_TRUE(model.ok()) << model.error().message;
  EXPECT_EQ(largestDistance(model.value().skin.points, readGood(barFile()).skin.points), 0);
}

/// A folder that is removed in the end.
struct TemporaryFolder {
  std::filesystem::path path =
      std::filesystem::path(::testing::TempDir()) /
      ("sinew_io_test_" + std::to_string(reinterpret_cast<std::uintptr_t>(this)));
  TemporaryFolder() { std::filesystem::create_directories(path / "parts"); }
  ~TemporaryFolder() { std::filesystem::remove_all(path); }

  void write(const std::string& name, const FileBytes& bytes) const {
    std::ofstream(path / name, std::ios::binary)
        .write(reinterpret_cast<const char*>(bytes.data()),
               static_cast<std::streamsize>(bytes.size()));
  }
  std::string file(const std::string& name) const { return (path / name).string(); }
};

TEST(ReadModel, ReadsBuffersBesideTheFile) {
  const TemporaryFolder folder;
  folder.write("bar.gltf", barFile().gltf("parts/the%20bar.bin"));
  folder.write("parts/the bar.bin", barFile().binary);
  const Result<RiggedModel> model = readModel(folder.file("bar.gltf"));
  ASSERT_TRUE(model.ok()) << model.error().message;
  EXPECT_EQ(model.value().name, "bar");
  EXPECT_EQ(model.value().skin.points.size(), 12u);
}

TEST(ReadModel, RefusesBuffersOutsideOfTheFilesFolder) {
  const TemporaryFolder folder;
  folder.write("secret.bin", barFile().binary);
  for (const std::string uri : {"../secret.bin", "a/../../secret.bin", "%2e%2e/secret.bin",
                                "..%2fsecret.bin", "..\\secret.bin", "file:///etc/passwd",
                                "http://example.org/a.bin", "/etc/passwd", "c:\\a.bin", "a%00b"}) {
    folder.write("parts/bar.gltf", barFile().gltf(uri));
    const Result<RiggedModel> model = readModel(folder.file("parts/bar.gltf"));
    ASSERT_FALSE(model.ok()) << uri;
    EXPECT_NE(model.error().message.find("not a path inside"), std::string::npos)
        << model.error().message;
  }
}

TEST(ReadModel, NamesTheBufferThatIsMissing) {
  const TemporaryFolder folder;
  folder.write("bar.gltf", barFile().gltf("bar.bin"));
  const Result<RiggedModel> missing = readModel(folder.file("bar.gltf"));
  ASSERT_FALSE(missing.ok());
  EXPECT_EQ(missing.error().code, ErrorCode::BadFile);
  EXPECT_EQ(missing.error().message,
            folder.file("bar.gltf") + ": buffer 0 ('bar.bin') does not exist.");

  folder.write("bar.gltf", barFile().gltf("parts"));
  EXPECT_NE(readModel(folder.file("bar.gltf")).error().message.find("is not a file"),
            std::string::npos);

  const FileBytes bytes = barFile().gltf("bar.bin");
  EXPECT_FALSE(readModel(bytes, "bar.gltf").ok());
}

TEST(ReadModel, NamesTheFileThatIsMissing) {
  const Result<RiggedModel> model = readModel("/no/such/file.glb");
  ASSERT_FALSE(model.ok());
  EXPECT_EQ(model.error().message, "/no/such/file.glb: the file does not exist.");
  EXPECT_FALSE(readModel("/").ok());
  EXPECT_FALSE(readModel("").ok());
}

TEST(SkinLinear, RefusesWrongCounts) {
  const RiggedModel model = readGood(barFile());
  std::vector<Vec3f> out(model.skin.points.size() - 1);
  EXPECT_FALSE(skinLinear(model, poseAt(model, 0, 0), out));
  out.resize(model.skin.points.size());
  EXPECT_FALSE(skinLinear(model, Pose{}, out));
}

}  // namespace
}  // namespace sinew::testing
