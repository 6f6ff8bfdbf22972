// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
//
// Flesh that moves in time, through the public API: against beam theory and the exact solutions of
// backward Euler, and the promises that hold in every mode.
#include <gtest/gtest.h>
#include <tbb/global_control.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <cstdio>
#include <numbers>

#include "support/characters.h"
#include "support/effort.h"

namespace sinew::testing {
namespace {

// TBB makes no more threads than cores unless it is told to.
const tbb::global_control kManyThreads(tbb::global_control::max_allowed_parallelism, 4);

constexpr double kGravity = 9.81;  // [m/s^2]

/// A bar along x, clamped at x = 0: length, then edge of its square section [m].
struct Cantilever {
  double length = 0.4, edge = 0.04, young = 1e5, poisson = 0.3, density = 1000;
  int cellsThick = 4;
  FleshLaw law = FleshLaw::CorotatedVolume;

  CharacterDesc desc() const {
    CharacterDesc d;
    const double cell = edge / cellsThick;
    MeshShape skin = toShape(refined(boxMesh({0, 0, 0}, {length, edge, edge}), 2));
    d.points = std::move(skin.points);
    d.triangles = std::move(skin.triangles);
    const MeshShape clamp =
        toShape(boxMesh({-cell, -cell, -cell}, {0.25 * cell, edge + cell, edge + cell}));
    d.bones.push_back({"clamp", clamp});
    d.material.youngsModulus = young;
    d.material.poissonsRatio = poisson;
    d.material.density = density;
    d.material.law = law;
    return d;
  }
  std::shared_ptr<const Character> bound() const {
    return bind(desc(), cellsOfEdge(edge / cellsThick)).value();
  }

  /// First bending frequency after Euler and Bernoulli [1/s].
  double frequency() const {
    const double root = 1.8751040687;  // cos b cosh b = -1
    const double inertia = std::pow(edge, 4) / 12, area = edge * edge;
    return root * root / (length * length) * std::sqrt(young * inertia / (density * area)) /
           (2 * std::numbers::pi);
  }
  /// Tip deflection under its own weight, with Timoshenko's shear [m].
  double sag() const {
    const double inertia = std::pow(edge, 4) / 12, area = edge * edge;
    const double weight = density * area * kGravity;  // per length
    const double shear = young / (2 * (1 + poisson)) * 10 * (1 + poisson) / (12 + 11 * poisson);
    return weight * std::pow(length, 4) / (8 * young * inertia) +
           weight * length * length / (2 * shear * area);
  }
};

/// Mean of one coordinate over the skin points of the free end.
double tipHeight(const Cantilever& bar, const CharacterDesc& desc, const Player& player) {
  double sum = 0, count = 0;
  for (std::size_t v = 0; v < desc.points.size(); ++v)
    if (desc.points[v].x > bar.length - 1e-6) sum += player.surface[v].y, ++count;
  return sum / count;
}

SolveSettings dynamic() {
  SolveSettings settings;
  settings.mode = SolveMode::Dynamic;
  return settings;
}

FrameReport step(Player& player, const Pose& pose, double seconds, const SolveSettings& settings) {
  return player.simulation.step(pose, seconds, settings, player.surface);
}

double total(const FrameReport& r) {
  return r.energy.elastic + r.energy.kinetic + r.energy.gravity;
}

bool sameBits(const std::vector<Vec3f>& a, const std::vector<Vec3f>& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](const Vec3f& p, const Vec3f& q) {
    return p.x == q.x && p.y == q.y && p.z == q.z;
  });
}

// --- Gravity without motion -----------------------------------------------------------------

TEST(Gravity, BendsABarAsBeamTheorySays) {
  Cantilever bar;
  bar.young = 2e7;  // a deflection of 3 % of the length: linear
  bar.cellsThick = 6;
  const CharacterDesc desc = bar.desc();
  Player player(bar.bound());
  SolveSettings settings;
  settings.gravityY = -kGravity;
  settings.stepTolerance = 1e-4;
  const FrameReport report = player.solve(restPose(player.simulation.character()), settings);
  EXPECT_EQ(report.status, SolveStatus::Converged);
  const double sag = bar.edge / 2 - tipHeight(bar, desc, player);
  EXPECT_NEAR(sag, bar.sag(), 0.03 * bar.sag());  // six cells thick bend 2 % too stiffly
  // A linear body stores half of what its weight gives away.
  EXPECT_NEAR(report.energy.elastic, -0.5 * report.energy.gravity, 0.01 * report.energy.elastic);
}

TEST(Gravity, OfZeroChangesNoBit) {
  const Cantilever bar;
  Player a(bar.bound()), b(bar.bound());
  SolveSettings settings;
  Pose pose = restPose(a.simulation.character());
  settings.gravityZ = 3;
  b.solve(pose, settings);  // a load that was there before leaves nothing behind
  settings.gravityZ = 0;
  a.solve(pose);
  b.solve(pose, settings);
  EXPECT_TRUE(sameBits(a.surface, b.surface));
}

// --- Motion -------------------------------------------------------------------------------------

// Released from straight it swings about the sag. Its period is read from the times at which it
// passes the middle; backward Euler lengthens it by (omega dt)^2 / 3, here 0.2 %.
TEST(OscillatingBar, HasThePeriodOfBeamTheory) {
  Cantilever bar;
  bar.young = 2e7;
  const double period = 1 / bar.frequency(), dt = period / 80;
  const CharacterDesc desc = bar.desc();
  Player player(bar.bound());
  SolveSettings settings = dynamic();
  settings.gravityY = -kGravity;
  settings.motionStart = MotionStart::Released;
  const Pose pose = restPose(player.simulation.character());
  step(player, pose, dt, settings);
  const double middle = tipHeight(bar, desc, player) - bar.sag();
  std::vector<double> crossings;
  double before = 1;
  for (int k = 1; k <= rounds(140, 60); ++k) {
    EXPECT_EQ(step(player, pose, dt, settings).status, SolveStatus::Converged);
    const double height = tipHeight(bar, desc, player) - middle;
    if (k > 1 && before * height < 0) crossings.push_back((k - height / (height - before)) * dt);
    before = height;
  }
  if (kUnderSanitizer) return;
  ASSERT_GE(crossings.size(), 3u);
  const double measured = crossings[2] - crossings[0];
  std::printf("period %.4f s, beam theory %.4f s\n", measured, period);
  EXPECT_NEAR(measured, period, 0.05 * period);
}

TEST(OscillatingBar, NeverGainsEnergyAndLosesItToBothDampings) {
  const Cantilever bar{.young = 3e4};  // bends by a third of its length
  const auto character = bar.bound();
  const Pose pose = restPose(*character);
  double left[3];  // of the energy of the motion, when it should have swung twice
  for (int which = 0; which < 3; ++which) {
    Player player(character);
    SolveSettings settings = dynamic();
    settings.gravityY = -kGravity;
    settings.motionStart = MotionStart::Released;
    settings.stepTolerance = 1e-3;
    settings.massDamping = which == 1 ? 2 : 0;
    settings.stiffnessDamping = which == 2 ? 0.02 : 0;
    const double dt = 1 / bar.frequency() / 50;
    double before = total(step(player, pose, dt, settings)), greatest = 0;
    for (int k = 0; k < rounds(60, 8); ++k) {
      const FrameReport report = step(player, pose, dt, settings);
      EXPECT_EQ(report.status, SolveStatus::Converged);
      greatest = std::max(greatest, report.energy.kinetic);
      EXPECT_LE(total(report), before + 1e-4 * greatest) << k;
      before = total(report);
    }
    left[which] = before;
  }
  if (kUnderSanitizer) return;
  EXPECT_LT(left[1], left[0]);
  EXPECT_LT(left[2], left[0]);
}

// The tip of a bar that swings a little about its sag moves as its first mode does, y. Backward
// Euler with Rayleigh damping (alpha, beta) makes of y'' + (alpha + beta w^2) y' + w^2 y = 0
//   (y1 - 2 y0 + y00) / dt^2 + alpha (y1 - y0) / dt = -w^2 (y1 + beta (y1 - y0) / dt)
// and so every damping must give the same frequency w.
TEST(OscillatingBar, IsDampedAsRayleighSays) {
  if (kUnderSanitizer) GTEST_SKIP() << "the tests above run the same code";
  const Cantilever bar{.young = 2e7};
  const double dt = 1 / bar.frequency() / 80;
  const CharacterDesc desc = bar.desc();
  const auto character = bar.bound();
  const Pose pose = restPose(*character);
  SolveSettings settings;
  settings.gravityY = -kGravity;
  settings.stepTolerance = 1e-5, settings.linearTolerance = 1e-4;
  Player still(character);
  still.solve(pose, settings);
  const double sag = tipHeight(bar, desc, still);
  settings.mode = SolveMode::Dynamic;
  settings.motionStart = MotionStart::Released;
  double undamped = 0;
  for (const auto& [alpha, beta] : {std::pair{0.0, 0.0}, {8.0, 0.0}, {0.0, 0.006}}) {
    settings.massDamping = alpha, settings.stiffnessDamping = beta;
    Player player(character);
    double forceTimesWay = 0, waySquared = 0;
    double y00 = 0, y0 = 0;
    for (int k = 0; k < 40; ++k) {
      step(player, pose, dt, settings);
      const double y1 = tipHeight(bar, desc, player) - sag;
      if (k > 3) {  // other modes die away first
        const double acceleration = (y1 - 2 * y0 + y00) / (dt * dt) + alpha * (y1 - y0) / dt;
        const double way = y1 + beta * (y1 - y0) / dt;
        forceTimesWay -= acceleration * way, waySquared += way * way;
      }
      y00 = y0, y0 = y1;
    }
    const double frequency = std::sqrt(forceTimesWay / waySquared) / (2 * std::numbers::pi);
    std::printf("alpha %g, beta %g: %.3f Hz, beam theory %.3f\n", alpha, beta, frequency,
                bar.frequency());
    EXPECT_NEAR(frequency, bar.frequency(), 0.08 * bar.frequency());  // the second mode is in it
    if (undamped == 0) undamped = frequency;
    EXPECT_NEAR(frequency, undamped, 0.02 * undamped);
  }
}

// Steps as long as a frame of film, over stiffnesses from jelly to bone.
TEST(OscillatingBar, StaysStableAtLongStepsForAnyStiffness) {
  for (const double young : {1e3, 1e4, 1e5, 1e6, 1e7, 1e8}) {
    SCOPED_TRACE(young);
    const Cantilever bar{.young = young};
    Player player(bar.bound());
    SolveSettings settings = dynamic();
    settings.gravityY = -kGravity;
    settings.motionStart = MotionStart::Released;
    const Pose pose = restPose(player.simulation.character());
    double before = total(step(player, pose, 1.0 / 24, settings));
    const double scale = bar.density * bar.edge * bar.edge * bar.length * kGravity * bar.length;
    for (int k = 0; k < rounds(12, 3); ++k) {
      const FrameReport report = step(player, pose, 1.0 / 24, settings);
      EXPECT_EQ(report.status, SolveStatus::Converged) << k;
      EXPECT_LE(total(report), before + 1e-4 * scale) << k;
      EXPECT_TRUE(isFinite(player.surface));
      before = total(report);
    }
  }
}

// In the frame of a bone that falls with it, flesh feels nothing; backward Euler falls by exactly
// g dt^2 k (k + 1) / 2.
TEST(FallingBar, KeepsItsShape) {
  const Cantilever bar;
  const auto character = bar.bound();
  Player player(character);
  SolveSettings settings = dynamic();
  settings.gravityY = -kGravity;
  settings.motionStart = MotionStart::Released;
  const double dt = 0.01;
  Pose pose = restPose(*character);
  step(player, pose, dt, settings);
  const std::vector<Vec3f> start = player.surface;
  for (int k = 1; k <= 8; ++k) {
    const double fallen = kGravity * dt * dt * k * (k + 1) / 2;
    pose.bones[0].rows[1][3] = -fallen;
    EXPECT_EQ(step(player, pose, dt, settings).status, SolveStatus::Converged);
    for (std::size_t v = 0; v < start.size(); ++v) {
      EXPECT_NEAR(player.surface[v].x, start[v].x, 2e-6);
      EXPECT_NEAR(player.surface[v].y, start[v].y - fallen, 2e-6);
    }
  }
}

// A body that starts as fast as its bone goes on with it; without that it is left behind.
TEST(StartVelocity, IsThatOfTheFlesh) {
  const Cantilever bar;
  const auto character = bar.bound();
  SolveSettings settings = dynamic();
  settings.startVelocityZ = 0.5;
  settings.substeps = 3;  // the bone must be as even
  const double dt = 0.01;
  double lag[2];
  for (const bool moves : {false, true}) {
    Player player(character);
    if (!moves) settings.startVelocityZ = 0;
    Pose pose = restPose(*character);
    step(player, pose, dt, settings);
    const std::vector<Vec3f> start = player.surface;
    for (int k = 1; k <= 4; ++k) {
      pose.bones[0].rows[2][3] = 0.5 * dt * k;
      step(player, pose, dt, settings);
    }
    lag[moves] = 0;
    for (std::size_t v = 0; v < start.size(); ++v)
      lag[moves] = std::max(lag[moves], std::fabs(start[v].z + 0.02 - player.surface[v].z));
    settings.startVelocityZ = 0.5;
  }
  EXPECT_LT(lag[1], 2e-6);
  EXPECT_GT(lag[0], 0.01);
}

// Flesh with a bone that turns evenly, seen from the bone: it must come to rest, not be braked as
// if the air held it. Mass damping is against the bones.
TEST(MassDamping, DoesNotHoldBackABodyThatIsCarried) {
  const Cantilever bar{.young = 1e5};
  const auto character = bar.bound();
  double height[2];
  for (const double damping : {0.0, 50.0}) {
    Player player(character);
    SolveSettings settings = dynamic();
    settings.massDamping = damping;
    settings.startVelocityY = 2;
    Pose pose = restPose(*character);
    step(player, pose, 0.01, settings);
    for (int k = 1; k <= 5; ++k) {
      pose.bones[0].rows[1][3] = 0.02 * k;
      step(player, pose, 0.01, settings);
    }
    height[damping > 0] = tipHeight(bar, bar.desc(), player);
  }
  EXPECT_NEAR(height[1], height[0], 1e-5);
}

// A bar that sags is turned about its own axis by a right angle in one step, so slowly that mass
// does not matter, with damping b = stiffnessDamping / dt: f + b (f - R f_before) = -m g. Weight
// was f_before = -m g, so that in the bar's own frame b / (1 + b) of the sag stays where it was and
// 1 / (1 + b) of it goes where gravity points now. A force that is not turned with the bones gives
// all of the sag to the new direction.
TEST(StiffnessDamping, HoldsTheShapeOfABodyThatTurns) {
  const Cantilever bar{.young = 1e8};
  const CharacterDesc desc = bar.desc();
  Player player(bar.bound());
  SolveSettings settings = dynamic();
  settings.gravityY = -kGravity;
  settings.stepTolerance = 1e-5;
  settings.linearTolerance = 1e-3;
  const double seconds = 4, b = 10;
  settings.stiffnessDamping = b * seconds;
  const double half = bar.edge / 2;
  const auto tip = [&] {  // mean of the free end, from the axis of the bar
    Vec3d sum;
    double count = 0;
    for (std::size_t v = 0; v < desc.points.size(); ++v)
      if (desc.points[v].x > bar.length - 1e-6)
        sum.y += player.surface[v].y - half, sum.z += player.surface[v].z - half, ++count;
    return Vec3d{0, sum.y / count, sum.z / count};
  };
  Pose pose = restPose(player.simulation.character());
  step(player, pose, seconds, settings);
  const double sag = -tip().y;
  EXPECT_NEAR(sag, bar.sag(), 0.1 * bar.sag());
  pose.bones[0] = scenes::rotationAbout({0, half, half}, {1, 0, 0}, std::numbers::pi / 2);
  EXPECT_EQ(step(player, pose, seconds, settings).status, SolveStatus::Converged);
  // y of the bar points along z now, and z along -y.
  const Vec3d world = tip();
  EXPECT_NEAR(-world.z, b / (1 + b) * sag, 0.02 * sag);
  EXPECT_NEAR(-world.y, 1 / (1 + b) * sag, 0.02 * sag);
}

// --- The promises of every mode ------------------------------------------------------------------

struct DynamicArm : ::testing::Test {
  scenes::Scene scene = *scenes::makeScene("arm", 0.4);
  std::shared_ptr<const Character> character = bind(softened(), aboutCells(1000)).value();
  std::vector<double> times = {0, 0.05, 0.12, 0.2, 0.2};

  CharacterDesc softened() const {
    CharacterDesc desc = scene.character;
    desc.material.youngsModulus = 5e3;
    return desc;
  }
  static SolveSettings settings(int threads = 0) {
    SolveSettings s = dynamic();
    s.gravityY = -kGravity;
    s.substeps = 2;
    s.massDamping = 1;
    s.stiffnessDamping = 0.01;
    s.threads = threads;
    return s;
  }
  FrameReport play(Player& player, std::size_t frame, int threads = 0) const {
    return step(player, scene.pose(times[frame]), 1.0 / 24, settings(threads));
  }
};

TEST_F(DynamicArm, GivesTheSameBitsForAnyNumberOfThreads) {
  Player one(character), three(character);
  for (std::size_t k = 0; k < times.size(); ++k) {
    EXPECT_EQ(play(one, k, 1).status, SolveStatus::Converged);
    play(three, k, 3);
    EXPECT_TRUE(sameBits(one.surface, three.surface)) << k;
  }
}

TEST_F(DynamicArm, GoesOnFromASavedStateWithTheSameBits) {
  Player whole(character);
  for (std::size_t k = 0; k < 3; ++k) play(whole, k);
  const std::vector<unsigned char> state = whole.simulation.state();
  Player resumed(character);
  resumed.solve(scene.pose(0.4));  // whatever was there before
  ASSERT_TRUE(resumed.simulation.restore(state).ok());
  EXPECT_EQ(resumed.simulation.state(), state);
  for (std::size_t k = 3; k < 5; ++k) {
    const FrameReport a = play(whole, k), b = play(resumed, k);
    EXPECT_TRUE(sameBits(whole.surface, resumed.surface)) << k;
    EXPECT_EQ(a.newton, b.newton);
    EXPECT_EQ(a.energy.kinetic, b.energy.kinetic);
  }
  std::vector<unsigned char> damaged = state;
  damaged.resize(state.size() - 8);
  EXPECT_FALSE(resumed.simulation.restore(damaged).ok());
}

// With pressures: those of the frame before are no part of the state, and must not be used.
TEST(NearlyIncompressibleMotion, GoesOnFromASavedStateWithTheSameBits) {
  const Cantilever bar{.young = 2e4, .poisson = 0.495};
  const auto character = bar.bound();
  SolveSettings settings = dynamic();
  settings.gravityY = -kGravity;
  settings.motionStart = MotionStart::Released;
  const Pose pose = restPose(*character);
  Player whole(character);
  for (int k = 0; k < 3; ++k) step(whole, pose, 0.02, settings);
  Player resumed(character);
  ASSERT_TRUE(resumed.simulation.restore(whole.simulation.state()).ok());
  for (int k = 0; k < 2; ++k) {
    EXPECT_EQ(step(whole, pose, 0.02, settings).status, SolveStatus::Converged);
    step(resumed, pose, 0.02, settings);
    EXPECT_TRUE(sameBits(whole.surface, resumed.surface)) << k;
  }
}

TEST_F(DynamicArm, LagsBehindAndSettlesWhereTheStaticSolveIs) {
  Player moving(character), still(character);
  SolveSettings s = settings();
  s.massDamping = 30;
  for (std::size_t k = 0; k < 4; ++k) step(moving, scene.pose(times[k]), 1.0 / 24, s);
  SolveSettings hanging = s;
  hanging.mode = SolveMode::Static;
  hanging.stepTolerance = 1e-4;  // a static frame stops about a step short otherwise
  still.solve(scene.pose(0.2), hanging);
  const auto distance = [&] {
    double greatest = 0;
    for (std::size_t v = 0; v < still.surface.size(); ++v)
      greatest = std::max<double>(greatest, std::hypot(moving.surface[v].x - still.surface[v].x,
                                                       moving.surface[v].y - still.surface[v].y,
                                                       moving.surface[v].z - still.surface[v].z));
    return greatest / character->summary().cellSize;
  };
  EXPECT_GT(distance(), 0.02);
  s.substeps = 1;
  for (int k = 0; k < rounds(60, 5); ++k) step(moving, scene.pose(0.2), 0.25, s);
  if (!kUnderSanitizer) {
    EXPECT_LT(distance(), 0.02);
  }
}

TEST_F(DynamicArm, ACancelledFrameDoesNotCount) {
  Player player(character), undisturbed(character);
  for (std::size_t k = 0; k < 2; ++k) play(player, k), play(undisturbed, k);
  const std::atomic<bool> cancel{true};
  EXPECT_EQ(
      player.simulation.step(scene.pose(0.5), 1.0 / 24, settings(), player.surface, &cancel).status,
      SolveStatus::Cancelled);
  play(player, 2), play(undisturbed, 2);
  EXPECT_TRUE(sameBits(player.surface, undisturbed.surface));
}

TEST_F(DynamicArm, WantsATimeInASentence) {
  Player player(character);
  EXPECT_TRUE(isSentence(player.solve(scene.pose(0), settings()).message));
  for (const double seconds : {0.0, -1.0, 2000.0, std::nan("")}) {
    const FrameReport report = step(player, scene.pose(0), seconds, settings());
    EXPECT_EQ(report.status, SolveStatus::BadInput);
    EXPECT_TRUE(isSentence(report.message)) << seconds;
  }
}

}  // namespace
}  // namespace sinew::testing
