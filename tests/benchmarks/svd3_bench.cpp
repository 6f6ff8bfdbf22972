// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT

// Time per 3x3 singular value decomposition on one thread, on every instruction set, beside
// Eigen's; and the accuracy on every family of matrices (table 1 of docs/theory/svd.md).
//
//   svd3_bench --benchmark_filter=time        svd3_bench --benchmark_filter=accuracy

#include <benchmark/benchmark.h>
#include <hwy/targets.h>

#include <Eigen/Dense>
#include <algorithm>
#include <cstdint>
#include <sstream>
#include <string>
#include <vector>

#include "math/svd3_kernels.h"
#include "support/matrix_families.h"

namespace sinew::testing {
namespace {

constexpr double kPromisedError = 1e-6;

void decompose(Svd3Arrays& arrays) {
  svd3Array(arrays.F.data(), arrays.U.data(), arrays.sigma.data(), arrays.V.data(), arrays.count,
            arrays.stride);
}

void reportTime(benchmark::State& state, std::size_t count) {
  using benchmark::Counter;
  state.counters["time_per_matrix"] =
      Counter(static_cast<double>(count), Counter::kIsIterationInvariantRate | Counter::kInvert);
}

void verify(benchmark::State& state, const Svd3Errors& errors) {
  const bool right = errors.equation < kPromisedError && errors.orthogonality < kPromisedError &&
                     errors.handedness < kPromisedError && errors.ordered;
  if (!right) state.SkipWithError("wrong decomposition");
}

void timeOurs(benchmark::State& state, std::int64_t target, std::size_t count) {
  hwy::SetSupportedTargetsForTest(target);
  Svd3Arrays arrays(count);
  arrays.fill(matrixFamilies().front(), 1);
  for (auto _ : state) {
    decompose(arrays);
    benchmark::ClobberMemory();
  }
  hwy::SetSupportedTargetsForTest(0);
  reportTime(state, count);
  verify(state, measureErrors(arrays));
}

// Eigen's iteration in float, on an array of matrices, with the same outputs.
void timeEigen(benchmark::State& state, std::size_t count) {
  using Eigen::Matrix3f;
  RandomMatrices random(1);
  std::vector<Matrix3f> F(count), U(count), V(count);
  std::vector<Eigen::Vector3f> sigma(count);
  for (Matrix3f& A : F) A = random.gaussian().cast<float>();
  for (auto _ : state) {
    for (std::size_t i = 0; i < count; ++i) {
      const Eigen::JacobiSVD<Matrix3f> svd(F[i], Eigen::ComputeFullU | Eigen::ComputeFullV);
      U[i] = svd.matrixU();
      sigma[i] = svd.singularValues();
      V[i] = svd.matrixV();
    }
    benchmark::ClobberMemory();
  }
  reportTime(state, count);
  double error = 0;
  for (std::size_t i = 0; i < count; ++i) {
    const Matrix3f product = U[i] * sigma[i].asDiagonal() * V[i].transpose();
    error = std::max(error, static_cast<double>((product - F[i]).norm() / F[i].norm()));
  }
  if (!(error < 1e-5)) state.SkipWithError("wrong decomposition");
}

void measureAccuracy(benchmark::State& state, const MatrixFamily& family) {
  Svd3Arrays arrays(1000000);
  arrays.fill(family, 1);
  for (auto _ : state) {
    decompose(arrays);
    benchmark::ClobberMemory();
  }
  const Svd3Errors errors = measureErrors(arrays);
  reportTime(state, arrays.count);
  state.counters["equation"] = errors.equation;
  state.counters["orthogonality"] = errors.orthogonality;
  state.counters["handedness"] = errors.handedness;
  verify(state, errors);
}

void registerAll() {
  // 4,000 matrices stay in the second-level cache, a million do not.
  for (const std::size_t count : {4000, 1000000}) {
    for (const std::int64_t target : hwy::SupportedAndGeneratedTargets()) {
      std::ostringstream name;
      name << "svd3/time/" << hwy::TargetName(target) << '/' << count;
      benchmark::RegisterBenchmark(name.str().c_str(), timeOurs, target, count);
    }
    std::ostringstream name;
    name << "svd3/time/Eigen/" << count;
    benchmark::RegisterBenchmark(name.str().c_str(), timeEigen, count);
  }
  for (const MatrixFamily& family : matrixFamilies()) {
    const std::string name = std::string("svd3/accuracy/") + family.name;
    benchmark::RegisterBenchmark(name.c_str(), measureAccuracy, family)->Iterations(1);
  }
}

}  // namespace
}  // namespace sinew::testing

int main(int argc, char** argv) {
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 1;
  sinew::testing::registerAll();
  benchmark::RunSpecifiedBenchmarks();
  benchmark::Shutdown();
  return 0;
}
