// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
#include "api/surface_strain.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "math/mat3.h"

namespace sinew {
namespace {

/// F in the middle of a cell: each column is the mean of the four edges along an axis.
Mat3<double> centreGradient(const std::array<std::int32_t, 8>& nodes, const double* positions) {
  Vec3<double> columns[3] = {};
  for (std::size_t a = 0; a < 8; ++a) {
    const double* x = positions + 4 * static_cast<std::size_t>(nodes[a]);
    for (std::size_t axis = 0; axis < 3; ++axis)
      columns[axis] =
          addScaled(columns[axis], a >> axis & 1 ? 0.25 : -0.25, Vec3<double>{x[0], x[1], x[2]});
  }
  return fromColumns(columns[0], columns[1], columns[2]);
}

/// Least and greatest singular value of F, from the eigenvalues of F^T F in closed form: with
/// m their mean and p their spread they are m + 2 p cos(angle + 2 pi k / 3).
VertexStrain strainOf(const Mat3<double>& F) {
  const Sym3<double> C = gram(F);
  const double m = (C.xx + C.yy + C.zz) / 3;
  const double dx = C.xx - m, dy = C.yy - m, dz = C.zz - m;
  const double square = dx * dx + dy * dy + dz * dz + 2 * (C.xy * C.xy + C.xz * C.xz + C.yz * C.yz);
  const double p = std::sqrt(square / 6);
  const double third = dx * (dy * dz - C.yz * C.yz) - C.xy * (C.xy * dz - C.yz * C.xz) +
                       C.xz * (C.xy * C.yz - dy * C.xz);
  const double cosine = p > 0 ? std::clamp(third / (2 * p * p * p), -1.0, 1.0) : 1;
  const double angle = std::acos(cosine) / 3;
  const double most = m + 2 * p * std::cos(angle);
  const double least = m + 2 * p * std::cos(angle + 2 * std::numbers::pi / 3);
  return {static_cast<float>(std::sqrt(std::max(least, 0.0))),
          static_cast<float>(std::sqrt(std::max(most, 0.0))), static_cast<float>(determinant(F))};
}

}  // namespace

// On one thread: 0.1 ms per thousand points, and hosts ask for it rarely.
void surfaceStrain(const Embedding& embedding, const double* positions, Span<VertexStrain> strain) {
  for (std::size_t v = 0; v < strain.size(); ++v)
    strain[v] = strainOf(centreGradient(embedding.points[v].nodes, positions));
}

}  // namespace sinew
