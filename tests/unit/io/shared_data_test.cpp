// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
//
// The characters and meshes everyone tries (../shared/data): counts as its README gives them.
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>

#include "unit/io/model_checks.h"

namespace sinew::testing {
namespace {

std::filesystem::path sharedFolder() {
  const char* set = std::getenv("SINEW_SHARED");
  return std::filesystem::path(set ? set : SINEW_SHARED_DIR) / "data";
}

#define SKIP_WITHOUT_SHARED_DATA()                                                    \
  if (!std::filesystem::exists(sharedFolder())) {                                     \
    GTEST_SKIP() << sharedFolder() << " is not here; set SINEW_SHARED to its parent"; \
  }

struct Character {
  const char* file;
  std::size_t vertices, triangles, welded, joints, bones, boneTriangles, clips;
  double firstClip;  // [s], as rounded in the README
};

class SharedCharacter : public ::testing::TestWithParam<Character> {};

TEST_P(SharedCharacter, HasTheCountsOfTheReadme) {
  SKIP_WITHOUT_SHARED_DATA();
  const Character& expected = GetParam();
  const Result<RiggedModel> read =
      readModel((sharedFolder() / "characters" / expected.file).string());
  ASSERT_TRUE(read.ok()) << read.error().message;
  const RiggedModel& model = read.value();
  EXPECT_EQ(model.vertexOfFile.size(), expected.vertices);
  EXPECT_EQ(model.skin.points.size(), expected.welded);
  EXPECT_EQ(model.skin.triangles.size(), expected.triangles);
  EXPECT_EQ(model.joints.size(), expected.joints);
  EXPECT_EQ(model.bones.size(), expected.bones);
  std::size_t boneTriangles = 0;
  for (const BoneMesh& bone : model.bones) boneTriangles += bone.mesh.triangles.size();
  EXPECT_EQ(boneTriangles, expected.boneTriangles);
  ASSERT_EQ(model.clips.size(), expected.clips);
  EXPECT_NEAR(model.clips[0].duration, expected.firstClip, 5e-4);
  EXPECT_TRUE(model.warnings.empty()) << model.warnings[0];
  EXPECT_GT(volume6(model.skin), 0);
}

TEST_P(SharedCharacter, RestsWhereItWasBound) {
  SKIP_WITHOUT_SHARED_DATA();
  const Result<RiggedModel> read =
      readModel((sharedFolder() / "characters" / GetParam().file).string());
  ASSERT_TRUE(read.ok()) << read.error().message;
  const RiggedModel& model = read.value();
  Vec3f low = model.skin.points[0], high = low;
  for (const Vec3f& p : model.skin.points) {
    low = {std::min(low.x, p.x), std::min(low.y, p.y), std::min(low.z, p.z)};
    high = {std::max(high.x, p.x), std::max(high.y, p.y), std::max(high.z, p.z)};
  }
  // Inverse bind matrices are stored as floats.
  EXPECT_LT(largestDistance(skinned(model, kRestPose, 0), model.skin.points),
            2e-6 * distance(low, high));
}

TEST_P(SharedCharacter, StaysFiniteInAllClips) {
  SKIP_WITHOUT_SHARED_DATA();
  const Result<RiggedModel> read =
      readModel((sharedFolder() / "characters" / GetParam().file).string());
  ASSERT_TRUE(read.ok()) << read.error().message;
  const RiggedModel& model = read.value();
  for (int clip = 0; clip < static_cast<int>(model.clips.size()); ++clip) {
    for (int step = 0; step <= 4; ++step) {
      double moved = 0;
      for (const Vec3f& p : skinned(model, clip, model.clips[clip].duration * step / 4)) {
        ASSERT_TRUE(std::isfinite(p.x) && std::isfinite(p.y) && std::isfinite(p.z));
        moved = std::max(moved, distance(p, {}));
      }
      EXPECT_LT(moved, 100);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(
    Shared, SharedCharacter,
    ::testing::Values(Character{"mh_male_cmu31.glb", 13380, 26756, 13380, 31, 0, 0, 2, 2.833},
                      Character{"dog_skin_bones.glb", 16952, 33900, 16952, 57, 57, 134636, 2, 2},
                      Character{"arm_flesh_bones.glb", 2149, 4294, 2149, 3, 3, 1376, 1, 8},
                      Character{"hand_right_fist.glb", 1360, 2314, 1159, 25, 0, 0, 1, 4},
                      Character{"CesiumMan.glb", 3273, 4672, 2338, 19, 0, 0, 1, 2},
                      Character{"RiggedSimple.glb", 160, 188, 96, 2, 0, 0, 1, 2.083},
                      Character{"fox_m2m.glb", 1250, 1654, 833, 49, 0, 0, 14, 2.8}),
    [](const auto& c) {
      const std::string file = c.param.file;
      return file.substr(0, file.find('.'));
    });

struct Surface {
  const char* file;
  std::size_t points, triangles, parts;
};

class SharedSurface : public ::testing::TestWithParam<Surface> {};

TEST_P(SharedSurface, HasTheCountsOfTheReadme) {
  SKIP_WITHOUT_SHARED_DATA();
  const Result<SurfaceMesh> mesh = readSurface((sharedFolder() / GetParam().file).string());
  ASSERT_TRUE(mesh.ok()) << mesh.error().message;
  EXPECT_EQ(mesh.value().points.size(), GetParam().points);
  EXPECT_EQ(mesh.value().triangles.size(), GetParam().triangles);
  EXPECT_EQ(mesh.value().parts.size(), GetParam().parts);
  EXPECT_TRUE(mesh.value().warnings.empty()) << mesh.value().warnings[0];
}

INSTANTIATE_TEST_SUITE_P(Shared, SharedSurface,
                         ::testing::Values(Surface{"dirty/tube_selfintersect.obj", 8582, 17160, 0},
                                           Surface{"dirty/motor_multishell.ply", 21384, 43368, 0},
                                           Surface{"dirty/spot_damaged.obj", 936, 1665, 0},
                                           Surface{"dirty/bird_nonmanifold.obj", 1089, 2246, 0},
                                           Surface{"dirty/soup.stl", 300, 100, 0},
                                           Surface{"dirty/plane_holes.obj", 8519, 16747, 0},
                                           Surface{"static/spot.obj", 11533, 23062, 0},
                                           Surface{"static/penguin.obj", 3362, 6720, 0},
                                           Surface{"static/hand_closed.obj", 7993, 15982, 0},
                                           Surface{"static/human_man.obj", 6890, 13776, 0},
                                           Surface{"static/arm_surface.obj", 2149, 4294, 1},
                                           Surface{"bones/arm_bones.obj", 730, 1376, 3},
                                           Surface{"bones/dog_leftleg_bones.obj", 6038, 12052, 9},
                                           Surface{"reference/realbeam.stl", 800, 1596, 0}),
                         [](const auto& s) {
                           const std::string stem =
                               std::filesystem::path(s.param.file).stem().string();
                           return stem;
                         });

TEST(SharedBones, LieWhereTheObjFileHasThem) {
  SKIP_WITHOUT_SHARED_DATA();
  const Result<RiggedModel> arm =
      readModel((sharedFolder() / "characters/arm_flesh_bones.glb").string());
  const Result<SurfaceMesh> bones = readSurface((sharedFolder() / "bones/arm_bones.obj").string());
  ASSERT_TRUE(arm.ok() && bones.ok());
  // arm_bones.obj has the same three bones, written by another program, in the pose of the bind.
  ASSERT_EQ(arm.value().bones.size(), bones.value().parts.size());
  for (std::size_t i = 0; i < 3; ++i) {
    const SurfaceMesh& bone = arm.value().bones[i].mesh;
    const SurfacePart& part = bones.value().parts[i];
    ASSERT_EQ(bone.triangles.size(), static_cast<std::size_t>(part.triangleCount));
    for (std::size_t t = 0; t < bone.triangles.size(); ++t) {
      const Triangle& other =
          bones.value().triangles[static_cast<std::size_t>(part.firstTriangle) + t];
      ASSERT_LT(distance(bone.points[bone.triangles[t].a], bones.value().points[other.a]), 1e-4);
    }
  }
}

}  // namespace
}  // namespace sinew::testing
