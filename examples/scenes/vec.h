// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
//
// The little vector algebra that scenes and pictures need, in double precision.
#pragma once

#include <algorithm>
#include <cmath>

#include "sinew/types.h"

namespace sinew::scenes {

inline Vec3d operator+(const Vec3d& a, const Vec3d& b) { return {a.x + b.x, a.y + b.y, a.z + b.z}; }
inline Vec3d operator-(const Vec3d& a, const Vec3d& b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }
inline Vec3d operator-(const Vec3d& a) { return {-a.x, -a.y, -a.z}; }
inline Vec3d operator*(double s, const Vec3d& a) { return {s * a.x, s * a.y, s * a.z}; }

inline double dot(const Vec3d& a, const Vec3d& b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
inline double length(const Vec3d& a) { return std::sqrt(dot(a, a)); }
inline Vec3d cross(const Vec3d& a, const Vec3d& b) {
  return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

/// `a` with length one; the zero vector stays zero.
inline Vec3d normalized(const Vec3d& a) {
  const double norm = length(a);
  return norm > 0 ? (1 / norm) * a : a;
}

inline Vec3d least(const Vec3d& a, const Vec3d& b) {
  return {std::min(a.x, b.x), std::min(a.y, b.y), std::min(a.z, b.z)};
}
inline Vec3d greatest(const Vec3d& a, const Vec3d& b) {
  return {std::max(a.x, b.x), std::max(a.y, b.y), std::max(a.z, b.z)};
}

inline Vec3d toDouble(const Vec3f& a) { return {a.x, a.y, a.z}; }
inline Vec3f toFloat(const Vec3d& a) {
  return {static_cast<float>(a.x), static_cast<float>(a.y), static_cast<float>(a.z)};
}

/// An axis-aligned box [m].
struct Bounds {
  Vec3d lo, hi;

  Vec3d center() const { return 0.5 * (lo + hi); }
  Vec3d size() const { return hi - lo; }
};

inline Bounds grown(const Bounds& box, double margin) {
  const Vec3d m{margin, margin, margin};
  return {box.lo - m, box.hi + m};
}
inline Bounds united(const Bounds& a, const Bounds& b) {
  return {least(a.lo, b.lo), greatest(a.hi, b.hi)};
}

/// The smallest box around `points`, which must not be empty.
Bounds boundsOf(Span<const Vec3f> points);

inline Vec3d apply(const Affine3d& A, const Vec3d& p) {
  const auto row = [&](int i) {
    return A.rows[i][0] * p.x + A.rows[i][1] * p.y + A.rows[i][2] * p.z + A.rows[i][3];
  };
  return {row(0), row(1), row(2)};
}

/// First `B`, then `A`.
Affine3d compose(const Affine3d& A, const Affine3d& B);

Affine3d translation(const Vec3d& offset);

/// Right-handed rotation by `angle` [rad] about the line through `pivot` along `axis`.
Affine3d rotationAbout(const Vec3d& pivot, const Vec3d& axis, double angle);

constexpr double kDegree = 3.14159265358979323846 / 180;

}  // namespace sinew::scenes
