// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
//
// Friction against the laws of rigid bodies: blocks and rollers of firm flesh on a slope. Lattice
// units: cell, shear modulus and density are 1. The slope is the plane y = 0; gravity is tilted.
#include "contact/friction.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "solver/object_rounds.h"
#include "solver/time_step.h"
#include "support/meshes.h"
#include "support/models.h"

namespace sinew::testing {
namespace {

constexpr double kG = 2e-4;  // a body 12 cells high is pressed together by 0.1 % of its height

double radians(double degrees) { return degrees * std::numbers::pi / 180; }

/// A cylinder along z with closed ends.
TriangleMesh cylinderMesh(const Vec3<double>& centre, double radius, double length, int around) {
  TriangleMesh mesh;
  for (int i = 0; i < around; ++i)
    for (int end = 0; end < 2; ++end) {
      const double angle = 2 * std::numbers::pi * i / around;
      mesh.points.push_back(
          centre + Vec3<double>{radius * std::cos(angle), radius * std::sin(angle), end * length});
    }
  const std::int32_t ends = 2 * around;
  mesh.points.push_back(centre);
  mesh.points.push_back(centre + Vec3<double>{0, 0, length});
  for (std::int32_t i = 0; i < around; ++i) {
    const std::int32_t a = 2 * i, b = 2 * ((i + 1) % around);
    mesh.triangles.push_back({a, b, b + 1});
    mesh.triangles.push_back({a, b + 1, a + 1});
    mesh.triangles.push_back({ends, b, a});
    mesh.triangles.push_back({ends + 1, a + 1, b + 1});
  }
  return mesh;
}

/// Flesh that nothing holds, on a slope.
class FreeBody {
 public:
  /// `skin` is what touches.
  FreeBody(const std::vector<Int3>& cells, const TriangleMesh& skin, double friction,
           double slope) {
    ModelPlan plan;
    plan.cells = cells;
    plan.boneCount = 1;
    plan.boneOfNode = [](const Vec3<double>&) { return -1; };
    model_ = buildModel(plan, {});
    std::vector<SurfaceSample> samples = sampleSurface(skin);
    for (SurfaceSample& s : samples) s.cell = nearestCell(s.point - 0.3 * s.normal);
    model_->contactSurface = buildContactSurface(model_->lattice, samples);
    w_ = std::make_unique<Workspace>(*model_);
    w_->contacts.reset();  // it does not touch itself
    w_->makeObjects(*model_);
    ContactObject plane;
    floor_.halfSpaces.push_back({});
    floor_.box = {{-1e9, -1e9, -1e9}, {1e9, 1e9, 1e9}};
    plane.field = &floor_;
    plane.friction = friction;
    w_->objects->objects.push_back(plane);
    w_->collidersFrom = w_->collidersTo = {Affine{}};
    motion_.positions = w_->x;
    motion_.velocity.assign(w_->x.size(), 0.0);
    masses_ = nodeMasses(model_->lattice, {});
    gravity_ = {kG * std::sin(slope), -kG * std::cos(slope), 0};
  }

  void step(double dt) {
    const std::vector<Affine> bones(1);
    w_->objects->gripsBefore = w_->objects->grips;
    startObjects(bones, true, *w_);
    FrameResult result;
    NewtonStop stop;
    stop.stepTolerance = 1e-4;
    const MotionSettings settings{dt, gravity_, 0, 0};
    const NewtonReport report =
        advance(*model_, masses_, bones, bones, settings, stop, motion_, *w_, result);
    EXPECT_EQ(report.status, NewtonStatus::Converged);
  }

  /// Mean of x over the body.
  double place() const {
    double sum = 0, mass = 0;
    for (std::size_t n = 0; n < masses_.size(); ++n) {
      sum += static_cast<double>(masses_[n]) * motion_.positions[4 * n];
      mass += static_cast<double>(masses_[n]);
    }
    return sum / mass;
  }
  double speed() const {
    double sum = 0, mass = 0;
    for (std::size_t n = 0; n < masses_.size(); ++n) {
      sum += static_cast<double>(masses_[n]) * motion_.velocity[4 * n];
      mass += static_cast<double>(masses_[n]);
    }
    return sum / mass;
  }
  /// Acceleration down the slope, from the speed between two times.
  double acceleration(int settle, int steps, double dt) {
    for (int i = 0; i < settle; ++i) step(dt);
    const double before = speed();
    for (int i = 0; i < steps; ++i) step(dt);
    return (speed() - before) / (steps * dt);
  }
  Vec3<double> forceOnFloor() const { return forceOnObject(*w_->objects, 0); }

 private:
  CellSlot nearestCell(const Vec3<double>& p) const {
    CellSlot best = -1;
    double least = 1e9;
    const Lattice& lattice = model_->lattice;
    for (CellSlot slot = 0; slot < lattice.blockCount * kBlockCells; ++slot) {
      if (!lattice.isActive(slot)) continue;
      const Int3 c = lattice.cellCoord(slot);
      const Vec3<double> d = Vec3<double>{c.x + 0.5, c.y + 0.5, c.z + 0.5} - p;
      if (dot(d, d) < least) least = dot(d, d), best = slot;
    }
    return best;
  }

  std::unique_ptr<FleshModel> model_;
  std::unique_ptr<Workspace> w_;
  DistanceField floor_;
  Motion motion_;
  std::vector<float> masses_;
  Vec3<double> gravity_{0, 0, 0};
};

FreeBody block(double friction, double slope) {
  std::vector<Int3> cells;
  for (int i = 0; i < 8 * 3 * 6; ++i) cells.push_back({i % 8, i / 8 % 3, i / 24});
  return FreeBody(cells, boxMesh({0, 0, 0}, {8, 3, 6}), friction, slope);
}

FreeBody roller(double friction, double slope) {
  const double r = 5;
  std::vector<Int3> cells;
  for (int z = 0; z < 3; ++z)
    for (int y = 0; y < 10; ++y)
      for (int x = -5; x < 5; ++x)
        if (std::hypot(x + 0.5, y + 0.5 - r) < r) cells.push_back({x, y, z});
  return FreeBody(cells, cylinderMesh({0, r, 0}, r, 3, 72), friction, slope);
}

TEST(FrictionTerm, IsOneEnergyAndStaysInTheCone) {
  Random random(3);
  for (int i = 0; i < 200; ++i) {
    Vec3<double> n = randomPoint(random, 1);
    n = (1 / std::sqrt(dot(n, n))) * n;
    const auto across = [&](const Vec3<double>& v) { return v - dot(v, n) * n; };
    const Vec3<double> u = across(randomPoint(random, i % 2 == 0 ? kStick : 20 * kStick));
    const Vec3<double> way = across(randomPoint(random, 1e-7));
    const FrictionTerm before = frictionTerm(2.5, u - way, n), at = frictionTerm(2.5, u, n),
                       after = frictionTerm(2.5, u + way, n);
    EXPECT_NEAR(after.energy - before.energy, -2 * dot(at.force, way), 1e-12);
    const Vec3<double> change = before.force - after.force, foretold = at.stiffness * (2.0 * way);
    EXPECT_NEAR(dot(change - foretold, change - foretold), 0,
                1e-8 * dot(foretold, foretold) + 1e-14);
    EXPECT_LE(dot(at.force, at.force), 2.5 * 2.5 * (1 + 1e-12));
    if (dot(u, u) > kStick * kStick) {
      EXPECT_NEAR(dot(at.force, at.force), 2.5 * 2.5, 1e-9);
    }
  }
  EXPECT_EQ(frictionTerm(2.5, {0, 0, 0}, {0, 1, 0}).energy, 0);
}

TEST(Block, SlidesAsCoulombSays) {
  const double slope = radians(20);
  for (const double friction : {0.0, 0.2, 0.3}) {
    FreeBody body = block(friction, slope);
    const double expected = kG * (std::sin(slope) - friction * std::cos(slope));
    EXPECT_NEAR(body.acceleration(20, 40, 2), expected, 0.01 * kG * std::sin(slope)) << friction;
    const Vec3<double> force = body.forceOnFloor();
    EXPECT_NEAR(force.x, -friction * force.y, 1e-3 * std::fabs(force.y) + 1e-12) << friction;
  }
}

// tan 20 degrees is 0.364.
TEST(Block, SticksBelowTheFrictionAngle) {
  for (const double friction : {0.4, 0.8}) {
    FreeBody body = block(friction, radians(20));
    for (int i = 0; i < 120; ++i) body.step(2);
    const double start = body.place();
    EXPECT_LT(start - 4, friction > 0.5 ? kStick : 0.1);  // it slides until it has settled
    for (int i = 0; i < 60; ++i) body.step(2);
    EXPECT_NEAR(body.place(), start, 0.1 * kStick) << friction;
  }
}

TEST(Roller, RollsWithFrictionAndSlidesWithout) {
  const double slope = radians(20);
  FreeBody slides = roller(0, slope), rolls = roller(0.5, slope);
  EXPECT_NEAR(slides.acceleration(20, 40, 2), kG * std::sin(slope), 0.01 * kG * std::sin(slope));
  // A cylinder that rolls has 3/2 of its mass.
  const double expected = 2.0 / 3 * kG * std::sin(slope);
  EXPECT_NEAR(rolls.acceleration(20, 60, 2), expected, 0.04 * expected);
}

}  // namespace
}  // namespace sinew::testing
