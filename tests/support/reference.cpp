// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
#include "support/reference.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <map>
#include <set>

namespace sinew::testing {

using Eigen::Index;
using Eigen::Matrix3d;
using Eigen::Vector3d;
using Eigen::VectorXd;

// --- One cell ----------------------------------------------------------------

namespace {

int bit(Index a, int axis) { return static_cast<int>(a >> axis) & 1; }

// Gradient of shape function a = prod_k (bit ? t_k : 1 - t_k) at t.
Vector3d shapeGradient(Index a, const Vector3d& t) {
  Vector3d g;
  for (int i = 0; i < 3; ++i) {
    g(i) = bit(a, i) ? 1 : -1;
    for (int k = 0; k < 3; ++k)
      if (k != i) g(i) *= bit(a, k) ? t(k) : 1 - t(k);
  }
  return g;
}

double shape(Index a, const Vector3d& t) {
  double w = 1;
  for (int k = 0; k < 3; ++k) w *= bit(a, k) ? t(k) : 1 - t(k);
  return w;
}

Matrix3d crossMatrix(const Vector3d& g) {
  Matrix3d C;
  C << 0, -g.z(), g.y(), g.z(), 0, -g.x(), -g.y(), g.x(), 0;
  return C;
}

// 2 sum over points of weight grad N_a . grad N_b.
Matrix8d laplacianByQuadrature(const std::vector<Vector3d>& points) {
  Matrix8d Lam = Matrix8d::Zero();
  for (const Vector3d& t : points)
    for (Index a = 0; a < 8; ++a)
      for (Index b = 0; b < 8; ++b)
        Lam(a, b) +=
            2 * shapeGradient(a, t).dot(shapeGradient(b, t)) / static_cast<double>(points.size());
  return Lam;
}

}  // namespace

Matrix8d exactLaplacian() {
  // Two Gauss points per axis integrate cubics exactly; the integrand is quadratic in each axis.
  const double offset = std::sqrt(1.0 / 12);
  std::vector<Vector3d> points;
  for (Index q = 0; q < 8; ++q) {
    Vector3d t;
    for (int k = 0; k < 3; ++k) t(k) = 0.5 + (bit(q, k) ? offset : -offset);
    points.push_back(t);
  }
  return laplacianByQuadrature(points);
}

Matrix8d onePointLaplacian() { return laplacianByQuadrature({Vector3d::Constant(0.5)}); }

Matrix8d twelveEdgeLaplacian() {
  Matrix8d Lam = Matrix8d::Zero();
  for (Index a = 0; a < 8; ++a)
    for (int axis = 0; axis < 3; ++axis) {
      if (bit(a, axis)) continue;
      const Index b = a | Index{1} << axis;
      // mu/4 (x_b - x_a)^2 per edge is mu/2 of 1/2 (x_b - x_a)^2.
      Lam(a, a) += 0.5, Lam(b, b) += 0.5, Lam(a, b) -= 0.5, Lam(b, a) -= 0.5;
    }
  return Lam;
}

Matrix8d laplacianOf(StabilisationWeights weights) {
  const auto is = [&](StabilisationWeights w) {
    return w.bilinear == weights.bilinear && w.trilinear == weights.trilinear;
  };
  if (is(kExactIntegral)) return exactLaplacian();
  if (is(kTwelveEdges)) return twelveEdgeLaplacian();
  if (is({0, 0})) return onePointLaplacian();
  std::abort();  // no definition of such weights
}

Corners restCorners() {
  Corners x;
  for (Index a = 0; a < 8; ++a) x.col(a) = Vector3d(bit(a, 0), bit(a, 1), bit(a, 2)).array() - 0.5;
  return x;
}

Matrix3d gradientAtCentre(const Corners& x) {
  Matrix3d F = Matrix3d::Zero();
  for (Index a = 0; a < 8; ++a)
    F += x.col(a) * shapeGradient(a, Vector3d::Constant(0.5)).transpose();
  return F;
}

ProperSvd::ProperSvd(const Matrix3d& F) {
  // MatrixXd: with Matrix3d GCC 12 warns of uninitialised members inside Eigen.
  const Eigen::JacobiSVD<Eigen::MatrixXd> svd(F, Eigen::ComputeFullU | Eigen::ComputeFullV);
  U = svd.matrixU();
  V = svd.matrixV();
  sigma = svd.singularValues();
  for (Matrix3d* side : {&U, &V})
    if (side->determinant() < 0) {
      side->col(2) = -side->col(2);
      sigma.z() = -sigma.z();
    }
}

ReferenceCell::ReferenceCell(double mu_, double lambda_, StabilisationWeights weights)
    : mu(mu_),
      lambda(lambda_),
      straight(onePointLaplacian()),
      hourglass(laplacianOf(weights) - straight),
      creases(static_cast<double>(weights.creases)),
      onset(static_cast<double>(weights.onset)) {}

double ReferenceCell::hourglassSize(const Corners& x) const {
  return 8 * (x * hourglass * x.transpose()).trace();
}
double ReferenceCell::hourglassSlope(double Q) const {
  return 1 + creases * Q / std::hypot(Q, onset);
}

double ReferenceCell::energy(const Corners& x) const {
  const double trace = ProperSvd(gradientAtCentre(x)).sigma.sum();
  const double rest = -2 * mu * trace + 3 * mu + lambda / 2 * (trace - 3) * (trace - 3);
  const double Q = hourglassSize(x);
  return rest + mu / 2 * (x * straight * x.transpose()).trace() +
         mu / 16 * (Q + creases * (std::hypot(Q, onset) - onset));
}

Vector24d ReferenceCell::force(const Corners& x) const {
  const ProperSvd svd(gradientAtCentre(x));
  const Matrix3d R = svd.U * svd.V.transpose();
  const Matrix8d laplacian = straight + hourglassSlope(hourglassSize(x)) * hourglass;
  Vector24d f;
  for (Index a = 0; a < 8; ++a) {
    const Vector3d g = shapeGradient(a, Vector3d::Constant(0.5));
    f.segment<3>(3 * a) =
        -(lambda * (svd.sigma.sum() - 3) - 2 * mu) * (R * g) - mu * (x * laplacian.col(a));
  }
  return f;
}

Matrix24d ReferenceCell::stiffness(const Corners& x, Tangent tangent) const {
  const ProperSvd svd(gradientAtCentre(x));
  const Matrix3d R = svd.U * svd.V.transpose();
  const double k = lambda * (svd.sigma.sum() - 3) - 2 * mu;
  Vector3d LD;
  for (int i = 0; i < 3; ++i) {
    const double sum = svd.sigma((i + 1) % 3) + svd.sigma((i + 2) % 3);
    LD(i) = tangent == Tangent::Exact ? k / sum : std::max(k / std::max(sum, 0.01), -mu);
  }
  // Along the modes as they are the energy curves like H' + 2 Q H'', across them like H'.
  const double Q = hourglassSize(x),
               curve = creases * onset * onset / std::pow(std::hypot(Q, onset), 3);
  const Matrix8d laplacian = straight + (hourglassSlope(Q) + Q * curve) * hourglass;
  const Matrix3d L = svd.V * LD.asDiagonal() * svd.V.transpose();
  Matrix24d K;
  for (Index a = 0; a < 8; ++a)
    for (Index b = 0; b < 8; ++b) {
      const Vector3d ga = shapeGradient(a, Vector3d::Constant(0.5));
      const Vector3d gb = shapeGradient(b, Vector3d::Constant(0.5));
      K.block<3, 3>(3 * a, 3 * b) =
          mu * laplacian(a, b) * Matrix3d::Identity() + lambda * (R * ga) * (R * gb).transpose() +
          R * crossMatrix(ga).transpose() * L * crossMatrix(gb) * R.transpose();
    }
  return K;
}

// --- A whole model -----------------------------------------------------------

namespace {

using NodeOfCoord = std::map<Int3, std::int32_t>;

std::array<std::int32_t, 8> nodesOfCell(const NodeOfCoord& nodeAt, Int3 cell) {
  std::array<std::int32_t, 8> nodes;
  for (int a = 0; a < 8; ++a)
    nodes[static_cast<std::size_t>(a)] =
        nodeAt.at(Int3{cell.x + bit(a, 0), cell.y + bit(a, 1), cell.z + bit(a, 2)});
  return nodes;
}

Vector3d positionOf(const AlignedVector<double>& positions, std::int32_t node) {
  const double* x = positions.data() + 4 * static_cast<std::size_t>(node);
  return {x[0], x[1], x[2]};
}

}  // namespace

ReferenceSystem::ReferenceSystem(const FleshModel& model, std::span<const SpringSpec> springs,
                                 const AlignedVector<double>& positions)
    : nodeCount_(model.lattice.nodeCount) {
  const Lattice& lattice = model.lattice;
  NodeOfCoord nodeAt;
  bool isWelded = true;  // else only the lattice's own table can tell nodes at one place apart
  for (std::int32_t n = 0; n < nodeCount_; ++n) {
    isWelded &= nodeAt.insert_or_assign(lattice.nodeCoord[static_cast<std::size_t>(n)], n).second;
    const bool fixed = model.nodeBone[static_cast<std::size_t>(n)] >= 0;
    first_.push_back(fixed ? -1 : unknowns_);
    if (!fixed) unknowns_ += 3;
  }
  const auto nodesOf = [&](CellSlot slot) {
    auto nodes = nodesOfCell(nodeAt, lattice.cellCoord(slot));
    if (!isWelded)
      for (std::size_t a = 0; a < 8; ++a) nodes[a] = lattice.cellNode(slot, static_cast<int>(a));
    return nodes;
  };
  for (CellSlot slot = 0; slot < lattice.blockCount * kBlockCells; ++slot) {
    if (!lattice.isActive(slot)) continue;
    Cell cell{slot,
              nodesOf(slot),
              {},
              {model.material.mu(slot), model.material.lambda(slot), model.material.stabilisation}};
    for (std::size_t a = 0; a < 8; ++a)
      cell.x.col(static_cast<Index>(a)) = positionOf(positions, cell.nodes[a]);
    cells_.push_back(cell);
  }
  for (const SpringSpec& spec : springs) {
    Spring spring{nodesOf(spec.cell), {}, {}, Vector3d::Zero()};
    const Vector3d local(spec.local[0], spec.local[1], spec.local[2]);
    for (std::size_t a = 0; a < 8; ++a) {
      spring.weights[a] = shape(static_cast<Index>(a), local);
      spring.point += spring.weights[a] * positionOf(positions, spring.nodes[a]);
    }
    const Sym3<float>& K = spec.stiffness;
    spring.stiffness << K.xx, K.xy, K.xz, K.xy, K.yy, K.yz, K.xz, K.yz, K.zz;
    springs_.push_back(spring);
  }
}

SparseMatrix ReferenceSystem::stiffness(Tangent tangent) const {
  std::vector<Eigen::Triplet<double>> entries;
  const auto addBlock = [&](std::int32_t a, std::int32_t b, const Matrix3d& block) {
    const Index row = unknownOf(a), column = unknownOf(b);
    if (row < 0 || column < 0) return;
    for (int i = 0; i < 3; ++i)
      for (int j = 0; j < 3; ++j) entries.emplace_back(row + i, column + j, block(i, j));
  };
  for (const Cell& cell : cells_) {
    const Matrix24d K = cell.material.stiffness(cell.x, tangent);
    for (std::size_t a = 0; a < 8; ++a)
      for (std::size_t b = 0; b < 8; ++b)
        addBlock(cell.nodes[a], cell.nodes[b],
                 K.block<3, 3>(3 * static_cast<Index>(a), 3 * static_cast<Index>(b)));
  }
  for (const Spring& spring : springs_)
    for (std::size_t a = 0; a < 8; ++a)
      for (std::size_t b = 0; b < 8; ++b)
        addBlock(spring.nodes[a], spring.nodes[b],
                 spring.weights[a] * spring.weights[b] * spring.stiffness);
  SparseMatrix K(unknowns_, unknowns_);
  K.setFromTriplets(entries.begin(), entries.end());
  return K;
}

VectorXd ReferenceSystem::force(const AlignedVector<double>& targets) const {
  VectorXd f = VectorXd::Zero(unknowns_);
  const auto add = [&](std::int32_t node, const Vector3d& value) {
    if (unknownOf(node) >= 0) f.segment<3>(unknownOf(node)) += value;
  };
  for (const Cell& cell : cells_) {
    const Vector24d forces = cell.material.force(cell.x);
    for (std::size_t a = 0; a < 8; ++a)
      add(cell.nodes[a], forces.segment<3>(3 * static_cast<Index>(a)));
  }
  for (std::size_t s = 0; s < springs_.size(); ++s)
    for (std::size_t a = 0; a < 8; ++a)
      add(springs_[s].nodes[a],
          springs_[s].weights[a] * springs_[s].stiffness *
              (positionOf(targets, static_cast<std::int32_t>(s)) - springs_[s].point));
  return f;
}

double ReferenceSystem::energy(const AlignedVector<double>& targets) const {
  double sum = 0;
  for (const Cell& cell : cells_) sum += cell.material.energy(cell.x);
  for (std::size_t s = 0; s < springs_.size(); ++s) {
    const Vector3d d = springs_[s].point - positionOf(targets, static_cast<std::int32_t>(s));
    sum += 0.5 * d.dot(springs_[s].stiffness * d);
  }
  return sum;
}

double ReferenceSystem::leastSum() const {
  double least = 1e300;
  for (const Cell& cell : cells_)
    least = std::min(least, ProperSvd(gradientAtCentre(cell.x)).leastSum());
  return least;
}

int ReferenceSystem::invertedCells() const {
  return static_cast<int>(std::count_if(cells_.begin(), cells_.end(), [](const Cell& cell) {
    return gradientAtCentre(cell.x).determinant() < 0;
  }));
}

VectorXd ReferenceSystem::gather(ConstNodeSpan nodes) const {
  VectorXd result(unknowns_);
  for (std::int32_t n = 0; n < nodeCount_; ++n)
    for (int i = 0; i < 3; ++i)
      if (unknownOf(n) >= 0)
        result(unknownOf(n) + i) =
            nodes[4 * static_cast<std::size_t>(n) + static_cast<std::size_t>(i)];
  return result;
}

NodeVector ReferenceSystem::scatter(const VectorXd& unknowns) const {
  NodeVector nodes = makeNodeVector(nodeCount_);
  for (std::int32_t n = 0; n < nodeCount_; ++n)
    for (int i = 0; i < 3; ++i)
      if (unknownOf(n) >= 0)
        nodes[4 * static_cast<std::size_t>(n) + static_cast<std::size_t>(i)] =
            static_cast<float>(unknowns(unknownOf(n) + i));
  return nodes;
}

// --- Multigrid levels --------------------------------------------------------

namespace {

bool near(Int3 fine, Int3 coarse) {
  return std::abs(fine.x - 2 * coarse.x) <= 1 && std::abs(fine.y - 2 * coarse.y) <= 1 &&
         std::abs(fine.z - 2 * coarse.z) <= 1;
}

double weightAt(Int3 fine, Int3 coarse) {
  const auto hat = [](std::int32_t c, std::int32_t C) {
    return std::max(0.0, 1 - std::abs(c - 2 * C) / 2.0);
  };
  return hat(fine.x, coarse.x) * hat(fine.y, coarse.y) * hat(fine.z, coarse.z);
}

// Coordinates C with weight at some of the fine nodes.
std::set<Int3> coarseCoordinates(const std::vector<Int3>& fine) {
  std::set<Int3> result;
  for (const Int3 c : fine)
    for (std::int32_t z = (c.z - 1) >> 1; z <= (c.z + 1) >> 1; ++z)
      for (std::int32_t y = (c.y - 1) >> 1; y <= (c.y + 1) >> 1; ++y)
        for (std::int32_t x = (c.x - 1) >> 1; x <= (c.x + 1) >> 1; ++x)
          if (near(c, {x, y, z})) result.insert({x, y, z});
  return result;
}

// The numbering is the hierarchy's; which coordinate a number has follows from its children: it is
// near all of them, and no two parents of one child share a coordinate. Empty if that does not
// settle it.
std::vector<Int3> numbered(const std::set<Int3>& coords, const CoarseLevel& level,
                           const std::vector<Int3>& fineOfRow) {
  const auto count = static_cast<std::size_t>(level.nodeCount);
  std::vector<std::vector<Int3>> candidates(count);
  for (std::size_t n = 0; n < count; ++n)
    for (const Int3 C : coords) {
      const auto children = level.children.row(n);
      if (std::all_of(children.begin(), children.end(), [&](const WeightedNode& child) {
            return near(fineOfRow[static_cast<std::size_t>(child.node())], C);
          }))
        candidates[n].push_back(C);
    }
  std::vector<Int3> result(count);
  std::vector<bool> done(count, false);
  for (std::size_t settled = 0; settled < count; ++settled) {
    std::size_t n = 0;
    while (n < count && (done[n] || candidates[n].size() != 1)) ++n;
    if (n == count) return {};
    done[n] = true;
    result[n] = candidates[n].front();
    for (const WeightedNode& child : level.children.row(n))
      for (const WeightedNode& other : level.parents.row(static_cast<std::size_t>(child.node())))
        if (const auto m = static_cast<std::size_t>(other.node()); !done[m])
          std::erase(candidates[m], result[n]);
  }
  if (std::set<Int3>(result.begin(), result.end()) != coords) return {};
  return result;
}

// Whether a fine node hangs on coarse node n: always, unless several coarse nodes have its
// coordinate because the material there is not connected. Then the hierarchy says which one it is.
bool hangsOn(const CoarseLevel& level, std::size_t copies, std::size_t n, std::size_t fineRow) {
  const auto children = level.children.row(n);
  return copies == 1 ||
         std::any_of(children.begin(), children.end(), [&](const WeightedNode& child) {
           return static_cast<std::size_t>(child.node()) == fineRow;
         });
}

}  // namespace

std::vector<ReferenceLevel> referenceLevels(const FleshModel& model,
                                            const ReferenceSystem& system) {
  std::vector<Int3> fineOfRow;    // nodes of the finer level, in the hierarchy's numbering
  std::vector<std::size_t> free;  // rows of those that are free, in the order of their unknowns
  std::set<Int3> fixed;           // coordinates of fixed nodes on the finer level
  for (std::int32_t n = 0; n < model.lattice.nodeCount; ++n) {
    fineOfRow.push_back(model.lattice.nodeCoord[static_cast<std::size_t>(n)]);
    if (system.unknownOf(n) >= 0) {
      free.push_back(static_cast<std::size_t>(n));
    } else {
      fixed.insert(fineOfRow.back());
    }
  }
  std::vector<ReferenceLevel> levels;
  for (const CoarseLevel& pattern : model.hierarchy.levels) {
    std::vector<Int3> fine;
    for (const std::size_t row : free) fine.push_back(fineOfRow[row]);
    std::set<Int3> coords = coarseCoordinates(fine), coarseFixed;
    for (const Int3 c : fixed)
      if (c.x % 2 == 0 && c.y % 2 == 0 && c.z % 2 == 0) {
        coarseFixed.insert({c.x / 2, c.y / 2, c.z / 2});
        coords.erase({c.x / 2, c.y / 2, c.z / 2});
      }
    ReferenceLevel level;
    level.coord = numbered(coords, pattern, fineOfRow);
    if (level.coord.empty()) return {};
    std::map<Int3, std::size_t> copies;
    for (const Int3 C : level.coord) ++copies[C];

    std::vector<Eigen::Triplet<double>> entries;
    for (std::size_t i = 0; i < free.size(); ++i)
      for (std::size_t j = 0; j < level.coord.size(); ++j) {
        const double w = weightAt(fine[i], level.coord[j]);
        if (w == 0 || !hangsOn(pattern, copies[level.coord[j]], j, free[i])) continue;
        for (int k = 0; k < 3; ++k)
          entries.emplace_back(3 * static_cast<Index>(i) + k, 3 * static_cast<Index>(j) + k, w);
      }
    level.prolongation.resize(3 * static_cast<Index>(free.size()),
                              3 * static_cast<Index>(level.coord.size()));
    level.prolongation.setFromTriplets(entries.begin(), entries.end());

    fineOfRow = level.coord;
    free.clear();
    for (std::size_t n = 0; n < fineOfRow.size(); ++n) free.push_back(n);
    fixed = std::move(coarseFixed);
    levels.push_back(std::move(level));
  }
  return levels;
}

SparseMatrix matrixOf(const CoarseLevel& level, std::span<const float> blocks) {
  std::vector<Eigen::Triplet<double>> entries;
  for (std::size_t row = 0; row < static_cast<std::size_t>(level.nodeCount); ++row)
    for (std::size_t e = level.rowBegin[row]; e < level.rowBegin[row + 1]; ++e)
      for (std::size_t j = 0; j < 3; ++j)
        for (std::size_t i = 0; i < 3; ++i) {
          const auto r = static_cast<Index>(3 * row + i);
          const Index c = 3 * static_cast<Index>(level.columns[e]) + static_cast<Index>(j);
          entries.emplace_back(r, c, blocks[9 * e + 3 * j + i]);
          if (e != level.rowBegin[row]) entries.emplace_back(c, r, blocks[9 * e + 3 * j + i]);
        }
  SparseMatrix K(3 * level.nodeCount, 3 * level.nodeCount);
  K.setFromTriplets(entries.begin(), entries.end());
  return K;
}

namespace {

template <class Change>
SparseMatrix perDiagonalBlock(const SparseMatrix& K, Change&& change) {
  std::vector<Eigen::Triplet<double>> entries;
  for (Index n = 0; n < K.rows(); n += 3) {
    const Matrix3d D = change(Matrix3d(K.block(n, n, 3, 3)));
    for (int i = 0; i < 3; ++i)
      for (int j = 0; j < 3; ++j) entries.emplace_back(n + i, n + j, D(i, j));
  }
  SparseMatrix result(K.rows(), K.cols());
  result.setFromTriplets(entries.begin(), entries.end());
  return result;
}

}  // namespace

SparseMatrix blockDiagonal(const SparseMatrix& K) {
  return perDiagonalBlock(K, [](const Matrix3d& D) { return D; });
}

SparseMatrix inverseOfBlockDiagonal(const SparseMatrix& blocks) {
  return perDiagonalBlock(blocks, [](const Matrix3d& D) { return Matrix3d(D.inverse()); });
}

Index negativeEigenvalues(const SparseMatrix& A) {
  const Eigen::SimplicialLDLT<SparseMatrix> factor(A);
  return (factor.vectorD().array() < 0).count();
}

// --- States and springs to compare at ----------------------------------------

std::vector<SpringSpec> randomSprings(const FleshModel& model, int count, std::uint32_t seed) {
  std::vector<CellSlot> slots;
  for (CellSlot slot = 0; slot < model.lattice.blockCount * kBlockCells; ++slot)
    if (model.lattice.isActive(slot)) slots.push_back(slot);
  Random random(seed);
  const auto unit = [&] { return static_cast<float>(0.5 * (random.next() + 1)); };
  std::vector<SpringSpec> springs;
  for (int s = 0; s < count; ++s) {
    const auto at = static_cast<std::size_t>(unit() * static_cast<float>(slots.size()));
    const CellSlot slot = slots[std::min(at, slots.size() - 1)];
    const float k = s % 3 == 0 ? 200.f : 5.f;
    const float n[3] = {unit() - 0.5f, unit() - 0.5f, unit() + 0.1f};  // normal, of any length
    Sym3<float> K{k * n[0] * n[0], k * n[0] * n[1], k * n[0] * n[2],
                  k * n[1] * n[1], k * n[1] * n[2], k * n[2] * n[2]};
    if (s % 2 == 0) K.xx += k, K.yy += k, K.zz += k;
    springs.push_back({slot, {unit(), unit(), unit()}, K});
  }
  return springs;
}

void attachSprings(FleshModel& model, const std::vector<SpringSpec>& springs) {
  model.springs = buildSprings(model.lattice, model.hierarchy, springs);
  model.springBone.assign(springs.size(), 0);
  model.springRest.clear();
  for (const SpringSpec& spring : springs) {
    const Int3 c = model.lattice.cellCoord(spring.cell);
    const auto at = [&](std::int32_t corner, std::size_t k) {
      return static_cast<double>(corner) + static_cast<double>(spring.local[k]);
    };
    model.springRest.push_back({at(c.x, 0), at(c.y, 1), at(c.z, 2)});
  }
  estimateRestEigenvalues(model);
}

AlignedVector<double> deformedPositions(const FleshModel& model, std::uint32_t seed) {
  AlignedVector<double> x = restPositions(model.lattice);
  const Matrix3d Q = Eigen::AngleAxisd(0.7, Vector3d(1, 2, -1).normalized()).toRotationMatrix();
  Random random(seed);
  for (std::size_t n = 0; n < static_cast<std::size_t>(model.lattice.nodeCount); ++n) {
    Vector3d p(x[4 * n], x[4 * n + 1], x[4 * n + 2]);
    if (model.nodeBone[n] < 0) {
      if (p.x() > 2) p.x() = 2 - 0.5 * (p.x() - 2);  // inside out
      p = Eigen::AngleAxisd(0.12 * p.x(), Vector3d::UnitX()) * p;
      p.z() += 0.02 * p.x() * p.x();
      for (int i = 0; i < 3; ++i) p(i) += 0.2 * random.next();
    }
    p = Q * p + Vector3d(3, -40, 17);
    for (std::size_t i = 0; i < 3; ++i) x[4 * n + i] = p(static_cast<Index>(i));
  }
  return x;
}

}  // namespace sinew::testing
