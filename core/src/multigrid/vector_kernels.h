// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
//
// Vector algebra on node vectors (float[4] per node); dot products in double, in node order.
#pragma once

#include <cstdint>

namespace sinew {

double dotNodes(const float* a, const float* b, std::int32_t begin, std::int32_t end);
/// to += scale a
void addScaledNodes(float scale, const float* a, float* to, std::int32_t begin, std::int32_t end);
float maxNormNodes(const float* a, std::int32_t begin, std::int32_t end);  // largest |a_n|

}  // namespace sinew
