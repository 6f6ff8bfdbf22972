// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
//
// 3x3 singular value decompositions: ours, and the published algorithm at the same width. "cells"
// are matrices. Each row has the worst error over random and over degenerate matrices.
#include <algorithm>

#include "base/parallel.h"
#include "bench.h"
#include "flesh_scene.h"
#include "math/svd3_kernels.h"
#include "published_svd_kernels.h"
#include "support/matrix_families.h"

namespace sinew::bench {
namespace {

using Decompose = void (*)(const float*, float*, float*, float*, std::size_t, std::size_t);

void decomposeAll(Decompose decompose, testing::Svd3Arrays& arrays) {
  constexpr std::int64_t kGrain = 512;  // a multiple of 16
  parallelFor(
      static_cast<std::int64_t>(arrays.count), kGrain, [&](std::int64_t begin, std::int64_t end) {
        const auto at = static_cast<std::size_t>(begin);
        decompose(arrays.F.data() + at, arrays.U.data() + at, arrays.sigma.data() + at,
                  arrays.V.data() + at, static_cast<std::size_t>(end - begin), arrays.stride);
      });
}

double errorOf(const testing::Svd3Errors& errors) {
  return std::max({errors.equation, errors.orthogonality, errors.handedness});
}

// Not of those too large or small to be squared: the published algorithm does not scale.
double worstOverFamilies(Decompose decompose, std::size_t count) {
  double worst = 0;
  for (const testing::MatrixFamily& family : testing::matrixFamilies()) {
    const std::string name = family.name;
    if (name == "tiny_to_huge" || name == "whole_float_range") continue;
    testing::Svd3Arrays arrays(count);
    arrays.fill(family, 1);
    decomposeAll(decompose, arrays);
    worst = std::max(worst, errorOf(testing::measureErrors(arrays)));
  }
  return worst;
}

}  // namespace

void benchSvd(Report& report) {
  const Options& options = report.options();
  // 4,000 matrices stay in the second-level cache, a million do not.
  std::vector<std::int64_t> counts{4000, 1000000};
  if (options.cells > 0) counts = {options.cells};
  struct Algorithm {
    const char* name;
    Decompose decompose;
    double mostError;  // on random matrices
  };
  const Algorithm algorithms[] = {{"ours", svd3Array, 1e-6},
                                  {"published", publishedSvd3Array, 0.1}};
  ThreadArena arena(options.threads);
  arena.run([&] {
    for (const std::int64_t count : counts)
      for (const Algorithm& algorithm : algorithms) {
        testing::Svd3Arrays arrays(static_cast<std::size_t>(count));
        arrays.fill(testing::matrixFamilies().front(), 1);
        const double seconds =
            secondsPerCall(options, [&] { decomposeAll(algorithm.decompose, arrays); });
        const double error = errorOf(testing::measureErrors(arrays));
        require(error, algorithm.mostError, std::string("error of ") + algorithm.name);
        const Work work = svdWork(static_cast<double>(count));
        Json& row = report.add({"svd", algorithm.name, count, work}, seconds);
        row["error_random"] = error;
        row["error_worst"] = worstOverFamilies(algorithm.decompose, 10000);
      }
  });
}

}  // namespace sinew::bench
