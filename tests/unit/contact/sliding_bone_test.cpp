// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
//
// Bones that flesh slides over, through the public API: a collarbone under the skin of a slab.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "support/characters.h"

namespace sinew::testing {
namespace {

constexpr double kCell = 0.06, kLift = 0.1, kAside = 0.25;

/// Flesh 2 x 0.6 x 1.4 on a base, with a bar across close to its upper side.
CharacterDesc slab(Attachment attachment, double friction = 0) {
  CharacterDesc desc;
  MeshShape skin = toShape(refined(boxMesh({-1, 0, -0.7}, {1, 0.6, 0.7}), 5));
  desc.points = std::move(skin.points);
  desc.triangles = std::move(skin.triangles);
  desc.bones.push_back({"base", toShape(boxMesh({-1.05, -0.05, -0.75}, {1.05, 0.125, 0.75}))});
  desc.bones.push_back({"collar", CapsuleShape{{-0.6, 0.4, 0}, {0.6, 0.4, 0}, 0.12}, attachment});
  desc.bones.back().friction = friction;
  return desc;
}

struct Moved {
  FrameReport report;
  CharacterDesc desc;
  std::vector<Vec3f> surface;

  /// How far the skin that lay above the bone's middle went along it.
  double carried() const {
    double sum = 0, count = 0;
    for (std::size_t v = 0; v < surface.size(); ++v) {
      const Vec3f& p = desc.points[v];
      if (p.y < 0.59f || std::fabs(p.x) > 0.3f || std::fabs(p.z) > 0.05f) continue;
      sum += static_cast<double>(surface[v].x - p.x), ++count;
    }
    return sum / count;
  }
};

Moved moveCollar(Attachment attachment, const Affine3d& motion, double friction = 0) {
  Moved moved;
  moved.desc = slab(attachment, friction);
  const auto character = bind(moved.desc, cellsOfEdge(kCell)).value();
  Player player(character);
  Pose pose = restPose(*character);
  pose.bones[1] = motion;
  moved.report = player.solve(pose);
  moved.surface = player.surface;
  EXPECT_EQ(moved.report.status, SolveStatus::Converged);
  return moved;
}

constexpr Affine3d kLengthwise{{{1, 0, 0, kAside}, {0, 1, 0, 0}, {0, 0, 1, 0}}};
constexpr Affine3d kLifted{{{1, 0, 0, 0}, {0, 1, 0, kLift}, {0, 0, 1, 0.08}}};

TEST(SlidingBone, GoesAlongUnderTheSkin) {
  const Moved held = moveCollar(Attachment::Hard, kLengthwise);
  const Moved slid = moveCollar(Attachment::Sliding, kLengthwise);
  const Moved rough = moveCollar(Attachment::Sliding, kLengthwise, 0.5);
  EXPECT_GT(held.carried(), 0.7 * kAside);
  EXPECT_LT(slid.carried(), 0.3 * kAside);  // its round end pushes some flesh along
  EXPECT_GT(rough.carried(), slid.carried());
  EXPECT_LT(rough.carried(), held.carried());
}

TEST(SlidingBone, LiftsTheSkinAndStaysBelowIt) {
  const Moved slid = moveCollar(Attachment::Sliding, kLifted);
  EXPECT_GT(slid.report.contacts, 20);
  EXPECT_LT(slid.report.maxPenetration, 0.1 + 1e-6);
  double highest = 0;
  for (const Vec3f& p : slid.surface) highest = std::max(highest, static_cast<double>(p.y));
  EXPECT_GT(highest, 0.4 + 0.12 + kLift);  // the bone's upper side
  EXPECT_EQ(slid.report.invertedCells, 0);
}

TEST(SlidingBone, DoesNothingAtRest) {
  const Moved slid = moveCollar(Attachment::Sliding, Affine3d{});
  EXPECT_LE(slid.report.newton, 1);  // rounding
  EXPECT_LT(slid.report.maxPenetration, 1e-5);
  for (std::size_t v = 0; v < slid.surface.size(); ++v)
    EXPECT_NEAR(slid.surface[v].y, slid.desc.points[v].y, 1e-6);
}

TEST(SlidingBone, WithSlidingEndsIsHeldInTheMiddle) {
  const Moved ends = moveCollar(Attachment::SlidingEnds, kLengthwise);
  const Moved held = moveCollar(Attachment::Hard, kLengthwise);
  EXPECT_NEAR(ends.carried(), held.carried(), 0.15 * kAside);
  EXPECT_GT(ends.report.contacts, 0);
  EXPECT_EQ(held.report.contacts, 0);
}

TEST(SlidingBone, AloneCannotHoldABody) {
  CharacterDesc desc = slab(Attachment::Sliding);
  desc.bones.erase(desc.bones.begin());
  const auto bound = bind(desc, cellsOfEdge(kCell));
  ASSERT_FALSE(bound);
  EXPECT_EQ(bound.error().code, ErrorCode::NoSupport);
  EXPECT_TRUE(isSentence(bound.error().message));
}

TEST(SlidingBone, OutsideTheSkinIsAWarning) {
  CharacterDesc desc = slab(Attachment::Sliding);
  desc.bones[1].shape = CapsuleShape{{0, 5, 0}, {1, 5, 0}, 0.1};
  const auto bound = bind(desc, cellsOfEdge(kCell));
  ASSERT_TRUE(bound);
  ASSERT_FALSE(bound.value()->summary().warnings.empty());
  EXPECT_NE(bound.value()->summary().warnings.back().find("'collar'"), std::string::npos);
}

}  // namespace
}  // namespace sinew::testing
