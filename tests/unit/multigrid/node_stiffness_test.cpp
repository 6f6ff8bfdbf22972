// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
//
// Inertia in the linear system: product, levels and V-cycle against assembled matrices, and the
// definiteness of the matrix of backward Euler (McAdams et al. 2011, Figure 4).
#include <gtest/gtest.h>

#include <cmath>
#include <memory>
#include <vector>

#include "constraints/node_loads.h"
#include "multigrid/conjugate_gradient.h"
#include "solver/newton.h"
#include "support/models.h"
#include "support/reference.h"

namespace sinew::testing {
namespace {

// The levels and the projected operator are made of tangents in half floats, as in
// cell_kernels_test.cpp.
constexpr double kHalfFloatTolerance = 5 * 0x1p-11;

using Eigen::Index;
using Eigen::VectorXd;

SparseMatrix diagonal(const ReferenceSystem& system, const std::vector<float>& w) {
  std::vector<Eigen::Triplet<double>> entries;
  for (std::size_t n = 0; n < w.size(); ++n) {
    const Index row = system.unknownOf(static_cast<std::int32_t>(n));
    for (Index k = 0; k < 3 && row >= 0; ++k) entries.emplace_back(row + k, row + k, w[n]);
  }
  SparseMatrix D(system.unknowns(), system.unknowns());
  D.setFromTriplets(entries.begin(), entries.end());
  return D;
}

double relative(const SparseMatrix& a, const SparseMatrix& b) { return (a - b).norm() / b.norm(); }

class NodeStiffness : public ::testing::Test {
 protected:
  NodeStiffness() {
    ModelOptions options;
    options.nu = 0.4;
    model_ = buildModel(raggedPlan(), options);
    w_ = std::make_unique<Workspace>(*model_);
    w_->x = deformedPositions(*model_, 5);
    system_ = std::make_unique<ReferenceSystem>(*model_, std::vector<SpringSpec>{}, w_->x);
    linearise(*model_, w_->x, *w_);
  }

  /// The mass of every node times `scale`, uneven.
  std::vector<float> weights(float scale) const {
    std::vector<float> w = nodeMasses(model_->lattice, {});
    for (std::size_t n = 0; n < w.size(); ++n) w[n] *= n % 3 == 0 ? 2 * scale : scale;
    return w;
  }
  void use(const std::vector<float>& w) {
    w_->multigrid.setNodeStiffness(w.data());
    w_->multigrid.refreshDiagonal();
    w_->multigrid.rebuildLevels();
    w_->multigrid.setEigenvalues(model_->eigenvalues);
  }
  VectorXd random(std::uint32_t seed) const {
    Random numbers(seed);
    return VectorXd::NullaryExpr(system_->unknowns(), [&](Index) { return numbers.next(); });
  }

  std::unique_ptr<FleshModel> model_;
  std::unique_ptr<Workspace> w_;
  std::unique_ptr<ReferenceSystem> system_;
};

TEST_F(NodeStiffness, IsInTheProductAndGoneAfterwards) {
  const std::vector<float> w = weights(3);
  const VectorXd v = random(1);
  const NodeVector x = system_->scatter(v);
  NodeVector y = makeNodeVector(model_->lattice.nodeCount), without = y;
  w_->multigrid.apply(Tangent::Projected, x, without);
  use(w);
  const double xy = w_->multigrid.apply(Tangent::Projected, x, y);
  const VectorXd expected = system_->gather(without) + diagonal(*system_, w) * v;
  EXPECT_LT((system_->gather(y) - expected).norm(), 1e-6 * expected.norm());
  EXPECT_NEAR(xy, v.dot(expected), 1e-5 * xy);
  w_->multigrid.setNodeStiffness(nullptr);
  w_->multigrid.apply(Tangent::Projected, x, y);
  EXPECT_EQ(y, without);
}

TEST_F(NodeStiffness, IsInEveryLevelAsTheProductOfMatrices) {
  const std::vector<float> w = weights(20);
  use(w);
  SparseMatrix K = system_->stiffness(Tangent::Projected) + diagonal(*system_, w);
  const std::vector<ReferenceLevel> levels = referenceLevels(*model_, *system_);
  ASSERT_GT(levels.size(), kPassedLevels);
  for (std::size_t l = 0; l < levels.size(); ++l) {
    K = levels[l].prolongation.transpose() * K * levels[l].prolongation;
    if (l < kPassedLevels) continue;
    EXPECT_LT(relative(matrixOf(model_->hierarchy.levels[l], w_->multigrid.levelBlocks(l)), K),
              kHalfFloatTolerance)
        << "level " << l + 1;
  }
}

// From flesh without mass to nothing but mass: the V-cycle must stay positive, and mass can only
// help.
TEST_F(NodeStiffness, MakesNoLinearSolveLonger) {
  const NodeVector f = system_->scatter(random(2));
  NodeVector dx = makeNodeVector(model_->lattice.nodeCount);
  int before = 1000;
  for (const float scale : {1e-6f, 1e-2f, 1.f, 1e2f, 1e6f}) {
    const std::vector<float> w = weights(scale);
    use(w);
    const LinearReport report =
        conjugateGradient(w_->multigrid, Tangent::Projected, f, {1e-5, 100}, w_->linear, dx);
    EXPECT_EQ(report.status, LinearStatus::Converged) << scale;
    EXPECT_LE(report.iterations, before + 1) << scale;
    before = report.iterations;
    const SparseMatrix K = system_->stiffness(Tangent::Projected) + diagonal(*system_, w);
    const VectorXd b = system_->gather(f);
    EXPECT_LT((K * system_->gather(dx) - b).norm(), kHalfFloatTolerance * b.norm()) << scale;
  }
}

TEST(NodeLoads, ForceIsMinusTheGradientOfTheEnergy) {
  Random numbers(7);
  NodeLoads loads;
  loads.isActive = loads.hasStiffness = true;
  loads.resize(5);
  AlignedVector<double> x(20);
  NodeVector dx(20);
  for (std::size_t i = 0; i < 20; ++i) {
    loads.target[i] = numbers.next(), loads.force[i] = numbers.next();
    x[i] = numbers.next(), dx[i] = static_cast<float>(numbers.next());
  }
  for (float& w : loads.stiffness) w = static_cast<float>(2 + numbers.next());
  AlignedVector<double> before = x;
  for (std::size_t i = 0; i < 20; ++i) before[i] -= 0.7 * static_cast<double>(dx[i]);
  EXPECT_NEAR(loadEnergyChange(loads, x.data(), 0.7, dx.data()),
              loadEnergy(loads, x.data()) - loadEnergy(loads, before.data()), 1e-13);
  NodeVector f(20, 0.f);
  addLoadForces(loads, x.data(), f.data());
  for (std::size_t i = 0; i < 20; ++i) {
    if (i % 4 == 3) continue;
    AlignedVector<double> up = x;
    up[i] += 1e-3;
    NodeVector along(20, 0.f);
    along[i] = 1;
    const double slope = loadEnergyChange(loads, up.data(), 2e-3, along.data()) / 2e-3;
    EXPECT_NEAR(f[i], -slope, 1e-6) << i;
  }
}

// The same bar with finer and finer cells, pressed together by a third, in steps of 10 ms. Mass
// per node falls faster than stiffness, so the exact matrix loses its definiteness on the way; the
// projected one never does.
TEST(BackwardEulerMatrix, IsDefiniteAtAnyResolutionOnlyIfProjected) {
  const double edge = 0.05, shear = 500, density = 1000, dt = 0.01;
  std::vector<Index> exact;
  for (const int cells : {1, 2, 4}) {
    const auto model = buildModel(barPlan(4 * cells, cells, cells, false), {});
    AlignedVector<double> x = restPositions(model->lattice);
    for (std::size_t i = 0; i < x.size(); i += 4) x[i] *= 0.67;
    const ReferenceSystem system(*model, {}, x);
    const double steps = dt / (edge / cells * std::sqrt(density / shear));  // in units of time
    std::vector<float> w = nodeMasses(model->lattice, {});
    for (float& m : w) m /= static_cast<float>(steps * steps);
    const SparseMatrix M = diagonal(system, w);
    exact.push_back(negativeEigenvalues(system.stiffness(Tangent::Exact) + M));
    EXPECT_EQ(negativeEigenvalues(system.stiffness(Tangent::Projected) + M), 0) << cells;
  }
  EXPECT_EQ(exact.front(), 0);
  EXPECT_GT(exact.back(), 0);
}

}  // namespace
}  // namespace sinew::testing
