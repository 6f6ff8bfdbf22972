// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
#include "solver/bone_tree.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "support/meshes.h"
#include "support/models.h"

namespace sinew::testing {
namespace {

constexpr double kDegree = std::numbers::pi / 180;

BoneWeights shared(std::uint16_t a, std::uint16_t b, float weightOfA) {
  BoneWeights weights;
  weights.bone = {a, b, 0, 0};
  weights.weight = {weightOfA, 1 - weightOfA, 0, 0};
  return weights;
}

/// A finger along x whose joints are at x = 1, 2 and 3; bone 3 also shares a little with bone 0.
std::vector<BoneWeights> fingerWeights() {
  return {shared(2, 3, 0.5f), shared(0, 1, 0.5f), shared(1, 2, 0.4f), shared(0, 3, 0.9f)};
}

/// Every joint of the finger turned about z by this, the hand somewhere in space.
std::vector<Affine> curled(double degrees) {
  std::vector<Affine> bones{rotationAbout({1, 2, 3}, {4, 0, 1}, 2.0)};
  for (int joint = 1; joint <= 3; ++joint)
    bones.push_back(bones.back() * rotationAbout({0, 0, 1}, {static_cast<double>(joint), 0, 0},
                                                 degrees * kDegree));
  return bones;
}

double distance(const Affine& a, const Affine& b) {
  const Mat3<double> d = a.M - b.M;
  return std::sqrt(dot(d, d)) + length(a.t - b.t);
}

TEST(BoneTree, JoinsBonesThatShareTheMostFlesh) {
  const BoneTree tree = boneTree(fingerWeights(), 4);
  EXPECT_EQ(tree.parent, (std::vector<std::int32_t>{-1, 0, 1, 2}));
  EXPECT_EQ(tree.order, (std::vector<std::int32_t>{0, 1, 2, 3}));
}

TEST(BoneTree, BonesWithoutFleshHangOnTheFirst) {
  const BoneTree tree = boneTree(std::vector<BoneWeights>{shared(0, 2, 0.5f)}, 4);
  EXPECT_EQ(tree.parent, (std::vector<std::int32_t>{-1, 0, 0, 0}));
  EXPECT_EQ(tree.order.size(), 4u);
}

TEST(BoneTree, LargestTurnIsThatOfAJointNotOfTheChain) {
  const BoneTree tree = boneTree(fingerWeights(), 4);
  EXPECT_NEAR(largestTurn(tree, curled(80)), 80 * kDegree, 1e-12);
}

// The tip turns by 240 degrees against the hand: the shorter way there would bend it backwards.
TEST(SubPose, HalfAFistIsAFistOfHalfTheAngles) {
  const BoneTree tree = boneTree(fingerWeights(), 4);
  std::vector<Affine> half(4);
  subPose(tree, curled(80), 0.5, half);
  const std::vector<Affine> expected = curled(40);
  for (std::size_t b = 0; b < 4; ++b) EXPECT_LT(distance(half[b], expected[b]), 1e-12) << b;
}

TEST(SubPose, TheWholeWayIsThePoseToTheBit) {
  const BoneTree tree = boneTree(fingerWeights(), 4);
  const std::vector<Affine> bones = curled(80);
  std::vector<Affine> out(4);
  subPose(tree, bones, 1, out);
  for (std::size_t b = 0; b < 4; ++b) EXPECT_EQ(distance(out[b], bones[b]), 0) << b;
}

}  // namespace
}  // namespace sinew::testing
