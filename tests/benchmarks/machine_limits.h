// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
//
// What this machine can do at most, measured in the same run as what is compared with it.
#pragma once

#include "work.h"

namespace sinew::bench {

/// a = b + s c over three arrays of `footprint` bytes in all, on fixed threads, each on its own
/// part; the better of ordinary and streaming stores. Counts two reads and a write [bytes/s].
double triadBandwidth(int threads, double footprint);

/// Fused products and sums in registers, float, with the instruction set in use [flop/s].
double fmaPeak(int threads);

/// The least time for the work: by bandwidth at its footprint or by arithmetic. Remembers what it
/// measured.
double boundSeconds(const Work& work, int threads);

}  // namespace sinew::bench
