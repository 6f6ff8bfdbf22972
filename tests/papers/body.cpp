// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
#include "papers/body.h"

#include <unordered_map>

#include "papers/cell_math.h"

namespace sinew::papers {

using Eigen::Index;
using Eigen::Vector3d;

namespace {

Vec3<double> toVec(Int3 c) {
  return {static_cast<double>(c.x), static_cast<double>(c.y), static_cast<double>(c.z)};
}
Vector3d toEigen(const Vec3<double>& p) { return {p.x, p.y, p.z}; }
Vec3<double> centreOf(Int3 c) { return toVec(c) + Vec3<double>{0.5, 0.5, 0.5}; }

}  // namespace

Field Body::restPositions() const {
  Field x(3, nodeCount());
  for (Index n = 0; n < nodeCount(); ++n)
    x.col(n) = h * toEigen(toVec(nodeCoord[static_cast<std::size_t>(n)]));
  return x;
}

void Body::clearFixed(Field& f) const {
  for (Index n = 0; n < nodeCount(); ++n)
    if (fixed[static_cast<std::size_t>(n)]) f.col(n).setZero();
}

Body makeBody(const testing::ModelPlan& plan, const BodyOptions& options) {
  Body body;
  body.law = options.law;
  body.stabilisation = options.stabilisation;
  body.cellCoord = plan.cells;
  const double lambda = 2 * options.nu / (1 - 2 * options.nu);
  std::unordered_map<Int3, std::int32_t, Int3Hash> nodeAt;
  for (const Int3& c : plan.cells) {
    Cell cell{{}, 1, lambda};
    for (int a = 0; a < 8; ++a) {
      const Int3 at = c + cornerOffset(a);
      const auto [node, isNew] =
          nodeAt.try_emplace(at, static_cast<std::int32_t>(body.nodeCoord.size()));
      if (isNew) body.nodeCoord.push_back(at);
      cell.nodes[static_cast<std::size_t>(a)] = node->second;
    }
    if (options.springStiffness > 0 && plan.boneOfNode(centreOf(c)) >= 0) {
      PointSpring spring;
      spring.cell = static_cast<std::int32_t>(body.cells.size());
      spring.weights.fill(0.125);
      spring.stiffness = options.springStiffness;
      spring.target = toEigen(centreOf(c));
      body.springs.push_back(spring);
    }
    body.cells.push_back(cell);
  }
  for (const Int3& c : body.nodeCoord)
    body.fixed.push_back(options.springStiffness <= 0 && plan.boneOfNode(toVec(c)) >= 0);
  return body;
}

Field placeBones(const testing::ModelPlan& plan, const std::vector<Affine>& bones, Body& body) {
  Field x = body.restPositions();
  const auto moved = [&](const Vec3<double>& p) {
    return toEigen(bones[static_cast<std::size_t>(plan.boneOfNode(p))](p));
  };
  for (Index n = 0; n < body.nodeCount(); ++n)
    if (body.fixed[static_cast<std::size_t>(n)])
      x.col(n) = moved(toVec(body.nodeCoord[static_cast<std::size_t>(n)]));
  for (PointSpring& spring : body.springs)
    spring.target = moved(centreOf(body.cellCoord[static_cast<std::size_t>(spring.cell)]));
  return x;
}

CellGradients gradients(const Body& body, const Field& x) {
  CellGradients F;
  F.reserve(body.cells.size());
  for (const Cell& cell : body.cells) F.push_back((1 / body.h) * CellModes(cell, x).gradient());
  return F;
}

double energy(const Body& body, const Field& x) {
  double sum = 0;
  const double inverse = 1 / body.h;
  for (const Cell& cell : body.cells) {
    const CellModes modes(cell, x);
    const Decomposition svd(inverse * modes.gradient());
    double hourglass = 0;
    for (const auto& m : modes.m) hourglass += core::hourglassSize(m, body.stabilisation);
    sum += evaluate(body.law, svd.sigma, cell.mu, cell.lambda).energy +
           cell.mu / 16 * inverse * inverse * hourglass;
  }
  sum *= body.h * body.h * body.h;
  for (const PointSpring& spring : body.springs) {
    const Cell& cell = body.cells[static_cast<std::size_t>(spring.cell)];
    Vector3d d = -spring.target;
    for (std::size_t a = 0; a < 8; ++a) d += spring.weights[a] * x.col(cell.nodes[a]);
    sum += 0.5 * spring.stiffness * d.squaredNorm();
  }
  return sum;
}

Field force(const Body& body, const Field& u, const CellGradients* offset) {
  Field f = Field::Zero(3, body.nodeCount());
  const double inverse = 1 / body.h;
  for (std::size_t c = 0; c < body.cells.size(); ++c) {
    const Cell& cell = body.cells[c];
    CellModes modes(cell, u);
    Mat3<double> F = inverse * modes.gradient();
    if (offset) F = F + (*offset)[c];
    const Decomposition svd(F);
    const auto state = evaluate(body.law, svd.sigma, cell.mu, cell.lambda);
    for (auto& m : modes.m)  // positions in units of the edge
      m = {0, 0, 0, inverse * m.xy, inverse * m.yz, inverse * m.xz, inverse * m.xyz};
    modes.addForce(core::stress(svd.U, state.stress, svd.V), cell.mu, body.stabilisation,
                   -body.h * body.h, cell, f);
  }
  for (const PointSpring& spring : body.springs) {
    const Cell& cell = body.cells[static_cast<std::size_t>(spring.cell)];
    Vector3d d = -spring.target;
    for (std::size_t a = 0; a < 8; ++a) d += spring.weights[a] * u.col(cell.nodes[a]);
    for (std::size_t a = 0; a < 8; ++a)
      f.col(cell.nodes[a]) -= spring.stiffness * spring.weights[a] * d;
  }
  body.clearFixed(f);
  return f;
}

}  // namespace sinew::papers
