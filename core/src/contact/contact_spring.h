// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
//
// What contacts of the flesh with itself and with objects have in common: how stiff a spring is,
// when it is made stiffer, and what is counted.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>

namespace sinew {

/// Pressure of a default spring per depth [shear modulus / cell]; deeper than the tolerance,
/// springs are made stiffer up to kMostRaise times.
inline constexpr double kContactStiffness = 64;
inline constexpr float kMostRaise = 32;
inline constexpr double kRaiseTo =
    0.8;  // of the tolerance: what a stiffer spring is meant to leave

/// How much stiffer a spring is to be that is raised to `raise` already; not at all: 1.
inline float raiseFor(double depth, double tolerance, float raise) {
  if (!(depth > tolerance)) return 1;
  const auto wanted = static_cast<float>(std::ceil(std::log2(depth / (kRaiseTo * tolerance))));
  return std::min(kMostRaise / raise, std::exp2(wanted));
}

struct ContactFacts {
  std::int64_t touching = 0;  // contacts under pressure
  std::int64_t changed = 0;   // of the last detection: contacts that are new, or gone
  double worst = 0,
         mean = 0;  // depth of those under pressure, beyond that of the rest pose [cells]

  void add(double depth) {
    mean = (mean * static_cast<double>(touching) + depth) / static_cast<double>(touching + 1);
    worst = std::max(worst, depth);
    ++touching;
  }
};

}  // namespace sinew
