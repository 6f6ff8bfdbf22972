// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
#include "papers/newton.h"

#include "papers/krylov.h"

namespace sinew::papers {

using Factor = Eigen::SimplicialLLT<SparseMatrix>;

bool findEquilibrium(const Body& body, Field& x, double tolerance, double shift) {
  const FreeUnknowns unknowns(body);
  SparseMatrix identity(unknowns.count(), unknowns.count());
  identity.setIdentity();
  Factor factor;
  bool isAnalysed = false;
  for (int k = 0; k < 200; ++k) {
    const VectorXd f = unknowns.gather(force(body, x));
    if (f.norm() < tolerance) return true;
    bool hasFactor = false;
    for (const PaperTangent kind : {PaperTangent::Exact, PaperTangent::Projected}) {
      const SparseMatrix K =
          TangentOperator(body, gradients(body, x), kind).assemble() + shift * identity;
      if (!std::exchange(isAnalysed, true)) factor.analyzePattern(K);
      factor.factorize(K);
      hasFactor = factor.info() == Eigen::Success;
      if (hasFactor) break;
    }
    if (!hasFactor) return false;
    const Field step = unknowns.scatter(factor.solve(f));
    const double before = energy(body, x);
    double scale = 1;
    while (scale > 1e-3 && !(energy(body, x + scale * step) <= before + 1e-12 * std::abs(before)))
      scale /= 2;
    x += scale * step;
  }
  return false;
}

bool ModifiedNewton::step(Field& x) {
  const SparseMatrix K = TangentOperator(body_, gradients(body_, x), kind_).assemble();
  if (!std::exchange(isAnalysed_, true)) factor_.analyzePattern(K);
  factor_.factorize(K);
  if (factor_.info() != Eigen::Success) return false;
  x += unknowns_.scatter(factor_.solve(unknowns_.gather(force(body_, x))));
  return x.allFinite();
}

double modifiedNewtonRadius(const Body& body, const Field& x, PaperTangent kind) {
  const CellGradients F = gradients(body, x);
  const SparseMatrix used = TangentOperator(body, F, kind).assemble();
  const SparseMatrix error = used - TangentOperator(body, F, PaperTangent::Exact).assemble();
  if (error.norm() <= 1e-13 * used.norm()) return 0;
  // With Jhat = L L^T (permuted) the eigenvalues of Jhat^-1 (Jhat - J) are those of a symmetric
  // matrix.
  const Factor factor(used);
  if (factor.info() != Eigen::Success) return std::numeric_limits<double>::infinity();
  const auto apply = [&](const VectorXd& v) {
    const VectorXd y = factor.permutationPinv() * VectorXd(factor.matrixU().solve(v));
    return VectorXd(factor.matrixL().solve(factor.permutationP() * VectorXd(error * y)));
  };
  testing::Random random(3);
  VectorXd start(used.rows());
  for (double& s : start) s = random.next();
  const Extremes found = extremeEigenvalues(apply, start, 80);
  return std::max(std::abs(found.least), std::abs(found.greatest));
}

void McAdamsNewton::step(Field& x) {
  multigrid_.setState(gradients(body_, x));
  const Field f = force(body_, x);
  Field dx = Field::Zero(3, x.cols());
  for (int k = 0; k < cycles_; ++k) multigrid_.cycle(f, dx);
  x += dx;
}

}  // namespace sinew::papers
