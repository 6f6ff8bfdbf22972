// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
#include "papers/tangent.h"

namespace sinew::papers {

using Eigen::Index;

namespace {

Eigen::Vector3d signs(Index corner) {
  return {corner & 1 ? 1.0 : -1.0, corner & 2 ? 1.0 : -1.0, corner & 4 ? 1.0 : -1.0};
}

Eigen::Matrix3d toEigen(const Mat3<double>& A) {
  return (Eigen::Matrix3d() << A.xx, A.xy, A.xz, A.yx, A.yy, A.yz, A.zx, A.zy, A.zz).finished();
}

}  // namespace

core::PrincipalTangent<double> paperTangent(PaperTangent kind,
                                            const core::PrincipalState<double>& state, double mu) {
  core::PrincipalState<double> changed = state;
  switch (kind) {
    case PaperTangent::Exact:
      return core::exactTangent(state);
    case PaperTangent::Projected:
      return core::projectedTangent(state);
    case PaperTangent::Warped:
      changed.twist = {0, 0, 0};
      return core::exactTangent(changed);
    case PaperTangent::QuasiLinear:
      changed.twist = {2 * mu, 2 * mu, 2 * mu};
      return core::exactTangent(changed);
  }
  return {};
}

TangentOperator::TangentOperator(const Body& body, const CellGradients& F, PaperTangent kind,
                                 double mass)
    : body_(&body), mass_(mass) {
  states_.reserve(F.size());
  for (std::size_t c = 0; c < F.size(); ++c) {
    const Cell& cell = body.cells[c];
    const Decomposition svd(F[c]);
    states_.push_back(
        {svd.U, svd.V,
         paperTangent(kind, evaluate(body.law, svd.sigma, cell.mu, cell.lambda), cell.mu)});
  }
}

Field TangentOperator::apply(const Field& x) const {
  const Body& body = *body_;
  Field y = mass_ * x;
  for (std::size_t c = 0; c < states_.size(); ++c) {
    const Cell& cell = body.cells[c];
    const State& s = states_[c];
    CellModes modes(cell, x);
    const Mat3<double> dP = core::stressChange(modes.gradient(), s.U, s.V, s.tangent);
    modes.addForce(dP, cell.mu, body.stabilisation, body.h, cell, y);
  }
  for (const PointSpring& spring : body.springs) {
    const Cell& cell = body.cells[static_cast<std::size_t>(spring.cell)];
    Eigen::Vector3d d = Eigen::Vector3d::Zero();
    for (std::size_t a = 0; a < 8; ++a) d += spring.weights[a] * x.col(cell.nodes[a]);
    for (std::size_t a = 0; a < 8; ++a)
      y.col(cell.nodes[a]) += spring.stiffness * spring.weights[a] * d;
  }
  body.clearFixed(y);
  return y;
}

TangentOperator::ElementMatrix TangentOperator::elementMatrix(std::size_t c) const {
  const Cell& cell = body_->cells[c];
  const core::AxisBlocks<double> H =
      core::axisBlocks(states_[c].U, states_[c].V, states_[c].tangent);
  const Eigen::Matrix3d xx = toEigen(H.xx), yy = toEigen(H.yy), zz = toEigen(H.zz),
                        xy = toEigen(H.xy), yz = toEigen(H.yz), xz = toEigen(H.xz);
  const double bilinear = cell.mu * static_cast<double>(body_->stabilisation.bilinear) / 8;
  const double trilinear = cell.mu * static_cast<double>(body_->stabilisation.trilinear) / 8;
  ElementMatrix K;
  for (Index a = 0; a < 8; ++a)
    for (Index b = 0; b < 8; ++b) {
      const Eigen::Vector3d s = signs(a), t = signs(b);  // of the gradients, 4 g
      const Eigen::Matrix3d linear = s.x() * t.x() * xx + s.y() * t.y() * yy + s.z() * t.z() * zz +
                                     s.x() * t.y() * xy + s.y() * t.x() * xy.transpose() +
                                     s.y() * t.z() * yz + s.z() * t.y() * yz.transpose() +
                                     s.x() * t.z() * xz + s.z() * t.x() * xz.transpose();
      const Eigen::Vector3d p = s.cwiseProduct(t);
      const double hourglass =
          bilinear * (p.x() * p.y() + p.y() * p.z() + p.x() * p.z()) + trilinear * p.prod();
      K.block<3, 3>(3 * a, 3 * b) =
          body_->h * (linear / 16 + hourglass * Eigen::Matrix3d::Identity());
    }
  return K;
}

Field TangentOperator::diagonal() const {
  const Body& body = *body_;
  Field d = Field::Constant(3, body.nodeCount(), mass_);
  const double hourglass = static_cast<double>(body.stabilisation.diagonal());
  for (std::size_t c = 0; c < states_.size(); ++c) {
    const Cell& cell = body.cells[c];
    const core::AxisBlocks<double> H =
        core::axisBlocks(states_[c].U, states_[c].V, states_[c].tangent);
    for (std::size_t a = 0; a < 8; ++a) {  // g_a = (+-1, +-1, +-1) / 4
      const Eigen::Vector3d s = signs(static_cast<Index>(a));
      const auto entry = [&](double Mat3<double>::*at) {
        const double diagonal = H.xx.*at + H.yy.*at + H.zz.*at;
        const double mixed =
            s.x() * s.y() * (H.xy.*at) + s.y() * s.z() * (H.yz.*at) + s.x() * s.z() * (H.xz.*at);
        return body.h * ((diagonal + 2 * mixed) / 16 + cell.mu * hourglass);
      };
      d.col(cell.nodes[a]) += Eigen::Vector3d(entry(&Mat3<double>::xx), entry(&Mat3<double>::yy),
                                              entry(&Mat3<double>::zz));
    }
  }
  for (const PointSpring& spring : body.springs) {
    const Cell& cell = body.cells[static_cast<std::size_t>(spring.cell)];
    for (std::size_t a = 0; a < 8; ++a)
      d.col(cell.nodes[a]).array() += spring.stiffness * spring.weights[a] * spring.weights[a];
  }
  for (Index n = 0; n < body.nodeCount(); ++n)
    if (body.fixed[static_cast<std::size_t>(n)]) d.col(n).setOnes();
  return d;
}

SparseMatrix TangentOperator::assemble() const {
  const FreeUnknowns unknowns(*body_);
  std::vector<Eigen::Triplet<double>> entries;
  const auto add = [&](Index a, Index b, const Eigen::Matrix3d& block) {
    const Index row = unknowns.first(a), column = unknowns.first(b);
    if (row < 0 || column < 0) return;
    for (int i = 0; i < 3; ++i)
      for (int j = 0; j < 3; ++j) entries.emplace_back(row + i, column + j, block(i, j));
  };
  for (std::size_t c = 0; c < states_.size(); ++c) {
    const ElementMatrix K = elementMatrix(c);
    const auto& nodes = body_->cells[c].nodes;
    for (std::size_t a = 0; a < 8; ++a)
      for (std::size_t b = 0; b < 8; ++b)
        add(nodes[a], nodes[b],
            K.block<3, 3>(3 * static_cast<Index>(a), 3 * static_cast<Index>(b)));
  }
  for (const PointSpring& spring : body_->springs) {
    const auto& nodes = body_->cells[static_cast<std::size_t>(spring.cell)].nodes;
    for (std::size_t a = 0; a < 8; ++a)
      for (std::size_t b = 0; b < 8; ++b)
        add(nodes[a], nodes[b],
            spring.stiffness * spring.weights[a] * spring.weights[b] * Eigen::Matrix3d::Identity());
  }
  for (Index i = 0; i < unknowns.count(); ++i) entries.emplace_back(i, i, mass_);
  SparseMatrix K(unknowns.count(), unknowns.count());
  K.setFromTriplets(entries.begin(), entries.end());
  return K;
}

FreeUnknowns::FreeUnknowns(const Body& body) {
  for (const std::uint8_t isFixed : body.fixed) {
    first_.push_back(isFixed ? -1 : count_);
    if (!isFixed) count_ += 3;
  }
}

VectorXd FreeUnknowns::gather(const Field& f) const {
  VectorXd v(count_);
  for (Index n = 0; n < f.cols(); ++n)
    if (first(n) >= 0) v.segment<3>(first(n)) = f.col(n);
  return v;
}

Field FreeUnknowns::scatter(const VectorXd& v) const {
  Field f = Field::Zero(3, static_cast<Index>(first_.size()));
  for (Index n = 0; n < f.cols(); ++n)
    if (first(n) >= 0) f.col(n) = v.segment<3>(first(n));
  return f;
}

}  // namespace sinew::papers
