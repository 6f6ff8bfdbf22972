// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
//
// The vector algebra of conjugate gradients on vectors in tiles (lattice/tiles.h), a lane per node.
#pragma once

#include <cstdint>

#include "lattice/tiles.h"

namespace sinew {

// What an iteration of conjugate gradients does between its matrix products, in as few passes as
// there are numbers to wait for. Dot products in double.

double dotTiles(const Tiles& tiles, const float* a, const float* b, std::int32_t begin,
                std::int32_t end);

/// p = z + beta p; returns r . p
double directionTiles(const Tiles& tiles, float beta, const float* z, const float* r, float* p,
                      std::int32_t begin, std::int32_t end);

struct Advance {
  double rr;        // r . r
  double xq;        // dx . q, before
  double farthest;  // largest |dx_n|^2
};
/// dx += step p, r -= step q
Advance advanceTiles(const Tiles& tiles, float step, const float* p, const float* q, float* dx,
                     float* r, std::int32_t begin, std::int32_t end);

}  // namespace sinew
