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
/// The longest edge of the box around a_n of the nodes of a list, one or more of which are not
/// `absent`; 0 where all are the same.
float spreadOfNodes(const float* a, const std::int32_t* nodes, int count, std::int32_t absent);

}  // namespace sinew
