// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
//
// The formulas of one cell, run in double: the tested lines are the shipped lines.
#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <Eigen/Eigenvalues>
#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <string>
#include <vector>

#include "elasticity/cell_kernels.h"
#include "elasticity/coarse_shapes.h"
// for T = double, at the baseline target
#include "elasticity/cell-inl.h"
#include "elasticity/laws/corotated-inl.h"
#include "elasticity/laws/corotated_volume-inl.h"
#include "elasticity/laws/mooney_rivlin-inl.h"
#include "elasticity/laws/stable_neo_hookean-inl.h"
#include "elasticity/principal-inl.h"
#include "support/reference.h"

namespace sinew::testing {
namespace {

namespace core = HWY_NAMESPACE;
using Eigen::Index;
using Eigen::Matrix3d;
using Eigen::Vector3d;

constexpr std::array<StabilisationWeights, 3> kStabilisations{kExactIntegral, kTwelveEdges,
                                                              kStiffCreases};

// The weights 2/3 and 1/3 are stored as floats: that is all the definition may differ by.
constexpr double kWeightRounding = 0x1p-24;

// --- The templates, put together as the kernels do ---------------------------

constexpr double kMooneyShare = 0.4;

core::PrincipalState<double> evaluate(FleshLaw law, const Vec3<double>& sigma, double mu,
                                      double lambda) {
  const core::LawConstants<double> c{mu, lambda, kMooneyShare};
  switch (law) {
    case FleshLaw::Corotated:
      return core::Corotated::evaluate(sigma, c);
    case FleshLaw::CorotatedVolume:
      return core::CorotatedVolume::evaluate(sigma, c);
    case FleshLaw::StableNeoHookean:
      return core::StableNeoHookean::evaluate(sigma, c);
    case FleshLaw::MooneyRivlin:
      return core::MooneyRivlin::evaluate(sigma, c);
  }
  return {};
}

Matrix3d toEigen(const Mat3<double>& A) {
  Matrix3d result;
  result << A.xx, A.xy, A.xz, A.yx, A.yy, A.yz, A.zx, A.zy, A.zz;
  return result;
}

struct Cell {
  double mu, lambda;
  StabilisationWeights weights;
  FleshLaw law = FleshLaw::Corotated;

  struct State {
    core::Modes<double> modes[3];
    Mat3<double> F, U, V;
    core::PrincipalState<double> principal;
    core::HourglassState<double> hourglass;

    core::PrincipalTangent<double> tangent(Tangent which) const {
      return which == Tangent::Exact ? core::exactTangent(principal)
                                     : core::projectedTangent(principal);
    }
  };

  static void modesOf(const Corners& x, core::Modes<double> modes[3]) {
    for (Index i = 0; i < 3; ++i) {
      double c[8];
      for (Index a = 0; a < 8; ++a) c[a] = x(i, a);
      modes[i] = core::toModes(c);
    }
  }

  static Vector24d fromModes(const core::Modes<double> modes[3]) {
    Vector24d result;
    for (Index i = 0; i < 3; ++i) {
      double c[8];
      core::fromModes(modes[i], c);
      for (Index a = 0; a < 8; ++a) result(3 * a + i) = c[a];
    }
    return result;
  }

  State stateOf(const Corners& x) const {
    State s;
    modesOf(x, s.modes);
    s.F = core::deformationGradient(s.modes);
    Vec3<double> sigma;
    core::svd3(s.F, s.U, sigma, s.V);
    s.principal = evaluate(law, sigma, mu, lambda);
    double Q = 0;
    for (const auto& m : s.modes) Q += core::hourglassSize(m, weights);
    s.hourglass = core::hourglassState(Q, weights);
    return s;
  }

  double energy(const Corners& x) const {
    const State s = stateOf(x);
    return s.principal.energy + mu / 16 * s.hourglass.energy;
  }

  Vector24d force(const Corners& x) const {
    State s = stateOf(x);
    core::forceModes(-core::stress(s.U, s.principal.stress, s.V), -mu * s.hourglass.slope, weights,
                     s.modes);
    return fromModes(s.modes);
  }

  Matrix24d stiffness(const Corners& x, Tangent tangent) const {
    const State s = stateOf(x);
    Matrix24d K;
    for (Index k = 0; k < 24; ++k) {
      Corners dx = Corners::Zero();
      dx(k % 3, k / 3) = 1;
      core::Modes<double> modes[3];
      modesOf(dx, modes);
      const Mat3<double> dF = core::deformationGradient(modes);
      core::forceModes(core::stressChange(dF, s.U, s.V, s.tangent(tangent)),
                       mu * s.hourglass.stiffness, weights, modes);
      K.col(k) = fromModes(modes);
    }
    return K;
  }

  // Block (a, b) from the blocks between axes, as the diagonal and the coarse levels use them.
  Matrix3d block(const Corners& x, Tangent tangent, int a, int b) const {
    const State s = stateOf(x);
    const core::AxisBlocks<double> H = core::axisBlocks(s.U, s.V, s.tangent(tangent));
    const Matrix3d xy = toEigen(H.xy), yz = toEigen(H.yz), xz = toEigen(H.xz);
    const Matrix3d blocks[3][3] = {{toEigen(H.xx), xy, xz},
                                   {xy.transpose(), toEigen(H.yy), yz},
                                   {xz.transpose(), yz.transpose(), toEigen(H.zz)}};
    const auto sign = [](int corner, int k) { return corner >> k & 1 ? 0.25 : -0.25; };
    Matrix3d result =
        mu * s.hourglass.stiffness * hourglassStiffness(a, b, weights) * Matrix3d::Identity();
    for (int k = 0; k < 3; ++k)
      for (int l = 0; l < 3; ++l) result += sign(a, k) * sign(b, l) * blocks[k][l];
    return result;
  }
};

// --- States to look at -------------------------------------------------------

class States {
 public:
  explicit States(std::uint32_t seed) : random_(seed) {}

  double uniform(double from, double to) { return from + (to - from) * 0.5 * (random_.next() + 1); }

  Matrix3d matrix(double size) {
    return Matrix3d::NullaryExpr([&](Index, Index) { return uniform(-size, size); });
  }

  Matrix3d rotation() {
    const Vector3d axis = matrix(1).col(0);
    return Eigen::AngleAxisd(uniform(-3, 3), axis.normalized()).toRotationMatrix();
  }

  /// Corners with this gradient at the centre, and hourglass modes of the given size on top.
  Corners corners(const Matrix3d& F, double hourglass) {
    const Corners rest = restCorners();
    const Corners noise =
        Corners::NullaryExpr([&](Index, Index) { return uniform(-hourglass, hourglass); });
    return F * rest + noise - gradientAtCentre(noise) * rest;
  }

  Matrix3d stretched(double s1, double s2, double s3) {
    return rotation() * Vector3d(s1, s2, s3).asDiagonal() * rotation().transpose();
  }

  Cell material(StabilisationWeights weights, FleshLaw law) {
    const double nu = uniform(0.0, 0.49), mu = uniform(0.5, 2);
    return {mu, 2 * nu / (1 - 2 * nu), weights, law};
  }

 private:
  Random random_;
};

struct Family {
  std::string name;
  std::function<Matrix3d(States&)> make;
};

// Away from sigma_2 + sigma_3 = 0, where the energy has a kink and no Hessian.
const std::vector<Family>& smoothFamilies() {
  static const std::vector<Family> families{
      {"near rest", [](States& s) -> Matrix3d { return s.rotation() + s.matrix(0.1); }},
      {"generic",
       [](States& s) {
         return s.stretched(s.uniform(1.5, 2), s.uniform(0.8, 1.4), s.uniform(0.2, 0.7));
       }},
      {"two equal", [](States& s) { return s.stretched(1.3, 1.3, 0.6); }},
      {"flattened",
       [](States& s) {
         return s.stretched(s.uniform(1, 2), s.uniform(0.4, 1), s.uniform(-1e-6, 1e-6));
       }},
      {"flat exactly", [](States& s) { return s.stretched(1.2, 0.9, 0); }},
      {"inverted",
       [](States& s) {
         return s.stretched(s.uniform(1, 2), s.uniform(0.7, 1), s.uniform(-0.5, -0.1));
       }},
      {"mirrored and small", [](States& s) { return s.stretched(0.6, 0.5, -0.3); }}};
  return families;
}

// Anything at all.
const std::vector<Family>& wildFamilies() {
  static const std::vector<Family> families{
      {"random", [](States& s) { return s.matrix(2); }},
      {"flattened to a plane",
       [](States& s) { return s.stretched(s.uniform(0, 2), s.uniform(0, 2), 0); }},
      {"flattened to a line", [](States& s) { return s.stretched(s.uniform(0, 3), 0, 0); }},
      {"collapsed", [](States& s) { return s.matrix(1e-9); }},
      {"inverted",
       [](States& s) -> Matrix3d { return -s.rotation() * s.uniform(0.01, 3) + s.matrix(0.3); }},
      {"mirrored", [](States& s) { return s.stretched(1, 1, -1); }},
      {"compressed", [](States& s) { return s.stretched(0.3, 0.2, 0.1); }},
      {"huge", [](States& s) { return s.matrix(1e3); }}};
  return families;
}

// Fourth-order central difference of f along unknown k.
template <class F>
auto difference(F&& f, const Corners& x, Index k, double step) {
  const auto at = [&](double t) {
    Corners moved = x;
    moved(k % 3, k / 3) += t;
    return f(moved);
  };
  using Value = decltype(f(x));
  return Value((8 * (at(step) - at(-step)) - (at(2 * step) - at(-2 * step))) / (12 * step));
}

// 1e-3 of a cell: the truncation (5e-13 times fifth derivatives, which grow as (sigma_2 +
// sigma_3)^-4) and the round-off (1e-16 / 1e-3) both stay far below the 1e-6 that is claimed.
constexpr double kStep = 1e-3;
constexpr double kDerivativeTolerance = 1e-6;

// Expects an error below the tolerance for `count` states of every family and all stabilisations.
void expectBelow(double tolerance, FleshLaw law, const std::vector<Family>& families, int count,
                 const std::function<double(const Cell&, const Corners&, States&)>& errorOf) {
  for (const StabilisationWeights weights : kStabilisations)
    for (const Family& family : families) {
      SCOPED_TRACE(family.name + (weights.trilinear > 1 ? ", twelve edges"
                                  : weights.creases > 0 ? ", stiff creases"
                                                        : ", exact integral"));
      States states(11);
      double worst = 0;
      for (int i = 0; i < count; ++i) {
        const Cell cell = states.material(weights, law);
        const double error = errorOf(cell, states.corners(family.make(states), 0.3), states);
        if (!(error <= worst)) worst = error;  // keeps a NaN
      }
      EXPECT_LT(worst, tolerance);
    }
}

// --- Modes and the cell Laplacian --------------------------------------------

TEST(CellModes, AreTheSignedSumsOfTheCorners) {
  States states(1);
  double c[8];
  for (double& value : c) value = states.uniform(-1, 1);
  double sums[8] = {};  // by which of the signs s_x, s_y, s_z are multiplied
  for (int m = 0; m < 8; ++m)
    for (int a = 0; a < 8; ++a) {
      double sign = 1;
      for (int k = 0; k < 3; ++k)
        if (m >> k & 1) sign *= a >> k & 1 ? 1 : -1;
      sums[m] += sign * c[a];
    }
  const core::Modes<double> modes = core::toModes(c);
  const double roundOff = 1e-15;  // of eight numbers up to 1
  EXPECT_NEAR(modes.x, sums[1], roundOff);
  EXPECT_NEAR(modes.y, sums[2], roundOff);
  EXPECT_NEAR(modes.xy, sums[3], roundOff);
  EXPECT_NEAR(modes.z, sums[4], roundOff);
  EXPECT_NEAR(modes.xz, sums[5], roundOff);
  EXPECT_NEAR(modes.yz, sums[6], roundOff);
  EXPECT_NEAR(modes.xyz, sums[7], roundOff);
}

TEST(CellModes, GoBackToCornersByTheTranspose) {
  Eigen::Matrix<double, 7, 8> forward, back;
  for (Index a = 0; a < 8; ++a) {
    double c[8] = {};
    c[a] = 1;
    const core::Modes<double> m = core::toModes(c);
    forward.col(a) << m.x, m.y, m.z, m.xy, m.yz, m.xz, m.xyz;
  }
  for (Index k = 0; k < 7; ++k) {
    const auto one = [k](Index which) { return k == which ? 1.0 : 0.0; };
    double c[8];
    core::fromModes(core::Modes<double>{one(0), one(1), one(2), one(3), one(4), one(5), one(6)}, c);
    for (Index a = 0; a < 8; ++a) back(k, a) = c[a];
  }
  EXPECT_EQ(forward, back);  // sums of 0 and 1: exact
}

TEST(CellModes, GiveTheGradientAtTheCentre) {
  States states(2);
  const Corners x = states.corners(states.matrix(1), 0.5);
  const Matrix3d computed = toEigen(Cell{1, 1, kExactIntegral}.stateOf(x).F);
  EXPECT_LT((computed - gradientAtCentre(x)).norm(), 1e-15);  // round-off
}

TEST(CellLaplacian, IsTheIntegralOverTheCellOrTheSumOverItsEdges) {
  for (const StabilisationWeights weights :
       {kExactIntegral, kTwelveEdges, StabilisationWeights{0, 0}}) {
    const Matrix8d hourglass = laplacianOf(weights) - onePointLaplacian();
    for (int a = 0; a < 8; ++a) {
      EXPECT_NEAR(weights.diagonal(), hourglass(a, a), 2 * kWeightRounding);
      for (int b = 0; b < 8; ++b)
        EXPECT_NEAR(hourglassStiffness(a, b, weights), hourglass(a, b), kWeightRounding)
            << a << ' ' << b;
    }
  }
}

TEST(CellLaplacian, HasTheEigenvaluesOfTheTable) {
  // const, linear x3, bilinear x3, trilinear; sorted (numerics 1)
  const std::vector<std::pair<Matrix8d, std::array<double, 8>>> table{
      {onePointLaplacian(), {0, 0, 0, 0, 0, 1, 1, 1}},
      {twelveEdgeLaplacian(), {0, 1, 1, 1, 2, 2, 2, 3}},
      {exactLaplacian(), {0, 1 / 3., 2 / 3., 2 / 3., 2 / 3., 1, 1, 1}}};
  for (const auto& [Lam, expected] : table) {
    const Eigen::SelfAdjointEigenSolver<Matrix8d> eigen(Lam);
    for (int k = 0; k < 8; ++k)
      EXPECT_NEAR(eigen.eigenvalues()(k), expected[static_cast<std::size_t>(k)], 1e-14);
  }
}

// --- Energy, force, tangent --------------------------------------------------

ReferenceCell referenceOf(const Cell& cell) { return {cell.mu, cell.lambda, cell.weights}; }

// What the tangent leaves out of the second derivative of mu/16 H(Q), with grad Q = 16 Hg x: the
// mean over directions along and across the modes stands for 16 H'' (Hg x) (Hg x)^T.
Matrix24d leftOutOfTangent(const Cell& cell, const Corners& x) {
  const ReferenceCell reference = referenceOf(cell);
  const double Q = reference.hourglassSize(x), root = std::hypot(Q, reference.onset);
  const double curve = reference.creases * reference.onset * reference.onset / (root * root * root);
  const Corners slope = x * reference.hourglass;
  const Eigen::Map<const Vector24d> v(slope.data());
  Matrix24d result = 16 * v * v.transpose();
  for (Index a = 0; a < 8; ++a)
    for (Index b = 0; b < 8; ++b)
      result.block<3, 3>(3 * a, 3 * b) -= Q * reference.hourglass(a, b) * Matrix3d::Identity();
  return cell.mu * curve * result;
}

class EveryLaw : public ::testing::TestWithParam<FleshLaw> {};
INSTANTIATE_TEST_SUITE_P(Laws, EveryLaw,
                         ::testing::Values(FleshLaw::Corotated, FleshLaw::CorotatedVolume,
                                           FleshLaw::StableNeoHookean, FleshLaw::MooneyRivlin),
                         [](const auto& law) {
                           return std::string(kFleshLawNames[static_cast<int>(law.param)]);
                         });

// Rounded weights are multiplied by up to 1 + creases.
double scaleOf(const Cell& cell) {
  return cell.mu * (1 + static_cast<double>(cell.weights.creases)) + cell.lambda;
}

TEST(CorotatedCell, HasTheEnergyOfTheDefinition) {
  expectBelow(kWeightRounding, FleshLaw::Corotated, smoothFamilies(), 50,
              [](const Cell& cell, const Corners& x, States&) {
                return std::abs(cell.energy(x) - referenceOf(cell).energy(x)) / scaleOf(cell);
              });
}

TEST(CorotatedCell, HasTheForceOfTheDefinition) {
  expectBelow(kWeightRounding, FleshLaw::Corotated, smoothFamilies(), 50,
              [](const Cell& cell, const Corners& x, States&) {
                return (cell.force(x) - referenceOf(cell).force(x)).norm() / scaleOf(cell);
              });
}

TEST_P(EveryLaw, ForceIsMinusTheGradientOfTheEnergy) {
  expectBelow(kDerivativeTolerance, GetParam(), smoothFamilies(), 20,
              [](const Cell& cell, const Corners& x, States&) {
                Vector24d gradient;
                for (Index k = 0; k < 24; ++k)
                  gradient(k) =
                      difference([&](const Corners& y) { return cell.energy(y); }, x, k, kStep);
                return (gradient + cell.force(x)).norm() / gradient.norm();
              });
}

TEST_P(EveryLaw, ExactTangentIsMinusTheDerivativeOfTheForce) {
  expectBelow(
      kDerivativeTolerance, GetParam(), smoothFamilies(), 20,
      [](const Cell& cell, const Corners& x, States&) {
        Matrix24d K;
        for (Index k = 0; k < 24; ++k)
          K.col(k) = -difference([&](const Corners& y) { return cell.force(y); }, x, k, kStep);
        const Matrix24d computed = cell.stiffness(x, Tangent::Exact) + leftOutOfTangent(cell, x);
        return (K - computed).norm() / K.norm();
      });
}

TEST(StiffCreases, AreAsTheExactIntegralWhereBendingIsMildAndTwelveTimesAsStiffInACrease) {
  const auto stateOf = [](double Q) { return core::hourglassState(Q, kStiffCreases); };
  EXPECT_EQ(stateOf(0).energy, 0);
  EXPECT_EQ(stateOf(0).stiffness, 1);
  const auto bentTo = [&](double radius) { return stateOf(8 / (3 * radius * radius)); };
  EXPECT_NEAR(bentTo(20).slope, 1, 0.07);
  EXPECT_NEAR(bentTo(1).slope, 11, 0.1);
  EXPECT_NEAR(bentTo(0.5).slope, 12, 0.1);
  // Between the curvatures across and along the modes, H' and H' + 2 Q H''.
  for (const double Q : {0.01, 0.1, 0.3, 1.0}) {
    const double step = 1e-4 * Q;
    const double along =
        stateOf(Q).slope + 2 * Q * (stateOf(Q + step).slope - stateOf(Q - step).slope) / (2 * step);
    EXPECT_NEAR(stateOf(Q).stiffness, (stateOf(Q).slope + along) / 2, 1e-6 * along);
  }
}

TEST(CorotatedCell, TangentsAreThoseOfTheFormula) {
  for (const Tangent tangent : {Tangent::Exact, Tangent::Projected})
    expectBelow(kWeightRounding, FleshLaw::Corotated, smoothFamilies(), 50,
                [&](const Cell& cell, const Corners& x, States&) {
                  const Matrix24d expected = referenceOf(cell).stiffness(x, tangent);
                  return (cell.stiffness(x, tangent) - expected).norm() / expected.norm();
                });
}

TEST_P(EveryLaw, TangentBlocksAreThoseOfTheOperator) {
  const double roundOff = 1e-14;
  for (const Tangent tangent : {Tangent::Exact, Tangent::Projected})
    expectBelow(roundOff, GetParam(), smoothFamilies(), 5,
                [&](const Cell& cell, const Corners& x, States&) {
                  const Matrix24d K = cell.stiffness(x, tangent);
                  double worst = 0;
                  for (int a = 0; a < 8; ++a)
                    for (int b = 0; b < 8; ++b)
                      worst = std::max(
                          worst,
                          (cell.block(x, tangent, a, b) - K.block<3, 3>(3 * a, 3 * b)).norm());
                  return worst / K.norm();
                });
}

TEST_P(EveryLaw, TangentsAreSymmetric) {
  const double roundOff = 1e-14;
  for (const Tangent tangent : {Tangent::Exact, Tangent::Projected})
    expectBelow(roundOff, GetParam(), wildFamilies(), 20,
                [&](const Cell& cell, const Corners& x, States&) {
                  const Matrix24d K = cell.stiffness(x, tangent);
                  return (K - K.transpose()).norm() / K.norm();
                });
}

TEST_P(EveryLaw, ProjectedTangentHasNoNegativeEigenvalue) {
  expectBelow(1e-12, GetParam(), wildFamilies(), 600,
              [](const Cell& cell, const Corners& x, States&) {
                const Matrix24d K = cell.stiffness(x, Tangent::Projected);
                const Eigen::SelfAdjointEigenSolver<Matrix24d> eigen(K, Eigen::EigenvaluesOnly);
                return -eigen.eigenvalues()(0) / eigen.eigenvalues()(23);
              });
}

TEST(CorotatedCell, ExactTangentHasNegativeEigenvaluesUnderCompression) {
  // What makes the test above one that can fail.
  States states(3);
  const Cell cell{1, 10, kExactIntegral};
  const Corners x = states.corners(states.stretched(0.5, 0.4, 0.3), 0);
  const Eigen::SelfAdjointEigenSolver<Matrix24d> eigen(cell.stiffness(x, Tangent::Exact));
  EXPECT_LT(eigen.eigenvalues()(0), -1);
}

TEST(CorotatedCell, ProjectedTangentIsTheExactOneUnderTension) {
  States states(4);
  const Cell cell{1, 2, kExactIntegral};
  const Corners x = states.corners(states.stretched(1.6, 1.2, 1.1), 0.2);
  const Matrix24d K = cell.stiffness(x, Tangent::Exact);
  EXPECT_LT((K - cell.stiffness(x, Tangent::Projected)).norm(), 1e-14 * K.norm());  // round-off
}

// --- Invariance --------------------------------------------------------------

Corners moved(const Matrix3d& Q, const Corners& x) {
  return (Q * x).colwise() + Vector3d(3, -2, 7);
}

TEST_P(EveryLaw, HasNoEnergyWhenMovedRigidly) {
  const double squareOfRoundOff = 1e-28;
  expectBelow(squareOfRoundOff, GetParam(), {smoothFamilies().front()}, 50,
              [](const Cell& cell, const Corners&, States& s) {
                return cell.energy(moved(s.rotation(), restCorners())) / (cell.mu + cell.lambda);
              });
}

// At a distance of 8 round-off is 1e-15; a few dozen operations follow.
constexpr double kMovedRoundOff = 1e-13;

TEST_P(EveryLaw, HasNoForceWhenMovedRigidly) {
  expectBelow(kMovedRoundOff, GetParam(), {smoothFamilies().front()}, 50,
              [](const Cell& cell, const Corners&, States& s) {
                return cell.force(moved(s.rotation(), restCorners())).norm() /
                       (cell.mu + cell.lambda);
              });
}

TEST_P(EveryLaw, HasNoNetForce) {
  expectBelow(1e-14, GetParam(), smoothFamilies(), 50,
              [](const Cell& cell, const Corners& x, States&) {
                const Vector24d f = cell.force(x);
                return Eigen::Map<const Corners>(f.data()).rowwise().sum().norm() / f.norm();
              });
}

TEST_P(EveryLaw, HasNoNetTorque) {
  expectBelow(1e-13, GetParam(), smoothFamilies(), 50,
              [](const Cell& cell, const Corners& x, States&) {
                const Vector24d f = cell.force(x);
                Vector3d torque = Vector3d::Zero();
                for (Index a = 0; a < 8; ++a)
                  torque += Vector3d(x.col(a)).cross(Vector3d(f.segment<3>(3 * a)));
                return torque.norm() / f.norm();
              });
}

Matrix24d eightTimes(const Matrix3d& Q) {
  Matrix24d result = Matrix24d::Zero();
  for (Index a = 0; a < 8; ++a) result.block<3, 3>(3 * a, 3 * a) = Q;
  return result;
}

TEST_P(EveryLaw, KeepsItsEnergyWhenTurned) {
  expectBelow(kMovedRoundOff, GetParam(), smoothFamilies(), 20,
              [](const Cell& cell, const Corners& x, States& s) {
                return std::abs(cell.energy(moved(s.rotation(), x)) - cell.energy(x)) /
                       (cell.mu + cell.lambda);
              });
}

TEST_P(EveryLaw, TurnsItsForceWithTheCell) {
  expectBelow(kMovedRoundOff, GetParam(), smoothFamilies(), 20,
              [](const Cell& cell, const Corners& x, States& s) {
                const Matrix3d Q = s.rotation();
                return (cell.force(moved(Q, x)) - eightTimes(Q) * cell.force(x)).norm() /
                       (cell.mu + cell.lambda);
              });
}

TEST_P(EveryLaw, TurnsItsTangentsWithTheCell) {
  for (const Tangent tangent : {Tangent::Exact, Tangent::Projected})
    expectBelow(kMovedRoundOff, GetParam(), smoothFamilies(), 20,
                [&](const Cell& cell, const Corners& x, States& s) {
                  const Matrix24d Q = eightTimes(s.rotation()), K = cell.stiffness(x, tangent);
                  const Matrix24d turned =
                      cell.stiffness(moved(Q.topLeftCorner<3, 3>(), x), tangent);
                  return (turned - Q * K * Q.transpose()).norm() / K.norm();
                });
}

// --- Patch test --------------------------------------------------------------

// 3x3x3 cells whose outer nodes follow an affine map; the eight inner nodes are free.
struct Patch {
  static constexpr int kNodes = 4;
  static Index nodeOf(int x, int y, int z) { return x + kNodes * (y + kNodes * z); }

  static bool isInner(Index n) {
    const auto inside = [](Index c) { return c == 1 || c == 2; };
    return inside(n % 4) && inside(n / 4 % 4) && inside(n / 16);
  }

  explicit Patch(const Matrix3d& F) : affine(3, 64) {
    for (Index n = 0; n < 64; ++n)
      affine.col(n) = F * Vector3d(static_cast<double>(n % 4), static_cast<double>(n / 4 % 4),
                                   static_cast<double>(n / 16));
    for (Index n = 0; n < 64; ++n)
      if (isInner(n)) inner.push_back(n);
  }

  // Force on the inner nodes and its negative derivative.
  void assemble(const Cell& cell, const Eigen::Matrix3Xd& x, Eigen::VectorXd& f,
                Eigen::MatrixXd& K) const {
    Eigen::VectorXd fAll = Eigen::VectorXd::Zero(192);
    Eigen::MatrixXd KAll = Eigen::MatrixXd::Zero(192, 192);
    for (int c = 0; c < 27; ++c) {
      std::array<Index, 8> nodes;
      Corners corners;
      for (int a = 0; a < 8; ++a) {
        nodes[static_cast<std::size_t>(a)] =
            nodeOf(c % 3 + (a & 1), c / 3 % 3 + (a >> 1 & 1), c / 9 + (a >> 2));
        corners.col(a) = x.col(nodes[static_cast<std::size_t>(a)]);
      }
      const Vector24d fe = cell.force(corners);
      const Matrix24d Ke = cell.stiffness(corners, Tangent::Exact);
      for (std::size_t a = 0; a < 8; ++a) {
        fAll.segment<3>(3 * nodes[a]) += fe.segment<3>(3 * static_cast<Index>(a));
        for (std::size_t b = 0; b < 8; ++b)
          KAll.block<3, 3>(3 * nodes[a], 3 * nodes[b]) +=
              Ke.block<3, 3>(3 * static_cast<Index>(a), 3 * static_cast<Index>(b));
      }
    }
    f.resize(24);
    K.resize(24, 24);
    for (std::size_t i = 0; i < 8; ++i) {
      f.segment<3>(3 * static_cast<Index>(i)) = fAll.segment<3>(3 * inner[i]);
      for (std::size_t j = 0; j < 8; ++j)
        K.block<3, 3>(3 * static_cast<Index>(i), 3 * static_cast<Index>(j)) =
            KAll.block<3, 3>(3 * inner[i], 3 * inner[j]);
    }
  }

  Eigen::Matrix3Xd affine;
  std::vector<Index> inner;
};

TEST_P(EveryLaw, AnAffineMapIsInEquilibriumAndNewtonFindsIt) {
  for (const StabilisationWeights weights : kStabilisations) {
    States states(5);
    const Patch patch(states.stretched(1.4, 1.0, 0.8));  // and rotated
    const Cell cell{1, 9, weights, GetParam()};
    Eigen::VectorXd f;
    Eigen::MatrixXd K;
    patch.assemble(cell, patch.affine, f, K);
    EXPECT_LT(f.cwiseAbs().maxCoeff(), 1e-13);  // round-off of stresses up to 3

    Eigen::Matrix3Xd x = patch.affine;
    for (const Index n : patch.inner) x.col(n) += 0.1 * states.matrix(1).col(0);
    for (int k = 0; k < 8; ++k) {
      patch.assemble(cell, x, f, K);
      const Eigen::VectorXd dx = K.ldlt().solve(f);
      for (std::size_t i = 0; i < 8; ++i)
        x.col(patch.inner[i]) += dx.segment<3>(3 * static_cast<Index>(i));
    }
    EXPECT_LT((x - patch.affine).cwiseAbs().maxCoeff(), 1e-10);
  }
}

}  // namespace
}  // namespace sinew::testing
