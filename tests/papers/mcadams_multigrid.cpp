// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
#include "papers/mcadams_multigrid.h"

#include <map>
#include <unordered_map>

namespace sinew::papers {

using Eigen::Index;

namespace {

Int3 half(Int3 c) { return {c.x >> 1, c.y >> 1, c.z >> 1}; }

bool isConstrained(const Body& body, const Cell& cell) {
  for (const std::int32_t n : cell.nodes)
    if (!body.fixed[static_cast<std::size_t>(n)]) return false;
  return true;
}

// Nodes of the coarse cells, and the weights with which fine nodes hang on them.
void linkNodes(const Body& fine, CoarseBody& coarse) {
  std::unordered_map<Int3, std::int32_t, Int3Hash> nodeAt;
  for (std::size_t c = 0; c < coarse.body.cells.size(); ++c)
    for (int a = 0; a < 8; ++a) {
      const Int3 at = coarse.body.cellCoord[c] + cornerOffset(a);
      const auto [node, isNew] =
          nodeAt.try_emplace(at, static_cast<std::int32_t>(coarse.body.nodeCoord.size()));
      if (isNew) coarse.body.nodeCoord.push_back(at);
      coarse.body.cells[c].nodes[static_cast<std::size_t>(a)] = node->second;
    }
  coarse.body.fixed.assign(coarse.body.nodeCoord.size(), 0);
  coarse.parents.resize(fine.nodeCoord.size());
  for (std::size_t n = 0; n < fine.nodeCoord.size(); ++n) {
    const Int3 c = fine.nodeCoord[n], low = half(c), odd{c.x & 1, c.y & 1, c.z & 1};
    for (int a = 0; a < 8; ++a) {
      const Int3 o = cornerOffset(a);
      if ((o.x && !odd.x) || (o.y && !odd.y) || (o.z && !odd.z)) continue;
      const double weight = (odd.x ? 0.5 : 1) * (odd.y ? 0.5 : 1) * (odd.z ? 0.5 : 1);
      coarse.parents[n].push_back({nodeAt.at(low + o), weight});
    }
    if (fine.fixed[n] && coarse.parents[n].size() == 1)  // coincides
      coarse.body.fixed[static_cast<std::size_t>(coarse.parents[n].front().node)] = 1;
  }
}

PointSpring moveUp(const PointSpring& spring, const Int3& child, std::int32_t cell, double factor) {
  PointSpring up{cell, {}, factor * spring.stiffness, {0, 0, 0}};
  for (int a = 0; a < 8; ++a) {  // corner a of the child, in the coarse cell
    const Int3 o = cornerOffset(a);
    const double t[3] = {0.5 * ((child.x & 1) + o.x), 0.5 * ((child.y & 1) + o.y),
                         0.5 * ((child.z & 1) + o.z)};
    for (int A = 0; A < 8; ++A) {
      const Int3 O = cornerOffset(A);
      up.weights[static_cast<std::size_t>(A)] += spring.weights[static_cast<std::size_t>(a)] *
                                                 (O.x ? t[0] : 1 - t[0]) * (O.y ? t[1] : 1 - t[1]) *
                                                 (O.z ? t[2] : 1 - t[2]);
    }
  }
  return up;  // its target does not matter: coarse unknowns are corrections
}

}  // namespace

CoarseBody coarsen(const Body& fine, double springFactor) {
  CoarseBody coarse;
  coarse.body.h = 2 * fine.h;
  coarse.body.law = fine.law;
  coarse.body.stabilisation = fine.stabilisation;
  std::map<Int3, std::size_t> cellAt;
  std::vector<std::size_t> parentOf(fine.cells.size());
  std::vector<std::uint8_t> constrained;
  for (std::size_t c = 0; c < fine.cells.size(); ++c) {
    const auto [at, isNew] = cellAt.try_emplace(half(fine.cellCoord[c]), coarse.body.cells.size());
    if (isNew) {
      coarse.body.cellCoord.push_back(at->first);
      coarse.body.cells.push_back({{}, 0, 0});
      coarse.children.push_back({-1, -1, -1, -1, -1, -1, -1, -1});
      constrained.push_back(0);
    }
    const std::size_t parent = parentOf[c] = at->second;
    if (isConstrained(fine, fine.cells[c])) {
      constrained[parent] = 1;
      continue;
    }
    coarse.body.cells[parent].mu += fine.cells[c].mu / 8;
    coarse.body.cells[parent].lambda += fine.cells[c].lambda / 8;
    const Int3 o = fine.cellCoord[c];
    coarse.children[parent][static_cast<std::size_t>((o.x & 1) + 2 * (o.y & 1) + 4 * (o.z & 1))] =
        static_cast<std::int32_t>(c);
  }
  linkNodes(fine, coarse);
  for (std::size_t c = 0; c < constrained.size(); ++c)
    if (constrained[c])
      for (const std::int32_t n : coarse.body.cells[c].nodes)
        coarse.body.fixed[static_cast<std::size_t>(n)] = 1;
  for (const PointSpring& spring : fine.springs) {
    const auto child = static_cast<std::size_t>(spring.cell);
    coarse.body.springs.push_back(moveUp(spring, fine.cellCoord[child],
                                         static_cast<std::int32_t>(parentOf[child]), springFactor));
  }
  return coarse;
}

Field CoarseBody::prolongate(const Field& coarse) const {
  Field fine = Field::Zero(3, static_cast<Index>(parents.size()));
  for (std::size_t n = 0; n < parents.size(); ++n)
    for (const Parent& p : parents[n])
      fine.col(static_cast<Index>(n)) += p.weight * coarse.col(p.node);
  return fine;
}

Field CoarseBody::restrictForce(const Field& fine) const {
  Field coarse = Field::Zero(3, body.nodeCount());
  for (std::size_t n = 0; n < parents.size(); ++n)
    for (const Parent& p : parents[n])
      coarse.col(p.node) += p.weight * fine.col(static_cast<Index>(n));
  body.clearFixed(coarse);
  return coarse;
}

CellGradients CoarseBody::restrictGradients(const CellGradients& fine) const {
  CellGradients coarse;
  for (const auto& of : children) {
    Mat3<double> sum{0, 0, 0, 0, 0, 0, 0, 0, 0};
    int count = 0;
    for (const std::int32_t child : of)
      if (child >= 0) sum = sum + fine[static_cast<std::size_t>(child)], ++count;
    const Mat3<double> identity{1, 0, 0, 0, 1, 0, 0, 0, 1};  // wholly constrained: never used
    coarse.push_back(count ? (1.0 / count) * sum : identity);
  }
  return coarse;
}

VectorXd dampingMap(const Body& body, const JacobiOptions& options) {
  std::vector<int> cellsAt(body.nodeCoord.size(), 0);
  for (const Cell& cell : body.cells)
    for (const std::int32_t n : cell.nodes) ++cellsAt[static_cast<std::size_t>(n)];
  VectorXd damping(body.nodeCount());
  for (Index n = 0; n < damping.size(); ++n)
    damping(n) = cellsAt[static_cast<std::size_t>(n)] == 8 ? options.inside : options.nearBoundary;
  for (const PointSpring& spring : body.springs)
    for (const std::int32_t n : body.cells[static_cast<std::size_t>(spring.cell)].nodes)
      damping(n) = options.nearBoundary;
  return damping;
}

McAdamsMultigrid::McAdamsMultigrid(const Body& body, const JacobiOptions& options)
    : options_(options) {
  const Body* fine = &body;
  levels_.push_back({fine, dampingMap(*fine, options), {}, {}});
  while (static_cast<int>(levels_.size()) < options.levels) {
    coarse_.push_back(std::make_unique<CoarseBody>(coarsen(*fine, options.springFactor)));
    fine = &coarse_.back()->body;
    levels_.push_back({fine, dampingMap(*fine, options), {}, {}});
  }
  coarsestUnknowns_ = std::make_unique<FreeUnknowns>(*fine);
}

void McAdamsMultigrid::setState(const CellGradients& F) {
  CellGradients gradients = F;
  for (std::size_t l = 0; l < levels_.size(); ++l) {
    if (l > 0) gradients = coarse_[l - 1]->restrictGradients(gradients);
    Level& level = levels_[l];
    level.K.assign(1, TangentOperator(*level.body, gradients, PaperTangent::Projected));
    level.inverseDiagonal = level.K.front().diagonal().cwiseInverse();
  }
  coarsest_.reset();
  if (coarsestUnknowns_->count() == 0) return;
  coarsest_ =
      std::make_unique<Eigen::SimplicialLDLT<SparseMatrix>>(levels_.back().K.front().assemble());
}

void McAdamsMultigrid::smooth(const Level& level, const Field& b, Field& x) const {
  for (int sweep = 0; sweep < options_.sweeps; ++sweep)
    x += ((b - level.K.front().apply(x)).cwiseProduct(level.inverseDiagonal)) *
         level.damping.asDiagonal();
}

void McAdamsMultigrid::cycle(std::size_t l, const Field& b, Field& x) const {
  const Level& level = levels_[l];
  if (l + 1 == levels_.size()) {
    if (coarsest_) x = coarsestUnknowns_->scatter(coarsest_->solve(coarsestUnknowns_->gather(b)));
    return;
  }
  smooth(level, b, x);
  const Field right = coarse_[l]->restrictForce(b - level.K.front().apply(x));
  Field correction = Field::Zero(3, coarse_[l]->body.nodeCount());
  cycle(l + 1, right, correction);
  Field fine = coarse_[l]->prolongate(correction);
  level.body->clearFixed(fine);
  x += fine;
  smooth(level, b, x);
}

}  // namespace sinew::papers
