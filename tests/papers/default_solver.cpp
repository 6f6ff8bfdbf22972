// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
#include "papers/default_solver.h"

#include <algorithm>
#include <cmath>

namespace sinew::papers {

DefaultSystem::DefaultSystem(const testing::ModelPlan& plan, const testing::ModelOptions& options,
                             const std::vector<Affine>& bones, const PressureRule& rule)
    : model_(buildModel(plan, options)) {
  estimateRestEigenvalues(*model_, rule);
  w_ = std::make_unique<Workspace>(*model_, rule);
  testing::placeBones(*model_, bones, *w_);
  linearise(*model_, w_->x, *w_);
  w_->multigrid.setEigenvalues(model_->eigenvalues);
  w_->multigrid.refreshDiagonal();
  w_->multigrid.rebuildLevels();
}

std::vector<double> DefaultSystem::cycleHistory(int cycles) {
  const auto largest = [](const NodeVector& v) {
    double most = 0;
    for (const float c : v) most = std::max(most, static_cast<double>(std::abs(c)));
    return most;
  };
  const NodeVector f(w_->f.begin(), w_->f.end());
  NodeVector x = makeNodeVector(model_->lattice.nodeCount), r = f, z = x, product = x;
  const double start = largest(r);
  std::vector<double> history{1};
  for (int k = 0; k < cycles; ++k) {
    w_->multigrid.precondition(r, z);
    for (std::size_t i = 0; i < x.size(); ++i) x[i] += z[i];
    w_->multigrid.apply(Tangent::Projected, x, product);
    for (std::size_t i = 0; i < r.size(); ++i) r[i] = f[i] - product[i];
    history.push_back(largest(r) / start);
  }
  return history;
}

std::vector<double> DefaultSystem::krylovHistory(int most, double tolerance) {
  const NodeVector f(w_->f.begin(), w_->f.end());
  std::vector<double> history{1};
  for (int k = 1; k <= most && history.back() > tolerance; ++k) {  // anew: reports have no history
    if (w_->mixed) {
      w_->mixed->system.refresh();
      SaddleWorkspace& linear = w_->mixed->linear;
      linear.right.u = f;
      w_->mixed->system.pressureForce(linear.right.p);
      history.push_back(solveSaddle(w_->mixed->system, {tolerance, k}, linear).residual);
    } else {
      history.push_back(conjugateGradient(w_->multigrid, Tangent::Projected, f, {tolerance, k},
                                          w_->linear, w_->dx)
                            .residual);
    }
  }
  std::copy(f.begin(), f.end(),
            w_->f.begin());  // it rests in a vector of the solver (decision 0074)
  return history;
}

double asymptoticRate(const std::vector<double>& history, std::size_t last) {
  const std::size_t n = history.size() - 1, count = std::min(last, n);
  return std::pow(history[n] / history[n - count], 1.0 / static_cast<double>(count));
}

double meanRate(const std::vector<double>& history) {
  return asymptoticRate(history, history.size() - 1);
}

int iterationsTo(const std::vector<double>& history, double tolerance) {
  const auto at =
      std::find_if(history.begin(), history.end(), [&](double r) { return r <= tolerance; });
  return at == history.end() ? -1 : static_cast<int>(at - history.begin());
}

}  // namespace sinew::papers
