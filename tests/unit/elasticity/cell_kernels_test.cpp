// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
//
// The vectorised loops over cells, on every instruction set, against assembled matrices in double.
#include "elasticity/cell_kernels.h"

#include <gtest/gtest.h>
#include <hwy/targets.h>

#include <Eigen/Dense>
#include <Eigen/Sparse>
#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <map>
#include <memory>
#include <vector>

#include "lattice/cell_complex.h"
#include "solver/newton.h"
#include "support/models.h"
#include "support/reference.h"

namespace sinew::testing {
namespace {

using Eigen::Index;
using Eigen::Matrix3d;
using Eigen::Vector3d;
using Eigen::VectorXd;

// The state goes into floats as positions relative to a node of the block, up to 9 cells away here:
// half a float's spacing there. Rotations, and with them forces and tangents, follow with the
// factor 1 / (sigma_2 + sigma_3), which the scene keeps below 1 / kLeastSum.
constexpr double kPositionRounding = 0x1p-21;
constexpr double kLeastSum = 0.1;
constexpr double kTolerance = kPositionRounding / kLeastSum;  // 5e-6; largest seen 1.3e-6
// The preconditioner's tangent is kept in half floats, which round by up to 2^-11: R enters a
// product twice, C and W at most three times. Largest seen 1.4e-3.
constexpr double kHalfTolerance = 5 * 0x1p-11;

void forEveryTarget(const std::function<void()>& run) {
  for (const std::int64_t target : hwy::SupportedAndGeneratedTargets()) {
    SCOPED_TRACE(hwy::TargetName(target));
    hwy::SetSupportedTargetsForTest(target);
    ASSERT_STREQ(kernelTarget(), hwy::TargetName(target));
    run();
    hwy::SetSupportedTargetsForTest(0);
  }
}

// The ragged body with fixed nodes, springs and two materials, deformed and partly inverted.
struct Scene {
  Scene(const ModelPlan& plan, StabilisationWeights stabilisation, TangentForm form) {
    ModelOptions options;
    options.nu = 0.4;
    options.stabilisation = stabilisation;
    options.contrast = [](Int3 c) { return (c.x + 2 * c.y + c.z) % 3 == 0 ? 4.f : 1.f; };
    model = buildModel(plan, options);
    springs = randomSprings(*model, 40, 3);
    attachSprings(*model, springs);
    w = std::make_unique<Workspace>(*model);
    w->cells = CellState(model->lattice.blockCount, form);
    w->x = deformedPositions(*model, 5);
    reference = std::make_unique<ReferenceSystem>(*model, springs, w->x);
    Random random(9);
    for (std::size_t s = 0; s < springs.size(); ++s)
      for (std::size_t i = 0; i < 3; ++i)
        w->targets[4 * s + i] =
            reference->springPoint(s)(static_cast<Index>(i)) + 0.3 * random.next();
  }

  std::unique_ptr<FleshModel> model;
  std::vector<SpringSpec> springs;
  std::unique_ptr<Workspace> w;
  std::unique_ptr<ReferenceSystem> reference;
};

NodeVector randomNodes(const Scene& scene, std::uint32_t seed) {
  Random random(seed);
  return scene.reference->scatter(
      VectorXd::NullaryExpr(scene.reference->unknowns(), [&](Index) { return random.next(); }));
}

struct Case {
  const char* name;
  StabilisationWeights stabilisation;
  TangentForm form;
};

class CellKernels : public ::testing::TestWithParam<Case> {
 protected:
  CellKernels() : scene_(raggedPlan(), GetParam().stabilisation, GetParam().form) {}

  Scene scene_;
};

INSTANTIATE_TEST_SUITE_P(
    Forms, CellKernels,
    ::testing::Values(Case{"ExactIntegral", kExactIntegral, TangentForm::Rotated},
                      Case{"TwelveEdges", kTwelveEdges, TangentForm::Rotated},
                      Case{"StiffCreases", kStiffCreases, TangentForm::Rotated},
                      Case{"Fitted", kStiffCreases, TangentForm::Fitted}),
    [](const auto& which) { return which.param.name; });

double relativeError(const VectorXd& computed, const VectorXd& expected) {
  return (computed - expected).norm() / expected.norm();
}

TEST_P(CellKernels, TheSceneHasWhatTheTestsNeed) {
  EXPECT_GT(scene_.reference->invertedCells(), 50);
  EXPECT_GT(scene_.reference->leastSum(), kLeastSum);
  const Lattice& lattice = scene_.model->lattice;
  EXPECT_LT(lattice.cellCount, lattice.blockCount * kBlockCells);  // some lanes are empty
  EXPECT_LT(scene_.reference->unknowns(), 3 * lattice.nodeCount);  // some nodes are fixed
}

void expectForce(Scene& scene) {
  const VectorXd expected = scene.reference->force(scene.w->targets);
  forEveryTarget([&] {
    linearise(*scene.model, scene.w->x, *scene.w);
    EXPECT_LT(relativeError(scene.reference->gather(scene.w->f), expected), kTolerance);
    for (std::size_t n = 0; n < scene.model->nodeBone.size(); ++n)
      for (std::size_t i = 0; i < 3; ++i)
        ASSERT_TRUE(scene.model->nodeBone[n] < 0 || scene.w->f[4 * n + i] == 0) << n;
  });
}

TEST_P(CellKernels, LineariseFindsTheForce) { expectForce(scene_); }

TEST_P(CellKernels, LineariseFindsEnergyAndVolumeOfEveryCell) {
  forEveryTarget([&] {
    linearise(*scene_.model, scene_.w->x, *scene_.w);
    double energyError = 0, volumeError = 0;
    for (const ReferenceSystem::Cell& cell : scene_.reference->cells()) {
      const auto slot = static_cast<std::size_t>(cell.slot);
      const double scale = cell.material.mu + cell.material.lambda;
      energyError =
          std::max(energyError,
                   std::abs(scene_.w->cells.energy[slot] - cell.material.energy(cell.x)) / scale);
      volumeError = std::max(volumeError, std::abs(scene_.w->cells.volumeOf(cell.slot) -
                                                   gradientAtCentre(cell.x).determinant()));
    }
    EXPECT_LT(energyError, kTolerance);
    EXPECT_LT(volumeError, kTolerance);
    EXPECT_NEAR(totalEnergy(*scene_.model, *scene_.w), scene_.reference->energy(scene_.w->targets),
                kTolerance * scene_.reference->energy(scene_.w->targets));
  });
}

TEST_P(CellKernels, EnergyChangeIsTheDifferenceOfTwoStatesSpringsIncluded) {
  Workspace& w = *scene_.w;
  linearise(*scene_.model, w.x, w);
  keepEnergies(w);
  const AlignedVector<double> other = deformedPositions(*scene_.model, 6);
  linearise(*scene_.model, other, w);
  const ReferenceSystem after(*scene_.model, scene_.springs, other);
  const double before = scene_.reference->energy(w.targets);
  const double expected = after.energy(w.targets) - before;
  ASSERT_GT(std::abs(expected), 0.01 * before);
  EXPECT_NEAR(energyChange(*scene_.model, 1, w.dx, w), expected, kTolerance * before);
}

TEST_P(CellKernels, VolumeFactsCountTheInvertedCells) {
  linearise(*scene_.model, scene_.w->x, *scene_.w);
  double least = 1e9, greatest = -1e9;
  for (const ReferenceSystem::Cell& cell : scene_.reference->cells()) {
    const double J = gradientAtCentre(cell.x).determinant();
    least = std::min(least, J), greatest = std::max(greatest, J);
  }
  forEveryTarget([&] {
    const VolumeFacts facts = volumeFacts(*scene_.model, *scene_.w);
    EXPECT_EQ(facts.inverted, scene_.reference->invertedCells());
    EXPECT_NEAR(facts.minJ, least, kTolerance);
    EXPECT_NEAR(facts.maxJ, greatest, kTolerance);
  });
}

TEST_P(CellKernels, EmptyLanesHaveNoEnergyAndNoTangent) {
  forEveryTarget([&] {
    linearise(*scene_.model, scene_.w->x, *scene_.w);
    const Lattice& lattice = scene_.model->lattice;
    for (CellSlot slot = 0; slot < lattice.blockCount * kBlockCells; ++slot) {
      if (lattice.isActive(slot)) continue;
      ASSERT_EQ(scene_.w->cells.energy[static_cast<std::size_t>(slot)], 0);
      const auto block = static_cast<std::size_t>(slot >> 6),
                 lane = static_cast<std::size_t>(slot % 16);
      const int layer = (slot & 63) / kLayerCells;
      const CellState& cells = scene_.w->cells;
      if (cells.form == TangentForm::Fitted) {
        ASSERT_EQ(cells.scale[static_cast<std::size_t>(slot)], 0);
      }
      const auto at = [&](int fields, int of) {
        return CellState::at(block, layer, fields) + static_cast<std::size_t>(of) * kLayerCells +
               lane;
      };
      const int rotation = 9;
      for (int field = rotation; field < cells.sizes.frames; ++field)
        ASSERT_EQ(cells.frames[at(cells.sizes.frames, field)] & 0x7fff, 0);  // but the sign
      if (cells.form == TangentForm::Fitted) continue;  // singular values, which have no stiffness
      for (int field = 0; field < cells.sizes.exact; ++field)
        ASSERT_EQ(cells.exact[at(cells.sizes.exact, field)], 0);
    }
  });
}

void expectApplyMultiplies(Scene& scene) {
  for (const Tangent tangent : {Tangent::Exact, Tangent::Projected}) {
    SCOPED_TRACE(tangent == Tangent::Exact ? "exact" : "projected");
    const double tolerance = tangent == Tangent::Exact ? kTolerance : kHalfTolerance;
    const SparseMatrix K = scene.reference->stiffness(tangent);
    forEveryTarget([&] {
      linearise(*scene.model, scene.w->x, *scene.w);
      for (std::uint32_t seed = 0; seed < 4; ++seed) {
        const NodeVector x = randomNodes(scene, seed);
        NodeVector y = makeNodeVector(scene.model->lattice.nodeCount);
        const double xy = scene.w->multigrid.apply(tangent, x, y);
        const VectorXd u = scene.reference->gather(x), expected = K * u;
        EXPECT_LT(relativeError(scene.reference->gather(y), expected), tolerance);
        EXPECT_NEAR(xy, u.dot(expected), tolerance * u.norm() * expected.norm());
      }
    });
  }
}

TEST_P(CellKernels, ApplyMultipliesWithTheAssembledMatrix) { expectApplyMultiplies(scene_); }

// A slab slit along its middle from x = 0 to x = 5, a node of the slit being one above and one
// below it. At its end blocks lie at the same coordinate and share nodes, which then have copies.
ModelPlan slitPlan() {
  ModelPlan plan;
  plan.boneCount = 1;
  plan.boneOfNode = [](const Vec3<double>& p) { return p.x > 9.5 ? 0 : -1; };
  std::vector<Int3> cells;
  for (int z = 0; z < 4; ++z)
    for (int y = 0; y < 7; ++y)
      for (int x = 0; x < 10; ++x) cells.push_back({x, y, z});
  plan.complex = weldCells(cells);
  std::map<std::int32_t, std::int32_t> upper;
  CellComplex& complex = plan.complex;
  for (std::size_t c = 0; c < complex.cells.size(); ++c) {
    if (complex.cells[c].z < 2) continue;
    for (std::int32_t& n : complex.nodes[c]) {
      const Int3 at = complex.nodeCoord[static_cast<std::size_t>(n)];
      if (at.z != 2 || at.x > 5) continue;
      const auto [found, isNew] = upper.try_emplace(n, complex.nodeCount());
      if (isNew) complex.nodeCoord.push_back(at);
      n = found->second;
    }
  }
  return plan;
}

TEST(SlitSlab, ForceAndProductAreRightWhereNodesHaveCopies) {
  Scene scene(slitPlan(), kExactIntegral, TangentForm::Rotated);
  ASSERT_FALSE(scene.w->multigrid.lattice().tiles().sharedNode.empty());
  expectForce(scene);
  expectApplyMultiplies(scene);
}

TEST_P(CellKernels, DiagonalIsTheDiagonalOfTheAssembledMatrix) {
  // The kernel knows no springs.
  std::map<std::int32_t, Matrix3d> expected;
  for (const ReferenceSystem::Cell& cell : scene_.reference->cells()) {
    const Matrix24d K = cell.material.stiffness(cell.x, Tangent::Projected);
    for (std::size_t a = 0; a < 8; ++a)
      expected.try_emplace(cell.nodes[a], Matrix3d::Zero()).first->second +=
          K.block<3, 3>(3 * static_cast<Index>(a), 3 * static_cast<Index>(a));
  }
  const Lattice& lattice = scene_.model->lattice;
  LatticeOperator system(scene_.model->parts(), scene_.w->cells);
  const Tiles& tiles = system.tiles();
  AlignedVector<float> sums(static_cast<std::size_t>(tiles.count) * kTileSymmetric);
  forEveryTarget([&] {
    linearise(*scene_.model, scene_.w->x, *scene_.w);
    for (const int part : {0, 1})
      system.diagonal(part, [&](const TileRows& rows, std::int32_t begin, std::int32_t end) {
        storeTilesApart(rows, sums.data() + (part == 0 ? 0 : kTileFloats), kTileSymmetric, begin,
                        end);
      });
    double worst = 0;
    for (std::int32_t n = 0; n < lattice.nodeCount; ++n) {
      if (scene_.model->hierarchy.fixed[static_cast<std::size_t>(n)]) continue;
      const std::uint32_t place = tiles.place[static_cast<std::size_t>(n)];
      const float* at = sums.data() + Tiles::tileOf(place) * kTileSymmetric + Tiles::localOf(place);
      const auto s = [&](std::size_t i) { return static_cast<double>(at[i * kTileNodes]); };
      Matrix3d D;
      D << s(0), s(1), s(2), s(1), s(3), s(4), s(2), s(4), s(5);
      const Matrix3d& E = expected.at(n);
      worst = std::max(worst, (D - E).norm() / E.norm());
    }
    EXPECT_LT(worst, kHalfTolerance);
  });
}

// Element matrices of 2x2x2 groups of cells by coordinate: sum over the children of W^T K W with
// the trilinear weights W of the group's corners, zero at fixed nodes.
std::map<Int3, Matrix24d> referenceElements(const Scene& scene) {
  std::map<Int3, Matrix24d> elements;
  for (const ReferenceSystem::Cell& cell : scene.reference->cells()) {
    const Int3 c = scene.model->lattice.cellCoord(cell.slot);
    const Int3 group{c.x >> 1, c.y >> 1, c.z >> 1};
    Matrix24d W = Matrix24d::Zero();
    for (std::size_t a = 0; a < 8; ++a) {
      if (scene.reference->unknownOf(cell.nodes[a]) < 0) continue;
      const Int3 node = scene.model->lattice.nodeCoord[static_cast<std::size_t>(cell.nodes[a])];
      const double t[3] = {node.x / 2. - group.x, node.y / 2. - group.y, node.z / 2. - group.z};
      for (Index A = 0; A < 8; ++A) {
        double weight = 1;
        for (int k = 0; k < 3; ++k) weight *= A >> k & 1 ? t[k] : 1 - t[k];
        W.block<3, 3>(3 * static_cast<Index>(a), 3 * A) = weight * Matrix3d::Identity();
      }
    }
    const Matrix24d K = cell.material.stiffness(cell.x, Tangent::Projected);
    elements.try_emplace(group, Matrix24d::Zero()).first->second += W.transpose() * K * W;
  }
  return elements;
}

TEST_P(CellKernels, CoarseElementsAreTheProductsOfTheirChildren) {
  const std::map<Int3, Matrix24d> expected = referenceElements(scene_);
  const FleshModel& model = *scene_.model;
  const CoarseCells& coarse = model.hierarchy.coarseCells;
  ASSERT_EQ(static_cast<std::size_t>(coarse.count), expected.size());
  AlignedVector<float> elements(expected.size() * kElementFloats);
  forEveryTarget([&] {
    linearise(model, scene_.w->x, *scene_.w);
    coarseElements(model.lattice, model.material, scene_.w->cells, coarse,
                   model.hierarchy.fixedCorners, model.shapes, {elements.data(), 0, coarse.count},
                   0, 2 * model.lattice.blockCount);
    double worst = 0;
    for (std::size_t slot = 0; slot < coarse.ofBlock.size(); ++slot) {
      if (coarse.ofBlock[slot] < 0) continue;
      const Int3 block = model.lattice.blockCoord[slot / 8];
      const Int3 o = cornerOffset(static_cast<int>(slot % 8));
      const Matrix24d& E = expected.at({2 * block.x + o.x, 2 * block.y + o.y, 2 * block.z + o.z});
      const float* element =
          elements.data() + static_cast<std::size_t>(coarse.ofBlock[slot]) * kElementFloats;
      Matrix24d K = Matrix24d::Zero();
      for (std::size_t A = 0; A < 8; ++A)
        for (std::size_t B = A; B < 8; ++B) {
          Matrix3d entry;
          for (std::size_t k = 0; k < 9; ++k)
            entry(static_cast<Index>(k / 3), static_cast<Index>(k % 3)) =
                element[9 * elementBlock(A, B) + k];
          const Index row = 3 * static_cast<Index>(A), column = 3 * static_cast<Index>(B);
          K.block<3, 3>(row, column) = entry;
          K.block<3, 3>(column, row) = entry.transpose();
        }
      worst = std::max(worst, (K - E).norm() / E.norm());
    }
    EXPECT_LT(worst, kHalfTolerance);
  });
}

// --- The hourglass test of [M11], figure 3 -----------------------------------

// A plate of 16x16x2 cells, its four corners pinned where a stretch by 1.5 puts them.
struct PinnedPlate {
  explicit PinnedPlate(StabilisationWeights stabilisation) {
    ModelPlan plan;
    for (int z = 0; z < 2; ++z)
      for (int y = 0; y < 16; ++y)
        for (int x = 0; x < 16; ++x) plan.cells.push_back({x, y, z});
    plan.boneCount = 4;
    plan.boneOfNode = [](const Vec3<double>& p) {
      const bool corner = (p.x == 0 || p.x == 16) && (p.y == 0 || p.y == 16);
      return corner ? (p.x > 0) + 2 * (p.y > 0) : -1;
    };
    ModelOptions options;
    options.nu = 0.3;
    options.stabilisation = stabilisation;
    model = buildModel(plan, options);
    w = std::make_unique<Workspace>(*model);
  }

  NewtonReport stretch() {
    std::vector<Affine> bones;
    for (int b = 0; b < 4; ++b) {
      Affine bone;
      bone.t = {b & 1 ? 4. : -4., b & 2 ? 4. : -4., 0};
      bones.push_back(bone);
    }
    placeBones(*model, bones, *w);
    NewtonStop stop;
    stop.stepTolerance = 1e-3;
    NewtonSeconds seconds;
    return solveEquilibrium(*model, stop, *w, seconds);
  }

  // Number of eigenvalues of K below a bound.
  Index modesBelow(double bound) const {
    const ReferenceSystem system(*model, {}, w->x);
    SparseMatrix identity(system.unknowns(), system.unknowns());
    identity.setIdentity();
    return negativeEigenvalues(system.stiffness(Tangent::Projected) - bound * identity);
  }

  // Hourglass modes of the displacement over its linear modes, both as root of the sum of squares.
  double hourglassContent() const {
    const Matrix8d linear = onePointLaplacian();  // projects on the linear modes
    const Matrix8d constant = Matrix8d::Constant(1. / 8);
    const Matrix8d hourglass = Matrix8d::Identity() - constant - linear;
    double h = 0, l = 0;
    const ReferenceSystem now(*model, {}, w->x), rest(*model, {}, restPositions(model->lattice));
    for (std::size_t c = 0; c < now.cells().size(); ++c) {
      const Corners u = now.cells()[c].x - rest.cells()[c].x;
      h += (u * hourglass).squaredNorm();
      l += (u * linear).squaredNorm();
    }
    return std::sqrt(h / l);
  }

  std::unique_ptr<FleshModel> model;
  std::unique_ptr<Workspace> w;
};

// The softest mode a plate of thickness t and edge a has when held at its corners: D (7.1 / a^2)^2
// per area (Leissa 1969) with D = E t^3 / (12 (1 - nu^2)), over three nodes per area: 5e-4. Below a
// fifth of that nothing is elastic.
constexpr double kSpurious = 1e-4;

TEST(PinnedPlate, HasSpuriousModesWithoutStabilisation) {
  PinnedPlate plate({0, 0});
  EXPECT_GT(plate.modesBelow(kSpurious), 100);  // 119 in numerics 1
  plate.stretch();
  EXPECT_GT(plate.hourglassContent(),
            2);  // 5.4 there; which of the many solutions is found is chance
}

TEST(PinnedPlate, HasNoSpuriousModes) {
  for (const StabilisationWeights weights : {kExactIntegral, kTwelveEdges, kStiffCreases}) {
    PinnedPlate plate(weights);
    EXPECT_EQ(plate.modesBelow(kSpurious), 0);
    EXPECT_EQ(plate.stretch().status, NewtonStatus::Converged);
    EXPECT_EQ(plate.modesBelow(kSpurious), 0);
  }
}

TEST(PinnedPlate, HasTheHourglassContentOfTheNotes) {
  // Computed by an independent program (numerics 1), printed with two digits.
  const std::array<std::pair<StabilisationWeights, double>, 2> table{
      {{kExactIntegral, 0.48}, {kTwelveEdges, 0.30}}};
  for (const auto& [weights, content] : table) {
    PinnedPlate plate(weights);
    plate.stretch();
    EXPECT_NEAR(plate.hourglassContent(), content, 0.005);
  }
}

}  // namespace
}  // namespace sinew::testing
