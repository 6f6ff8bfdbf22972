// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
#include "papers/fas.h"

#include <algorithm>

namespace sinew::papers {

namespace {

CellGradients addGradients(const Body& body, const CellGradients* offset, const Field& u) {
  CellGradients F = gradients(body, u);
  if (offset)
    for (std::size_t c = 0; c < F.size(); ++c) F[c] = F[c] + (*offset)[c];
  return F;
}

}  // namespace

FasSolver::FasSolver(const Body& body, const FasOptions& options) : options_(options) {
  const Body* fine = &body;
  levels_.push_back({fine, dampingMap(*fine, options.jacobi)});
  while (static_cast<int>(levels_.size()) < options.jacobi.levels) {
    coarse_.push_back(std::make_unique<CoarseBody>(coarsen(*fine, options.jacobi.springFactor)));
    fine = &coarse_.back()->body;
    levels_.push_back({fine, dampingMap(*fine, options.jacobi)});
  }
}

void FasSolver::cycle(Field& x) { cycle(0, nullptr, Field::Zero(3, x.cols()), x); }

Field FasSolver::forceAt(std::size_t level, const CellGradients* offset, const Field& u) {
  passes_ += level == 0;
  return force(*levels_[level].body, u, offset);
}

void FasSolver::smooth(std::size_t l, const CellGradients* offset, const Field& g, Field& u) {
  const Body& body = *levels_[l].body;
  for (int done = 0; done < options_.jacobi.sweeps;) {
    // The production code would take force and tangent from one pass, so it is counted as one.
    const Field r = forceAt(l, offset, u) + g;
    const TangentOperator K(body, addGradients(body, offset, u), PaperTangent::Projected);
    const Field inverseDiagonal = K.diagonal().cwiseInverse();
    Field step = Field::Zero(3, body.nodeCount());
    const int sweeps = std::min(options_.relinearise, options_.jacobi.sweeps - done);
    for (int s = 0; s < sweeps; ++s)
      step += ((r - K.apply(step)).cwiseProduct(inverseDiagonal)) * levels_[l].damping.asDiagonal();
    done += sweeps;
    body.clearFixed(step);
    u += step;
  }
}

void FasSolver::solveCoarsest(const CellGradients& offset, const Field& g, Field& u) const {
  const Body& body = *levels_.back().body;
  const FreeUnknowns unknowns(body);
  if (unknowns.count() == 0) return;
  for (int newton = 0; newton < 3; ++newton) {
    const TangentOperator K(body, addGradients(body, &offset, u), PaperTangent::Projected);
    const Eigen::SimplicialLDLT<SparseMatrix> factor(K.assemble());
    u += unknowns.scatter(factor.solve(unknowns.gather(force(body, u, &offset) + g)));
  }
}

void FasSolver::cycle(std::size_t l, const CellGradients* offset, const Field& g, Field& u) {
  if (l + 1 == levels_.size()) return solveCoarsest(*offset, g, u);
  const Body& body = *levels_[l].body;
  smooth(l, offset, g, u);

  const CoarseBody& coarse = *coarse_[l];
  const CellGradients coarseOffset = coarse.restrictGradients(addGradients(body, offset, u));
  Field coarseU = Field::Zero(3, coarse.body.nodeCount());
  // Springs see corrections on coarse levels: with targets at 0 they give nothing at u = 0.
  const Field coarseG =
      coarse.restrictForce(forceAt(l, offset, u) + g) - force(coarse.body, coarseU, &coarseOffset);
  cycle(l + 1, &coarseOffset, coarseG, coarseU);

  Field correction = coarse.prolongate(coarseU);
  body.clearFixed(correction);
  if (l == 0 && options_.lineSearch) {
    const double before = energy(body, u);
    for (int halving = 0; halving < 8 && !(energy(body, u + correction) < before); ++halving) {
      correction *= 0.5;
      ++passes_;
    }
  }
  u += correction;
  smooth(l, offset, g, u);
}

}  // namespace sinew::papers
