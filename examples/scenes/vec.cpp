// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
#include "scenes/vec.h"

namespace sinew::scenes {

Bounds boundsOf(Span<const Vec3f> points) {
  Bounds box{toDouble(points[0]), toDouble(points[0])};
  for (const Vec3f& point : points) {
    box.lo = least(box.lo, toDouble(point));
    box.hi = greatest(box.hi, toDouble(point));
  }
  return box;
}

Affine3d compose(const Affine3d& A, const Affine3d& B) {
  Affine3d C;
  for (int i = 0; i < 3; ++i) {
    for (int j = 0; j < 4; ++j) {
      C.rows[i][j] = j == 3 ? A.rows[i][3] : 0;
      for (int k = 0; k < 3; ++k) C.rows[i][j] += A.rows[i][k] * B.rows[k][j];
    }
  }
  return C;
}

Affine3d translation(const Vec3d& offset) {
  Affine3d A;
  A.rows[0][3] = offset.x;
  A.rows[1][3] = offset.y;
  A.rows[2][3] = offset.z;
  return A;
}

Affine3d rotationAbout(const Vec3d& pivot, const Vec3d& axis, double angle) {
  const Vec3d n = normalized(axis);
  const double c = std::cos(angle), s = std::sin(angle), d = 1 - c;
  Affine3d A{{{d * n.x * n.x + c, d * n.x * n.y - s * n.z, d * n.x * n.z + s * n.y, 0},
              {d * n.y * n.x + s * n.z, d * n.y * n.y + c, d * n.y * n.z - s * n.x, 0},
              {d * n.z * n.x - s * n.y, d * n.z * n.y + s * n.x, d * n.z * n.z + c, 0}}};
  const Vec3d moved = pivot - apply(A, pivot);
  A.rows[0][3] = moved.x;
  A.rows[1][3] = moved.y;
  A.rows[2][3] = moved.z;
  return A;
}

}  // namespace sinew::scenes
