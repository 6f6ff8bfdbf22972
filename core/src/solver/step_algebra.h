// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
//
// What the Newton methods do with node vectors, in parallel.
#pragma once

#include <cmath>

#include "base/parallel.h"
#include "multigrid/multigrid.h"

namespace sinew {

inline constexpr std::int64_t kStepGrain = 1024;  // nodes

inline double dot(ConstNodeSpan a, ConstNodeSpan b, std::int32_t count) {
  return parallelSum(count, kStepGrain, [&](std::int64_t begin, std::int64_t end) {
    return dotNodes(a.data(), b.data(), static_cast<std::int32_t>(begin),
                    static_cast<std::int32_t>(end));
  });
}

/// Largest |a_n|; a NaN is kept.
inline double maxNorm(ConstNodeSpan a, std::int32_t count) {
  return parallelReduce(
      count, kStepGrain, 0.0,
      [&](std::int64_t begin, std::int64_t end) {
        return static_cast<double>(maxNormNodes(a.data(), static_cast<std::int32_t>(begin),
                                                static_cast<std::int32_t>(end)));
      },
      [](double& total, double part) {
        if (!(part <= total) && !std::isnan(total)) total = part;
      });
}

/// x += scale dx; positions are double[4].
inline void takeStep(double scale, ConstNodeSpan dx, AlignedVector<double>& x) {
  parallelFor(static_cast<std::int64_t>(x.size() / 4) - 1, kStepGrain,
              [&](std::int64_t begin, std::int64_t end) {
                for (auto i = static_cast<std::size_t>(begin) * 4;
                     i < static_cast<std::size_t>(end) * 4; ++i)
                  x[i] += scale * static_cast<double>(dx[i]);
              });
}

}  // namespace sinew
