// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
//
// How many V-cycles a linear solve takes (numerics 3 and 8): conjugate gradients on the projected
// tangent, right-hand side the force after a small motion of the bones. The counts are printed.
#include <gtest/gtest.h>

#include <cstdio>
#include <memory>
#include <string>

#include "support/models.h"

namespace sinew::testing {
namespace {

constexpr double kMotion = 0.04;  // of the bones [rad]; the tangents hardly change with it

struct Counts {
  int rough = 0, fine = 0;  // iterations to 1e-3 and to 1e-5
};

// The same body with other flesh: cheaper than building it again.
void setPoissonsRatio(FleshModel& model, double nu) {
  for (CellSlot slot = 0; slot < model.lattice.blockCount * kBlockCells; ++slot)
    if (model.lattice.isActive(slot))
      model.material.lambda(slot) =
          static_cast<float>(2 * nu / (1 - 2 * nu)) * model.material.mu(slot);
  estimateRestEigenvalues(model);
}

Counts countIterations(const std::string& name, const FleshModel& model, double nu,
                       const std::vector<Affine>& bones) {
  Workspace w(model);
  placeBones(model, bones, w);
  linearise(model, w.x, w);
  w.multigrid.setEigenvalues(model.eigenvalues);
  w.multigrid.refreshDiagonal();
  w.multigrid.rebuildLevels();
  const NodeVector f(w.f.begin(), w.f.end());
  const auto iterations = [&](double tolerance) {
    const LinearReport report =
        conjugateGradient(w.multigrid, Tangent::Projected, f, {tolerance, 60}, w.linear, w.dx);
    EXPECT_EQ(report.status, LinearStatus::Converged) << name;
    return report.iterations;
  };
  const Counts counts{iterations(1e-3), iterations(1e-5)};
  std::printf("%-22s nu %.2f %7lld cells, %zu levels: %2d iterations to 1e-3, %2d to 1e-5\n",
              name.c_str(), nu, static_cast<long long>(model.lattice.cellCount),
              model.hierarchy.levels.size() + 1, counts.rough, counts.fine);
  std::fflush(stdout);
  return counts;
}

/// Iterations to 1e-5 that may be demanded (numerics 8, "Targets").
struct Limit {
  double nu;
  int iterations;
};
constexpr Limit kLimits[] = {{0.3, 6}, {0.45, 9}, {0.48, 12}};

struct Body {
  std::string name;
  ModelPlan plan;
  std::vector<Affine> bones;
};

Body arm(double radius) {
  return {"arm", armPlan(radius), {Affine{}, armFlexion(radius, kMotion)}};
}
Body ball(double radius) {
  return {"ball", ballPlan(radius), {rotationAbout({0, 0, 1}, {0, 0, 0}, kMotion)}};
}

// Both sizes of a body, 10 thousand and 100 thousand cells.
void expectFastAtEverySize(const Body& small, const Body& large) {
  const auto coarse = buildModel(small.plan, {}), fine = buildModel(large.plan, {});
  EXPECT_GT(coarse->lattice.cellCount, 9000);
  EXPECT_GT(fine->lattice.cellCount, 90000);
  for (const auto& [nu, iterations] : kLimits) {
    setPoissonsRatio(*coarse, nu);
    setPoissonsRatio(*fine, nu);
    const Counts before = countIterations(small.name, *coarse, nu, small.bones);
    const Counts after = countIterations(large.name, *fine, nu, large.bones);
    EXPECT_LE(before.fine, iterations);
    EXPECT_LE(after.fine, iterations);
    EXPECT_LE(after.rough, before.rough + 1) << "twice the resolution adds at most one iteration";
  }
}

TEST(MultigridRate, ArmStaysFastFromTenToAHundredThousandCells) {
  expectFastAtEverySize(arm(7), arm(15));
}

TEST(MultigridRate, BallStaysFastFromTenToAHundredThousandCells) {
  expectFastAtEverySize(ball(14), ball(29));
}

// Bones thinner than two cells are hardly seen one level up; twice the resolution makes it worse,
// and so does nearly incompressible flesh.
TEST(MultigridRate, HandWithBonesOfOneCellTakesAtMostFourteen) {
  for (const double scale : {1.0, 2.2}) {
    const auto model = buildModel(handPlan(scale), {});
    for (const double nu : {0.3, 0.45, 0.48}) {
      setPoissonsRatio(*model, nu);
      EXPECT_LE(countIterations("hand, one-cell bones", *model, nu, handCurl(scale, kMotion)).fine,
                14);
    }
  }
}

TEST(MultigridRate, SpringsAHundredTimesTheFleshTakeAtMostTwelve) {
  const Body body = arm(7);
  for (const Limit& limit : {Limit{0.3, 12}, Limit{0.4, 12}, Limit{0.45, 12}, Limit{0.48, 16}}) {
    // Their stiffness is a multiple of the flesh's, which depends on nu.
    ModelOptions options;
    options.nu = limit.nu;
    options.springStiffness = 100;
    const auto model = buildModel(body.plan, options);
    ASSERT_GT(model->springs.count, 300);
    EXPECT_LE(countIterations("arm, springs 100x", *model, limit.nu, body.bones).fine,
              limit.iterations);
  }
}

void expectContrastTakesAtMost(int iterations, const Body& body, const std::string& name,
                               const std::function<float(Int3)>& contrast) {
  ModelOptions options;
  options.contrast = contrast;
  const auto model = buildModel(body.plan, options);
  for (const double nu : {0.3, 0.45}) {
    setPoissonsRatio(*model, nu);
    EXPECT_LE(countIterations(body.name + ", " + name, *model, nu, body.bones).fine, iterations);
  }
}

TEST(MultigridRate, StrandsAHundredTimesStifferTakeAtMostFourteen) {
  const auto strands = [](Int3 c) {
    return (c.y & 7) < 2 && (c.z & 7) < 2 ? 100.f : 1.f;  // two cells thick, along x, 8 cells apart
  };
  expectContrastTakesAtMost(14, arm(7), "100x strands", strands);
  expectContrastTakesAtMost(14, ball(14), "100x strands", strands);
}

TEST(MultigridRate, BlocksAHundredTimesStifferTakeAtMostFourteen) {
  const auto seventh = [](std::int32_t c) { return (c + 700) / 7; };
  const auto blocks = [=](Int3 c) {
    return (seventh(c.x) + seventh(c.y) + seventh(c.z)) % 2 ? 100.f : 1.f;
  };
  expectContrastTakesAtMost(14, arm(7), "100x blocks of 7^3", blocks);
  expectContrastTakesAtMost(14, ball(14), "100x blocks of 7^3", blocks);
}

}  // namespace
}  // namespace sinew::testing
