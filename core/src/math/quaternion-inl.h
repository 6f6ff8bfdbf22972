// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
//
// Rotations as four numbers instead of nine.

#if defined(SINEW_MATH_QUATERNION_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef SINEW_MATH_QUATERNION_INL_H_
#undef SINEW_MATH_QUATERNION_INL_H_
#else
#define SINEW_MATH_QUATERNION_INL_H_
#endif

#include "math/wide-inl.h"

HWY_BEFORE_NAMESPACE();
namespace sinew {
namespace HWY_NAMESPACE {

template <class T>
struct Quaternion {
  T x, y, z, w;
};

/// Of a rotation; one of the two, which differ in sign. Its parts times the largest of them are
/// sums and differences of entries of R, so that nothing cancels.
template <class T>
SINEW_INLINE Quaternion<T> quaternionOf(const Mat3<T>& R) {
  const T one(1.f), ww = one + R.xx + R.yy + R.zz, xx = one + R.xx - R.yy - R.zz,
                    yy = one - R.xx + R.yy - R.zz, zz = one - R.xx - R.yy + R.zz;
  const T wx = R.zy - R.yz, wy = R.xz - R.zx, wz = R.yx - R.xy;
  const T xy = R.xy + R.yx, yz = R.yz + R.zy, xz = R.xz + R.zx;
  Quaternion<T> q{wx, wy, wz, ww};
  T most = ww;
  const auto takeIfMore = [&](T square, const Quaternion<T>& other) {
    const auto isMore = square > most;
    most = max(square, most);
    q = {select(isMore, other.x, q.x), select(isMore, other.y, q.y), select(isMore, other.z, q.z),
         select(isMore, other.w, q.w)};
  };
  takeIfMore(xx, {xx, xy, xz, wx});
  takeIfMore(yy, {xy, yy, yz, wy});
  takeIfMore(zz, {xz, yz, zz, wz});
  const T square = mulAdd(q.x, q.x, mulAdd(q.y, q.y, mulAdd(q.z, q.z, q.w * q.w)));
  const T scale = one / sqrt(square);
  return {scale * q.x, scale * q.y, scale * q.z, scale * q.w};
}

/// Row k of the rotation of q.
template <class T>
SINEW_INLINE Vec3<T> rowOf(const Quaternion<T>& q, int k) {
  const T one(1.f), x = q.x + q.x, y = q.y + q.y, z = q.z + q.z;
  if (k == 0)
    return {negMulAdd(y, q.y, negMulAdd(z, q.z, one)), mulSub(x, q.y, z * q.w),
            mulAdd(x, q.z, y * q.w)};
  if (k == 1)
    return {mulAdd(x, q.y, z * q.w), negMulAdd(x, q.x, negMulAdd(z, q.z, one)),
            mulSub(y, q.z, x * q.w)};
  return {mulSub(x, q.z, y * q.w), mulAdd(y, q.z, x * q.w),
          negMulAdd(x, q.x, negMulAdd(y, q.y, one))};
}

template <class T>
SINEW_INLINE Mat3<T> toMat3(const Quaternion<T>& q) {
  const Vec3<T> x = rowOf(q, 0), y = rowOf(q, 1), z = rowOf(q, 2);
  return {x.x, x.y, x.z, y.x, y.y, y.z, z.x, z.y, z.z};
}

/// Axis times tan(angle / 4), an angle up to a half turn: x, y and z of the quaternion with w >= 0
/// over 1 + w (modified Rodrigues parameters). No longer than 1.
template <class T>
SINEW_INLINE Vec3<T> quarterTangent(const Quaternion<T>& q) {
  const T scale = copySign(T(1.f), q.w) / (T(1.f) + abs(q.w));
  return {scale * q.x, scale * q.y, scale * q.z};
}

/// I + (4 (1 - s) [p] + 8 [p]^2) / (1 + s)^2 with s = p.p: a rotation, however p was rounded
/// (docs/theory/materials.md, eq. 13).
template <class T>
SINEW_INLINE Mat3<T> rotationOf(const Vec3<T>& p) {
  const T one(1.f), s = mulAdd(p.x, p.x, mulAdd(p.y, p.y, p.z * p.z)), all = one + s;
  const T half = T(4.f) / (all * all);
  const Vec3<T> a = (half * (one - s)) * p, b = (half + half) * p;
  return {negMulAdd(b.y, p.y, negMulAdd(b.z, p.z, one)),
          mulSub(b.x, p.y, a.z),
          mulAdd(b.x, p.z, a.y),
          mulAdd(b.x, p.y, a.z),
          negMulAdd(b.x, p.x, negMulAdd(b.z, p.z, one)),
          mulSub(b.y, p.z, a.x),
          mulSub(b.x, p.z, a.y),
          mulAdd(b.y, p.z, a.x),
          negMulAdd(b.x, p.x, negMulAdd(b.y, p.y, one))};
}

}  // namespace HWY_NAMESPACE
}  // namespace sinew
HWY_AFTER_NAMESPACE();

#endif  // include guard per target
