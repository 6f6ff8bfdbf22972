// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
#include "solver/start_value.h"

#include <cmath>

namespace sinew {
namespace {

// |M - R| of a rotation, at most: bones are products of a few.
constexpr double kRounding = 1e-14;

// Rotation nearest to M (det M > 0 checked at input) by Newton's iteration for the polar factor,
// X <- (X + X^-T) / 2, quadratic from any invertible start.
Mat3<double> nearestRotation(const Mat3<double>& M) {
  Mat3<double> X = M;
  for (int i = 0; i < 40; ++i) {
    const Vec3<double> a = columnX(X), b = columnY(X), c = columnZ(X);
    const double d = determinant(X);
    const Mat3<double> inverseTranspose =
        (1 / d) * fromColumns(cross(b, c), cross(c, a), cross(a, b));
    const Mat3<double> next = 0.5 * (X + inverseTranspose);
    const Mat3<double> change = next - X;
    X = next;
    if (dot(change, change) < 1e-30) break;
  }
  return X;
}

double sineOfHalfTurn(const Quaternion& q) { return std::sqrt(q.x * q.x + q.y * q.y + q.z * q.z); }

}  // namespace

BoneMotion takeApart(const Affine& motion) {
  BoneMotion result;
  const Quaternion q = toQuaternion(nearestRotation(motion.M));
  result.whole = motion;
  result.rigid = dualQuaternion(q, motion.t);
  result.rest = motion.M - toMatrix(q);
  result.isRigid = dot(result.rest, result.rest) < kRounding * kRounding;
  return result;
}

Vec3<double> blend(const BoneWeights& weights, std::span<const BoneMotion> motions,
                   const Vec3<double>& p) {
  double point[4] = {p.x, p.y, p.z, 0};
  blend({&weights, 1}, motions, point, point);
  return {point[0], point[1], point[2]};
}

Affine partOfTheWay(const Affine& motion, double t) {
  const BoneMotion parts = takeApart(motion);
  const Quaternion q = parts.rigid.q;
  const double sine = sineOfHalfTurn(q);
  const Mat3<double> restPart = t * parts.rest;
  if (sine < 1e-12) {  // no rotation to speak of
    return {Mat3<double>{1, 0, 0, 0, 1, 0, 0, 0, 1} + restPart, t * motion.t};
  }
  // Screw: axis n, angle a, shift s along n, through the point m (docs/theory/start_value.md, eq.
  // 4).
  const double angle = 2 * std::atan2(sine, q.w);
  const Vec3<double> n = (1 / sine) * Vec3<double>{q.x, q.y, q.z};
  const double shift = dot(motion.t, n);
  const Vec3<double> across = motion.t - shift * n;
  const Vec3<double> m = 0.5 * (across + (1 / std::tan(angle / 2)) * cross(n, across));
  const double half = t * angle / 2;
  const Quaternion qt{std::cos(half), std::sin(half) * n.x, std::sin(half) * n.y,
                      std::sin(half) * n.z};
  const Mat3<double> R = toMatrix(qt);
  return {R + restPart, m - R * m + (t * shift) * n};
}

double turnOf(const Affine& motion) {
  const Quaternion q = toQuaternion(nearestRotation(motion.M));
  return 2 * std::atan2(sineOfHalfTurn(q), std::fabs(q.w));
}

}  // namespace sinew
