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

// What an iteration of conjugate gradients does between its matrix products, in as few passes as
// there are numbers to wait for.

struct TwoDots {
  double rz, zq;
};
/// r . z and z . q
TwoDots twoDots(const float* r, const float* z, const float* q, std::int32_t begin,
                std::int32_t end);

/// p = z + beta p; returns r . p
double directionNodes(float beta, const float* z, const float* r, float* p, std::int32_t begin,
                      std::int32_t end);

struct Advance {
  double rr;        // r . r
  double farthest;  // largest |dx_n|^2
};
/// dx += step p, r -= step q
Advance advanceNodes(float step, const float* p, const float* q, float* dx, float* r,
                     std::int32_t begin, std::int32_t end);

}  // namespace sinew
