// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
#pragma once

#include "constraints/pair_springs.h"

namespace sinew {

/// P^T of ends begin to end of the finer level: a point of a cell has at most the eight corners of
/// the coarse cell around it.
void coarsenEnds(const CoarseLevel& level, const PairEnd* fine, std::int64_t begin,
                 std::int64_t end, PairEnd* coarse);

/// C (dp - dq) and its negative for springs begin to end, float[4] per end, from the node vector v.
void multiplyPairRange(const PairEnd* ends, const float* stiffness, const float* v,
                       std::int64_t begin, std::int64_t end, float* products);

}  // namespace sinew
