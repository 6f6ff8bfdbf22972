// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
//
// Rotations and rigid motions as (dual) quaternions: blending bones without collapse, and motions
// part of the way along (docs/theory/start_value.md). Double precision, scalar.
#pragma once

#include <cmath>

#include "math/mat3.h"

namespace sinew {

struct Quaternion {
  double w = 1, x = 0, y = 0, z = 0;
};

inline Quaternion operator*(const Quaternion& a, const Quaternion& b) {
  return {
      a.w * b.w - a.x * b.x - a.y * b.y - a.z * b.z, a.w * b.x + a.x * b.w + a.y * b.z - a.z * b.y,
      a.w * b.y - a.x * b.z + a.y * b.w + a.z * b.x, a.w * b.z + a.x * b.y - a.y * b.x + a.z * b.w};
}
inline Quaternion operator*(double s, const Quaternion& q) {
  return {s * q.w, s * q.x, s * q.y, s * q.z};
}
inline Quaternion operator+(const Quaternion& a, const Quaternion& b) {
  return {a.w + b.w, a.x + b.x, a.y + b.y, a.z + b.z};
}
inline double dot(const Quaternion& a, const Quaternion& b) {
  return a.w * b.w + a.x * b.x + a.y * b.y + a.z * b.z;
}
inline Quaternion conjugate(const Quaternion& q) { return {q.w, -q.x, -q.y, -q.z}; }

/// Rotation matrix of a unit quaternion.
inline Mat3<double> toMatrix(const Quaternion& q) {
  return {1 - 2 * (q.y * q.y + q.z * q.z), 2 * (q.x * q.y - q.w * q.z),
          2 * (q.x * q.z + q.w * q.y),     2 * (q.x * q.y + q.w * q.z),
          1 - 2 * (q.x * q.x + q.z * q.z), 2 * (q.y * q.z - q.w * q.x),
          2 * (q.x * q.z - q.w * q.y),     2 * (q.y * q.z + q.w * q.x),
          1 - 2 * (q.x * q.x + q.y * q.y)};
}

/// Unit quaternion of a rotation matrix, w >= 0.
inline Quaternion toQuaternion(const Mat3<double>& R) {
  // The largest of the four squares is safe to divide by.
  const double ww = 1 + R.xx + R.yy + R.zz, xx = 1 + R.xx - R.yy - R.zz;
  const double yy = 1 - R.xx + R.yy - R.zz, zz = 1 - R.xx - R.yy + R.zz;
  Quaternion q;
  if (ww >= xx && ww >= yy && ww >= zz) {
    q = {ww, R.zy - R.yz, R.xz - R.zx, R.yx - R.xy};
  } else if (xx >= yy && xx >= zz) {
    q = {R.zy - R.yz, xx, R.yx + R.xy, R.xz + R.zx};
  } else if (yy >= zz) {
    q = {R.xz - R.zx, R.yx + R.xy, yy, R.zy + R.yz};
  } else {
    q = {R.yx - R.xy, R.xz + R.zx, R.zy + R.yz, zz};
  }
  const double scale = (q.w < 0 ? -1 : 1) / std::sqrt(dot(q, q));
  return scale * q;
}

/// p -> M p + t.
struct Affine {
  Mat3<double> M{1, 0, 0, 0, 1, 0, 0, 0, 1};
  Vec3<double> t{0, 0, 0};

  Vec3<double> operator()(const Vec3<double>& p) const { return M * p + t; }
};

inline Affine operator*(const Affine& a, const Affine& b) { return {a.M * b.M, a.M * b.t + a.t}; }

/// The caller has checked that it is invertible.
inline Affine inverse(const Affine& a) {
  const Vec3<double> x = columnX(a.M), y = columnY(a.M), z = columnZ(a.M);
  const Mat3<double> inverseM =
      (1 / determinant(a.M)) * transpose(fromColumns(cross(y, z), cross(z, x), cross(x, y)));
  return {inverseM, -(inverseM * a.t)};
}

/// A rigid motion as rotation q and dual part e = (0, t) q / 2.
struct DualQuaternion {
  Quaternion q, e{0, 0, 0, 0};
};

inline DualQuaternion dualQuaternion(const Quaternion& q, const Vec3<double>& t) {
  return {q, 0.5 * (Quaternion{0, t.x, t.y, t.z} * q)};
}

}  // namespace sinew
