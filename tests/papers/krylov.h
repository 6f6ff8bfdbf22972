// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
//
// Krylov methods of the papers, over any vectors with dot products: conjugate gradients (McAdams
// 2011, Zhu 2010), symmetric quasi-minimal residuals (Freund and Nachtigal 1994, as Patterson 2012
// uses it), and Lanczos for extreme eigenvalues.
#pragma once

#include <Eigen/Dense>
#include <Eigen/Eigenvalues>
#include <cmath>
#include <utility>
#include <vector>

namespace sinew::papers {

template <class Vector>
double dotOf(const Vector& a, const Vector& b) {
  using Flat = Eigen::Map<const Eigen::VectorXd>;
  return Flat(a.data(), a.size()).dot(Flat(b.data(), b.size()));
}

/// Relative residual norms, one per iteration, the start (1) first. `norm` measures them.
template <class Vector, class Apply, class Norm>
std::vector<double> conjugateGradients(const Apply& apply, const Vector& b, int iterations,
                                       double tolerance, const Norm& norm, Vector& x) {
  Vector r = b - apply(x), p = r;
  double rr = dotOf(r, r);
  const double start = norm(r);
  std::vector<double> history{1};
  for (int k = 0; k < iterations && history.back() > tolerance; ++k) {
    const Vector q = apply(p);
    const double alpha = rr / dotOf(p, q);
    x += alpha * p;
    r -= alpha * q;
    const double before = std::exchange(rr, dotOf(r, r));
    p = r + (rr / before) * p;
    history.push_back(norm(r) / start);
  }
  return history;
}

/// The same for a symmetric preconditioner z = M^-1 r.
template <class Vector, class Apply, class Precondition>
std::vector<double> preconditionedGradients(const Apply& apply, const Precondition& precondition,
                                            const Vector& b, int iterations, double tolerance,
                                            Vector& x) {
  Vector r = b - apply(x), z = precondition(r), p = z;
  double rz = dotOf(r, z);
  const double start = r.norm();
  std::vector<double> history{1};
  for (int k = 0; k < iterations && history.back() > tolerance; ++k) {
    const Vector q = apply(p);
    const double alpha = rz / dotOf(p, q);
    x += alpha * p;
    r -= alpha * q;
    z = precondition(r);
    const double before = std::exchange(rz, dotOf(r, z));
    p = z + (rz / before) * p;
    history.push_back(r.norm() / start);
  }
  return history;
}

/// Symmetric QMR without look-ahead. Returns relative norms of the true residual b - A x.
template <class Vector, class Apply>
std::vector<double> symmetricQmr(const Apply& apply, const Vector& b, int iterations,
                                 double tolerance, Vector& x) {
  Vector r = b - apply(x), q = r, d = Vector::Zero(b.rows(), b.cols());
  Vector residual = r;  // of x; r is that of the underlying conjugate gradients
  double tau = r.norm(), theta = 0, rho = dotOf(r, r);
  const double start = tau;
  std::vector<double> history{1};
  Vector Ad = d;
  for (int n = 0; n < iterations && history.back() > tolerance; ++n) {
    const Vector t = apply(q);
    const double sigma = dotOf(q, t);
    if (sigma == 0) break;
    const double alpha = rho / sigma;
    r -= alpha * t;
    const double before = theta;
    theta = r.norm() / tau;
    const double c = 1 / std::sqrt(1 + theta * theta);
    tau *= theta * c;
    d = (c * c * before * before) * d + (c * c * alpha) * q;
    Ad = (c * c * before * before) * Ad + (c * c * alpha) * t;
    x += d;
    residual -= Ad;
    history.push_back(residual.norm() / start);
    const double old = std::exchange(rho, dotOf(r, r));
    q = r + (rho / old) * q;
  }
  return history;
}

struct Extremes {
  double least, greatest;
};

/// Of a symmetric operator, by Lanczos with full reorthogonalisation.
template <class Vector, class Apply>
Extremes extremeEigenvalues(const Apply& apply, Vector v, int steps) {
  std::vector<Vector> basis;
  std::vector<double> alpha, beta;
  v /= v.norm();
  for (int k = 0; k < steps; ++k) {
    basis.push_back(v);
    Vector w = apply(v);
    alpha.push_back(dotOf(v, w));
    for (int twice = 0; twice < 2; ++twice)
      for (const Vector& u : basis) w -= dotOf(u, w) * u;
    const double norm = w.norm();
    if (norm < 1e-13) break;
    beta.push_back(norm);
    v = w / norm;
  }
  const auto n = static_cast<Eigen::Index>(alpha.size());
  Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> solver;
  const Eigen::VectorXd diagonal = Eigen::Map<Eigen::VectorXd>(alpha.data(), n);
  const Eigen::VectorXd off = Eigen::Map<Eigen::VectorXd>(beta.data(), n - 1);
  solver.computeFromTridiagonal(diagonal, off, Eigen::EigenvaluesOnly);
  return {solver.eigenvalues().minCoeff(), solver.eigenvalues().maxCoeff()};
}

}  // namespace sinew::papers
