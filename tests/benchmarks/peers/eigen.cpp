// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
#include <Eigen/IterativeLinearSolvers>
#include <Eigen/Sparse>

#include "peer.h"

namespace sinew::bench {
namespace {

template <class Number>
using Matrix = Eigen::SparseMatrix<Number, Eigen::RowMajor, int>;
template <class Number>
using Vector = Eigen::Matrix<Number, Eigen::Dynamic, 1>;

template <class Number>
Matrix<Number> matrixOf(const LinearSystem& s) {
  return Eigen::Map<const Matrix<double>>(s.rows(), s.rows(),
                                          static_cast<Eigen::Index>(s.value.size()), s.begin.data(),
                                          s.column.data(), s.value.data())
      .cast<Number>();
}

template <class Number>
Vector<Number> rightOf(const LinearSystem& s) {
  return Eigen::Map<const Vector<double>>(s.f.data(), s.rows()).cast<Number>();
}

template <class Number>
std::vector<double> plain(const Vector<Number>& x) {
  const Vector<double> y = x.template cast<double>();
  return {y.data(), y.data() + y.size()};
}

// Both triangles are stored, so products run on all threads (OpenMP).
template <class Number, class Preconditioner>
PeerResult conjugateGradient(const LinearSystem& system, double tolerance, int threads) {
  Eigen::setNbThreads(threads);
  const Matrix<Number> K = matrixOf<Number>(system);
  const Vector<Number> f = rightOf<Number>(system);
  return best([&] {
    PeerResult result;
    Eigen::ConjugateGradient<Matrix<Number>, Eigen::Lower | Eigen::Upper, Preconditioner> cg;
    cg.setTolerance(static_cast<Number>(tolerance));
    cg.setMaxIterations(2000);
    const Stopwatch setup;
    cg.compute(K);
    result.setupSeconds = setup.seconds();
    const Stopwatch solve;
    const Vector<Number> x = cg.solve(f);
    result.solveSeconds = solve.seconds();
    result.iterations = static_cast<int>(cg.iterations());
    result.x = plain<Number>(x);
    return result;
  });
}

}  // namespace

PeerResult eigenCgDouble(const LinearSystem& system, double tolerance, int threads) {
  return conjugateGradient<double, Eigen::DiagonalPreconditioner<double>>(system, tolerance,
                                                                          threads);
}

PeerResult eigenCgFloat(const LinearSystem& system, double tolerance, int threads) {
  return conjugateGradient<float, Eigen::DiagonalPreconditioner<float>>(system, tolerance, threads);
}

PeerResult eigenCgCholesky(const LinearSystem& system, double tolerance, int threads) {
  // Reordering for less fill only slows it down: the lattice's own order is good.
  using Cholesky = Eigen::IncompleteCholesky<double, Eigen::Lower, Eigen::NaturalOrdering<int>>;
  return conjugateGradient<double, Cholesky>(system, tolerance, threads);
}

PeerResult eigenProduct(const LinearSystem& system, double, int threads) {
  Eigen::setNbThreads(threads);
  const Matrix<double> K = matrixOf<double>(system);
  const Vector<double> f = rightOf<double>(system);
  PeerResult result;
  Vector<double> y = f;
  result.solveSeconds = 1e9;
  const Stopwatch all;
  do {
    const Stopwatch one;
    y.noalias() = K * f;
    result.solveSeconds = std::min(result.solveSeconds, one.seconds());
    ++result.iterations;
  } while (all.seconds() < 1 || result.iterations < 5);
  result.x = plain<double>(y);
  return result;
}

}  // namespace sinew::bench
