// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
//
// Surface points hang in cells: p = sum_a w_a x_a with trilinear weights (docs/theory/lattice.md,
// eq. 2), or smoothly (smooth_embedding.h).
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "lattice/smooth_embedding.h"
#include "sinew/settings.h"

namespace sinew {

struct EmbeddedPoint {
  std::array<std::int32_t, 8> nodes;
  std::array<float, 8> weights;
};

/// Weights of the corners of a cell for a place in it, 0..1 along each axis.
inline std::array<float, 8> trilinearWeights(const std::array<float, 3>& t) {
  std::array<float, 8> w;
  for (int a = 0; a < 8; ++a)
    w[static_cast<std::size_t>(a)] =
        (a & 1 ? t[0] : 1 - t[0]) * (a & 2 ? t[1] : 1 - t[1]) * (a & 4 ? t[2] : 1 - t[2]);
  return w;
}

/// A point farther than this from its cell is drawn in: extrapolation grows with the cube [cells].
inline constexpr double kFarthestEmbedding = 8;

struct Embedding {
  std::vector<EmbeddedPoint> points;
  SmoothEmbedding smooth;      // of the same points, used instead unless it is empty
  std::int64_t outside = 0;    // points whose own cell is not active and that hang on a neighbour
  double farthestOutside = 0;  // of those, the greatest distance to the cell they hang on [cells]
};

/// Points in lattice coordinates. `cellOfPoint` names the cell each point hangs on (-1: not known);
/// without it a point hangs on the cell it lies in. A point in no active cell is extrapolated from
/// the nearest one.
Embedding embedPoints(const Lattice& lattice, const std::vector<Vec3<double>>& points,
                      std::span<const CellSlot> cellOfPoint = {},
                      EmbeddingKind kind = EmbeddingKind::Trilinear);

/// Node positions (double[4], lattice coordinates) -> one point. Relative to the first corner:
/// float weights do not sum to exactly 1, and a body may be far from the origin.
inline Vec3<double> interpolate(const std::array<std::int32_t, 8>& nodes,
                                const std::array<float, 8>& weights, const double* positions) {
  const auto at = [&](std::size_t a) {
    const double* x = positions + 4 * static_cast<std::size_t>(nodes[a]);
    return Vec3<double>{x[0], x[1], x[2]};
  };
  const Vec3<double> origin = at(0);
  Vec3<double> p = origin;
  for (std::size_t a = 1; a < 8; ++a)
    p = addScaled(p, static_cast<double>(weights[a]), at(a) - origin);
  return p;
}

inline Vec3<double> interpolate(const EmbeddedPoint& point, const double* positions) {
  return interpolate(point.nodes, point.weights, positions);
}

/// Point `p`, in the way it was embedded.
inline Vec3<double> interpolate(const Embedding& embedding, std::size_t p,
                                const double* positions) {
  return embedding.smooth.weights.empty() ? interpolate(embedding.points[p], positions)
                                          : interpolate(embedding.smooth, p, positions);
}

/// All points of an embedding.
void interpolateAll(const Embedding& embedding, const double* positions,
                    std::span<Vec3<double>> points);

}  // namespace sinew
