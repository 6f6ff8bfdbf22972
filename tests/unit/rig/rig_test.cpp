// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
//
// Bones from joints and skin alone. Whatever the skeleton looks like, bones lie inside the skin,
// joints that move skin have one, and the result binds and follows its pose.
#include "sinew/rig.h"

#include <gtest/gtest.h>

#include <functional>
#include <map>

#include "scenes/vec.h"
#include "support/characters.h"

namespace sinew::testing {
namespace {

struct JointSpec {
  std::string name;
  std::int32_t parent;
  Vec3d at;
};

/// How much a point of the skin follows each joint; normalised.
using WeightsOf = std::function<std::vector<double>(const Vec3d&)>;

RiggedModel makeModel(const TriangleMesh& skin, const std::vector<JointSpec>& joints,
                      const WeightsOf& weightsOf) {
  RiggedModel model;
  const MeshShape shape = toShape(skin);
  model.skin.points = shape.points;
  model.skin.triangles = shape.triangles;
  for (const JointSpec& spec : joints) {
    ModelJoint joint;
    joint.name = spec.name;
    joint.parent = spec.parent;
    joint.node = static_cast<std::int32_t>(model.nodes.size());
    const double at[3] = {spec.at.x, spec.at.y, spec.at.z};
    ModelNode node;
    node.name = spec.name;
    node.parent = spec.parent;
    const Vec3d above =
        spec.parent < 0 ? Vec3d{} : joints[static_cast<std::size_t>(spec.parent)].at;
    const double parentAt[3] = {above.x, above.y, above.z};
    for (int k = 0; k < 3; ++k) {
      joint.bind.rows[k][3] = at[k];
      joint.inverseBind.rows[k][3] = -at[k];
      node.rest.translation[k] = at[k] - parentAt[k];
    }
    model.nodes.push_back(node);
    model.joints.push_back(joint);
  }
  model.influenceBegin.push_back(0);
  for (const Vec3f& p : model.skin.points) {
    const std::vector<double> w = weightsOf({p.x, p.y, p.z});
    double sum = 0;
    for (const double v : w) sum += v;
    for (std::size_t j = 0; j < w.size(); ++j)
      if (w[j] > 0)
        model.influences.push_back({static_cast<std::int32_t>(j), static_cast<float>(w[j] / sum)});
    model.influenceBegin.push_back(static_cast<std::int32_t>(model.influences.size()));
  }
  return model;
}

/// A limb along x from 0 to `length`, 1 by 1 across, centred on the axis.
TriangleMesh limb(double length) {
  return refined(boxMesh({0, -0.5, -0.5}, {length, 0.5, 0.5}), 4);
}

/// 1 between `from` and `to` along x, falling to 0 within 0.5 on both sides.
double band(const Vec3d& p, double from, double to) {
  return std::clamp(std::min(p.x - from, to - p.x) + 0.5, 0.0, 1.0);
}

const std::vector<CapsuleShape>& capsulesOf(const Rig& rig, std::size_t bone) {
  return std::get<CapsuleSetShape>(rig.character.bones[bone].shape).capsules;
}

/// Points all over a capsule's surface are inside the skin.
void expectInside(const RiggedModel& model, const Rig& rig) {
  TriangleMesh skin;
  for (const Vec3f& p : model.skin.points) skin.points.push_back({p.x, p.y, p.z});
  for (const Triangle& t : model.skin.triangles) skin.triangles.push_back({t.a, t.b, t.c});
  const TriangleMesh ball = ballMesh({0, 0, 0}, 1, 1);
  for (std::size_t b = 0; b < rig.character.bones.size(); ++b)
    for (const CapsuleShape& c : capsulesOf(rig, b)) {
      EXPECT_GT(c.radius, 0);
      for (const Vec3d& end : {c.head, c.tail})
        for (const Vec3<double>& n : ball.points)
          EXPECT_GT(windingNumber(skin, Vec3<double>{end.x, end.y, end.z} + c.radius * n), 0.5)
              << rig.character.bones[b].name;
    }
}

std::map<std::string, std::size_t> boneByName(const Rig& rig) {
  std::map<std::string, std::size_t> bones;
  for (std::size_t b = 0; b < rig.character.bones.size(); ++b)
    bones[rig.character.bones[b].name] = b;
  return bones;
}

/// Binds, turns the last joint about its place by 0.5 and expects a converged frame.
void expectWorks(const RiggedModel& model, const Rig& rig) {
  const auto bound = bind(rig.character, aboutCells(3000));
  ASSERT_TRUE(bound.ok()) << bound.error().message;
  Player player(bound.value());
  Pose pose = bonePose(rig, model, kRestPose, 0);
  ASSERT_EQ(pose.bones.size(), rig.character.bones.size());
  const ModelJoint& joint = model.joints[static_cast<std::size_t>(rig.jointOfBone.back())];
  const auto& at = joint.bind.rows;
  pose.bones.back() = scenes::rotationAbout({at[0][3], at[1][3], at[2][3]}, {0, 0, 1}, 0.5);
  const FrameReport report = player.solve(pose);
  EXPECT_EQ(report.status, SolveStatus::Converged);
  EXPECT_EQ(report.invertedCells, 0);
  EXPECT_TRUE(isFinite(player.surface));
}

RiggedModel twoBoneLimb(double scale = 1) {
  TriangleMesh skin = limb(8);
  for (Vec3<double>& p : skin.points) p = scale * p;
  return makeModel(
      skin, {{"upper", -1, {0.2 * scale, 0, 0}}, {"lower", 0, {4 * scale, 0, 0}}},
      [=](const Vec3d& p) {
        const double x = p.x / scale;
        return std::vector<double>{std::clamp(4.5 - x, 0.0, 1.0), std::clamp(x - 3.5, 0.0, 1.0)};
      });
}

TEST(Rig, FitsOneCapsuleToEachBoneOfALimb) {
  const RiggedModel model = twoBoneLimb();
  const auto rig = makeRig(model);
  ASSERT_TRUE(rig.ok()) << rig.error().message;
  EXPECT_TRUE(rig.value().warnings.empty());
  ASSERT_EQ(rig.value().jointOfBone, (std::vector<std::int32_t>{0, 1}));
  expectInside(model, rig.value());
  for (std::size_t b = 0; b < 2; ++b) {
    ASSERT_EQ(capsulesOf(rig.value(), b).size(), 1u);
    const CapsuleShape& c = capsulesOf(rig.value(), b)[0];
    EXPECT_NEAR(c.radius, 0.4 * 0.5, 0.01);                // of the depth of the axis
    EXPECT_NEAR(std::hypot(c.head.y, c.head.z), 0, 1e-3);  // on the axis
    EXPECT_GT(std::fabs(c.tail.x - c.head.x), 1.5);
  }
  // Room to fold on both sides of the joint at x = 4.
  EXPECT_LT(capsulesOf(rig.value(), 0)[0].tail.x, 3.5);
  EXPECT_GT(capsulesOf(rig.value(), 1)[0].head.x, 4.5);
  expectWorks(model, rig.value());
}

TEST(Rig, IsTheSameInAnyUnit) {
  const Rig metre = makeRig(twoBoneLimb()).value();
  for (const double scale : {1e-4, 1e-2, 100.0, 1e5}) {
    SCOPED_TRACE(scale);
    const RiggedModel model = twoBoneLimb(scale);
    const auto rig = makeRig(model);
    ASSERT_TRUE(rig.ok()) << rig.error().message;
    for (std::size_t b = 0; b < 2; ++b) {
      const CapsuleShape &c = capsulesOf(rig.value(), b)[0], &m = capsulesOf(metre, b)[0];
      EXPECT_NEAR(c.radius / scale, m.radius, 1e-4);
      EXPECT_NEAR(c.tail.x / scale, m.tail.x, 1e-3);
    }
    expectWorks(model, rig.value());
  }
}

TEST(Rig, JointsThatMoveNoSkinHaveNoBoneAndAreCounted) {
  const RiggedModel model =
      makeModel(limb(8),
                {{"world", -1, {0, -30, 0}},
                 {"ik_hand", 0, {30, 30, 30}},
                 {"upper", 0, {0.2, 0, 0}},
                 {"helper", 2, {2, 0, 0}},
                 {"lower", 3, {4, 0, 0}},
                 {"lower_end", 4, {7.8, 0, 0}}},
                [](const Vec3d& p) {
                  return std::vector<double>{0, 0, band(p, -1, 4), 0, band(p, 4, 9), 0};
                });
  const auto rig = makeRig(model);
  ASSERT_TRUE(rig.ok()) << rig.error().message;
  EXPECT_EQ(rig.value().jointOfBone, (std::vector<std::int32_t>{2, 4}));
  ASSERT_EQ(rig.value().notes.size(), 1u);
  EXPECT_NE(rig.value().notes[0].find("4 joints move no skin"), std::string::npos);
  expectInside(model, rig.value());
  expectWorks(model, rig.value());
}

TEST(Rig, ATwistJointSharesTheLimb) {
  const RiggedModel model = makeModel(
      limb(8), {{"upper", -1, {0.2, 0, 0}}, {"twist", 0, {2.5, 0, 0}}, {"lower", 0, {5, 0, 0}}},
      [](const Vec3d& p) {
        return std::vector<double>{band(p, -1, 2.5), band(p, 2.5, 5), band(p, 5, 9)};
      });
  const auto rig = makeRig(model);
  ASSERT_TRUE(rig.ok()) << rig.error().message;
  expectInside(model, rig.value());
  auto bones = boneByName(rig.value());
  ASSERT_EQ(bones.size(), 3u);
  for (const CapsuleShape& c : capsulesOf(rig.value(), bones["upper"]))
    EXPECT_LT(std::max(c.head.x, c.tail.x), 2.6);  // the skin beyond follows the twist joint
  for (const CapsuleShape& c : capsulesOf(rig.value(), bones["twist"])) {
    EXPECT_GT(std::min(c.head.x, c.tail.x), 2.4);
    EXPECT_LT(std::max(c.head.x, c.tail.x), 5.1);
  }
  expectWorks(model, rig.value());
}

TEST(Rig, SiblingsAreFittedByTheirSkin) {
  const RiggedModel model =
      makeModel(limb(9), {{"a", -1, {0.2, 0, 0}}, {"b", -1, {3, 0, 0}}, {"c", -1, {6, 0, 0}}},
                [](const Vec3d& p) {
                  return std::vector<double>{band(p, -1, 3), band(p, 3, 6), band(p, 6, 10)};
                });
  const auto rig = makeRig(model);
  ASSERT_TRUE(rig.ok()) << rig.error().message;
  expectInside(model, rig.value());
  ASSERT_EQ(rig.value().character.bones.size(), 3u);
  auto bones = boneByName(rig.value());
  const double from[] = {0, 3, 6};
  const char* names[] = {"a", "b", "c"};
  for (int i = 0; i < 3; ++i)
    for (const CapsuleShape& c : capsulesOf(rig.value(), bones[names[i]])) {
      EXPECT_GT(std::min(c.head.x, c.tail.x), from[i]);
      EXPECT_LT(std::max(c.head.x, c.tail.x), from[i] + 3);
      EXPECT_GT(std::fabs(c.tail.x - c.head.x), 0.5);
    }
  expectWorks(model, rig.value());
}

TEST(Rig, JointsOutsideTheSkinOrInOnePlaceStillHoldTheirFlesh) {
  const RiggedModel model = makeModel(
      limb(8), {{"upper", -1, {2, 5, 0}}, {"lower", 0, {6, 5, 0}}, {"copy", 1, {6, 5, 0}}},
      [](const Vec3d& p) {
        return std::vector<double>{band(p, -1, 4), band(p, 4, 6), band(p, 6, 9)};
      });
  const auto rig = makeRig(model);
  ASSERT_TRUE(rig.ok()) << rig.error().message;
  EXPECT_EQ(rig.value().character.bones.size(), 3u);
  expectInside(model, rig.value());
  const auto bound = bind(rig.value().character, aboutCells(3000));
  ASSERT_TRUE(bound.ok());
  EXPECT_TRUE(bound.value()->summary().warnings.empty());
}

TEST(Rig, AJointWithSeveralChildrenReachesAllOfThem) {
  // A pelvis at the middle of a bar with a leg at each end.
  const RiggedModel model = makeModel(
      limb(12), {{"pelvis", -1, {6, 0, 0}}, {"left", 0, {3, 0, 0}}, {"right", 0, {9, 0, 0}}},
      [](const Vec3d& p) {
        return std::vector<double>{band(p, 3, 9), band(p, -1, 3), band(p, 9, 13)};
      });
  const auto rig = makeRig(model);
  ASSERT_TRUE(rig.ok()) << rig.error().message;
  const auto& pelvis = capsulesOf(rig.value(), 0);
  ASSERT_EQ(pelvis.size(), 2u);
  EXPECT_LT(std::min(pelvis[0].tail.x, pelvis[1].tail.x), 5);
  EXPECT_GT(std::max(pelvis[0].tail.x, pelvis[1].tail.x), 7);
  expectInside(model, rig.value());
  expectWorks(model, rig.value());
}

TEST(Rig, AnEyeWithoutAJointInsideFollowsTheJointItsWeightsName) {
  TriangleMesh skin = joined(limb(8), ballMesh({7, 1.5, 0}, 0.4, 2));
  const RiggedModel model =
      makeModel(skin, {{"upper", -1, {0.2, 0, 0}}, {"head", 0, {4, 0, 0}}}, [](const Vec3d& p) {
        return std::vector<double>{band(p, -1, 4), band(p, 4, 9)};
      });
  const auto rig = makeRig(model);
  ASSERT_TRUE(rig.ok()) << rig.error().message;
  const auto bound = bind(rig.value().character, aboutCells(4000));
  ASSERT_TRUE(bound.ok()) << bound.error().message;
  Player player(bound.value());
  Pose pose = bonePose(rig.value(), model, kRestPose, 0);
  pose.bones[1].rows[2][3] = 0.4;
  EXPECT_EQ(player.solve(pose).status, SolveStatus::Converged);
  EXPECT_NEAR(player.surface.back().z - model.skin.points.back().z, 0.4, 1e-2);
}

TEST(Rig, BoneMeshesAreUsedAsShapes) {
  RiggedModel model = twoBoneLimb();
  BoneMesh bone;
  bone.joint = 1;
  const MeshShape shape = toShape(boxMesh({5, -0.3, -0.3}, {7, 0.3, 0.3}));
  bone.mesh.points = shape.points;
  bone.mesh.triangles = shape.triangles;
  model.bones.push_back(bone);
  const Rig rig = makeRig(model).value();
  EXPECT_TRUE(std::holds_alternative<CapsuleSetShape>(rig.character.bones[0].shape));
  ASSERT_TRUE(std::holds_alternative<MeshShape>(rig.character.bones[1].shape));
  EXPECT_EQ(std::get<MeshShape>(rig.character.bones[1].shape).points.size(), 8u);
  expectWorks(model, rig);
  RigSettings settings;
  settings.useBoneMeshes = false;
  EXPECT_TRUE(std::holds_alternative<CapsuleSetShape>(
      makeRig(model, settings).value().character.bones[1].shape));
}

TEST(Rig, VertexAttributesBecomeMaps) {
  RiggedModel model = twoBoneLimb();
  const std::size_t count = model.skin.points.size();
  model.maps.push_back({"_STIFFNESS", 1, std::vector<float>(count, 2.f)});
  model.maps.push_back({"_VOLUME", 1, std::vector<float>(count, 3.f)});
  model.maps.push_back({"_DENSITY", 1, std::vector<float>(count, 4.f)});
  model.maps.push_back({"_ATTACHMENT", 1, std::vector<float>(count, 0.f)});
  model.maps.push_back({"COLOR_0", 4, std::vector<float>(4 * count, 1.f)});
  model.maps[0].values[3] = -1;
  const Rig rig = makeRig(model).value();
  EXPECT_EQ(rig.character.maps.stiffness[0], 2.f);
  EXPECT_EQ(rig.character.maps.stiffness[3], kLeastMapValue);
  EXPECT_EQ(rig.character.maps.volumeStiffness, model.maps[1].values);
  EXPECT_EQ(rig.character.maps.density, model.maps[2].values);
  EXPECT_EQ(rig.character.maps.attachment, model.maps[3].values);
  ASSERT_EQ(rig.warnings.size(), 1u);
  EXPECT_NE(rig.warnings[0].find("_STIFFNESS has 1 value"), std::string::npos) << rig.warnings[0];
}

TEST(Rig, ModelsWithoutSkinOrJointsAreRefused) {
  const auto expectRefused = [](const RiggedModel& model, const RigSettings& settings = {}) {
    const auto rig = makeRig(model, settings);
    ASSERT_FALSE(rig.ok());
    EXPECT_TRUE(isSentence(rig.error().message)) << rig.error().message;
  };
  expectRefused({});
  RiggedModel model = twoBoneLimb();
  model.joints.clear();
  model.influences.clear();
  model.influenceBegin.clear();
  expectRefused(model);
  model = twoBoneLimb();
  model.skin.triangles[0].a = 1000000;
  expectRefused(model);
  model = twoBoneLimb();
  model.skin.points[0].x = std::numeric_limits<float>::quiet_NaN();
  expectRefused(model);
  RigSettings settings;
  settings.boneThickness = 2;
  expectRefused(twoBoneLimb(), settings);
}

TEST(NearestJoints, VerticesFollowTheNearestBoneNotTheNearestJoint) {
  RiggedModel model;
  for (const double x : {0.0, 10.0, 12.0}) {
    ModelJoint joint;
    joint.parent = static_cast<std::int32_t>(model.joints.size()) - 1;
    joint.bind.rows[0][3] = x;
    model.joints.push_back(joint);
  }
  model.skin.points = {{8, 1, 0}, {11, 1, 0}, {14, 1, 0}, {-5, 0, 0}};
  followNearestJoints(model);
  ASSERT_EQ(model.influenceBegin, (std::vector<std::int32_t>{0, 1, 2, 3, 4}));
  const std::int32_t expected[] = {0, 1, 2, 0};  // (8, 1, 0) is nearer to joint 1, but on bone 0
  for (std::size_t v = 0; v < 4; ++v) {
    EXPECT_EQ(model.influences[v].joint, expected[v]) << v;
    EXPECT_EQ(model.influences[v].weight, 1.0f);
  }
}

}  // namespace
}  // namespace sinew::testing
