// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
//
// A body of cubic cells for the papers' methods: double, one thread, node tables instead of blocks.
// It shares the formulas of core/src/elasticity (as templates over double) and nothing of the
// layout, the kernels or the solver of the default path.
//
// Cells of a level have the edge h = 2^level; E(x) = h^3 E_1(x / h), where E_1 is that of edge 1.
#pragma once

#include <Eigen/Dense>
#include <array>
#include <cstdint>
#include <vector>

#include "elasticity/stabilisation.h"
#include "math/mat3.h"
#include "sinew/settings.h"
#include "support/models.h"

namespace sinew::papers {

/// A vector per node.
using Field = Eigen::Matrix3Xd;
using CellGradients = std::vector<Mat3<double>>;  // F per cell

/// The one-point rule of McAdams 2011, section 3, without anything against hourglassing.
inline constexpr StabilisationWeights kUnstabilised{0.f, 0.f};

struct Cell {
  std::array<std::int32_t, 8> nodes;  // corner a is at (a & 1, a >> 1 & 1, a >> 2)
  double mu = 1, lambda = 1;
};

/// A point of a cell pulled to a target.
struct PointSpring {
  std::int32_t cell = 0;
  std::array<double, 8> weights{};
  double stiffness = 0;
  Eigen::Vector3d target{0, 0, 0};
};

struct Body {
  double h = 1;
  FleshLaw law = FleshLaw::Corotated;
  StabilisationWeights stabilisation = kTwelveEdges;
  std::vector<Int3> cellCoord;  // in cells of this level
  std::vector<Cell> cells;
  std::vector<Int3> nodeCoord;
  std::vector<std::uint8_t> fixed;  // per node
  std::vector<PointSpring> springs;

  Eigen::Index nodeCount() const { return static_cast<Eigen::Index>(nodeCoord.size()); }
  Field restPositions() const;
  /// Free nodes of a field; the others become 0.
  void clearFixed(Field& f) const;
};

struct BodyOptions {
  double nu = 0.3;
  FleshLaw law = FleshLaw::Corotated;
  StabilisationWeights stabilisation = kTwelveEdges;
  double springStiffness = 0;  // > 0: bones hold by springs of this stiffness instead
};

/// The body of a plan of tests/support/models.h, with mu = 1.
Body makeBody(const testing::ModelPlan& plan, const BodyOptions& options);

/// Rest positions with fixed nodes (and spring targets) moved by their bones.
Field placeBones(const testing::ModelPlan& plan, const std::vector<Affine>& bones, Body& body);

/// F = sum_a x_a g_a^T of every cell.
CellGradients gradients(const Body& body, const Field& x);

/// Energy, force -dE/dx (0 on fixed nodes) and its parts. With an offset F0 the gradient of a cell
/// is F0 + G[u], as the coarse levels of FAS want it; without one u are positions.
double energy(const Body& body, const Field& x);
Field force(const Body& body, const Field& u, const CellGradients* offset = nullptr);

/// Largest component of any node.
inline double maxNorm(const Field& f) { return f.size() ? f.cwiseAbs().maxCoeff() : 0; }

}  // namespace sinew::papers
