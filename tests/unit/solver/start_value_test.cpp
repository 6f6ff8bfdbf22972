// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
#include "solver/start_value.h"

#include <gtest/gtest.h>
#include <hwy/targets.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <vector>

#include "support/meshes.h"
#include "support/models.h"

namespace sinew::testing {
namespace {

constexpr double kPi = std::numbers::pi;

// Motions and points below are of size 10; a dozen operations of relative error 1e-16 each.
constexpr double kRoundOff = 1e-13;

std::vector<Vec3<double>> somePoints() {
  Random random(41);
  std::vector<Vec3<double>> points;
  for (int i = 0; i < 12; ++i)
    points.push_back({5 * random.next(), 5 * random.next(), 5 * random.next()});
  return points;
}

std::vector<BoneMotion> takenApart(std::initializer_list<Affine> motions) {
  std::vector<BoneMotion> result;
  for (const Affine& motion : motions) result.push_back(takeApart(motion));
  return result;
}

BoneWeights weightsOf(std::initializer_list<float> values) {
  BoneWeights weights;
  std::size_t k = 0;
  for (const float w : values) {
    weights.bone[k] = static_cast<std::uint16_t>(k);
    weights.weight[k++] = w;
  }
  return weights;
}

double distance(const Vec3<double>& a, const Vec3<double>& b) { return length(a - b); }

double distance(const Affine& a, const Affine& b) {
  const Mat3<double> d = a.M - b.M;
  return std::sqrt(dot(d, d)) + distance(a.t, b.t);
}

/// The motion of a (not necessarily unit) sum of dual quaternions, eq. 3 as it stands.
Affine toAffine(const DualQuaternion& d) {
  const double norm = std::sqrt(dot(d.q, d.q));
  const Quaternion q = (1 / norm) * d.q, e = (1 / norm) * d.e;
  const Quaternion t = 2.0 * (e * conjugate(q));
  return {toMatrix(q), {t.x, t.y, t.z}};
}

const Affine kStretch{{1.7, 0.1, 0, 0.1, 0.8, 0.2, 0, 0.2, 1.1}, {1, 2, -3}};
const Affine kTurn = rotationAbout({1, 2, -1}, {3, 0, 1}, 1.1);
const Affine kScrew = Affine{{1, 0, 0, 0, 1, 0, 0, 0, 1}, {2, -1, 4}} * kTurn;

TEST(Blend, AWeightOfOneIsTheBonesMotionToTheBit) {
  const auto motions = takenApart({kStretch, kScrew});
  BoneWeights weights;
  weights.bone[0] = 1;
  weights.weight[0] = 1;
  for (const Vec3<double>& p : somePoints()) {
    const Vec3<double> a = blend(weights, motions, p), b = kScrew(p);
    EXPECT_TRUE(a.x == b.x && a.y == b.y && a.z == b.z);
  }
}

TEST(Blend, OfRigidMotionsIsRigid) {
  const auto motions = takenApart({kScrew, rotationAbout({0, 1, 1}, {-4, 2, 0}, -2.0),
                                   rotationAbout({1, 0, 0}, {0, 5, 5}, 3.0)});
  const auto points = somePoints();
  for (const auto& weights : {weightsOf({0.5f, 0.5f}), weightsOf({0.7f, 0.2f, 0.1f})}) {
    std::vector<Vec3<double>> moved;
    for (const Vec3<double>& p : points) moved.push_back(blend(weights, motions, p));
    for (std::size_t i = 0; i < points.size(); ++i)
      for (std::size_t j = 0; j < i; ++j)
        EXPECT_NEAR(distance(moved[i], moved[j]), distance(points[i], points[j]), kRoundOff);
    const auto volume = [](const std::vector<Vec3<double>>& p) {
      return dot(p[1] - p[0], cross(p[2] - p[0], p[3] - p[0]));
    };
    EXPECT_NEAR(volume(moved), volume(points), 100 * kRoundOff) << "not mirrored";
  }
}

TEST(Blend, HalfOfATwistIsTheTwistByHalfTheAngle) {  // by symmetry; linear blending would shrink
  const Vec3<double> axis{1, 0, 0}, pivot{0, 2, 1};
  for (const double angle : {0.3, 1.0, 2.0, 3.0}) {
    const auto motions = takenApart({Affine{}, rotationAbout(axis, pivot, angle)});
    const Affine half = rotationAbout(axis, pivot, angle / 2);
    for (const Vec3<double>& p : somePoints())
      EXPECT_LT(distance(blend(weightsOf({0.5f, 0.5f}), motions, p), half(p)), kRoundOff);
  }
}

TEST(Blend, GoesTheShortWayAround) {  // 170 and 190 degrees meet at 180, not at 0
  const Vec3<double> axis{0, 0, 1}, pivot{1, 1, 0};
  const auto motions = takenApart(
      {rotationAbout(axis, pivot, 170 * kPi / 180), rotationAbout(axis, pivot, 190 * kPi / 180)});
  const Affine half = rotationAbout(axis, pivot, kPi);
  for (const Vec3<double>& p : somePoints())
    EXPECT_LT(distance(blend(weightsOf({0.5f, 0.5f}), motions, p), half(p)), kRoundOff);
}

TEST(Blend, OfOneAndTheSameMotionIsThatMotion) {
  for (const Affine& motion : {kTurn, kScrew, kStretch, kScrew * kStretch}) {
    const auto motions = takenApart({motion, motion, motion, motion});
    for (const Vec3<double>& p : somePoints())
      EXPECT_LT(distance(blend(weightsOf({0.375f, 0.25f, 0.25f, 0.125f}), motions, p), motion(p)),
                kRoundOff);
  }
}

TEST(Blend, OfTranslationsIsTheirWeightedMean) {
  const auto motions = takenApart(
      {{{1, 0, 0, 0, 1, 0, 0, 0, 1}, {8, 0, 4}}, {{1, 0, 0, 0, 1, 0, 0, 0, 1}, {0, 4, -4}}});
  const Vec3<double> p{1, 2, 3};
  EXPECT_LT(distance(blend(weightsOf({0.75f, 0.25f}), motions, p), p + Vec3<double>{6, 1, 2}),
            kRoundOff);
}

// Eq. 3 point by point. Neighbours share some bones, not all, in any order and number.
TEST(Blend, OfManyPointsIsThatOfEach) {
  const auto motions =
      takenApart({kStretch, kScrew, kTurn, rotationAbout({0, 1, 1}, {-4, 2, 0}, -2.5),
                  kScrew * kStretch, rotationAbout({1, 0, 0}, {0, 5, 5}, 3.0), Affine{}});
  Random random(3);
  const auto below = [&](std::size_t n) {
    return std::min(n - 1, static_cast<std::size_t>((random.next() + 1) / 2 * double(n)));
  };
  constexpr std::size_t kCount = 203;  // not a multiple of any number of lanes
  std::vector<BoneWeights> weights(kCount);
  std::vector<double> points(4 * kCount);
  for (std::size_t n = 0; n < kCount; ++n) {
    const std::size_t bones = 1 + below(4), first = below(motions.size());
    float left = 1;
    for (std::size_t k = 0; k < bones; ++k) {
      weights[n].bone[k] = static_cast<std::uint16_t>((first + k * (1 + n % 2)) % motions.size());
      weights[n].weight[k] = k + 1 == bones ? left : 0.6f * left;
      left -= weights[n].weight[k];
    }
    for (std::size_t i = 0; i < 3; ++i) points[4 * n + i] = 5 * random.next();
    points[4 * n + 3] = 77;
  }
  std::vector<double> before;
  for (const std::int64_t target : hwy::SupportedAndGeneratedTargets()) {
    SCOPED_TRACE(hwy::TargetName(target));
    hwy::SetSupportedTargetsForTest(target);
    std::vector<double> moved = points;
    blend(weights, motions, moved.data(), moved.data());
    hwy::SetSupportedTargetsForTest(0);
    if (target == HWY_AVX2 || target == HWY_AVX3) {  // the others fuse no products and sums
      if (before.empty()) before = moved;
      EXPECT_EQ(moved, before);
    }
    for (std::size_t n = 0; n < kCount; ++n) {
      const Vec3<double> p{points[4 * n], points[4 * n + 1], points[4 * n + 2]};
      DualQuaternion sum{{0, 0, 0, 0}, {0, 0, 0, 0}};
      Vec3<double> rest{0, 0, 0};
      for (std::size_t k = 0; k < 4; ++k) {
        const BoneMotion& motion = motions[weights[n].bone[k]];
        const auto w = static_cast<double>(weights[n].weight[k]);
        const bool isBehind = dot(motion.rigid.q, motions[weights[n].bone[0]].rigid.q) < 0;
        sum.q = sum.q + (isBehind ? -w : w) * motion.rigid.q;
        sum.e = sum.e + (isBehind ? -w : w) * motion.rigid.e;
        rest += w * (motion.rest * p);
      }
      const Vec3<double> expected = toAffine(sum)(p) + rest;
      const Vec3<double> found{moved[4 * n], moved[4 * n + 1], moved[4 * n + 2]};
      ASSERT_LT(distance(found, expected), 10 * kRoundOff) << n;
      ASSERT_EQ(moved[4 * n + 3], 77);
    }
  }
}

TEST(TakeApart, FindsTheRotationInAScaledRotation) {  // polar decomposition of s R is R, (s - 1) R
  for (const double angle : {0.0, 0.7, 2.5, kPi})
    for (const double scale : {1e-1, 0.5, 1.0, 3.0, 50.0}) {
      const Affine turn = rotationAbout({2, -1, 0.5}, {0, 0, 0}, angle);
      const BoneMotion parts = takeApart({scale * turn.M, {1, 2, 3}});
      EXPECT_LT(distance(Affine{toMatrix(parts.rigid.q), {}}, Affine{turn.M, {}}), kRoundOff);
      EXPECT_LT(distance(Affine{parts.rest, {}}, Affine{(scale - 1) * turn.M, {}}),
                kRoundOff * scale);
    }
}

TEST(TakeApart, FindsTheRotationInAStretchedRotation) {  // R U with U symmetric and positive
  const BoneMotion parts = takeApart({kTurn.M * kStretch.M, {0, 0, 0}});
  EXPECT_LT(distance(Affine{toMatrix(parts.rigid.q), {}}, Affine{kTurn.M, {}}), kRoundOff);
}

TEST(TakeApart, PartsAddUpToTheWhole) {
  for (const Affine& motion : {kTurn, kScrew, kStretch, kScrew * kStretch}) {
    const BoneMotion parts = takeApart(motion);
    const Affine rigid = toAffine(parts.rigid);
    EXPECT_LT(distance(Affine{rigid.M + parts.rest, rigid.t}, motion), kRoundOff);
    EXPECT_EQ(distance(parts.whole, motion), 0);
  }
}

TEST(PartOfTheWay, StartsAtRestAndEndsAtTheMotion) {
  for (const Affine& motion : {Affine{}, kTurn, kScrew, kStretch, kScrew * kStretch,
                               rotationAbout({1, 1, 1}, {2, 0, 0}, kPi)}) {
    EXPECT_LT(distance(partOfTheWay(motion, 0), Affine{}), kRoundOff);
    EXPECT_LT(distance(partOfTheWay(motion, 1), motion), kRoundOff);
  }
}

TEST(PartOfTheWay, HalvesAndThirdsOfRigidMotionsCompose) {
  for (const Affine& motion :
       {Affine{}, kTurn, kScrew, Affine{{1, 0, 0, 0, 1, 0, 0, 0, 1}, {3, 1, -5}},
        rotationAbout({1, 1, 1}, {2, 0, 0}, 3.1)}) {
    const Affine half = partOfTheWay(motion, 0.5), third = partOfTheWay(motion, 1.0 / 3);
    EXPECT_LT(distance(half * half, motion), kRoundOff);
    EXPECT_LT(distance(third * third * third, motion), kRoundOff);
  }
}

TEST(PartOfTheWay, IsAccurateForTheSmallestRotations) {
  // A turn of 1e-9 about a far axis is a translation of 10 with a rotation no one sees.
  for (double angle = 1; angle > 1e-14; angle /= 10) {
    const Affine motion{rotationAbout({0, 0, 1}, {0, 0, 0}, angle).M, {10, -4, 2}};
    const Affine half = partOfTheWay(motion, 0.5);
    // The screw's axis is up to 1e8 away, which costs half the digits and no more.
    EXPECT_LT(distance(half * half, motion), 1e-7) << "angle " << angle;
  }
}

TEST(Inverse, UndoesAMotion) {
  for (const Affine& motion : {kTurn, kScrew, kStretch, kScrew * kStretch}) {
    EXPECT_LT(distance(inverse(motion) * motion, Affine{}), kRoundOff);
    EXPECT_LT(distance(motion * inverse(motion), Affine{}), kRoundOff);
  }
}

}  // namespace
}  // namespace sinew::testing
