// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
#include "constraints/spring_set.h"

#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>

#include "support/models.h"

namespace sinew::testing {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;

constexpr double kFloat = 0x1p-24;  // weights and stiffness are floats

// A ragged body with a bone and springs of random place and stiffness in every third cell.
struct Body {
  Body() {
    const ModelPlan plan = raggedPlan();
    lattice = buildLattice(plan.cells);
    std::vector<std::uint8_t> fixed;
    for (const Int3& c : lattice.nodeCoord)
      fixed.push_back(plan.boneOfNode({static_cast<double>(c.x), static_cast<double>(c.y),
                                       static_cast<double>(c.z)}) >= 0);
    hierarchy = buildHierarchy(lattice, fixed);
    Random random(51);
    const auto part = [&] { return static_cast<float>((random.next() + 1) / 2); };
    for (CellSlot slot = 0; slot < lattice.blockCount * kBlockCells; ++slot) {
      if (!lattice.isActive(slot) || slot % 3) continue;
      Eigen::Matrix3f A;  // A^T A: any symmetric stiffness
      for (int i = 0; i < 9; ++i) A(i) = static_cast<float>(random.next());
      const Eigen::Matrix3f K = A.transpose() * A;
      specs.push_back(
          {slot, {part(), part(), part()}, {K(0, 0), K(0, 1), K(0, 2), K(1, 1), K(1, 2), K(2, 2)}});
    }
    springs = buildSprings(lattice, hierarchy, specs);
    for (std::size_t i = 0; i < specs.size() * 4; ++i) targets.push_back(3 * random.next());
    for (std::size_t i = 0; i < nodeCount() * 4 + 4; ++i)
      x.push_back(i % 4 < 3 && i < nodeCount() * 4 ? 5 * random.next() : 0.0);
  }

  std::size_t nodeCount() const { return static_cast<std::size_t>(lattice.nodeCount); }

  // Weight of every node at the point of spring s, from the definition.
  VectorXd weights(std::size_t s) const {
    VectorXd w = VectorXd::Zero(lattice.nodeCount);
    for (int a = 0; a < 8; ++a) {
      double product = 1;
      for (int axis = 0; axis < 3; ++axis) {
        const double t = static_cast<double>(specs[s].local[static_cast<std::size_t>(axis)]);
        product *= a >> axis & 1 ? t : 1 - t;
      }
      w[lattice.cellNode(specs[s].cell, a)] += product;
    }
    return w;
  }

  MatrixXd stiffness(std::size_t s) const {
    const Sym3<float>& K = specs[s].stiffness;
    MatrixXd result(3, 3);
    result << K.xx, K.xy, K.xz, K.xy, K.yy, K.yz, K.xz, K.yz, K.zz;
    return result;
  }

  // Rows and columns 3 n + i; nodes that bones hold do not move.
  MatrixXd dense() const {
    const auto size = 3 * lattice.nodeCount;
    MatrixXd K = MatrixXd::Zero(size, size);
    for (std::size_t s = 0; s < specs.size(); ++s) {
      const VectorXd w = weights(s);
      const MatrixXd k = stiffness(s);
      for (int a = 0; a < 64; ++a) {
        const int n = lattice.cellNode(specs[s].cell, a / 8);
        const int m = lattice.cellNode(specs[s].cell, a % 8);
        K.block<3, 3>(3 * n, 3 * m) += w[n] * w[m] * k;
      }
    }
    for (int n = 0; n < lattice.nodeCount; ++n)
      if (hierarchy.fixed[static_cast<std::size_t>(n)]) K.middleRows<3>(3 * n).setZero();
    return K;
  }

  // What the node lists make of one float[4] per spring.
  VectorXd gathered(const std::vector<float>& perSpring) const {
    VectorXd result = VectorXd::Zero(3 * lattice.nodeCount);
    for (std::size_t n = 0; n < nodeCount(); ++n)
      for (auto k = springs.nodeBegin[n]; k < springs.nodeBegin[n + 1]; ++k)
        for (std::size_t i = 0; i < 3; ++i)
          result[static_cast<Eigen::Index>(3 * n + i)] +=
              static_cast<double>(springs.nodeSprings[k].weight) *
              static_cast<double>(
                  perSpring[4 * static_cast<std::size_t>(springs.nodeSprings[k].spring) + i]);
    return result;
  }

  double energy(const std::vector<double>& positions) const {
    std::vector<float> forces(specs.size() * 4);
    std::vector<double> energies(specs.size());
    springForces(springs, positions.data(), targets.data(), forces.data(), energies.data());
    double sum = 0;
    for (const double e : energies) sum += e;
    return sum;
  }

  Lattice lattice;
  Hierarchy hierarchy;
  std::vector<SpringSpec> specs;
  SpringSet springs;
  std::vector<double> targets, x;
};

const Body& body() {
  static const Body result;
  return result;
}

TEST(SpringForces, AreMinusTheGradientOfTheEnergy) {
  const Body& b = body();
  std::vector<float> forces(b.specs.size() * 4);
  std::vector<double> energies(b.specs.size());
  springForces(b.springs, b.x.data(), b.targets.data(), forces.data(), energies.data());
  const VectorXd f = b.gathered(forces);
  double greatest = 0;
  for (std::size_t n = 0; n < b.nodeCount(); n += 5) {
    for (std::size_t i = 0; i < 3; ++i) {
      // The energy is quadratic: a central difference of any width is exact but for round-off.
      std::vector<double> plus = b.x, minus = b.x;
      plus[4 * n + i] += 0.5, minus[4 * n + i] -= 0.5;
      const double gradient = b.energy(plus) - b.energy(minus);
      const double expected = b.hierarchy.fixed[n] ? 0 : -gradient;
      greatest = std::max(greatest, std::fabs(f[static_cast<Eigen::Index>(3 * n + i)] - expected));
    }
  }
  // Each of up to 3 springs around a node rounds its force and its weight once.
  EXPECT_LT(greatest, 8 * kFloat * f.lpNorm<Eigen::Infinity>());
}

TEST(SpringForces, EnergyIsThatOfTheStretchedPoints) {
  const Body& b = body();
  double expected = 0;
  for (std::size_t s = 0; s < b.specs.size(); ++s) {
    const VectorXd w = b.weights(s);
    Eigen::Vector3d d(b.targets[4 * s], b.targets[4 * s + 1], b.targets[4 * s + 2]);
    for (std::size_t n = 0; n < b.nodeCount(); ++n)
      d -= w[static_cast<Eigen::Index>(n)] *
           Eigen::Vector3d(b.x[4 * n], b.x[4 * n + 1], b.x[4 * n + 2]);
    expected += 0.5 * d.dot(b.stiffness(s) * d);
  }
  EXPECT_NEAR(b.energy(b.x), expected, 8 * kFloat * expected);  // weights are rounded to float
}

TEST(SpringForces, VanishWhereThePointsAreAtTheirTargets) {
  const Body& b = body();
  std::vector<double> targets(b.specs.size() * 4, 0.0);
  for (std::size_t s = 0; s < b.specs.size(); ++s) {
    // Relative to the first corner: float weights do not sum to exactly 1.
    const auto corner = [&](std::size_t a, std::size_t i) {
      return b.x[4 * static_cast<std::size_t>(b.springs.nodes[s][a]) + i];
    };
    for (std::size_t i = 0; i < 3; ++i) {
      targets[4 * s + i] = corner(0, i);
      for (std::size_t a = 1; a < 8; ++a)
        targets[4 * s + i] +=
            static_cast<double>(b.springs.weights[s][a]) * (corner(a, i) - corner(0, i));
    }
  }
  std::vector<float> forces(b.specs.size() * 4);
  std::vector<double> energies(b.specs.size());
  springForces(b.springs, b.x.data(), targets.data(), forces.data(), energies.data());
  for (const float f : forces) EXPECT_LT(std::fabs(f), 1e-13f);  // round-off in double
}

TEST(SpringProducts, EqualTheDenseMatrix) {
  const Body& b = body();
  std::vector<float> x(b.x.begin(), b.x.end()), products(b.specs.size() * 4);
  // Bones hold fixed nodes: their entries are 0 in every vector the solver multiplies.
  VectorXd dense(3 * b.lattice.nodeCount);
  for (std::size_t n = 0; n < b.nodeCount(); ++n)
    for (std::size_t i = 0; i < 3; ++i) {
      if (b.hierarchy.fixed[n]) x[4 * n + i] = 0;
      dense[static_cast<Eigen::Index>(3 * n + i)] = static_cast<double>(x[4 * n + i]);
    }
  springProducts(b.springs, x.data(), products.data());
  const VectorXd expected = b.dense() * dense;
  const VectorXd error = b.gathered(products) - expected;
  // Sums of 8 products and of 3, in float.
  EXPECT_LT(error.lpNorm<Eigen::Infinity>(), 16 * kFloat * expected.lpNorm<Eigen::Infinity>());
}

TEST(SpringSet, CoarseWeightsAreTheRestrictedFineWeights) {  // P^T w, from the parent table
  const Body& b = body();
  const CoarseLevel& level = b.hierarchy.levels[0];
  std::vector<std::int32_t> home(b.specs.size(), -1);
  for (std::size_t c = 0; c < static_cast<std::size_t>(b.hierarchy.coarseCells.count); ++c)
    for (auto k = b.springs.coarseBegin[c]; k < b.springs.coarseBegin[c + 1]; ++k) {
      auto& at = home[static_cast<std::size_t>(b.springs.coarseSprings[k])];
      EXPECT_EQ(at, -1) << "a spring in two coarse cells";
      at = static_cast<std::int32_t>(c);
    }
  for (std::size_t s = 0; s < b.specs.size(); ++s) {
    ASSERT_GE(home[s], 0);
    const VectorXd fine = b.weights(s);
    VectorXd expected = VectorXd::Zero(level.nodeCount), coarse = expected;
    for (std::size_t n = 0; n < b.nodeCount(); ++n)
      for (const WeightedNode& parent : level.parents.row(n))
        expected[parent.node()] +=
            fine[static_cast<Eigen::Index>(n)] * static_cast<double>(parent.weight());
    for (std::size_t A = 0; A < 8; ++A) {
      const std::int32_t node = b.hierarchy.coarseCells.nodes[static_cast<std::size_t>(home[s])][A];
      if (node >= 0) coarse[node] += static_cast<double>(b.springs.coarseWeights[s][A]);
    }
    EXPECT_LT((coarse - expected).lpNorm<Eigen::Infinity>(), 8 * kFloat);
  }
}

TEST(SpringSet, FixedNodesHaveNoSprings) {
  const Body& b = body();
  for (std::size_t n = 0; n < b.nodeCount(); ++n)
    if (b.hierarchy.fixed[n]) {
      EXPECT_EQ(b.springs.nodeBegin[n], b.springs.nodeBegin[n + 1]);
    }
}

}  // namespace
}  // namespace sinew::testing
