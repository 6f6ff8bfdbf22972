// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "support/characters.h"

namespace sinew::testing {
namespace {

constexpr double kEdge = 0.2;    // of a cell
constexpr double kDown = 0.5;    // how far the upper ball is moved, of which 0.3 are free
constexpr double kMiddle = 0.9;  // between the balls then

struct TouchingBalls : ::testing::Test {
  std::shared_ptr<const Character> character =
      bind(twoBallsCharacter(), cellsOfEdge(kEdge)).value();
  Player player{character};
  std::vector<VertexQuality> quality{player.surface.size()};

  FrameReport press(SelfContact contact) {
    Pose pose = restPose(*character);
    pose.bones[1] = Affine3d{{{1, 0, 0, 0}, {0, 1, 0, -kDown}, {0, 0, 1, 0}}};
    SolveSettings settings;
    settings.selfContact = contact;
    return player.solve(pose, settings);
  }
};

TEST_F(TouchingBalls, HaveContactsBetweenThemThatPushThemApart) {
  EXPECT_TRUE(player.simulation.contacts().empty()) << "before the first frame";
  const FrameReport report = press(SelfContact::On);
  const std::vector<ContactPoint> contacts = player.simulation.contacts();
  ASSERT_EQ(static_cast<std::int64_t>(contacts.size()), report.contacts);
  ASSERT_GT(contacts.size(), 5u);
  double deepest = 0, sum = 0;
  int pushedUp = 0;
  for (const ContactPoint& c : contacts) {
    EXPECT_NEAR(std::hypot(c.normal.x, c.normal.y, c.normal.z), 1, 1e-5);
    EXPECT_GT(std::abs(c.normal.y), 0.7) << "the patch is nearly flat";
    EXPECT_NEAR(c.point.y, kMiddle, 0.5 * kEdge);
    EXPECT_LT(std::hypot(c.point.x, c.point.z), 0.6);
    EXPECT_GT(c.depth, 0);
    pushedUp += c.normal.y > 0;
    deepest = std::max(deepest, static_cast<double>(c.depth));
    sum += static_cast<double>(c.pressure) / static_cast<double>(contacts.size());
  }
  EXPECT_GT(pushedUp, 0) << "points of the upper ball";
  EXPECT_LT(pushedUp, static_cast<int>(contacts.size()));
  EXPECT_NEAR(deepest, report.maxPenetration, 1e-6);
  // Hertz: balls that overlap by d are pressed with the mean pressure 4 E* / (3 pi) sqrt(d / R*),
  // with E* = E / 2 (1 - nu^2) and R* half their radius. The bones make ours stiffer.
  const Material flesh;
  const double squeezed = kDown - 0.3,
               effective = flesh.youngsModulus / (2 * (1 - std::pow(flesh.poissonsRatio, 2)));
  const double hertz = 4 / (3 * std::numbers::pi) * effective * std::sqrt(squeezed / 0.5);
  EXPECT_GT(sum, 0.5 * hertz);
  EXPECT_LT(sum, 3 * hertz);
}

TEST_F(TouchingBalls, ColourTheSkinWhereTheyTouch) {
  ASSERT_TRUE(player.simulation.quality(quality));
  for (const VertexQuality& q : quality) EXPECT_EQ(q.step + q.penetration + q.pressure, 0);

  const FrameReport report = press(SelfContact::On);
  ASSERT_TRUE(player.simulation.quality(quality));
  double deepest[2] = {0, 0};  // of the lower and the upper ball
  for (std::size_t v = 0; v < quality.size(); ++v) {
    const VertexQuality& q = quality[v];
    const Vec3f& p = player.surface[v];
    EXPECT_EQ(q.penetration > 0, q.pressure > 0);
    EXPECT_LE(q.penetration, report.maxPenetration);
    const auto fromAxis = static_cast<double>(std::hypot(p.x, p.z));
    const bool isInMiddle = fromAxis < 0.5 * kEdge && std::abs(p.y - kMiddle) < kEdge;
    EXPECT_TRUE(!(q.penetration > 0) || fromAxis < 0.6 + 2 * kEdge) << v;
    EXPECT_TRUE(!isInMiddle || q.penetration > 0.1 * report.maxPenetration) << v;
    double& side = deepest[v < quality.size() / 2 ? 0 : 1];
    side = std::max(side, static_cast<double>(q.penetration));
  }
  for (const double side : deepest) EXPECT_GT(side, 0.2 * report.maxPenetration);

  press(SelfContact::Off);
  ASSERT_TRUE(player.simulation.quality(quality));
  EXPECT_TRUE(player.simulation.contacts().empty());
  for (const VertexQuality& q : quality) EXPECT_EQ(q.penetration + q.pressure, 0);
  quality.pop_back();
  EXPECT_FALSE(player.simulation.quality(quality));
}

// Flesh that keeps its volume (with pressures) is held apart as well, and pressed harder.
TEST(TouchingBallsWithPressures, AreHeldApart) {
  CharacterDesc desc = twoBallsCharacter();
  desc.material.poissonsRatio = 0.495;
  const auto character = bind(desc, cellsOfEdge(kEdge)).value();
  Pose pose = restPose(*character);
  pose.bones[1] = Affine3d{{{1, 0, 0, 0}, {0, 1, 0, -kDown}, {0, 0, 1, 0}}};
  SolveSettings settings;
  settings.selfContact = SelfContact::On;
  Player player(character);
  const FrameReport report = player.solve(pose, settings);
  EXPECT_EQ(report.status, SolveStatus::Converged);
  EXPECT_GT(report.contacts, 5);
  EXPECT_LE(report.maxPenetration, 0.25);  // without contact: 1
  EXPECT_NEAR(report.volumeRatio, 1, 0.002);
  EXPECT_GT(report.minJ, 0.9);
}

// The step of a vertex is that of the skin between the last two states.
TEST(VertexSteps, AreHowFarTheLastNewtonStepMovedTheSkin) {
  for (const double poissonsRatio : {0.45, 0.495}) {  // without and with pressures
    CharacterDesc desc = barCharacter();
    desc.material.poissonsRatio = poissonsRatio;
    BindSettings bindSettings = cellsOfEdge(0.125);
    bindSettings.embedding = EmbeddingKind::Trilinear;
    const auto bar = bind(desc, bindSettings).value();
    const Pose pose{{Affine3d{}, Affine3d{{{1, 0, 0, 0.1}, {0, 1, 0, 0.2}, {0, 0, 1, 0}}}}};
    SolveSettings settings;
    settings.poseSplits = 0;
    settings.stepTolerance = 1e-6;
    Player before(bar), after(bar);
    settings.newtonIterations = 2;
    before.solve(pose, settings);
    settings.newtonIterations = 3;
    const FrameReport report = after.solve(pose, settings);
    ASSERT_EQ(report.halvings, 0) << "else the step was not taken whole";
    std::vector<VertexQuality> quality(after.surface.size());
    ASSERT_TRUE(after.simulation.quality(quality));
    double largest = 0;
    for (std::size_t v = 0; v < quality.size(); ++v) {
      const Vec3f &p = before.surface[v], &q = after.surface[v];
      const auto moved = static_cast<double>(std::hypot(q.x - p.x, q.y - p.y, q.z - p.z)) / 0.125;
      EXPECT_NEAR(quality[v].step, moved, 1e-5 + 1e-3 * moved);  // points are floats
      largest = std::max(largest, static_cast<double>(quality[v].step));
    }
    EXPECT_GT(largest, 0.2 * report.step);
    EXPECT_LE(largest, 1.05 * report.step);
  }
}

}  // namespace
}  // namespace sinew::testing
