// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
//
// The slow, obvious way to everything the flesh solver computes fast: double, Eigen, assembled
// matrices, coordinates instead of tables. Shares no formula with core/src/elasticity and
// core/src/multigrid, so agreement means something. Cell edge 1 throughout.
#pragma once

#include <Eigen/Dense>
#include <Eigen/Sparse>
#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "solver/model.h"
#include "support/models.h"

namespace sinew::testing {

using Corners = Eigen::Matrix<double, 3, 8>;  // column a: corner a, at (a & 1, a >> 1 & 1, a >> 2)
using Matrix8d = Eigen::Matrix<double, 8, 8>;
using Vector24d = Eigen::Matrix<double, 24, 1>;  // unknown 3 a + i: component i of corner a
using Matrix24d = Eigen::Matrix<double, 24, 24>;
using SparseMatrix = Eigen::SparseMatrix<double>;

// --- One cell ----------------------------------------------------------------

/// Lam such that mu/2 sum_i x_i^T Lam x_i is mu |grad x|^2 integrated over the cell: exactly (Gauss
/// points), as mean over the four parallel edges of each direction, or at the centre alone.
Matrix8d exactLaplacian();
Matrix8d twelveEdgeLaplacian();
Matrix8d onePointLaplacian();
/// The one of these that kExactIntegral, kStiffCreases (uncreased), kTwelveEdges or {0, 0} stands
/// for.
Matrix8d laplacianOf(StabilisationWeights weights);

/// Corners of the cell at rest, around the origin.
Corners restCorners();
/// F = sum_a x_a g_a^T, with g_a the gradient of the trilinear shape function a at the centre.
Eigen::Matrix3d gradientAtCentre(const Corners& x);

/// F = U diag(sigma) V^T with det U = det V = 1, sigma_1 >= sigma_2 >= |sigma_3|. By Eigen.
struct ProperSvd {
  explicit ProperSvd(const Eigen::Matrix3d& F);
  /// How far the rotation is from being undefined: sigma_2 + sigma_3.
  double leastSum() const { return sigma.y() + sigma.z(); }
  Eigen::Matrix3d U, V;
  Eigen::Vector3d sigma;
};

/// numerics section 1, term by term.
struct ReferenceCell {
  ReferenceCell(double mu, double lambda, StabilisationWeights weights);

  double mu, lambda;
  Matrix8d straight, hourglass;  // of Lam
  double creases, onset;

  /// Q, and H'(Q), of docs/theory/corotated.md, eq. 5a.
  double hourglassSize(const Corners& x) const;
  double hourglassSlope(double Q) const;

  double energy(const Corners& x) const;
  Vector24d force(const Corners& x) const;
  /// Exact has no floor under sigma_j + sigma_k.
  Matrix24d stiffness(const Corners& x, Tangent tangent) const;
};

// --- A whole model -----------------------------------------------------------

/// A model's free unknowns (three per node no bone fixes), its energy and derivatives at a state.
/// Cells find their nodes by coordinate (so no two nodes may share one); springs come as specified.
class ReferenceSystem {
 public:
  ReferenceSystem(const FleshModel& model, std::span<const SpringSpec> springs,
                  const AlignedVector<double>& positions);

  Eigen::Index unknowns() const { return unknowns_; }
  SparseMatrix stiffness(Tangent tangent) const;
  /// Targets as double[4] per spring.
  Eigen::VectorXd force(const AlignedVector<double>& targets) const;
  double energy(const AlignedVector<double>& targets) const;

  /// One active cell: its slot, its nodes and its state.
  struct Cell {
    CellSlot slot;
    std::array<std::int32_t, 8> nodes;
    Corners x;
    ReferenceCell material;
  };
  const std::vector<Cell>& cells() const { return cells_; }
  const Eigen::Vector3d& springPoint(std::size_t spring) const { return springs_[spring].point; }
  /// Least sigma_2 + sigma_3 of all cells, and how many have det F < 0.
  double leastSum() const;
  int invertedCells() const;

  /// Between float[4] node vectors and free unknowns.
  Eigen::VectorXd gather(ConstNodeSpan nodes) const;
  NodeVector scatter(const Eigen::VectorXd& unknowns) const;
  /// First unknown of a node, or -1 if it is fixed.
  Eigen::Index unknownOf(std::int32_t node) const { return first_[static_cast<std::size_t>(node)]; }

 private:
  struct Spring {
    std::array<std::int32_t, 8> nodes;
    std::array<double, 8> weights;
    Eigen::Matrix3d stiffness;
    Eigen::Vector3d point;
  };
  std::vector<Cell> cells_;
  std::vector<Spring> springs_;
  std::vector<Eigen::Index> first_;
  Eigen::Index unknowns_ = 0;
  std::int32_t nodeCount_ = 0;
};

// --- Multigrid levels --------------------------------------------------------

/// A coarse level by coordinates: column C of P has at fine node c the product over the axes of
/// max(0, 1 - |c - 2C| / 2), with c the coordinate on the next finer level.
struct ReferenceLevel {
  std::vector<Int3> coord;    // of the nodes, in the numbering of model.hierarchy.levels
  SparseMatrix prolongation;  // of unknowns: 3 (free finer nodes) x 3 (nodes)
};

/// All coarse levels of a model; empty if the numbering of the hierarchy fits no set of
/// coordinates.
std::vector<ReferenceLevel> referenceLevels(const FleshModel& model, const ReferenceSystem& system);

/// The matrix that `blocks` (9 floats per entry, column by column) of a coarse level stand for.
SparseMatrix matrixOf(const CoarseLevel& level, std::span<const float> blocks);

/// The 3x3 diagonal blocks of a matrix.
SparseMatrix blockDiagonal(const SparseMatrix& K);
SparseMatrix inverseOfBlockDiagonal(const SparseMatrix& blocks);

/// Eigenvalues of a symmetric matrix below 0, by Sylvester's law from an LDL^T factorisation.
Eigen::Index negativeEigenvalues(const SparseMatrix& A);

// --- States and springs to compare at ----------------------------------------

/// Springs at random points of random cells: stiff, soft, and of rank one as contacts have.
std::vector<SpringSpec> randomSprings(const FleshModel& model, int count, std::uint32_t seed);

/// Replaces the springs of a model; targets rest where the points are.
void attachSprings(FleshModel& model, const std::vector<SpringSpec>& springs);

/// A bent, twisted, folded and shaken state, with inverted cells; fixed nodes turned as a whole.
AlignedVector<double> deformedPositions(const FleshModel& model, std::uint32_t seed);

}  // namespace sinew::testing
