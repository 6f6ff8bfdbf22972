// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
//
// Surface points hang in cells: p = sum_a w_a x_a with trilinear weights (docs/theory/lattice.md, eq. 2).
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "lattice/lattice.h"
#include "math/mat3.h"

namespace sinew {

struct EmbeddedPoint {
  std::array<std::int32_t, 8> nodes;
  std::array<float, 8> weights;
};

struct Embedding {
  std::vector<EmbeddedPoint> points;
  std::int64_t outside = 0;      // points whose own cell is not active and that hang on a neighbour
  double farthestOutside = 0;    // of those, the greatest distance to the cell they hang on [cells]
};

/// Points in lattice coordinates. A point in no active cell is extrapolated from the nearest one.
Embedding embedPoints(const Lattice& lattice, const std::vector<Vec3<double>>& points);

/// Node positions (double[4], lattice coordinates) -> one point.
inline Vec3<double> interpolate(const EmbeddedPoint& point, const double* positions) {
  Vec3<double> p{0, 0, 0};
  for (std::size_t a = 0; a < 8; ++a) {
    const double* x = positions + 4 * static_cast<std::size_t>(point.nodes[a]);
    p = addScaled(p, static_cast<double>(point.weights[a]), Vec3<double>{x[0], x[1], x[2]});
  }
  return p;
}

}  // namespace sinew
