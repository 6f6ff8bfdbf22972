// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
//
// The preconditioner's tangent (docs/theory/materials.md, section 6), run in double.
#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <Eigen/Eigenvalues>
#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <memory>

#include "elasticity/fitted-inl.h"
#include "elasticity/laws/corotated-inl.h"
#include "elasticity/laws/corotated_volume-inl.h"
#include "elasticity/laws/mooney_rivlin-inl.h"
#include "elasticity/laws/stable_neo_hookean-inl.h"
#include "solver/newton.h"
#include "support/models.h"
#include "support/reference.h"

namespace sinew::testing {
namespace {

namespace core = HWY_NAMESPACE;
using Eigen::Matrix3d;
using Tangent3 = core::PrincipalTangent<double>;

constexpr double kMu = 1.3, kLambda = 9 * kMu;  // Poisson's ratio 0.45

// Float constants of the fit, such as 0.1f.
constexpr double kFloat = 0x1p-23;

template <class Law>
Tangent3 projectedAt(const Vec3<double>& sigma) {
  return core::projectedTangent(
      Law::evaluate(sigma, core::LawConstants<double>{kMu, kLambda, 0.4}));
}

// The fitted tangent in the frame of U and V (eq. 11).
Tangent3 fittedTo(const Tangent3& t) {
  const core::FittedTangent<double> fit = core::fitTangent(t);
  const Sym3<double> twoI{2, 0, 0, 2, 0, 2};
  return {fit.m * (twoI + outer(fit.w)), {fit.m, fit.m, fit.m}, t.halfTwist};
}

Matrix3d toEigen(const Mat3<double>& A) {
  Matrix3d result;
  result << A.xx, A.xy, A.xz, A.yx, A.yy, A.yz, A.zx, A.zy, A.zz;
  return result;
}
Matrix3d toEigen(const Sym3<double>& A) { return toEigen(toMat3(A)); }

Mat3<double> randomMatrix(Random& random) {
  Mat3<double> A;
  for (double* a : {&A.xx, &A.xy, &A.xz, &A.yx, &A.yy, &A.yz, &A.zx, &A.zy, &A.zz})
    *a = random.next();
  return A;
}

Mat3<double> randomRotation(Random& random) {
  Mat3<double> U, V;
  Vec3<double> sigma;
  core::svd3(randomMatrix(random), U, sigma, V);
  return U;
}

// In descending order; below 0: inverted.
Vec3<double> randomStretches(Random& random, double least) {
  std::array<double, 3> s;
  for (double& v : s) v = least + (1.6 - least) * (0.5 + 0.5 * random.next());
  std::sort(s.begin(), s.end(), std::greater<>());
  return {s[0], s[1], s[2]};
}

// Greatest over least stiffness of one tangent measured by the other, of all strains.
double spread(const Tangent3& t, const Tangent3& by) {
  const Eigen::GeneralizedSelfAdjointEigenSolver<Matrix3d> eigen(toEigen(t.stretch),
                                                                 toEigen(by.stretch));
  double least = eigen.eigenvalues().minCoeff(), greatest = eigen.eigenvalues().maxCoeff();
  const double shears[3] = {t.halfShear.x / by.halfShear.x, t.halfShear.y / by.halfShear.y,
                            t.halfShear.z / by.halfShear.z};
  for (const double ratio : shears)
    least = std::min(least, ratio), greatest = std::max(greatest, ratio);
  return greatest / least;
}

template <class Law>
void expectExactAtRest() {
  const Tangent3 t = projectedAt<Law>({1, 1, 1}), fit = fittedTo(t);
  EXPECT_LT((toEigen(fit.stretch) - toEigen(t.stretch)).norm(), 8 * kFloat * kLambda);
  EXPECT_NEAR(fit.halfShear.x, t.halfShear.x, 8 * kFloat * kLambda);
}

TEST(Fitted, IsTheTangentItselfAtRest) {
  expectExactAtRest<core::Corotated>();
  expectExactAtRest<core::CorotatedVolume>();
  expectExactAtRest<core::StableNeoHookean>();
  expectExactAtRest<core::MooneyRivlin>();
}

TEST(Fitted, IsTheProjectedTangentOfTheCorotatedLawEverywhere) {
  Random random(1);
  for (int trial = 0; trial < 200; ++trial) {
    const Tangent3 t = projectedAt<core::Corotated>(randomStretches(random, -0.3));
    EXPECT_LT(spread(t, fittedTo(t)), 1 + 20 * kFloat * kLambda / kMu);
  }
}

// What conjugate gradients have to make up for, in cells that are bent, pressed and stretched but
// keep their volume roughly. Seen: 2.6; 35 if w were along (1, 1, 1).
TEST(Fitted, IsWithinAFactorOfTheProjectedTangentInFolds) {
  Random random(2);
  double worst = 0;
  for (int trial = 0; trial < 20000; ++trial) {
    const Vec3<double> sigma = randomStretches(random, 0.5);
    const double J = sigma.x * sigma.y * sigma.z;
    if (J < 0.6 || J > 1.05) continue;
    const Tangent3 t = projectedAt<core::CorotatedVolume>(sigma);
    worst = std::max(worst, spread(t, fittedTo(t)));
  }
  EXPECT_LT(worst, 3);
}

// Whatever a law and a state come up with, half floats can hold the fit, and it is positive.
TEST(Fitted, StaysWithinHalfFloats) {
  Random random(3);
  const double most = 46;  // the root of 2^11, of 65504
  for (int trial = 0; trial < 20000; ++trial) {
    const double scale = std::pow(10, 4 * random.next());
    const Vec3<double> sigma = scale * randomStretches(random, -1.5);
    for (const Tangent3& t :
         {projectedAt<core::CorotatedVolume>(sigma), projectedAt<core::StableNeoHookean>(sigma),
          projectedAt<core::MooneyRivlin>(sigma)}) {
      const core::FittedTangent<double> fit = core::fitTangent(t);
      ASSERT_GE(fit.m, 0);
      for (const double part : {fit.w.x, fit.w.y, fit.w.z}) ASSERT_LT(std::abs(part), most);
      for (const double part : {t.halfTwist.x, t.halfTwist.y, t.halfTwist.z})
        ASSERT_LT(std::sqrt(part / fit.m), most);
    }
  }
}

TEST(Fitted, IsTheSameInTheFrameOfTheRotation) {
  Random random(4);
  for (int trial = 0; trial < 50; ++trial) {
    const Mat3<double> U = randomRotation(random), V = randomRotation(random);
    const Mat3<double> R = mulTransposeRight(U, V), dF = randomMatrix(random);
    const Tangent3 projected = projectedAt<core::CorotatedVolume>(randomStretches(random, 0.3));
    const core::FittedTangent<double> fit = core::fitTangent(projected);
    const Tangent3 t = fittedTo(projected);
    const Sym3<double> W = core::sandwich(V, fit.w),
                       C = core::lowerFactor(core::sandwich(V, (1 / fit.m) * t.halfTwist));

    const Mat3<double> D = mulTransposeLeft(R, dF);
    const Mat3<double> change =
        R * core::fittedStressChange(D, fit.m, W, core::factorTimes(C, core::axialVector(D)));
    const Matrix3d expected = toEigen(core::stressChange(dF, U, V, t));
    EXPECT_LT((toEigen(change) - expected).norm(), 1e-6 * expected.norm());

    const core::AxisBlocks<double> H = core::fittedAxisBlocks(R, fit.m, W, core::factorSquare(C)),
                                   reference = core::axisBlocks(U, V, t);
    for (const auto block : {&core::AxisBlocks<double>::xx, &core::AxisBlocks<double>::yy,
                             &core::AxisBlocks<double>::zz, &core::AxisBlocks<double>::xy,
                             &core::AxisBlocks<double>::yz, &core::AxisBlocks<double>::xz})
      EXPECT_LT((toEigen(H.*block) - toEigen(reference.*block)).norm(), 1e-6 * kLambda * 10);
  }
}

// --- The kernels ---------------------------------------------------------------

// K of one cell whose tangent is fitted, in double.
Matrix24d fittedStiffness(const ReferenceSystem::Cell& cell) {
  const ProperSvd svd(gradientAtCentre(cell.x));
  const auto fromEigen = [](const Matrix3d& A) {
    return Mat3<double>{A(0, 0), A(0, 1), A(0, 2), A(1, 0), A(1, 1),
                        A(1, 2), A(2, 0), A(2, 1), A(2, 2)};
  };
  const core::LawConstants<double> c{cell.material.mu, cell.material.lambda, 0};
  const Tangent3 t = fittedTo(core::projectedTangent(core::CorotatedVolume::evaluate(
      Vec3<double>{svd.sigma.x(), svd.sigma.y(), svd.sigma.z()}, c)));
  const core::AxisBlocks<double> H = core::axisBlocks(fromEigen(svd.U), fromEigen(svd.V), t);
  const Matrix3d xy = toEigen(H.xy), yz = toEigen(H.yz), xz = toEigen(H.xz);
  const Matrix3d blocks[3][3] = {{toEigen(H.xx), xy, xz},
                                 {xy.transpose(), toEigen(H.yy), yz},
                                 {xz.transpose(), yz.transpose(), toEigen(H.zz)}};
  Matrix24d K;
  for (int a = 0; a < 8; ++a)
    for (int b = 0; b < 8; ++b) {
      Matrix3d sum = cell.material.mu * cell.material.hourglass(a, b) * Matrix3d::Identity();
      for (int k = 0; k < 3; ++k)
        for (int l = 0; l < 3; ++l)
          sum += (a >> k & 1 ? 0.25 : -0.25) * (b >> l & 1 ? 0.25 : -0.25) * blocks[k][l];
      K.block<3, 3>(3 * a, 3 * b) = sum;
    }
  return K;
}

std::unique_ptr<FleshModel> defaultFlesh(const ModelPlan& plan) {
  ModelOptions options;
  options.law = FleshLaw::CorotatedVolume;
  return buildModel(plan, options);
}

TEST(Fitted, IsWhatTheVCycleMultipliesWith) {
  const auto model = defaultFlesh(raggedPlan());
  Workspace w(*model);
  w.x = deformedPositions(*model, 5);
  const ReferenceSystem reference(*model, {}, w.x);
  linearise(*model, w.x, w);
  Random random(6);
  const Eigen::VectorXd u = Eigen::VectorXd::NullaryExpr(
      reference.unknowns(), [&](Eigen::Index) { return random.next(); });
  Eigen::VectorXd expected = Eigen::VectorXd::Zero(u.size());
  for (const ReferenceSystem::Cell& cell : reference.cells()) {
    const Matrix24d K = fittedStiffness(cell);
    for (int a = 0; a < 8; ++a)
      for (int b = 0; b < 8; ++b) {
        const Eigen::Index row = reference.unknownOf(cell.nodes[static_cast<std::size_t>(a)]),
                           column = reference.unknownOf(cell.nodes[static_cast<std::size_t>(b)]);
        if (row >= 0 && column >= 0)
          expected.segment<3>(row) += K.block<3, 3>(3 * a, 3 * b) * u.segment<3>(column);
      }
  }
  NodeVector y = makeNodeVector(model->lattice.nodeCount);
  w.multigrid.apply(Tangent::Projected, reference.scatter(u), y);
  // R, C and W are half floats, which round by 2^-11, and each enters twice. Seen: 5e-4.
  EXPECT_LT((reference.gather(y) - expected).norm() / expected.norm(), 6 * 0x1p-11);
}

TEST(Fitted, PreconditionsTheExactTangentOfAStrainedBody) {
  const auto model = defaultFlesh(barPlan(24, 8, 8, true));
  Workspace w(*model);
  for (std::size_t n = 0; n < model->nodeBone.size(); ++n) {
    double* p = w.x.data() + 4 * n;
    const double x = p[0];
    p[0] = 1.4 * x;
    p[1] = 4 + 0.8 * (p[1] - 4) + 2 * std::sin(x / 4);
    p[2] = 4 + 0.9 * (p[2] - 4);
  }
  linearise(*model, w.x, w);
  w.multigrid.setEigenvalues(model->eigenvalues);
  w.multigrid.refreshDiagonal();
  w.multigrid.rebuildLevels();
  const LinearReport solved =
      conjugateGradient(w.multigrid, Tangent::Exact, w.f, {1e-3, 60}, w.linear, w.dx);
  EXPECT_EQ(solved.status, LinearStatus::Converged);
  EXPECT_LE(solved.iterations, 7);
}

}  // namespace
}  // namespace sinew::testing
