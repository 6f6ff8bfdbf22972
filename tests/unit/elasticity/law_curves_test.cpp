// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
//
// Stress of every law against the formula of textbooks, written in F instead of singular values:
// uniaxial stretch, simple shear, and the limit of small strains.
#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <cmath>
#include <string>

#include "elasticity/laws/corotated-inl.h"
#include "elasticity/laws/corotated_volume-inl.h"
#include "elasticity/laws/mooney_rivlin-inl.h"
#include "elasticity/laws/stable_neo_hookean-inl.h"
#include "elasticity/pressure-inl.h"
#include "elasticity/principal-inl.h"
#include "sinew/settings.h"

namespace sinew::testing {
namespace {

namespace core = HWY_NAMESPACE;
using Eigen::Matrix3d;

// The constants 4/3 and 5/6 of a law are stored as floats: that is all it may differ by.
constexpr double kRounding = 2e-7;

constexpr double kMu = 1.3, kLambda = 7.7, kShare = 0.4;

template <class Law>
Matrix3d stressOfLaw(const Matrix3d& F) {
  Mat3<double> U, V;
  Vec3<double> sigma;
  core::svd3(
      Mat3<double>{F(0, 0), F(0, 1), F(0, 2), F(1, 0), F(1, 1), F(1, 2), F(2, 0), F(2, 1), F(2, 2)},
      U, sigma, V);
  const auto s = Law::evaluate(sigma, core::LawConstants<double>{kMu, kLambda, kShare});
  const Mat3<double> P = core::stress(U, s.stress, V);
  Matrix3d result;
  result << P.xx, P.xy, P.xz, P.yx, P.yy, P.yz, P.zx, P.zy, P.zz;
  return result;
}

Matrix3d stressOf(FleshLaw law, const Matrix3d& F) {
  switch (law) {
    case FleshLaw::Corotated:
      return stressOfLaw<core::Corotated>(F);
    case FleshLaw::CorotatedVolume:
      return stressOfLaw<core::CorotatedVolume>(F);
    case FleshLaw::StableNeoHookean:
      return stressOfLaw<core::StableNeoHookean>(F);
    case FleshLaw::MooneyRivlin:
      return stressOfLaw<core::MooneyRivlin>(F);
  }
  return {};
}

// P(F) with R the rotation of F, given in closed form by the caller.
Matrix3d closedForm(FleshLaw law, const Matrix3d& F, const Matrix3d& R) {
  const double J = F.determinant(), I = F.squaredNorm();
  const Matrix3d cofactor = J * F.inverse().transpose();
  switch (law) {
    case FleshLaw::Corotated:
      return 2 * kMu * (F - R) + kLambda * ((R.transpose() * F).trace() - 3) * R;
    case FleshLaw::CorotatedVolume: {
      // Where |J| < 1/2, 16 times the integral of S(1 - 2 |J|) from J to 1/2.
      const double v = std::clamp(1 - 2 * std::fabs(J), 0.0, 1.0);
      const double half = 0.5 * (v * v * v - 0.5 * v * v * v * v);
      const double crushed = 16 * (J > 0 ? half : 0.5 - half);
      return 2 * kMu * (F - R) + kLambda * (J - 1 - crushed) * cofactor;
    }
    case FleshLaw::StableNeoHookean: {
      const double m = 4 * kMu / 3, l = kLambda + 5 * kMu / 6;
      return m * (1 - 1 / (I + 1)) * F + (l * (J - 1) - 0.75 * m) * cofactor;
    }
    case FleshLaw::MooneyRivlin: {
      const double b = 0.5 * kMu * kShare, a = 0.5 * kMu - b;
      return 2 * a * F + 2 * b * (I * F - F * F.transpose() * F) +
             ((kLambda + 2 * a) * (J - 1) - (2 * a + 4 * b)) * cofactor;
    }
  }
  return {};
}

class LawCurves : public ::testing::TestWithParam<FleshLaw> {};
INSTANTIATE_TEST_SUITE_P(Laws, LawCurves,
                         ::testing::Values(FleshLaw::Corotated, FleshLaw::CorotatedVolume,
                                           FleshLaw::StableNeoHookean, FleshLaw::MooneyRivlin),
                         [](const auto& law) {
                           return std::string(kFleshLawNames[static_cast<int>(law.param)]);
                         });

TEST_P(LawCurves, UniaxialStressIsTheClosedForm) {
  for (double stretch = -0.85; stretch < 3; stretch += 0.1) {  // inverted, crushed, stretched
    const Matrix3d F = Eigen::Vector3d(stretch, 1, 1).asDiagonal();
    const Matrix3d expected = closedForm(GetParam(), F, Matrix3d::Identity());
    EXPECT_LT((stressOf(GetParam(), F) - expected).norm(), kRounding * (1 + expected.norm()))
        << stretch;
  }
}

TEST_P(LawCurves, SimpleShearStressIsTheClosedForm) {
  for (double shear = -3; shear <= 3; shear += 0.25) {
    Matrix3d F = Matrix3d::Identity();
    F(0, 1) = shear;
    // The rotation of simple shear turns by atan(shear / 2).
    const double angle = -std::atan(shear / 2);
    const Matrix3d R = Eigen::AngleAxisd(angle, Eigen::Vector3d::UnitZ()).toRotationMatrix();
    const Matrix3d expected = closedForm(GetParam(), F, R);
    EXPECT_LT((stressOf(GetParam(), F) - expected).norm(), kRounding * (1 + expected.norm()))
        << shear;
  }
}

TEST_P(LawCurves, SmallStrainsAreLinearElasticity) {
  Matrix3d gradient;
  gradient << 0.3, -0.7, 0.2, 0.5, 0.1, 0.9, -0.4, 0.6, -0.8;
  const Matrix3d strain = 0.5 * (gradient + gradient.transpose());
  const Matrix3d expected = 2 * kMu * strain + kLambda * strain.trace() * Matrix3d::Identity();
  double last = 0;
  for (const double size : {1e-3, 1e-4, 1e-5}) {
    const Matrix3d P = stressOf(GetParam(), Matrix3d::Identity() + size * gradient);
    const double error = (P / size - expected).norm() / expected.norm();
    EXPECT_LT(error, 20 * size);  // of first order in the strain
    if (last > 0) {
      EXPECT_NEAR(error / last, 0.1, 0.01);
    }
    last = error;
  }
}

// --- The pressure of a cell --------------------------------------------------

// Energy p M against its derivatives, where nothing is degenerate.
template <core::VolumeMeasure kMeasure>
void expectDerivatives() {
  const double p = -2.3, step = 1e-5;
  const Vec3<double> sigma{1.4, 0.9, 0.6};
  const auto stateAt = [&](const Vec3<double>& at) {
    core::PrincipalState<double> s{0, {0, 0, 0}, {0, 0, 0, 0, 0, 0}, {0, 0, 0}, {0, 0, 0}};
    core::addPressure<kMeasure>(at, core::volumeChange<kMeasure>(at, 1.0), p, s);
    return s;
  };
  const core::PrincipalState<double> s = stateAt(sigma);
  const auto moved = [&](int i, double by) {
    Vec3<double> at = sigma;
    (i == 0 ? at.x : i == 1 ? at.y : at.z) += by;
    return stateAt(at);
  };
  const double stress[3] = {s.stress.x, s.stress.y, s.stress.z};
  const double rows[3][3] = {{s.stretch.xx, s.stretch.xy, s.stretch.xz},
                             {s.stretch.xy, s.stretch.yy, s.stretch.yz},
                             {s.stretch.xz, s.stretch.yz, s.stretch.zz}};
  for (int i = 0; i < 3; ++i) {
    const auto up = moved(i, step), down = moved(i, -step);
    EXPECT_NEAR((up.energy - down.energy) / (2 * step), stress[i], 1e-8);
    EXPECT_NEAR((up.stress.x - down.stress.x) / (2 * step), rows[i][0], 1e-8);
    EXPECT_NEAR((up.stress.y - down.stress.y) / (2 * step), rows[i][1], 1e-8);
    EXPECT_NEAR((up.stress.z - down.stress.z) / (2 * step), rows[i][2], 1e-8);
  }
  EXPECT_NEAR(s.shear.x, (stress[1] - stress[2]) / (sigma.y - sigma.z), 1e-12);
  EXPECT_NEAR(s.twist.x, (stress[1] + stress[2]) / (sigma.y + sigma.z), 1e-12);
  EXPECT_NEAR(s.shear.y, (stress[2] - stress[0]) / (sigma.z - sigma.x), 1e-12);
  EXPECT_NEAR(s.twist.z, (stress[0] + stress[1]) / (sigma.x + sigma.y), 1e-12);
  const auto idle = core::volumeChange<kMeasure>(sigma, 0.0);  // a cell that carries nothing
  EXPECT_EQ(idle.excess, 0);
  EXPECT_EQ(idle.gradient.x, 0);
}

TEST(CellPressure, HasTheDerivativesOfItsEnergy) {
  expectDerivatives<core::VolumeMeasure::Trace>();
  expectDerivatives<core::VolumeMeasure::Jacobian>();
}

}  // namespace
}  // namespace sinew::testing
