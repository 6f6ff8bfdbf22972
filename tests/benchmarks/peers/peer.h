// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
//
// Solvers that someone without Sinew would take. Each is tuned as was found best for elasticity;
// the matrix is given, what a solver must do again for every new matrix is set-up.
#pragma once

#include <chrono>
#include <utility>
#include <vector>

#include "system_file.h"

namespace sinew::bench {

struct PeerResult {
  double setupSeconds = 0, solveSeconds = 0;
  int iterations = 0;
  std::vector<double> x;
};

using Solve = PeerResult (*)(const LinearSystem&, double tolerance, int threads);

struct Peer {
  const char* name;
  Solve solve;  // null: not found when this was built
};

PeerResult eigenProduct(const LinearSystem&, double, int);  // x = K f, no solution
PeerResult eigenCgDouble(const LinearSystem&, double, int);
PeerResult eigenCgFloat(const LinearSystem&, double, int);
PeerResult eigenCgCholesky(const LinearSystem&, double, int);
PeerResult cholmodSupernodal(const LinearSystem&, double, int);
PeerResult amgclSingle(const LinearSystem&, double, int);
PeerResult amgclMixed(const LinearSystem&, double, int);

class Stopwatch {
 public:
  double seconds() const {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin_).count();
  }

 private:
  std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
};

/// Solves again until two seconds have gone by, thrice at most, and keeps the fastest.
template <class Once>
PeerResult best(Once&& once) {
  const Stopwatch all;
  PeerResult result = once();
  for (int k = 1; k < 3 && all.seconds() < 2; ++k) {
    PeerResult again = once();
    if (again.setupSeconds + again.solveSeconds < result.setupSeconds + result.solveSeconds)
      result = std::move(again);
  }
  return result;
}

}  // namespace sinew::bench
