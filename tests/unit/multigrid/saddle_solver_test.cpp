// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
//
// The system with pressures against matrices assembled in double by Eigen, and against the plain
// form, on a small deformed body with fixed nodes and springs.
#include "multigrid/saddle_solver.h"

#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <Eigen/Sparse>
#include <limits>
#include <memory>
#include <vector>

#include "solver/linearise.h"
#include "support/models.h"
#include "support/reference.h"

namespace sinew::testing {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

constexpr double kNu = 0.498;
constexpr PressureRule kPlain{std::numeric_limits<float>::infinity(), 0};

// A bent bar; every third cell is soft enough to carry nothing.
class SaddleSystemTest : public ::testing::Test {
 protected:
  void build(FleshLaw law) {
    ModelOptions options;
    options.nu = kNu;
    options.law = law;
    model_ = buildModel(barPlan(5, 4, 3, false), options);
    for (CellSlot slot = 0; slot < model_->lattice.blockCount * kBlockCells; ++slot)
      if (model_->lattice.isActive(slot) && slot % 3 == 0) model_->material.lambda(slot) = 5;
    springs_ = randomSprings(*model_, 12, 3);
    attachSprings(*model_, springs_);
    w_ = std::make_unique<Workspace>(*model_);
    w_->cells.solvesProjected = false;  // so that it can be compared with the plain form
    ASSERT_TRUE(w_->mixed.has_value());
    bend(w_->x);
  }

  void bend(AlignedVector<double>& x) const {
    Random random(9);
    for (std::size_t n = 0; n < model_->nodeBone.size(); ++n) {
      if (model_->nodeBone[n] >= 0) continue;
      double* p = x.data() + 4 * n;
      p[1] += 0.03 * p[0] * p[0];
      for (int i = 0; i < 3; ++i) p[i] += 0.06 * random.next();
    }
  }

  void lineariseHere() {
    linearise(*model_, w_->x, *w_);
    w_->multigrid.refreshDiagonal();
    w_->multigrid.rebuildLevels();
    w_->mixed->system.refresh();
  }

  NodeVector randomNodes(std::uint32_t seed) const {
    NodeVector v = makeNodeVector(model_->lattice.nodeCount);
    Random random(seed);
    for (std::size_t n = 0; n < model_->nodeBone.size(); ++n)
      for (std::size_t i = 0; i < 3 && model_->nodeBone[n] < 0; ++i)
        v[4 * n + i] = static_cast<float>(random.next());
    return v;
  }

  std::unique_ptr<FleshModel> model_;
  std::vector<SpringSpec> springs_;
  std::unique_ptr<Workspace> w_;
};

double distance(ConstNodeSpan a, ConstNodeSpan b) {
  double sum = 0, size = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    const double d = static_cast<double>(a[i]) - static_cast<double>(b[i]);
    sum += d * d, size += static_cast<double>(b[i]) * static_cast<double>(b[i]);
  }
  return std::sqrt(sum / size);
}

TEST_F(SaddleSystemTest, SolvesWhatEigenSolves) {
  build(FleshLaw::Corotated);
  for (std::size_t i = 0; i < w_->targets.size(); i += 4)
    w_->targets[i] += 2;  // pulled: springs at rest would leave pressures of rounding's size
  lineariseHere();        // with p = 0, so A is K of flesh with lambda0
  const CellPressures& pressures = w_->cells.pressures;
  FleshModel kept = *model_;
  for (CellSlot slot = 0; slot < kept.lattice.blockCount * kBlockCells; ++slot)
    kept.material.lambda(slot) -= pressures.carried[static_cast<std::size_t>(slot)];
  const ReferenceSystem reference(kept, springs_, w_->x);
  const Index unknowns = reference.unknowns();
  const auto cells = static_cast<Index>(reference.cells().size());
  MatrixXd K = MatrixXd::Zero(unknowns + cells, unknowns + cells);
  K.topLeftCorner(unknowns, unknowns) = MatrixXd(reference.stiffness(Tangent::Exact));
  VectorXd right = VectorXd::Zero(unknowns + cells);
  right.head(unknowns) = reference.force(w_->targets);
  Index carrying = 0;
  for (Index c = 0; c < cells; ++c) {
    const ReferenceSystem::Cell& cell = reference.cells()[static_cast<std::size_t>(c)];
    const double carried = pressures.carried[static_cast<std::size_t>(cell.slot)];
    K(unknowns + c, unknowns + c) = -1;
    if (!(carried > 0)) continue;
    ++carrying;
    const ProperSvd svd(gradientAtCentre(cell.x));
    const Eigen::Matrix3d R = svd.U * svd.V.transpose();
    for (int a = 0; a < 8; ++a) {
      const Index u = reference.unknownOf(cell.nodes[static_cast<std::size_t>(a)]);
      const Eigen::Vector3d g(a & 1 ? 0.25 : -0.25, a & 2 ? 0.25 : -0.25, a & 4 ? 0.25 : -0.25);
      const Eigen::Vector3d row = R * g;
      for (Index i = 0; i < 3 && u >= 0; ++i)
        K(unknowns + c, u + i) = K(u + i, unknowns + c) = row(i);
    }
    K(unknowns + c, unknowns + c) = -1 / carried;
    right(unknowns + c) = -(svd.sigma.sum() - 3);
  }
  ASSERT_GT(carrying, cells / 2);
  ASSERT_LT(carrying, cells);
  const VectorXd expected = K.partialPivLu().solve(right);

  SaddleWorkspace& linear = w_->mixed->linear;
  linear.right.u.assign(w_->f.begin(), w_->f.end());
  w_->mixed->system.pressureForce(linear.right.p);
  const LinearReport report = solveSaddle(w_->mixed->system, {1e-5, 100}, linear);
  EXPECT_EQ(report.status, LinearStatus::Converged);
  // Residual 1e-5 in float, condition some tens.
  EXPECT_LT((reference.gather(linear.step.u) - expected.head(unknowns)).norm(),
            1e-3 * expected.head(unknowns).norm());
  double error = 0;
  for (Index c = 0; c < cells; ++c) {
    const auto slot = static_cast<std::size_t>(reference.cells()[static_cast<std::size_t>(c)].slot);
    error = std::max(error,
                     std::fabs(static_cast<double>(linear.step.p[slot]) - expected(unknowns + c)));
  }
  EXPECT_LT(error, 1e-3 * expected.tail(cells).cwiseAbs().maxCoeff());
}

// With p = lambda1 M and dp = lambda1 B dx the first row is K dx of the plain form, and the force
// is that of the plain form.
TEST_F(SaddleSystemTest, IsThePlainFormWherePressuresAreWhatTheyShouldBe) {
  for (int law = 0; law < 4; ++law) {
    SCOPED_TRACE(kFleshLawNames[law]);
    build(static_cast<FleshLaw>(law));
    lineariseHere();
    CellPressures& pressures = w_->cells.pressures;
    for (std::size_t c = 0; c < pressures.value.size(); ++c)
      pressures.value[c] = pressures.carried[c] * pressures.excess[c];
    lineariseHere();
    Workspace plain(*model_, kPlain);
    ASSERT_FALSE(plain.mixed.has_value());
    plain.targets = w_->targets;
    bend(plain.x);
    linearise(*model_, plain.x, plain);
    EXPECT_LT(distance(w_->f, plain.f), 1e-5);

    SaddleVector x = w_->mixed->linear.step, y = x;
    x.u = randomNodes(4);
    w_->mixed->system.divergence(x.u, x.p);
    for (std::size_t c = 0; c < x.p.size(); ++c) x.p[c] *= pressures.carried[c];
    w_->mixed->system.apply(x, y);
    NodeVector expected = y.u;
    plain.multigrid.apply(Tangent::Exact, x.u, expected);
    EXPECT_LT(distance(y.u, expected), 1e-5);
    for (const float row : y.p) EXPECT_NEAR(row, 0, 1e-4);  // of numbers up to 14
  }
}

// Of a law that both forms can keep.
TEST_F(SaddleSystemTest, MultipliesWithTheProjectedTangent) {
  for (const TangentForm form : {TangentForm::Rotated, TangentForm::Fitted}) {
    build(FleshLaw::Corotated);
    w_->cells = CellState(model_->lattice.blockCount, form, w_->cells.pressures);
    FleshModel kept = *model_;
    for (CellSlot slot = 0; slot < kept.lattice.blockCount * kBlockCells; ++slot)
      kept.material.lambda(slot) -= w_->cells.pressures.carried[static_cast<std::size_t>(slot)];
    const ReferenceSystem reference(kept, springs_, w_->x);
    const NodeVector x = randomNodes(7);
    NodeVector y = x;
    const auto errorOf = [&](Tangent expected) {
      linearise(*model_, w_->x, *w_);
      w_->multigrid.apply(Tangent::Exact, x, y);
      const VectorXd right = reference.stiffness(expected) * reference.gather(x);
      return (reference.gather(y) - right).norm() / right.norm();
    };
    ASSERT_TRUE(w_->cells.solvesProjected);
    EXPECT_LT(errorOf(Tangent::Projected), 1e-5);
    EXPECT_GT(errorOf(Tangent::Exact), 1e-3);  // the two differ here
    w_->cells.solvesProjected = false;
    EXPECT_LT(errorOf(Tangent::Exact), 1e-5);
  }
}

TEST(PressureRule, LeavesFleshBelowItAlone) {
  for (const double nu : {0.3, 0.45, 0.48, 0.49, 0.499}) {
    ModelOptions options;
    options.nu = nu;
    const auto model = buildModel(barPlan(4, 4, 4, true), options);
    const Workspace w(*model);
    EXPECT_EQ(w.mixed.has_value(), nu > 0.481) << nu;
  }
}

}  // namespace
}  // namespace sinew::testing
