// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
//
// Flesh against objects: a ball pressed into a block, the energy of contacts against its slope, and
// colliders that cannot be used.
#include "contact/object_contact.h"

#include <gtest/gtest.h>
#include <tbb/global_control.h>

#include <algorithm>
#include <cmath>

#include "support/characters.h"
#include "support/models.h"

namespace sinew::testing {
namespace {

/// A block, 2 x 1 x 2, on a bone as wide as itself that reaches up to y = 0.2.
CharacterDesc blockCharacter() {
  CharacterDesc desc;
  MeshShape skin = toShape(refined(boxMesh({-1, 0, -1}, {1, 1, 1}), 4));
  desc.points = std::move(skin.points);
  desc.triangles = std::move(skin.triangles);
  desc.bones.push_back({"floor", toShape(boxMesh({-1.05, -0.05, -1.05}, {1.05, 0.205, 1.05}))});
  return desc;
}

// TBB makes no more threads than cores unless it is told to.
const tbb::global_control kManyThreads(tbb::global_control::max_allowed_parallelism, 4);

Affine3d moved(double x, double y, double z) {
  return {{{1, 0, 0, x}, {0, 1, 0, y}, {0, 0, 1, z}}};
}

const Collider kBall{"ball", BallShape{{0, 0, 0}, 0.5}, 0};

/// The block with a ball of radius 0.5, pressed into it from above.
struct PressedBall : ::testing::Test {
  struct Outcome {
    FrameReport report;
    double force = 0;  // on the ball, upwards [N]
    std::vector<Vec3f> surface;
  };

  static Pose pressed(const Character& character, double depth, double aside = 0) {
    Pose pose = restPose(character);
    pose.colliders = {moved(aside, 1.5 - depth, 0)};
    return pose;
  }

  static Outcome press(double cell, const SolveSettings& settings, const Collider& ball = kBall) {
    const auto character = bind(blockCharacter(), cellsOfEdge(cell)).value();
    Player player(character);
    EXPECT_TRUE(player.simulation.setColliders({ball}));
    Outcome outcome;
    outcome.report = player.solve(pressed(*character, 0.2), settings);
    std::vector<Vec3d> forces(1);
    EXPECT_TRUE(player.simulation.colliderForces(forces));
    outcome.force = forces[0].y;
    outcome.surface = player.surface;
    return outcome;
  }
};

bool areSame(const std::vector<Vec3f>& a, const std::vector<Vec3f>& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](const Vec3f& p, const Vec3f& q) {
    return p.x == q.x && p.y == q.y && p.z == q.z;
  });
}

TEST_F(PressedBall, StaysOutOfTheFleshAndFeelsTheRightForce) {
  const Outcome usual = press(0.1, {});
  EXPECT_EQ(usual.report.status, SolveStatus::Converged);
  EXPECT_GT(usual.report.contacts, 20);
  EXPECT_GT(usual.report.maxPenetration, 0);
  EXPECT_LT(usual.report.maxPenetration, 0.1);  // [cells]
  EXPECT_LE(usual.report.meanPenetration, usual.report.maxPenetration);
  // As the ball sees it, from the vertices of the skin.
  for (const Vec3f& p : usual.surface) {
    const double distance = std::hypot(static_cast<double>(p.x), static_cast<double>(p.y) - 1.3,
                                       static_cast<double>(p.z));
    EXPECT_GT(distance, 0.5 - 0.25 * 0.1);  // vertices hang on smoother cells than its points
  }
  SolveSettings stiff;
  stiff.contactStiffness = 30;
  const double converged = press(0.05, stiff).force;
  EXPECT_NEAR(usual.force, converged, 0.1 * converged);
  // Pressed in by one cell only, by a ball of five.
  EXPECT_NEAR(press(0.2, {}).force, converged, 0.1 * converged);
}

TEST_F(PressedBall, IsListedWhereItPressesTheSkinDown) {
  const auto character = bind(blockCharacter(), cellsOfEdge(0.1)).value();
  Player player(character);
  ASSERT_TRUE(player.simulation.setColliders({kBall}));
  const FrameReport report = player.solve(pressed(*character, 0.2), {});
  const std::vector<ContactPoint> contacts = player.simulation.contacts();
  ASSERT_EQ(static_cast<std::int64_t>(contacts.size()), report.contacts);
  double force = 0, deepest = 0;  // pressure times the area of a point of the skin, about
  for (const ContactPoint& c : contacts) {
    EXPECT_NEAR(std::hypot(c.point.x, static_cast<double>(c.point.y) - 1.3, c.point.z), 0.5, 0.02);
    EXPECT_LT(c.normal.y, -0.5);
    deepest = std::max(deepest, static_cast<double>(c.depth));
    force -= static_cast<double>(c.pressure * c.normal.y);
  }
  EXPECT_NEAR(deepest, report.maxPenetration, 1e-6);
  std::vector<Vec3d> forces(1);
  ASSERT_TRUE(player.simulation.colliderForces(forces));
  const double area = forces[0].y / force;  // points are 0.6 cells apart
  EXPECT_GT(area, 0.3 * 0.06 * 0.06);
  EXPECT_LT(area, 3 * 0.06 * 0.06);
  std::vector<VertexQuality> quality(player.surface.size());
  ASSERT_TRUE(player.simulation.quality(quality));
  float most = 0;
  for (const VertexQuality& q : quality) most = std::max(most, q.penetration);
  EXPECT_GT(most, 0.2 * report.maxPenetration);
  EXPECT_LE(most, report.maxPenetration);
}

TEST_F(PressedBall, IsTheSameAsAMesh) {
  const Collider mesh{"ball", toShape(ballMesh({0, 0, 0}, 0.5, 4)), 0};
  const Outcome exact = press(0.1, {}), grid = press(0.1, {}, mesh);
  EXPECT_EQ(grid.report.status, SolveStatus::Converged);
  EXPECT_NEAR(grid.force, exact.force, 0.02 * exact.force);
}

TEST_F(PressedBall, IsAFunctionOfThePoseAlone) {
  const auto character = bind(blockCharacter(), cellsOfEdge(0.125)).value();
  const Collider rough{"ball", BallShape{{0, 0, 0}, 0.5}, 0.5};
  const Pose deep = pressed(*character, 0.2, 0.1), shallow = pressed(*character, 0.05);
  std::vector<Vec3f> first;
  for (const int threads : {1, 3}) {
    Player player(character);
    ASSERT_TRUE(player.simulation.setColliders({rough}));
    SolveSettings settings;
    settings.threads = threads;
    if (threads > 1) player.solve(shallow, settings);  // it must not matter
    EXPECT_EQ(player.solve(deep, settings).status, SolveStatus::Converged);
    if (first.empty()) first = player.surface;
    EXPECT_TRUE(areSame(first, player.surface)) << threads;
  }
}

TEST_F(PressedBall, DragsTheSkinAlongWhenItIsRough) {
  const auto character = bind(blockCharacter(), cellsOfEdge(0.125)).value();
  double carried[2] = {0, 0};
  for (const int rough : {0, 1}) {
    Player player(character);
    ASSERT_TRUE(player.simulation.setColliders({{"ball", BallShape{{0, 0, 0}, 0.5}, 0.8 * rough}}));
    SolveSettings settings;
    settings.mode = SolveMode::Sequential;
    for (int i = 0; i <= 4; ++i) {
      const FrameReport report = player.solve(pressed(*character, 0.15, 0.03 * i), settings);
      EXPECT_EQ(report.status, SolveStatus::Converged);
    }
    std::vector<Vec3d> force(1);
    ASSERT_TRUE(player.simulation.colliderForces(force));
    carried[rough] = -force[0].x / force[0].y;
  }
  // Held back by what it drags, but no more than Coulomb allows.
  EXPECT_GT(carried[1], carried[0] + 0.2);
  EXPECT_LT(carried[1], 0.9);
}

TEST_F(PressedBall, GoesOnFromARestoredStateWithTheSameBits) {
  const auto character = bind(blockCharacter(), cellsOfEdge(0.125)).value();
  const Collider rough{"ball", BallShape{{0, 0, 0}, 0.5}, 0.5};
  SolveSettings settings;
  settings.mode = SolveMode::Sequential;
  Player whole(character), resumed(character);
  for (Player* player : {&whole, &resumed}) ASSERT_TRUE(player->simulation.setColliders({rough}));
  whole.solve(pressed(*character, 0.1), settings);
  whole.solve(pressed(*character, 0.15, 0.03), settings);
  ASSERT_TRUE(resumed.simulation.restore(whole.simulation.state()));
  whole.solve(pressed(*character, 0.15, 0.06), settings);
  resumed.solve(pressed(*character, 0.15, 0.06), settings);
  EXPECT_TRUE(areSame(whole.surface, resumed.surface));
}

/// E and its slope along a way, from the parts the solver uses.
TEST(ObjectContacts, HaveAForceThatIsTheSlopeOfTheirEnergy) {
  const auto model = buildModel(raggedPlan(), {});
  std::vector<SurfaceSample> samples;
  for (CellSlot slot = 0; slot < model->lattice.blockCount * kBlockCells; ++slot) {
    if (!model->lattice.isActive(slot)) continue;
    const Int3 c = model->lattice.cellCoord(slot);
    samples.push_back({{c.x + 0.3, c.y + 0.6, c.z + 0.2}, {0, 1, 0}, 0.5, slot});
  }
  model->contactSurface = buildContactSurface(model->lattice, samples);
  DistanceField field;
  field.grid = distanceGrid(ballMesh({0, 0, 0}, 2.5, 3), 0.4);
  field.box = {{-3, -3, -3}, {3, 3, 3}};
  ObjectContacts set(model->lattice, model->material, model->hierarchy, model->contactSurface, {});
  ContactObject ball;
  ball.field = &field;
  ball.friction = 0.7;
  // Turned and stretched: distances are not lengths then, but the slope must still be right.
  ball.placed = ball.before =
      Affine{{1.1, 0.2, 0, -0.2, 0.9, 0.1, 0, 0, 1.05},
             {samples[samples.size() / 2].point.x, samples[samples.size() / 2].point.y,
              samples[samples.size() / 2].point.z}};
  set.objects.push_back(ball);

  Random random(8);
  AlignedVector<double> x = restPositions(model->lattice), way(x.size(), 0.0);
  set.positionsBefore = x;
  for (std::size_t i = 0; i + 4 < x.size(); ++i)
    if (i % 4 != 3) x[i] += 0.05 * random.next(), way[i] = random.next();
  const auto update = [&](double t) {
    AlignedVector<double> at = x;
    for (std::size_t i = 0; i < x.size(); ++i) at[i] += t * way[i];
    updateObjects(model->lattice, model->hierarchy, at.data(), set);
    return objectEnergy(set);
  };
  const auto forceAlong = [&] {  // sum of f . dp over the contacts
    double sum = 0;
    for (std::size_t c = 0; c < set.list.size(); ++c) {
      const PairEnd& end = set.pairs.levels[0].ends[2 * c];
      for (std::size_t a = 0; a < 8; ++a)
        for (std::size_t i = 0; i < 3; ++i)
          sum += static_cast<double>(end.weights[a] * set.forces[8 * c + i]) *
                 way[4 * static_cast<std::size_t>(end.nodes[a]) + i];
    }
    return sum;
  };
  for (const bool grips : {false, true}) {
    update(0);
    if (grips) {
      NodeVector f = makeNodeVector(model->lattice.nodeCount);
      EXPECT_GT(refreshFriction(model->hierarchy.fixed, set, f.data()), 0.1);
      EXPECT_FALSE(set.grips.empty());
    }
    ASSERT_GT(set.facts.touching, 10);
    update(0);
    const double force = forceAlong();
    constexpr double kStep = 1e-5;
    const double slope = (update(kStep) - update(-kStep)) / (2 * kStep);
    EXPECT_NEAR(-force, slope, 1e-4 * std::fabs(slope) + 1e-3) << grips;
    EXPECT_GT(std::fabs(slope), 0.1);
  }
}

struct BadCollider : ::testing::Test {
  std::shared_ptr<const Character> character = bind(blockCharacter(), cellsOfEdge(0.2)).value();
  Player player{character};

  void expectRefused(const Collider& collider) {
    const auto set = player.simulation.setColliders({collider});
    ASSERT_FALSE(set) << collider.name;
    EXPECT_TRUE(isSentence(set.error().message)) << set.error().message;
    EXPECT_NE(set.error().message.find("Collider '" + collider.name + "'"), std::string::npos)
        << set.error().message;
  }
};

TEST_F(BadCollider, IsRefusedWithASentence) {
  const double nan = std::nan("");
  MeshShape open = toShape(boxMesh({0, 0, 0}, {1, 1, 1})), sheet = open, broken = open;
  open.triangles.resize(6);
  sheet.triangles.resize(2);
  broken.triangles[0].a = 99;
  MeshShape insideOut = toShape(boxMesh({0, 0, 0}, {1, 1, 1}));
  for (Triangle& t : insideOut.triangles) std::swap(t.a, t.b);
  expectRefused({"open", open, 0});
  expectRefused({"sheet", sheet, 0});
  expectRefused({"broken", broken, 0});
  expectRefused({"none", MeshShape{}, 0});
  expectRefused({"inside out", insideOut, 0});
  expectRefused({"small", BallShape{{0, 0, 0}, 0}, 0});
  expectRefused({"lost", BallShape{{0, nan, 0}, 1}, 0});
  expectRefused({"flat", PlaneShape{{0, 0, 0}, {0, 0, 0}}, 0});
  expectRefused({"slippery", BallShape{{0, 0, 0}, 1}, -1});
  expectRefused({"rough", BallShape{{0, 0, 0}, 1}, nan});
}

TEST_F(BadCollider, ThatIsRefusedLeavesTheOnesBefore) {
  ASSERT_TRUE(player.simulation.setColliders({kBall}));
  ASSERT_FALSE(player.simulation.setColliders({{"small", BallShape{}, 0}}));
  const FrameReport report = player.solve(PressedBall::pressed(*character, 0.2));
  EXPECT_GT(report.contacts, 0);
}

TEST_F(BadCollider, MotionIsBadInput) {
  ASSERT_TRUE(player.simulation.setColliders({kBall}));
  Pose pose = PressedBall::pressed(*character, 0.2);
  const auto expectBad = [&](const char* part) {
    const FrameReport report = player.solve(pose);
    EXPECT_EQ(report.status, SolveStatus::BadInput);
    EXPECT_NE(report.message.find(part), std::string::npos) << report.message;
  };
  pose.colliders[0].rows[1][3] = std::nan("");
  expectBad("collider 'ball' has a number that is not finite");
  pose.colliders[0] = {{{1, 0, 0, 0}, {0, -1, 0, 0}, {0, 0, 1, 0}}};
  expectBad("collider 'ball' mirrors it");
  pose.colliders.push_back({});
  expectBad("2 colliders");
}

TEST_F(BadCollider, ThatSwallowsTheBodyIsBadInput) {
  ASSERT_TRUE(player.simulation.setColliders({kBall, {"whale", BallShape{{0, 0, 0}, 9}, 0}}));
  Pose pose = PressedBall::pressed(*character, 0.2);
  pose.colliders.push_back({});
  const FrameReport report = player.solve(pose);
  EXPECT_EQ(report.status, SolveStatus::BadInput);
  EXPECT_NE(report.message.find("'whale' holds the whole body"), std::string::npos);
}

// Most of the body is inside, and the bone too: there is no good answer, but there must be one.
TEST_F(BadCollider, DeepInTheBodyEndsWithAStatus) {
  ASSERT_TRUE(player.simulation.setColliders({{"wall", PlaneShape{{0, 0.1, 0}, {0, -1, 0}}, 0.5}}));
  const FrameReport report = player.solve(restPose(*character));
  EXPECT_NE(report.status, SolveStatus::BadInput);
  EXPECT_TRUE(isFinite(player.surface));
}

}  // namespace
}  // namespace sinew::testing
