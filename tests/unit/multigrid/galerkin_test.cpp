// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
//
// Coarse levels, smoother, V-cycle and coarse solver against assembled matrices in double, on a
// ragged, deformed, partly inverted body with fixed nodes and springs.
#include "multigrid/galerkin.h"

#include <gtest/gtest.h>
#include <hwy/targets.h>

#include <Eigen/Dense>
#include <Eigen/Sparse>
#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <memory>
#include <vector>

#include "multigrid/conjugate_gradient.h"
#include "multigrid/galerkin_kernels.h"
#include "multigrid/multigrid.h"
#include "multigrid/tile_kernels.h"
#include "multigrid/vector_kernels.h"
#include "solver/newton.h"
#include "support/models.h"
#include "support/reference.h"

namespace sinew::testing {
namespace {

using Eigen::Index;
using Eigen::VectorXd;

// Least sigma_2 + sigma_3, over which rounding is divided; as in cell_kernels_test.cpp.
constexpr double kLeastSum = 0.1;
// The V-cycle and its levels are made of tangents in half floats, as there.
constexpr double kHalfTolerance = 5 * 0x1p-11;

class GalerkinLevels : public ::testing::Test {
 protected:
  explicit GalerkinLevels(FleshLaw law = FleshLaw::Corotated) {
    ModelOptions options;
    options.nu = 0.4;
    options.law = law;
    options.contrast = [](Int3 c) { return (c.x + 2 * c.y + c.z) % 3 == 0 ? 4.f : 1.f; };
    model_ = buildModel(raggedPlan(), options);
    const std::vector<SpringSpec> springs = randomSprings(*model_, 40, 3);
    attachSprings(*model_, springs);
    w_ = std::make_unique<Workspace>(*model_);
    w_->x = deformedPositions(*model_, 5);
    system_ = std::make_unique<ReferenceSystem>(*model_, springs, w_->x);
    linearise(*model_, w_->x, *w_);
    w_->multigrid.refreshDiagonal();
    w_->multigrid.rebuildLevels();
    levels_ = referenceLevels(*model_, *system_);

    matrices_.push_back(system_->stiffness(Tangent::Projected));
    for (const ReferenceLevel& level : levels_)
      matrices_.push_back(level.prolongation.transpose() * matrices_.back() * level.prolongation);
  }

  VectorXd random(Index size, std::uint32_t seed) const {
    Random numbers(seed);
    return VectorXd::NullaryExpr(size, [&](Index) { return numbers.next(); });
  }

  // M^-1 r by the solver.
  VectorXd precondition(const VectorXd& r) {
    NodeVector z = makeNodeVector(model_->lattice.nodeCount);
    w_->multigrid.precondition(system_->scatter(r), z);
    return system_->gather(z);
  }

  std::vector<float> levelsNow() const {
    std::vector<float> all;
    for (std::size_t l = 0; l < levels_.size(); ++l) {
      const std::span<const float> blocks = w_->multigrid.levelBlocks(l);
      all.insert(all.end(), blocks.begin(), blocks.end());
    }
    return all;
  }

  std::unique_ptr<FleshModel> model_;
  std::unique_ptr<Workspace> w_;
  std::unique_ptr<ReferenceSystem> system_;
  std::vector<ReferenceLevel> levels_;
  std::vector<SparseMatrix> matrices_;  // projected K of level 0, 1, ...
};

TEST_F(GalerkinLevels, TheSceneHasWhatTheTestsNeed) {
  EXPECT_GT(model_->hierarchy.levels.size(), kPassedLevels + 1);  // one is a product
  EXPECT_LT(system_->unknowns(), 3 * model_->lattice.nodeCount);  // some nodes are fixed
  EXPECT_GT(system_->invertedCells(), 50);
  EXPECT_GT(system_->leastSum(), kLeastSum);
  EXPECT_EQ(negativeEigenvalues(matrices_[0]), 0);
}

TEST_F(GalerkinLevels, ProlongationIsTrilinear) {
  ASSERT_EQ(levels_.size(), model_->hierarchy.levels.size());  // numbers and coordinates fit
  for (std::size_t l = 0; l < levels_.size(); ++l) {
    const CoarseLevel& level = model_->hierarchy.levels[l];
    std::vector<Eigen::Triplet<double>> entries;
    Index row = 0;
    for (std::size_t n = 0; n + 1 < level.parents.begin.size(); ++n) {
      if (l == 0 && model_->nodeBone[n] >= 0) {
        EXPECT_TRUE(level.parents.row(n).empty());  // fixed nodes hang on nothing
        continue;
      }
      for (const WeightedNode& parent : level.parents.row(n))
        for (int k = 0; k < 3; ++k)
          entries.emplace_back(row + k, 3 * parent.node() + k, parent.weight());
      row += 3;
    }
    SparseMatrix P(levels_[l].prolongation.rows(), levels_[l].prolongation.cols());
    ASSERT_EQ(row, P.rows());
    P.setFromTriplets(entries.begin(), entries.end());
    EXPECT_EQ((P - levels_[l].prolongation).norm(), 0);  // powers of 1/2: exact
  }
}

TEST_F(GalerkinLevels, EveryLevelIsTheProductOfTheAssembledMatrix) {
  ASSERT_EQ(levels_.size(), model_->hierarchy.levels.size());
  EXPECT_TRUE(w_->multigrid.levelBlocks(0).empty());
  for (std::size_t l = kPassedLevels; l < levels_.size(); ++l) {
    const SparseMatrix K = matrixOf(model_->hierarchy.levels[l], w_->multigrid.levelBlocks(l));
    const SparseMatrix difference = K - matrices_[l + 1];
    const double largest = matrices_[l + 1].coeffs().abs().maxCoeff();
    EXPECT_LT(difference.coeffs().abs().maxCoeff(), kHalfTolerance * largest) << "level " << l + 1;
  }
}

TEST_F(GalerkinLevels, InverseDiagonalInvertsTheDiagonalBlocks) {
  for (std::size_t l = kPassedLevels; l < levels_.size(); ++l) {
    const CoarseLevel& level = model_->hierarchy.levels[l];
    const std::span<const float> blocks = w_->multigrid.levelBlocks(l);
    std::vector<float> inverse(static_cast<std::size_t>(level.nodeCount) * 9);
    invertDiagonal(level, blocks.data(), inverse.data());
    const SparseMatrix expected = inverseOfBlockDiagonal(matrixOf(level, blocks));
    double worst = 0;
    for (Index n = 0; n < level.nodeCount; ++n) {
      Eigen::Matrix3d computed;
      for (Index k = 0; k < 9; ++k)
        computed(k / 3, k % 3) = static_cast<double>(inverse[static_cast<std::size_t>(9 * n + k)]);
      const Eigen::Matrix3d block = expected.block(3 * n, 3 * n, 3, 3);
      worst = std::max(worst, (computed - block).norm() / block.norm());
    }
    EXPECT_LT(worst, 1e-6);  // inverted in double, stored as floats
  }
}

// D^-1 of the nodes of a tile, as a smoother's step from 0 applies it, column by column.
std::vector<Eigen::Matrix3d> inversesOf(const AlignedVector<float>& diagonal, bool isHeld) {
  InverseFactors factors(1);
  const std::uint64_t held = isHeld;
  factors.choose(&held);
  invertTile(nullptr, diagonal.data(), 0, factors);
  std::vector<Eigen::Matrix3d> inverses(kTileNodes);
  for (Index column = 0; column < 3; ++column) {
    AlignedVector<float> b(kTileFloats, 0.f), to(kTileFloats);
    std::fill_n(b.begin() + column * kTileNodes, kTileNodes, 1.f);
    chebyshevStartTiles(factors, {.b = b.data(), .to = to.data()}, 0, 1);
    for (std::size_t n = 0; n < kTileNodes; ++n)
      for (std::size_t i = 0; i < 3; ++i)
        inverses[n](static_cast<Index>(i), column) = static_cast<double>(to[i * kTileNodes + n]);
  }
  return inverses;
}

// Blocks that can be inverted, flat ones (their mean diagonal is taken) and nodes nothing holds:
// of levels and of tiles, whatever the lanes, and in numbers that do not fill them.
TEST(BlockInverses, OfLevelsAndOfTilesInvert) {
  constexpr std::int32_t kNodes = 21, kBegin = 2;
  Random random(11);
  CoarseLevel level;
  level.nodeCount = kNodes;
  std::vector<float> blocks(18 * kNodes, 7.f);  // two to a row, the first is the diagonal
  AlignedVector<float> diagonal(kTileSymmetric, 0.f);
  std::vector<Eigen::Matrix3d> expected;
  for (std::int32_t n = 0; n < kNodes; ++n) {
    Eigen::Matrix3d K = Eigen::Matrix3d::Zero(), inverse = K;
    if (n % 4 == 1) {
      K.diagonal() << 2, 0, 4;
      inverse = Eigen::Matrix3d::Identity() / 2;
    } else if (n % 4 != 2) {
      const Eigen::Matrix3d A = Eigen::Matrix3d::NullaryExpr([&] { return random.next(); });
      K = (A * A.transpose() + 0.01 * Eigen::Matrix3d::Identity()).cast<float>().cast<double>();
      inverse = K.inverse();
    }
    expected.push_back(inverse);
    level.rowBegin.push_back(static_cast<std::uint32_t>(2 * n));
    const auto at = static_cast<std::size_t>(n);
    std::size_t field = 0;
    for (Index i = 0; i < 3; ++i)
      for (Index j = 0; j < 3; ++j) {
        blocks[18 * at + static_cast<std::size_t>(3 * i + j)] = static_cast<float>(K(i, j));
        if (i <= j) diagonal[kTileNodes * field++ + at] = static_cast<float>(K(i, j));
      }
  }
  for (const std::int64_t target : hwy::SupportedAndGeneratedTargets()) {
    SCOPED_TRACE(hwy::TargetName(target));
    hwy::SetSupportedTargetsForTest(target);
    std::vector<float> all(9 * kNodes), some(9 * kNodes, -1.f);
    invertDiagonal(level, blocks.data(), all.data());
    invertBlocks(level, blocks.data(), {}, 0, some.data(), kBegin, kNodes - 1);
    const std::vector<Eigen::Matrix3d> floats = inversesOf(diagonal, true),
                                       halves = inversesOf(diagonal, false);
    hwy::SetSupportedTargetsForTest(0);
    for (std::size_t n = 0; n < kNodes; ++n) {
      EXPECT_LE((floats[n] - expected[n]).norm(), 1e-6 * expected[n].norm()) << n;
      // 2^-11 of each number of C, and tr C C^T is at most sqrt 3 |C C^T|.
      EXPECT_LE((halves[n] - expected[n]).norm(), 0x1.bcp-10 * expected[n].norm()) << n;
      for (std::size_t i = 0; i < 3; ++i)
        for (std::size_t j = 0; j < 3; ++j) {
          const float own = all[9 * n + 3 * i + j];
          const double sought = expected[n](static_cast<Index>(i), static_cast<Index>(j));
          EXPECT_NEAR(own, sought, 1e-6 * expected[n].norm()) << n;
          EXPECT_EQ(own, all[9 * n + 3 * j + i]);
          EXPECT_EQ(some[9 * n + 3 * i + j], n < kBegin || n + 1 == kNodes ? -1.f : own) << n;
        }
    }
  }
}

// A spring a hundred thousand times as stiff as the flesh: with half floats D^-1 K v would be off
// by some twenty times v along it.
TEST(BlockInverses, OfTilesWithSpringsAreRightAlongThem) {
  Random random(12);
  AlignedVector<float> diagonal(kTileSymmetric);
  std::vector<Eigen::Matrix3d> K;
  std::vector<Eigen::Vector3d> along;
  for (std::size_t n = 0; n < kTileNodes; ++n) {
    along.push_back(Eigen::Vector3d::NullaryExpr([&] { return random.next(); }).normalized());
    K.push_back(Eigen::Matrix3d::Identity() + 1e5 * along[n] * along[n].transpose());
    std::size_t field = 0;
    for (Index i = 0; i < 3; ++i)
      for (Index j = i; j < 3; ++j)
        diagonal[kTileNodes * field++ + n] = static_cast<float>(K[n](i, j));
  }
  const std::vector<Eigen::Matrix3d> inverses = inversesOf(diagonal, true);
  for (std::size_t n = 0; n < kTileNodes; ++n)
    EXPECT_LT((inverses[n] * (K[n] * along[n]) - along[n]).norm(), 0.02) << n;
}

// Half floats end at 65504, which C may not reach: nodes that hardly anything holds.
TEST(BlockInverses, OfHardlyAnythingAreFinite) {
  AlignedVector<float> diagonal(kTileSymmetric, 0.f);
  for (const std::size_t field : {0, 3, 5})
    std::fill_n(diagonal.begin() + static_cast<std::ptrdiff_t>(field * kTileNodes), kTileNodes,
                1e-12f);
  for (const Eigen::Matrix3d& inverse : inversesOf(diagonal, false))
    EXPECT_TRUE(inverse.allFinite() && inverse.trace() > 1e9);
}

// --- Eigenvalues -------------------------------------------------------------

// The largest eigenvalue of D^-1 K: a power iteration from below, and proof by Sylvester's law that
// nothing lies more than 1e-3 above it.
double largestEigenvalue(const SparseMatrix& K) {
  const SparseMatrix D = blockDiagonal(K), inverse = inverseOfBlockDiagonal(D);
  VectorXd v = VectorXd::NullaryExpr(K.rows(), [](Index i) { return std::sin(1.0 + 37 * i * i); });
  double eigenvalue = 0;
  for (int k = 0; k < 1000; ++k) {
    const VectorXd Kv = K * v;
    eigenvalue = v.dot(Kv) / v.dot(D * v);
    v = inverse * Kv;
    v.normalize();
  }
  EXPECT_EQ(negativeEigenvalues(SparseMatrix(1.001 * eigenvalue * D - K)), 0);
  return eigenvalue;
}

// The level that the k-th of the eigenvalues is of.
std::size_t smoothedLevel(std::size_t k) { return k == 0 ? 0 : k + kPassedLevels; }

TEST_F(GalerkinLevels, EigenvalueEstimatesAreSafeAndClose) {
  const std::vector<float> estimates = w_->multigrid.estimateEigenvalues();
  ASSERT_EQ(estimates.size(), levels_.size() - kPassedLevels);  // level 0, 2 and so on
  for (std::size_t l = 0; l < estimates.size(); ++l) {
    SCOPED_TRACE(l);
    const double largest = largestEigenvalue(matrices_[smoothedLevel(l)]);
    EXPECT_LT(largest, 8);  // eq. 10: eight nodes per cell
    EXPECT_LE(estimates[l], 8);
    EXPECT_GT(estimates[l], largest);  // with the margin of 1.2: the smoother needs that
    EXPECT_LT(estimates[l], 1.25 * largest);
  }
}

TEST_F(GalerkinLevels, PowerIterationConvergesToTheLargestEigenvalueOfTheAssembledMatrix) {
  // Holds only if the diagonal blocks of every level, springs included, are those of its matrix.
  const std::vector<float> estimates = w_->multigrid.estimateEigenvalues(400);
  for (std::size_t l = 0; l < estimates.size(); ++l) {
    const double largest = largestEigenvalue(matrices_[smoothedLevel(l)]);
    EXPECT_NEAR(estimates[l] / kEigenvalueMargin, largest, 1e-3 * largest) << "level " << l;
  }
}

// --- V-cycle -----------------------------------------------------------------

// The cycle by its definition (numerics 0 and 8), levels 2 and 3 twice, level 1 passed. Chebyshev
// smoothing of order n on [l/q, l] changes a residual r into p(K D^-1) r, p(t) = Tn((theta - t) /
// delta) / Tn(theta / delta); n = 5 and q = 40 on the lattice, n = 3 and q = 16 on levels.
class ReferenceCycle {
 public:
  ReferenceCycle(const std::vector<SparseMatrix>& matrices,
                 const std::vector<ReferenceLevel>& levels, const std::vector<float>& eigenvalues)
      : matrices_(matrices), levels_(levels), eigenvalues_(eigenvalues) {
    for (const SparseMatrix& K : matrices) {
      inverseDiagonal_.push_back(inverseOfBlockDiagonal(K));
      solvers_.push_back(std::make_unique<Eigen::SimplicialLDLT<SparseMatrix>>(K));
    }
  }

  VectorXd solve(const VectorXd& b, std::size_t level = 0) const {
    if (level + 1 == matrices_.size()) return solvers_[level]->solve(b);
    const SparseMatrix& P = levels_[level].prolongation;
    if (level == 1) return P * solve(P.transpose() * b, 2);
    VectorXd x = VectorXd::Zero(b.size());
    for (int cycle = 0; cycle < (level == 2 || level == 3 ? 2 : 1); ++cycle) {
      x = smooth(level, x, b);
      const VectorXd residual = b - matrices_[level] * x;
      x += P * solve(P.transpose() * residual, level + 1);
      x = smooth(level, x, b);
    }
    return x;
  }

 private:
  VectorXd smooth(std::size_t level, const VectorXd& x, const VectorXd& b) const {
    const double upper = eigenvalues_[level == 0 ? 0 : level - kPassedLevels],
                 lower = upper / (level == 0 ? 40 : 16);
    const double theta = (upper + lower) / 2, delta = (upper - lower) / 2;
    const auto Z = [&](const VectorXd& r) -> VectorXd {
      return (theta * r - matrices_[level] * (inverseDiagonal_[level] * r)) / delta;
    };
    const double z = theta / delta;
    const VectorXd r = b - matrices_[level] * x;
    VectorXd before = r, now = Z(r);  // T0 and T1 of Z, times r
    double scaleBefore = 1, scale = z;
    for (int n = 1; n < (level == 0 ? 5 : 3); ++n) {  // T(n+1) = 2 z Tn - T(n-1)
      before = (2 * Z(now) - before).eval();
      std::swap(before, now);
      scaleBefore = 2 * z * scale - scaleBefore;
      std::swap(scaleBefore, scale);
    }
    const VectorXd after = now / scale;
    return x + solvers_[level]->solve(r - after);
  }

  const std::vector<SparseMatrix>& matrices_;
  const std::vector<ReferenceLevel>& levels_;
  const std::vector<float>& eigenvalues_;
  std::vector<SparseMatrix> inverseDiagonal_;
  std::vector<std::unique_ptr<Eigen::SimplicialLDLT<SparseMatrix>>> solvers_;
};

TEST_F(GalerkinLevels, VCycleIsThatOfTheAssembledMatrices) {
  const std::vector<float> eigenvalues = w_->multigrid.estimateEigenvalues();
  w_->multigrid.setEigenvalues(eigenvalues);
  const ReferenceCycle cycle(matrices_, levels_, eigenvalues);
  for (std::uint32_t seed = 0; seed < 3; ++seed) {
    const VectorXd r = random(system_->unknowns(), seed), expected = cycle.solve(r);
    EXPECT_LT((precondition(r) - expected).norm(), kHalfTolerance * expected.norm());
  }
}

TEST_F(GalerkinLevels, VCycleIsSymmetricAndPositive) {
  w_->multigrid.setEigenvalues(w_->multigrid.estimateEigenvalues());
  for (std::uint32_t seed = 0; seed < 10; ++seed) {
    const VectorXd a = random(system_->unknowns(), 2 * seed),
                   b = random(system_->unknowns(), 2 * seed + 1);
    const VectorXd Ma = precondition(a), Mb = precondition(b);
    const double scale = std::sqrt(a.dot(Ma) * b.dot(Mb));
    EXPECT_NEAR(b.dot(Ma), a.dot(Mb), 1e-6 * scale);  // float, with sums in double
    EXPECT_GT(a.dot(Ma), 0);
    EXPECT_GT(b.dot(Mb), 0);
  }
}

TEST_F(GalerkinLevels, ConjugateGradientSolvesTheAssembledSystem) {
  w_->multigrid.setEigenvalues(w_->multigrid.estimateEigenvalues());
  const VectorXd f = random(system_->unknowns(), 1);
  LinearStop stop;
  stop.tolerance = 1e-6;
  const LinearReport report = conjugateGradient(w_->multigrid, Tangent::Projected,
                                                system_->scatter(f), stop, w_->linear, w_->dx);
  EXPECT_EQ(report.status, LinearStatus::Converged);
  const VectorXd residual = f - matrices_[0] * system_->gather(w_->dx);
  EXPECT_LT(residual.norm(), kHalfTolerance * f.norm());
}

TEST_F(GalerkinLevels, ConjugateGradientStopsAtItsRadius) {
  w_->multigrid.setEigenvalues(w_->multigrid.estimateEigenvalues());
  const VectorXd f = random(system_->unknowns(), 1);
  const auto solve = [&](double radius) {
    return conjugateGradient(w_->multigrid, Tangent::Projected, system_->scatter(f),
                             {1e-4, 25, radius}, w_->linear, w_->dx);
  };
  const auto farthest = [&] {
    double most = 0;
    for (std::size_t i = 0; i + 3 < w_->dx.size(); i += 4)
      most = std::max(most,
                      std::hypot(static_cast<double>(w_->dx[i]), static_cast<double>(w_->dx[i + 1]),
                                 static_cast<double>(w_->dx[i + 2])));
    return most;
  };
  const double unbounded = (solve(std::numeric_limits<double>::infinity()), farthest());
  for (const double part : {0.01, 0.5, 0.9}) {
    const LinearReport report = solve(part * unbounded);
    EXPECT_EQ(report.status, LinearStatus::Radius);
    EXPECT_NEAR(farthest(), part * unbounded, 1e-5 * unbounded);
    const VectorXd dx = system_->gather(w_->dx);
    const double decrease = f.dot(dx) - 0.5 * dx.dot(matrices_[0] * dx);
    EXPECT_GT(decrease, 0);
    EXPECT_NEAR(report.decrease, decrease, 1e-4 * decrease);
    EXPECT_NEAR(report.slope, f.dot(dx), 1e-5 * f.norm() * dx.norm());
  }
  EXPECT_EQ(solve(2 * unbounded).status, LinearStatus::Converged);
}

TEST_F(GalerkinLevels, ConjugateGradientGivesTheRightSideBackWhereItFails) {
  const std::vector<float> enough = w_->multigrid.estimateEigenvalues();
  const VectorXd f = random(system_->unknowns(), 1);
  bool failedLater = false;
  for (float part = 0.9f; part > 0.1f; part -= 0.05f) {
    std::vector<float> tooSmall = enough;
    for (float& eigenvalue : tooSmall) eigenvalue *= part;
    w_->multigrid.setEigenvalues(tooSmall);
    w_->multigrid.toTiles(system_->scatter(f), w_->linear.r);
    const LinearReport report =
        conjugateGradient(w_->multigrid, Tangent::Projected, {1e-6, 25}, w_->linear);
    if (report.status != LinearStatus::PreconditionerNotPositive) continue;
    failedLater |= report.iterations > 1;
    NodeVector right = makeNodeVector(model_->lattice.nodeCount);
    w_->multigrid.toNodes(w_->linear.r, right);
    EXPECT_LT((system_->gather(right) - f).norm(), 1e-5 * f.norm()) << part;
  }
  EXPECT_TRUE(failedLater);
}

// As the frames solve: the force and the step are in vectors that are used on the way.
TEST_F(GalerkinLevels, ConjugateGradientMayTakeAndLeaveVectorsInItsOwn) {
  w_->multigrid.setEigenvalues(w_->multigrid.estimateEigenvalues());
  const NodeVector f = system_->scatter(random(system_->unknowns(), 1));
  NodeVector expected = f;
  for (TileVector* v : {&w_->linear.z, &w_->linear.p, &w_->linear.dx})  // whatever was there before
    std::fill(v->values.begin(), v->values.end(), std::numeric_limits<float>::quiet_NaN());
  const LinearReport report =
      conjugateGradient(w_->multigrid, Tangent::Projected, f, {}, w_->linear, expected);
  EXPECT_EQ(report.status, LinearStatus::Converged);
  std::copy(f.begin(), f.end(), w_->f.begin());
  conjugateGradient(w_->multigrid, Tangent::Projected, w_->f, {}, w_->linear, w_->dx);
  EXPECT_TRUE(std::equal(expected.begin(), expected.end(), w_->dx.begin(), w_->dx.end()));
}

// --- Coarse solver -----------------------------------------------------------

VectorXd solveCoarsest(const CoarseLevel& level, std::span<const float> blocks, const VectorXd& b) {
  CoarseSolver solver(level);
  solver.factor(level, blocks.data());
  NodeVector right = makeNodeVector(level.nodeCount), x = right;
  for (Index k = 0; k < b.size(); ++k)
    right[static_cast<std::size_t>(4 * (k / 3) + k % 3)] = static_cast<float>(b(k));
  solver.solve(right.data(), x.data());
  return VectorXd::NullaryExpr(b.size(), [&](Index k) {
    return static_cast<double>(x[static_cast<std::size_t>(4 * (k / 3) + k % 3)]);
  });
}

// Levels built anew for some blocks are those built whole, to the bit, if no other block changed.
TEST_F(GalerkinLevels, OfStaleBlocksAreThoseOfAll) {
  const Lattice& lattice = model_->lattice;
  ASSERT_GT(lattice.blockCount, 2);
  const auto fullest =
      std::max_element(lattice.activeCells.begin(), lattice.activeCells.end(),
                       [](auto a, auto b) { return std::popcount(a) < std::popcount(b); });
  const auto moved = static_cast<std::size_t>(fullest - lattice.activeCells.begin());
  const std::int32_t node =
      lattice
          .nodeTable[moved * kBlockNodeStride + static_cast<std::size_t>(blockNodeOf({2, 2, 2}))];
  ASSERT_LT(node, lattice.nodeCount);
  NodeVector dx = makeNodeVector(lattice.nodeCount);
  dx[4 * static_cast<std::size_t>(node)] = 0.5f;
  StaleBlocks stale(lattice);
  stale.move(lattice, 1, dx);
  const auto taken = stale.take(0.25f);
  const std::vector<std::uint8_t> blocks(taken.begin(), taken.end());
  ASSERT_EQ(blocks.size(), static_cast<std::size_t>(lattice.blockCount));
  EXPECT_EQ(std::count(blocks.begin(), blocks.end(), 1), 1) << "an inner node is of one block";
  EXPECT_EQ(blocks[moved], 1);
  EXPECT_TRUE(stale.take(0.25f).empty()) << "once is enough";

  const std::vector<float> before = levelsNow();
  w_->x[4 * static_cast<std::size_t>(node)] += 0.5;
  linearise(*model_, w_->x, *w_);
  w_->multigrid.rebuildLevels(std::vector<std::uint8_t>(blocks.size()));
  EXPECT_EQ(levelsNow(), before) << "nothing was stale";
  w_->multigrid.rebuildLevels(blocks);
  const std::vector<float> inPart = levelsNow();
  w_->multigrid.rebuildLevels();
  EXPECT_EQ(inPart, levelsNow());
  EXPECT_NE(inPart, before);
}

// Where a stale block meets one that is not, rows need both: the one as it is, the other as it was.
TEST_F(GalerkinLevels, BesideStaleBlocksAreAsOldAsTheirOwn) {
  const Lattice& lattice = model_->lattice;
  const auto inner = [&](std::size_t block) {
    return lattice
        .nodeTable[block * kBlockNodeStride + static_cast<std::size_t>(blockNodeOf({2, 2, 2}))];
  };
  std::size_t stale = 0, old = 0;  // neighbours with nodes inside
  for (std::size_t a = 0; a < lattice.blockCoord.size(); ++a)
    for (std::size_t b = 0; b < a; ++b)
      if (lattice.blockCoord[b] + Int3{1, 0, 0} == lattice.blockCoord[a] &&
          inner(a) < lattice.nodeCount && inner(b) < lattice.nodeCount)
        stale = a, old = b;
  ASSERT_NE(stale, old);
  const auto bend = [&](std::size_t block, double by) {
    w_->x[4 * static_cast<std::size_t>(inner(block))] += by;
    linearise(*model_, w_->x, *w_);
  };
  bend(stale, 0.5);
  bend(old, 0.3);
  std::vector<std::uint8_t> blocks(lattice.blockCoord.size());
  blocks[stale] = 1;
  w_->multigrid.rebuildLevels(blocks);
  const std::vector<float> inPart = levelsNow();
  bend(old, -0.3);
  w_->multigrid.rebuildLevels();
  EXPECT_EQ(inPart, levelsNow());
}

// Of a body of many blocks: K_2 X is P^T K P X, P by way of level 1.
TEST(FirstLevel, OfManyBlocksIsTheProduct) {
  const auto model = buildModel(armPlan(9), {});
  ASSERT_GT(model->lattice.blockCount, 200);
  Workspace w(*model);
  w.x = deformedPositions(*model, 5);
  linearise(*model, w.x, w);
  w.multigrid.rebuildLevels();
  const CoarseLevel &between = model->hierarchy.levels[0], &level = model->hierarchy.levels[1];
  const auto count = static_cast<std::size_t>(level.nodeCount);
  const auto lattice = static_cast<std::size_t>(model->lattice.nodeCount);
  const auto prolong = [](const WeightTable& parents, std::size_t rows, const NodeVector& coarse) {
    NodeVector fine = makeNodeVector(static_cast<std::int32_t>(rows));
    for (std::size_t n = 0; n < rows; ++n)
      for (const WeightedNode& parent : parents.row(n))
        for (std::size_t i = 0; i < 3; ++i)
          fine[4 * n + i] +=
              parent.weight() * coarse[4 * static_cast<std::size_t>(parent.node()) + i];
    return fine;
  };
  NodeVector X = makeNodeVector(level.nodeCount);
  Random random(7);
  for (std::size_t n = 0; n < 4 * count; ++n)
    if (n % 4 != 3) X[n] = static_cast<float>(random.next());
  const auto betweenCount = static_cast<std::size_t>(between.nodeCount);
  const NodeVector x = prolong(between.parents, lattice, prolong(level.parents, betweenCount, X));
  NodeVector y = makeNodeVector(model->lattice.nodeCount);
  w.multigrid.apply(Tangent::Projected, x, y);
  const SparseMatrix K = matrixOf(level, w.multigrid.levelBlocks(1));
  Eigen::VectorXd dense(3 * level.nodeCount);
  for (std::size_t k = 0; k < 3 * count; ++k)
    dense[static_cast<Index>(k)] = static_cast<double>(X[4 * (k / 3) + k % 3]);
  const Eigen::VectorXd product = K * dense;
  double worst = 0, greatest = 0;
  for (std::size_t n = 0; n < count; ++n)
    for (std::size_t i = 0; i < 3; ++i) {
      double expected = 0;
      const double found = product[static_cast<Index>(3 * n + i)];
      for (const WeightedNode& child : level.children.row(n))
        for (const WeightedNode& own : between.children.row(static_cast<std::size_t>(child.node())))
          expected += static_cast<double>(child.weight()) * static_cast<double>(own.weight()) *
                      static_cast<double>(y[4 * static_cast<std::size_t>(own.node()) + i]);
      worst = std::max(worst, std::abs(found - expected));
      greatest = std::max(greatest, std::abs(expected));
    }
  EXPECT_LT(worst, 1e-5 * greatest);
}

// A body that moves as a whole is as stiff as before.
TEST(StaleBlocks, AreNotThoseThatOnlyMove) {
  const auto model = buildModel(barPlan(9, 5, 4, false), {});
  NodeVector dx = makeNodeVector(model->lattice.nodeCount);
  for (std::size_t n = 0; n < static_cast<std::size_t>(model->lattice.nodeCount); ++n)
    dx[4 * n] = 3, dx[4 * n + 1] = -7;
  StaleBlocks stale(model->lattice);
  stale.move(model->lattice, 1, dx);
  EXPECT_TRUE(stale.take(0.f).empty());
  for (std::size_t n = 0; n < static_cast<std::size_t>(model->lattice.nodeCount); ++n)
    dx[4 * n] = static_cast<float>(0.05 * model->restPosition(n).y);  // shear: 0.2 across a block
  stale.move(model->lattice, 0.5, dx);
  EXPECT_TRUE(stale.take(0.15f).empty());
  stale.move(model->lattice, 0.5, dx);  // steps add up
  EXPECT_FALSE(stale.take(0.15f).empty());
  stale.move(model->lattice, 1, dx);
  stale.clear();
  EXPECT_TRUE(stale.take(0.15f).empty());
}

TEST(MaxNorm, IsThatOfOneNodeOrNotANumber) {
  Random random(9);
  for (const std::int64_t target : hwy::SupportedAndGeneratedTargets()) {
    SCOPED_TRACE(hwy::TargetName(target));
    hwy::SetSupportedTargetsForTest(target);
    constexpr std::int32_t kCount = 53;  // whole vectors and a rest
    NodeVector v = makeNodeVector(kCount);
    for (std::size_t i = 0; i < 4 * kCount; ++i)
      v[i] = i % 4 == 3 ? 100.f : static_cast<float>(random.next());
    for (const std::int32_t begin : {0, 3}) {
      float most = 0;
      for (auto n = static_cast<std::size_t>(begin); n < kCount; ++n)
        most = std::max(most, std::hypot(v[4 * n], v[4 * n + 1], v[4 * n + 2]));
      EXPECT_NEAR(maxNormNodes(v.data(), begin, kCount), most, 1e-6f);
    }
    for (const std::size_t n : {1, 40, 52}) {  // also where greater ones follow
      NodeVector some = v;
      some[4 * n + 1] = std::numeric_limits<float>::quiet_NaN();
      EXPECT_TRUE(std::isnan(maxNormNodes(some.data(), 0, kCount)));
    }
    hwy::SetSupportedTargetsForTest(0);
  }
}

// By pairs of nodes: the widest gap along an axis.
TEST(StaleBlocks, AreBentByTheirNodesAlone) {
  const auto model = buildModel(barPlan(9, 5, 4, false), {});
  const Lattice& lattice = model->lattice;
  Random random(7);
  NodeVector dx = makeNodeVector(lattice.nodeCount);
  for (std::size_t i = 0; i < 4 * static_cast<std::size_t>(lattice.nodeCount); ++i)
    dx[i] = i % 4 == 3 ? 0.f : 5 + static_cast<float>(random.next());
  for (std::size_t b = 0; b < static_cast<std::size_t>(lattice.blockCount); ++b) {
    float widest = 0;
    const std::int32_t* nodes = lattice.nodeTable.data() + b * kBlockNodeStride;
    for (int k = 0; k < kBlockNodes; ++k)
      for (int l = 0; l < kBlockNodes; ++l)
        for (std::size_t i = 0; i < 3; ++i)
          if (nodes[k] < lattice.nodeCount && nodes[l] < lattice.nodeCount)
            widest = std::max(widest, dx[4 * static_cast<std::size_t>(nodes[k]) + i] -
                                          dx[4 * static_cast<std::size_t>(nodes[l]) + i]);
    EXPECT_EQ(spreadOfNodes(dx.data(), nodes, kBlockNodes, lattice.nodeCount), widest);
  }
}

TEST_F(GalerkinLevels, CoarseSolverSolves) {
  const CoarseLevel& level = model_->hierarchy.levels.back();
  const std::span<const float> blocks = w_->multigrid.levelBlocks(levels_.size() - 1);
  const SparseMatrix K = matrixOf(level, blocks);
  const VectorXd b = random(K.rows(), 4);
  const VectorXd expected = Eigen::MatrixXd(K).fullPivLu().solve(b);
  // Right-hand side and solution are rounded to float.
  EXPECT_LT((solveCoarsest(level, blocks, b) - expected).norm(), 1e-5 * expected.norm());
}

TEST(CoarseSolver, SolvesForABodyNothingHolds) {
  ModelPlan plan = barPlan(6, 5, 4, false);
  plan.boneOfNode = [](const Vec3<double>&) { return -1; };
  const auto model = buildModel(plan, {});
  Workspace w(*model);
  linearise(*model, w.x, w);
  w.multigrid.rebuildLevels();
  const CoarseLevel& level = model->hierarchy.levels.back();
  const std::span<const float> blocks = w.multigrid.levelBlocks(model->hierarchy.levels.size() - 1);
  const SparseMatrix K = matrixOf(level, blocks);

  // Forces that are in balance, as those of a free body are: there is a solution.
  const VectorXd b =
      K * VectorXd::NullaryExpr(K.rows(), [](Index i) { return std::sin(1.0 + 37 * i * i); });
  const VectorXd x = solveCoarsest(level, blocks, b);
  EXPECT_LT((K * x - b).norm(), 1e-4 * b.norm());  // float, condition 400 across the elastic modes

  // A force that is not: no solution, but an answer that stays below force / least pivot.
  VectorXd push = VectorXd::Zero(K.rows());
  push(0) = 1;
  const double leastPivot = 1e-6 * K.coeffs().abs().maxCoeff();  // kPivotFloor
  EXPECT_LT(solveCoarsest(level, blocks, push).norm(), static_cast<double>(K.rows()) / leastPivot);
}

}  // namespace
}  // namespace sinew::testing
