// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
//
// character.json: what it says arrives, and every mistake is a sentence with the file and the key.
#include "sinew/recipe.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "sinew/character_file.h"
#include "support/glb_writer.h"

namespace sinew::testing {
namespace {

namespace fs = std::filesystem;

class RecipeTest : public ::testing::Test {
 protected:
  void SetUp() override {
    folder_ = fs::temp_directory_path() /
              ("sinew_recipe_" +
               std::string(::testing::UnitTest::GetInstance()->current_test_info()->name()));
    fs::remove_all(folder_);
    fs::create_directories(folder_ / "parts");
    const FileBytes glb = barFile().glb();
    write("bar.glb", std::string(glb.begin(), glb.end()));
    write("parts/bone.obj",
          "v 0 20 0\nv 5 20 0\nv 0 80 0\nv 0 20 5\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n");
    write("bar.obj",
          "v -.1 0 .1\nv .1 0 .1\nv .1 0 -.1\nv -.1 0 -.1\nv -.1 2 .1\nv .1 2 .1\nv .1 2 -.1\n"
          "v -.1 2 -.1\nf 4 3 2 1\nf 5 6 7 8\nf 1 2 6 5\nf 2 3 7 6\nf 3 4 8 7\nf 4 1 5 8\n");
  }
  void TearDown() override { fs::remove_all(folder_); }

  void write(const std::string& name, const std::string& text) const {
    std::ofstream(folder_ / name, std::ios::binary) << text;
  }
  std::string path() const { return (folder_ / "hero.json").string(); }

  Result<Recipe> read(const std::string& text) const {
    write("hero.json", text);
    return readRecipe(path());
  }

  /// The error without the name of the recipe, which it must start with.
  std::string problem(const std::string& text) const {
    const Result<Recipe> recipe = read(text);
    if (recipe) return "none";
    const std::string& message = recipe.error().message;
    EXPECT_EQ(message.rfind(path() + ": ", 0), 0u) << message;
    EXPECT_EQ(message.find('\n'), std::string::npos);
    return message.substr(path().size() + 2);
  }

  /// With one bone, or with one more key.
  std::string boneProblem(const std::string& bone) const {
    return problem(R"({"mesh": "bar.glb", "bones": [)" + bone + "]}");
  }
  std::string keyProblem(const std::string& key) const {
    return problem(R"({"mesh": "bar.glb", )" + key + "}");
  }

  fs::path folder_;
};

TEST_F(RecipeTest, ArrivesWhole) {
  const Result<Recipe> read = this->read(R"({
    "mesh": "bar.glb",  // beside this file
    "metresPerUnit": 0.01,
    "bones": [
      {"joint": "root", "name": "femur", "mesh": "parts/bone.obj", "mode": "hard"},
      {"joint": "tip", "capsule": {"head": [0, 1.2, 0], "tail": [0, 1.8, 0], "radius": 0.05},
       "springStiffness": 7, "freeZones": [{"center": [0, 1, 0], "radius": 0.25}]}],
    /* soft */
    "material": {"youngsModulus": 5000, "law": "stableNeoHookean"},
    "settings": {"targetCells": 777, "boneThickness": 0.25, "stepTolerance": 0.125,
                 "stabilisation": "twelveEdges", "useBoneMeshes": false}})");
  ASSERT_TRUE(read.ok()) << read.error().message;
  const Recipe& recipe = read.value();
  EXPECT_EQ(recipe.model.joints.size(), 2u);
  EXPECT_EQ(recipe.rig.material.youngsModulus, 5000);
  EXPECT_EQ(recipe.rig.material.law, FleshLaw::StableNeoHookean);
  EXPECT_EQ(recipe.bind.targetCells, 777);
  EXPECT_EQ(recipe.bind.stabilisation, Stabilisation::TwelveEdges);
  EXPECT_EQ(recipe.rig.boneThickness, 0.25);
  EXPECT_FALSE(recipe.rig.useBoneMeshes);
  EXPECT_EQ(recipe.solve.stepTolerance, 0.125);
  EXPECT_EQ(recipe.solve.newtonIterations, SolveSettings{}.newtonIterations);
  ASSERT_EQ(recipe.bones.size(), 2u);
  const auto& femur = std::get<MeshShape>(recipe.bones[0].bone.shape);
  EXPECT_EQ(recipe.bones[0].bone.name, "femur");
  EXPECT_EQ(recipe.bones[0].bone.attachment, Attachment::Hard);
  EXPECT_FLOAT_EQ(femur.points[2].y, 0.8f);
  EXPECT_EQ(recipe.bones[1].joint, 1);
  EXPECT_EQ(recipe.bones[1].bone.attachment, Attachment::Auto);
  EXPECT_EQ(recipe.bones[1].bone.springStiffness, 7);
  EXPECT_EQ(recipe.bones[1].bone.freeZones.at(0).radius, 0.25);
  EXPECT_EQ(std::get<CapsuleShape>(recipe.bones[1].bone.shape).tail.y, 1.8);
}

TEST_F(RecipeTest, GivenBonesTakeThePlaceOfFittedOnes) {
  const std::string capsule =
      R"({"joint": "tip", "capsule": {"head": [0, 1.2, 0], "tail": [0, 1.8, 0], "radius": 0.05}})";
  const Recipe recipe =
      read(R"({"mesh": "bar.glb", "bones": [)" + capsule + "," + capsule + "]}").value();
  const Rig rig = makeRig(recipe).value();
  EXPECT_EQ(rig.jointOfBone, (std::vector<std::int32_t>{0, 1, 1}));
  EXPECT_TRUE(std::holds_alternative<CapsuleSetShape>(rig.character.bones[0].shape));  // fitted
  EXPECT_TRUE(std::holds_alternative<CapsuleShape>(rig.character.bones[1].shape));
  EXPECT_TRUE(std::holds_alternative<CapsuleShape>(rig.character.bones[2].shape));
  EXPECT_TRUE(bind(rig.character).ok());
}

TEST_F(RecipeTest, SurfaceOnASkeletonOfItsOwnBinds) {
  const Recipe recipe = read(R"({"mesh": "bar.obj", "skeleton": "bar.glb", "bones": [
    {"joint": "tip", "capsule": {"head": [0, 1.2, 0], "tail": [0, 1.8, 0], "radius": 0.05}},
    {"joint": "root", "ellipsoid": {"center": [0, 0.5, 0],
                                    "axes": [[0.06, 0, 0], [0, 0.3, 0], [0, 0, 0.06]]}}]})")
                            .value();
  EXPECT_EQ(recipe.model.skin.points.size(), 8u);
  EXPECT_EQ(recipe.model.clips.size(), 1u);
  const Rig rig = makeRig(recipe).value();
  EXPECT_EQ(rig.jointOfBone, (std::vector<std::int32_t>{0, 1}));  // the root first
  const auto bound = bind(rig.character);
  ASSERT_TRUE(bound.ok()) << bound.error().message;
  CharacterFile file{bound.value(), 1, CharacterSource{recipe.model, rig.jointOfBone}, {}, {}};
  EXPECT_TRUE(packCharacter(file).ok());
  EXPECT_FALSE(makeRig(read(R"({"mesh": "bar.obj", "skeleton": "bar.glb"})").value()).ok());
}

TEST_F(RecipeTest, ClipsOfAnotherFileMoveNodesOfTheSameName) {
  GlbWriter other = barFile();
  other.json["nodes"] = {{{"name", "bar"}, {"mesh", 0}, {"skin", 0}},
                         {{"name", "tip"}, {"translation", {0, 1, 0}}},
                         {{"name", "root"}, {"children", {1}}}};
  other.json["scenes"] = {{{"nodes", {0, 2}}}};
  other.json["skins"] = {{{"joints", {2, 1}}, {"inverseBindMatrices", 4}}};
  other.json["animations"][0]["name"] = "other";
  const FileBytes glb = other.glb();
  write("clips.glb", std::string(glb.begin(), glb.end()));
  const Recipe recipe = read(R"({"mesh": "bar.glb", "skeleton": "clips.glb"})").value();
  ASSERT_EQ(recipe.model.clips.size(), 1u);
  EXPECT_EQ(recipe.model.clips[0].name, "other");
  const RiggedModel bar = readModel((folder_ / "bar.glb").string()).value();
  const auto a = jointTransforms(recipe.model, 0, 0.7), b = jointTransforms(bar, 0, 0.7);
  for (int r = 0; r < 3; ++r)
    for (int c = 0; c < 4; ++c) EXPECT_EQ(a[1].rows[r][c], b[1].rows[r][c]);
}

TEST_F(RecipeTest, MapsHaveOneNumberPerVertex) {
  write("map.txt", "# twelve\n1 2 3 4\n5 6 7 8 # eight\n9 10 11 12\n");
  const Recipe recipe = read(R"({"mesh": "bar.glb", "maps": {"stiffness": "map.txt"}})").value();
  ASSERT_EQ(recipe.maps.stiffness.size(), 12u);
  EXPECT_EQ(recipe.maps.stiffness[8], 9);
  EXPECT_EQ(makeRig(recipe).value().character.maps.stiffness[11], 12);
  const auto problemWith = [&](const std::string& numbers) {
    write("map.txt", numbers);
    return problem(R"({"mesh": "bar.glb", "maps": {"density": "map.txt"}})");
  };
  EXPECT_NE(problemWith("1 2 3").find("maps.density: map.txt has 3 numbers"), std::string::npos);
  EXPECT_NE(problemWith("1 x").find("line 1: 'x' is not a number"), std::string::npos);
  EXPECT_NE(problemWith("0 1").find("has the number 0"), std::string::npos);
  EXPECT_NE(problemWith("nan").find("map.txt"), std::string::npos);
}

TEST_F(RecipeTest, MistakesNameTheKey) {
  EXPECT_EQ(problem("{}"), "it lacks the key 'mesh'.");
  EXPECT_EQ(problem("[]"), "it must be an object, in { }.");
  EXPECT_NE(problem("{,}").find("its JSON is damaged"), std::string::npos);
  EXPECT_EQ(keyProblem(R"("mesh": "b.glb")"), "it has the key 'mesh' twice in one place.");
  EXPECT_EQ(keyProblem(R"("skelton": "a.glb")"),
            "it has the unknown key 'skelton'; did you mean 'skeleton'?");
  EXPECT_EQ(keyProblem(R"("settings": {"targetCell": 5})"),
            "settings has the unknown key 'targetCell'; did you mean 'targetCells'?");
  EXPECT_EQ(keyProblem(R"("settings": {"targetCells": 5})"),
            "settings.targetCells is 5; choose a value from 8 to 1e+08.");
  EXPECT_EQ(keyProblem(R"("settings": {"targetCells": 50.5})"),
            "settings.targetCells must be a whole number.");
  EXPECT_EQ(keyProblem(R"("settings": {"targetCells": "many"})"),
            "settings.targetCells must be a number.");
  EXPECT_EQ(keyProblem(R"("material": {"law": "corotate"})"),
            "material.law is 'corotate'; choose one of 'corotated', 'corotatedVolume', "
            "'stableNeoHookean', 'mooneyRivlin'.");
  EXPECT_EQ(keyProblem(R"("bones": {})"), "bones must be a list, in [ ].");
  EXPECT_EQ(keyProblem(R"("fitBones": 1)"), "fitBones must be true or false.");
  EXPECT_EQ(keyProblem(R"("metresPerUnit": 0)"), "metresPerUnit must be more than 0.");
  EXPECT_EQ(problem(R"({"mesh": 3})"), "mesh must be a text, in quotes.");
  EXPECT_NE(problem(R"({"mesh": "bar.obj"})").find("'skeleton'"), std::string::npos);
  EXPECT_NE(problem(R"({"mesh": "none.glb"})").find("mesh: "), std::string::npos);
}

TEST_F(RecipeTest, MistakesInBonesNameTheBone) {
  const std::string shape = R"("capsule": {"head": [0,0,0], "tail": [0,1,0], "radius": 0.1})";
  EXPECT_EQ(boneProblem("{" + shape + "}"), "bones[0] lacks the key 'joint'.");
  EXPECT_EQ(boneProblem(R"({"joint": "tap", )" + shape + "}"),
            "bones[0].joint is 'tap'; did you mean 'tip'?");
  EXPECT_EQ(boneProblem(R"({"joint": "tip"})"),
            "bones[0] must have one shape: 'mesh', 'capsule', 'capsules' or 'ellipsoid'.");
  EXPECT_EQ(boneProblem(R"({"joint": "tip", "mesh": "parts/bone.obj", )" + shape + "}"),
            "bones[0] must have one shape: 'mesh', 'capsule', 'capsules' or 'ellipsoid'.");
  EXPECT_EQ(boneProblem(R"({"joint": "tip", "mode": "gliding", )" + shape + "}"),
            "bones[0].mode is 'gliding'; choose one of 'hard', 'spring', 'auto', 'sliding', "
            "'slidingEnds'.");
  EXPECT_EQ(boneProblem(R"({"joint": "tip", "capsule": {"head": [0,0], "tail": [0,1,0]}})"),
            "bones[0].capsule.head must have 3 numbers, [x, y, z].");
  EXPECT_EQ(boneProblem(
                R"({"joint": "tip", "capsule": {"head": [0,0,0], "tail": [0,1,0], "radius": 0}})"),
            "bones[0].capsule.radius must be more than 0.");
  EXPECT_NE(boneProblem(R"({"joint": "tip", "mesh": "no.obj"})").find("bones[0].mesh: "),
            std::string::npos);
  EXPECT_EQ(boneProblem(R"({"joint": "tip", "springStiffness": 1000, )" + shape + "}"),
            "bones[0].springStiffness is 1000; choose a value from 0.1 to 100.");
}

TEST_F(RecipeTest, CollidersArriveWhole) {
  const Result<Recipe> read =
      this->read(R"({"mesh": "bar.glb", "metresPerUnit": 0.01, "colliders": [
    {"name": "chair", "mesh": "parts/bone.obj", "friction": 0.5},
    {"ball": {"center": [1, 2, 3], "radius": 0.25}, "joint": "tip"},
    {"capsule": {"head": [0, 0, 0], "tail": [0, 1, 0], "radius": 0.1}},
    {"ellipsoid": {"center": [0, 0, 0], "axes": [[1, 0, 0], [0, 2, 0], [0, 0, 3]]}},
    {"plane": {"point": [0, -1, 0], "normal": [0, 2, 0]}, "placesPerSecond": 30,
     "places": [[1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0], [1, 0, 0, 0, 0, 1, 0, 0.5, 0, 0, 1, 0]]}]})");
  ASSERT_TRUE(read.ok()) << read.error().message;
  const std::vector<ClipCollider>& colliders = read.value().colliders;
  ASSERT_EQ(colliders.size(), 5u);
  EXPECT_EQ(colliders[0].collider.name, "chair");
  EXPECT_EQ(colliders[0].collider.friction, 0.5);
  EXPECT_EQ(colliders[0].joint, -1);
  EXPECT_FLOAT_EQ(std::get<MeshShape>(colliders[0].collider.shape).points[2].y, 0.8f);
  EXPECT_EQ(colliders[1].collider.name, "colliders[1]");
  EXPECT_EQ(colliders[1].joint, 1);
  EXPECT_EQ(std::get<BallShape>(colliders[1].collider.shape).center.z, 3);
  EXPECT_EQ(std::get<CapsuleShape>(colliders[2].collider.shape).tail.y, 1);
  EXPECT_EQ(std::get<EllipsoidShape>(colliders[3].collider.shape).axes[2].z, 3);
  EXPECT_EQ(std::get<PlaneShape>(colliders[4].collider.shape).point.y, -1);
  EXPECT_EQ(colliders[4].places.size(), 2u);
  EXPECT_EQ(colliders[4].places[1].rows[1][3], 0.5);
  EXPECT_EQ(colliders[4].placesPerSecond, 30);
}

TEST_F(RecipeTest, MistakesInCollidersNameTheCollider) {
  const auto colliderProblem = [&](const std::string& collider) {
    return keyProblem(R"("colliders": [)" + collider + "]");
  };
  const std::string ball = R"("ball": {"center": [0, 0, 0], "radius": 1})";
  const std::string oneShape =
      "colliders[0] must have one shape: 'ball', 'capsule', 'ellipsoid', 'plane' or 'mesh'.";
  EXPECT_EQ(colliderProblem("{}"), oneShape);
  EXPECT_EQ(colliderProblem("{" + ball + R"(, "plane": {}})"), oneShape);
  EXPECT_EQ(colliderProblem("{" + ball + R"(, "joint": "tap"})"),
            "colliders[0].joint is 'tap'; did you mean 'tip'?");
  EXPECT_EQ(colliderProblem("{" + ball + R"(, "friction": 11})"),
            "colliders[0].friction is 11; choose a value from 0 to 10.");
  EXPECT_EQ(colliderProblem("{" + ball + R"(, "frictoin": 1})"),
            "colliders[0] has the unknown key 'frictoin'; did you mean 'friction'?");
  EXPECT_NE(colliderProblem("{" + ball + R"(, "places": [[1, 2]]})").find("colliders[0].places[0]"),
            std::string::npos);
  EXPECT_EQ(colliderProblem("{" + ball + R"(, "joint": "tip", "places": [[1, 0, 0, 0, 0, 1, 0, 0, 0,
                            0, 1, 0]]})"),
            "colliders[0] has both 'joint' and 'places'; choose one.");
  EXPECT_NE(colliderProblem(R"({"mesh": "no.obj"})").find("colliders[0].mesh: "),
            std::string::npos);
}

TEST_F(RecipeTest, APresetIsTheMaterialToStartFrom) {
  const Material fat = presetMaterial(MaterialPreset::Fat);
  const Recipe recipe =
      read(R"({"mesh": "bar.glb", "material": {"density": 950, "preset": "fat"}})").value();
  EXPECT_EQ(recipe.rig.material.youngsModulus, fat.youngsModulus);
  EXPECT_EQ(recipe.rig.material.density, 950);
  EXPECT_NE(problem(R"({"mesh": "bar.glb", "material": {"preset": "cheese"}})").find("fat"),
            std::string::npos);
}

}  // namespace
}  // namespace sinew::testing
