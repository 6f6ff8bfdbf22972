// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
#include "papers/mixed.h"

#include <algorithm>

namespace sinew::papers {

using Eigen::Index;

namespace {

using core::VolumeMeasure;

VolumeMeasure measureOf(FleshLaw law) {
  return law == FleshLaw::Corotated ? VolumeMeasure::Trace : VolumeMeasure::Jacobian;
}

core::VolumeChange<double> volumeChangeOf(VolumeMeasure measure, const Vec3<double>& sigma) {
  return measure == VolumeMeasure::Trace ? core::volumeChange<VolumeMeasure::Trace>(sigma, 1.0)
                                         : core::volumeChange<VolumeMeasure::Jacobian>(sigma, 1.0);
}

void addPressureOf(VolumeMeasure measure, const Vec3<double>& sigma,
                   const core::VolumeChange<double>& change, double p,
                   core::PrincipalState<double>& state) {
  if (measure == VolumeMeasure::Trace)
    core::addPressure<VolumeMeasure::Trace>(sigma, change, p, state);
  else
    core::addPressure<VolumeMeasure::Jacobian>(sigma, change, p, state);
}

// a + b - c
core::PrincipalTangent<double> corrected(const core::PrincipalTangent<double>& a,
                                         const core::PrincipalTangent<double>& b,
                                         const core::PrincipalTangent<double>& c) {
  return {a.stretch + b.stretch + (-1.0) * c.stretch, a.halfShear + b.halfShear - c.halfShear,
          a.halfTwist + b.halfTwist - c.halfTwist};
}

double contract(const Mat3<double>& A, const Mat3<double>& B) {
  return A.xx * B.xx + A.xy * B.xy + A.xz * B.xz + A.yx * B.yx + A.yy * B.yy + A.yz * B.yz +
         A.zx * B.zx + A.zy * B.zy + A.zz * B.zz;
}

}  // namespace

void MixedSystem::setState(const Field& x, const VectorXd& p) {
  const Body& body = *body_;
  const VolumeMeasure measure = measureOf(body.law);
  const double clipped = 2 * options_.clippedNu / (1 - 2 * options_.clippedNu);
  states_.clear();
  volumes_.clear();
  Field f = Field::Zero(3, body.nodeCount());
  VectorXd q(p.size());
  for (std::size_t c = 0; c < body.cells.size(); ++c) {
    const Cell& cell = body.cells[c];
    const auto at = static_cast<Index>(c);
    CellModes modes(cell, x);
    const Decomposition svd(modes.gradient());
    core::PrincipalState<double> state = evaluate(body.law, svd.sigma, cell.mu, 0);
    const core::VolumeChange<double> change = volumeChangeOf(measure, svd.sigma);
    addPressureOf(measure, svd.sigma, change, options_.alpha * p(at), state);
    const core::PrincipalState<double> moderate =
        evaluate(body.law, svd.sigma, cell.mu, std::min(cell.lambda, clipped * cell.mu));
    const auto tangent = corrected(core::exactTangent(state), core::projectedTangent(moderate),
                                   core::exactTangent(moderate));
    const Mat3<double> dM = core::stress(svd.U, change.gradient, svd.V);
    states_.push_back({svd.U, svd.V, tangent, dM, cell.lambda});
    volumes_.push_back(svd.sigma.x * svd.sigma.y * svd.sigma.z);
    q(at) = options_.alpha * (options_.alpha * p(at) / cell.lambda - change.excess);
    modes.addForce(core::stress(svd.U, state.stress, svd.V), cell.mu, body.stabilisation, -1, cell,
                   f);
  }
  body.clearFixed(f);
  right_.resize(f.size() + q.size());
  right_ << f.reshaped(), q;
}

VectorXd MixedSystem::apply(const VectorXd& v) const {
  const Body& body = *body_;
  const Index nodes = body.nodeCount(), positions = 3 * nodes;
  const Field x = v.head(positions).reshaped(3, nodes);
  Field y = Field::Zero(3, nodes);
  VectorXd result(v.size());
  for (std::size_t c = 0; c < states_.size(); ++c) {
    const Cell& cell = body.cells[c];
    const State& s = states_[c];
    const Index at = positions + static_cast<Index>(c);
    const double dp = v(at);
    CellModes modes(cell, x);
    const Mat3<double> dF = modes.gradient();
    const Mat3<double> dP =
        core::stressChange(dF, s.U, s.V, s.tangent) + (options_.alpha * dp) * s.dM;
    result(at) = options_.alpha * (contract(s.dM, dF) - options_.alpha * dp / s.kappa);
    modes.addForce(dP, cell.mu, body.stabilisation, 1, cell, y);
  }
  body.clearFixed(y);
  result.head(positions) = y.reshaped();
  return result;
}

void MixedSystem::addStep(const VectorXd& step, Field& x, VectorXd& p) const {
  x += step.head(x.size()).reshaped(3, x.cols());
  p += step.tail(p.size());
}

}  // namespace sinew::papers
