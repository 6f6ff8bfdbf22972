// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cmath>
#include <optional>

#include "sinew/types.h"

namespace sinew::io {

/// a after b.
inline Affine3d compose(const Affine3d& a, const Affine3d& b) {
  Affine3d c;
  for (int i = 0; i < 3; ++i) {
    for (int j = 0; j < 4; ++j) {
      c.rows[i][j] = a.rows[i][0] * b.rows[0][j] + a.rows[i][1] * b.rows[1][j] +
                     a.rows[i][2] * b.rows[2][j] + (j == 3 ? a.rows[i][3] : 0.0);
    }
  }
  return c;
}

inline Vec3d apply(const Affine3d& a, const Vec3d& p) {
  const auto row = [&](int i) {
    return a.rows[i][0] * p.x + a.rows[i][1] * p.y + a.rows[i][2] * p.z + a.rows[i][3];
  };
  return {row(0), row(1), row(2)};
}

inline Vec3d apply(const Affine3d& a, const Vec3f& p) { return apply(a, Vec3d{p.x, p.y, p.z}); }

inline Vec3f toFloat(const Vec3d& p) {
  return {static_cast<float>(p.x), static_cast<float>(p.y), static_cast<float>(p.z)};
}

inline bool isFinite(const Vec3f& p) {
  return std::isfinite(p.x) && std::isfinite(p.y) && std::isfinite(p.z);
}

inline bool isFinite(const Affine3d& a) {
  for (const auto& row : a.rows) {
    for (const double v : row) {
      if (!std::isfinite(v)) return false;
    }
  }
  return true;
}

inline double determinant(const Affine3d& a) {
  const auto& m = a.rows;
  return m[0][0] * (m[1][1] * m[2][2] - m[1][2] * m[2][1]) -
         m[0][1] * (m[1][0] * m[2][2] - m[1][2] * m[2][0]) +
         m[0][2] * (m[1][0] * m[2][1] - m[1][1] * m[2][0]);
}

/// Nothing if `a` flattens space, to round-off, or is not finite.
inline std::optional<Affine3d> inverse(const Affine3d& a) {
  const auto& m = a.rows;
  double largest = 0;
  for (int i = 0; i < 3; ++i) {
    for (int j = 0; j < 3; ++j) largest = std::fmax(largest, std::fabs(m[i][j]));
  }
  const double det = determinant(a);
  constexpr double kFlat = 1e-14;  // of the cube of the largest entry: the round-off of det
  if (!isFinite(a) || !(std::fabs(det) > kFlat * largest * largest * largest)) return std::nullopt;

  Affine3d r;
  for (int i = 0; i < 3; ++i) {
    for (int j = 0; j < 3; ++j) {
      const int i1 = (i + 1) % 3, i2 = (i + 2) % 3, j1 = (j + 1) % 3, j2 = (j + 2) % 3;
      r.rows[j][i] = (m[i1][j1] * m[i2][j2] - m[i1][j2] * m[i2][j1]) / det;
    }
  }
  for (int i = 0; i < 3; ++i) {
    r.rows[i][3] = -(r.rows[i][0] * m[0][3] + r.rows[i][1] * m[1][3] + r.rows[i][2] * m[2][3]);
  }
  if (!isFinite(r)) return std::nullopt;
  return r;
}

}  // namespace sinew::io
