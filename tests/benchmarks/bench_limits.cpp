// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
//
// The limits alone: what the machine reaches on the threads and with the instruction set chosen.
// "cells" are elements of an array, or operations.
#include <cstdio>

#include "bench.h"
#include "machine_limits.h"

namespace sinew::bench {

void benchLimits(Report& report) {
  const int threads = report.options().threads;
  const bool isQuick = report.options().seconds == 0;
  for (const double megabytes : {1, 4, 16, 64, 512}) {
    if (isQuick && megabytes > 1) break;
    const double footprint = 1e6 * megabytes;
    char name[32];
    std::snprintf(name, sizeof name, "triad, %g MB", megabytes);
    report.add({"limits", name, static_cast<std::int64_t>(footprint / 12),
                Work{footprint, footprint / 6, footprint}},
               footprint / triadBandwidth(threads, footprint));
  }
  constexpr std::int64_t kOperations = 1000000;
  report.add({"limits", "FMA, float", kOperations, Work{0, kOperations, 0}},
             static_cast<double>(kOperations) / fmaPeak(threads));
}

}  // namespace sinew::bench
