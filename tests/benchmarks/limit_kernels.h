// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>

namespace sinew::bench {

enum class Stores { Ordinary, Streaming };

/// a = b + s c; count is a multiple of 16, arrays start on cache lines.
void triad(Stores stores, const float* b, const float* c, float s, float* a, std::size_t count);

/// Operations of one call of spinFma(rounds), and the call. The result must be used.
double fmaFlops(std::int64_t rounds);
float spinFma(std::int64_t rounds);

}  // namespace sinew::bench
