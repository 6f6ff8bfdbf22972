// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
//
// Expected values are worked out by hand from glTF 2.0, appendix C.
#include <gtest/gtest.h>

#include <numbers>

#include "unit/io/model_checks.h"

namespace sinew::testing {
namespace {

constexpr double kDegree = std::numbers::pi / 180;

/// The bar with one channel on its tip instead of the clip "bend".
RiggedModel tipClip(const std::string& path, const std::string& interpolation,
                    const std::vector<float>& times, const std::vector<float>& values) {
  GlbWriter file = barFile();
  const int input = file.addAccessor(times, "SCALAR");
  const int output = file.addAccessor(values, path == "rotation" ? "VEC4" : "VEC3");
  nlohmann::json sampler = {{"input", input}, {"output", output}};
  if (!interpolation.empty()) sampler["interpolation"] = interpolation;
  file.json["animations"][0]["samplers"][0] = sampler;
  file.json["animations"][0]["channels"][0]["target"]["path"] = path;
  return readGood(file);
}

Vec3d tipAt(const RiggedModel& model, double seconds) {
  const Affine3d tip = jointTransforms(model, 0, seconds)[1];
  return {tip.rows[0][3], tip.rows[1][3], tip.rows[2][3]};
}

/// Angle about z of the tip [rad].
double turnAt(const RiggedModel& model, double seconds) {
  const Affine3d tip = jointTransforms(model, 0, seconds)[1];
  return std::atan2(tip.rows[1][0], tip.rows[0][0]);
}

std::vector<float> aboutZ(double degrees) {
  return {0, 0, static_cast<float>(std::sin(degrees / 2 * kDegree)),
          static_cast<float>(std::cos(degrees / 2 * kDegree))};
}

std::vector<float> joined(std::initializer_list<std::vector<float>> lists) {
  std::vector<float> all;
  for (const auto& list : lists) all.insert(all.end(), list.begin(), list.end());
  return all;
}

TEST(Clip, HoldsValuesWithStep) {
  const RiggedModel model = tipClip("translation", "STEP", {1, 2, 4}, {1, 0, 0, 2, 0, 0, 4, 0, 0});
  EXPECT_EQ(tipAt(model, 0).x, 1);
  EXPECT_EQ(tipAt(model, 1.999).x, 1);
  EXPECT_EQ(tipAt(model, 2).x, 2);
  EXPECT_EQ(tipAt(model, 3.999).x, 2);
  EXPECT_EQ(tipAt(model, 4).x, 4);
  EXPECT_EQ(tipAt(model, 99).x, 4);
  EXPECT_EQ(model.clips[0].duration, 4);
}

TEST(Clip, InterpolatesLinearlyByDefault) {
  const RiggedModel model = tipClip("translation", "", {1, 2, 4}, {1, 0, 0, 2, 8, 0, 4, 0, -8});
  EXPECT_EQ(tipAt(model, -5).x, 1);
  EXPECT_DOUBLE_EQ(tipAt(model, 1.25).x, 1.25);
  EXPECT_DOUBLE_EQ(tipAt(model, 1.25).y, 2);
  EXPECT_DOUBLE_EQ(tipAt(model, 3.5).z, -6);
  EXPECT_EQ(tipAt(model, 4).z, -8);
}

TEST(Clip, ScalesNonUniformly) {
  const RiggedModel model = tipClip("scale", "LINEAR", {0, 1}, {1, 1, 1, 3, 1, 0.5f});
  // (x, 2, z) is (x, 1, z) from the tip: half way there x doubles and z shrinks to 3/4.
  EXPECT_LT(distance(skinned(model, 0, 0.5)[9], {0.2f, 2, 0.075f}), 1e-7);
}

TEST(Clip, TurnsAtConstantSpeed) {
  const RiggedModel model = tipClip("rotation", "LINEAR", {0, 1}, joined({aboutZ(0), aboutZ(160)}));
  for (const double u : {0.0, 0.1, 0.25, 0.5, 0.9, 1.0}) {
    EXPECT_NEAR(turnAt(model, u), u * 160 * kDegree, 1e-7) << u;
  }
}

TEST(Clip, TurnsTheShorterWay) {
  std::vector<float> opposite = aboutZ(40);
  for (float& v : opposite) v = -v;  // the same rotation
  const RiggedModel model = tipClip("rotation", "LINEAR", {0, 1}, joined({aboutZ(0), opposite}));
  EXPECT_NEAR(turnAt(model, 0.5), 20 * kDegree, 1e-7);
}

TEST(Clip, TurnsBetweenEqualKeys) {
  const RiggedModel model = tipClip("rotation", "LINEAR", {0, 1}, joined({aboutZ(30), aboutZ(30)}));
  EXPECT_NEAR(turnAt(model, 0.3), 30 * kDegree, 1e-7);
}

TEST(Clip, AcceptsRotationsThatAreNotQuiteUnit) {
  std::vector<float> longer = aboutZ(60);
  for (float& v : longer) v *= 1.5f;
  const RiggedModel model = tipClip("rotation", "LINEAR", {0, 1}, joined({aboutZ(0), longer}));
  EXPECT_NEAR(turnAt(model, 0.5), 30 * kDegree, 1e-7);
  EXPECT_NEAR(turnAt(model, 1), 60 * kDegree, 1e-7);
}

TEST(Clip, FollowsCubicSplines) {
  // x of keys at 1 s and 3 s: values 0 and 10, out-tangent 4 /s, in-tangent -2 /s; y: a cubic that
  // the spline must reproduce, y = t^3 - 2 t, with its true slopes; z: constant.
  const auto y = [](double t) { return static_cast<float>(t * t * t - 2 * t); };
  const auto slope = [](double t) { return static_cast<float>(3 * t * t - 2); };
  const RiggedModel model = tipClip("translation", "CUBICSPLINE", {1, 3},
                                    {77, slope(1), 0, 0, y(1), 5, 4, slope(1), 0,  // in, value, out
                                     -2, slope(3), 0, 10, y(3), 5, 77, slope(3), 0});
  // Half way: (v0 + v1) / 2 + dt (b0 - a1) / 8 = 5 + 2 (4 + 2) / 8
  EXPECT_NEAR(tipAt(model, 2).x, 6.5, 1e-12);
  for (const double t : {1.0, 1.3, 2.0, 2.7, 3.0}) {
    EXPECT_NEAR(tipAt(model, t).y, t * t * t - 2 * t, 1e-12) << t;
    EXPECT_NEAR(tipAt(model, t).z, 5, 1e-12) << t;
  }
  EXPECT_EQ(tipAt(model, 0).x, 0);
  EXPECT_EQ(tipAt(model, 9).x, 10);
}

TEST(Clip, NormalisesCubicRotations) {
  const std::vector<float> flat = {0, 0, 0, 0};
  const RiggedModel model = tipClip("rotation", "CUBICSPLINE", {0, 1},
                                    joined({flat, aboutZ(0), flat, flat, aboutZ(90), flat}));
  const Affine3d tip = jointTransforms(model, 0, 0.5)[1];
  EXPECT_NEAR(tip.rows[0][0] * tip.rows[0][0] + tip.rows[1][0] * tip.rows[1][0], 1, 1e-12);
  EXPECT_NEAR(turnAt(model, 0.5), 45 * kDegree, 1e-7);  // by symmetry
  EXPECT_NEAR(turnAt(model, 1), 90 * kDegree, 1e-6);
}

TEST(Clip, SurvivesKeysAtTheSameTime) {
  const RiggedModel model =
      tipClip("translation", "LINEAR", {0, 1, 1, 2}, {0, 0, 0, 1, 0, 0, 5, 0, 0, 6, 0, 0});
  EXPECT_NEAR(tipAt(model, 0.5).x, 0.5, 1e-12);
  EXPECT_EQ(tipAt(model, 1).x, 5);
  EXPECT_NEAR(tipAt(model, 1.5).x, 5.5, 1e-12);
}

TEST(Clip, ReadsRotationsStoredAsIntegers) {
  GlbWriter file = barFile();
  std::vector<std::int16_t> keys;
  for (const float v : joined({aboutZ(0), aboutZ(90)})) {
    keys.push_back(static_cast<std::int16_t>(std::lround(v * 32767)));
  }
  file.json["animations"][0]["samplers"][0]["output"] = file.addAccessor(keys, "VEC4", true);
  EXPECT_NEAR(turnAt(readGood(file), 0.5), 45 * kDegree, 1e-4);  // steps of 1 / 32767
}

TEST(Clip, IsTheRestPoseWhenThereIsNone) {
  const RiggedModel model = readGood(barFile());
  for (const int clip : {-1, -7, 1, 1000}) {
    for (const Affine3d& bone : poseAt(model, clip, 0.5).bones) EXPECT_LT(offIdentity(bone), 1e-15);
  }
  const double nan = std::nan("");
  for (const Affine3d& bone : poseAt(model, 0, nan).bones) EXPECT_TRUE(offIdentity(bone) < 10);
}

TEST(Clip, PosesAChainAsTheProductOfItsTransforms) {
  // Independent: the tip at t is T(root) R(root) S(root) T(tip) R(tip), with all five written out.
  GlbWriter file = barFile();
  file.json["nodes"][0]["translation"] = {1, 2, 3};
  file.json["nodes"][0]["rotation"] = {0, std::sqrt(0.5), 0, std::sqrt(0.5)};  // y by 90
  file.json["nodes"][0]["scale"] = {2, 3, 4};
  const RiggedModel model = readGood(file);
  const double c = std::cos(45 * kDegree), s = std::sin(45 * kDegree);
  for (const Vec3d& p : {Vec3d{0, 0, 0}, Vec3d{1, 0, 0}, Vec3d{0.3, -0.7, 0.9}}) {
    const Vec3d turned = {c * p.x - s * p.y, s * p.x + c * p.y + 1, p.z};  // in the root
    const Vec3d scaled = {2 * turned.x, 3 * turned.y, 4 * turned.z};
    const Vec3d expected = {scaled.z + 1, scaled.y + 2, -scaled.x + 3};
    const Vec3d found = moved(jointTransforms(model, 0, 0.5)[1], p);
    EXPECT_NEAR(found.x, expected.x, 1e-6);
    EXPECT_NEAR(found.y, expected.y, 1e-6);
    EXPECT_NEAR(found.z, expected.z, 1e-6);
  }
}

}  // namespace
}  // namespace sinew::testing
