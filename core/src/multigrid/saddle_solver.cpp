// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
#include "multigrid/saddle_solver.h"

#include <algorithm>
#include <cmath>

namespace sinew {
namespace {

// The small least-squares problem |beta e_1 - H y|, its H kept triangular by Givens rotations.
class LeastSquares {
 public:
  explicit LeastSquares(double beta) { rhs_[0] = beta; }

  double& entry(std::size_t row, std::size_t column) { return H_[column][row]; }

  /// Takes column k into account, rows 0 to k + 1 of which are set; returns the residual.
  double addColumn(std::size_t k) {
    auto& h = H_[k];
    for (std::size_t i = 0; i < k; ++i) {
      const double a = cos_[i] * h[i] + sin_[i] * h[i + 1];
      h[i + 1] = cos_[i] * h[i + 1] - sin_[i] * h[i];
      h[i] = a;
    }
    const double length = std::hypot(h[k], h[k + 1]);
    cos_[k] = length > 0 ? h[k] / length : 1;
    sin_[k] = length > 0 ? h[k + 1] / length : 0;
    h[k] = length;
    rhs_[k + 1] = -sin_[k] * rhs_[k];
    rhs_[k] = cos_[k] * rhs_[k];
    return std::fabs(rhs_[k + 1]);
  }

  /// The first `count` columns solved; unknown k is left in y[k].
  void solve(std::size_t count, std::array<double, kSaddleRestart>& y) const {
    for (std::size_t k = count; k-- > 0;) {
      double sum = rhs_[k];
      for (std::size_t j = k + 1; j < count; ++j) sum -= H_[j][k] * y[j];
      y[k] = H_[k][k] != 0 ? sum / H_[k][k] : 0;
    }
  }

 private:
  std::array<std::array<double, kSaddleRestart + 1>, kSaddleRestart> H_{};  // by columns
  std::array<double, kSaddleRestart> cos_{}, sin_{};
  std::array<double, kSaddleRestart + 1> rhs_{};
};

}  // namespace

SaddleWorkspace::SaddleWorkspace(std::int32_t nodeCount, std::int32_t blockCount)
    : basis(kSaddleRestart + 1, SaddleVector(nodeCount, blockCount)),
      directions(kSaddleRestart, basis[0]),
      right(basis[0]),
      step(basis[0]),
      scratch(basis[0]) {}

std::size_t SaddleWorkspace::memoryBytes() const {
  return (basis.size() + directions.size() + 3) * scratch.memoryBytes();
}

LinearReport solveSaddle(SaddleSystem& system, const LinearStop& stop, SaddleWorkspace& w) {
  LinearReport report;
  setScaled(0, w.right, w.step);
  setScaled(1, w.right, w.scratch);  // the residual
  const double norm = std::sqrt(dot(w.right, w.right));
  if (norm == 0) {
    report.status = LinearStatus::Converged;
    report.residual = 0;
    return report;
  }
  while (report.iterations < stop.iterations) {
    const double beta = std::sqrt(dot(w.scratch, w.scratch));
    if (!(beta > 0) || !std::isfinite(beta)) break;
    LeastSquares problem(beta);
    setScaled(1 / beta, w.scratch, w.basis[0]);
    std::size_t k = 0;
    while (k < kSaddleRestart && report.iterations < stop.iterations) {
      setScaled(1, w.basis[k], w.scratch);
      system.precondition(w.scratch, w.directions[k]);
      ++report.iterations;
      SaddleVector& next = w.basis[k + 1];
      system.apply(w.directions[k], next);
      for (std::size_t i = 0; i <= k; ++i) {
        problem.entry(i, k) = dot(next, w.basis[i]);
        addScaled(-problem.entry(i, k), w.basis[i], next);
      }
      const double length = problem.entry(k + 1, k) = std::sqrt(dot(next, next));
      report.residual = problem.addColumn(k) / norm;
      ++k;
      if (report.residual <= stop.tolerance || !(length > 0)) break;
      setScaled(1 / length, next, next);
    }
    std::array<double, kSaddleRestart> y{};
    problem.solve(k, y);
    for (std::size_t i = 0; i < k; ++i) addScaled(y[i], w.directions[i], w.step);
    if (report.residual <= stop.tolerance) {
      report.status = LinearStatus::Converged;
      return report;
    }
    system.apply(w.step, w.scratch);
    setScaled(-1, w.scratch, w.scratch);
    addScaled(1, w.right, w.scratch);
  }
  return report;
}

}  // namespace sinew
