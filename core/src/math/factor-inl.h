// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
//
// Symmetric positive semi-definite 3x3 matrices as products C C^T. However the numbers of C are
// rounded, the product is positive semi-definite.

#if defined(SINEW_MATH_FACTOR_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef SINEW_MATH_FACTOR_INL_H_
#undef SINEW_MATH_FACTOR_INL_H_
#else
#define SINEW_MATH_FACTOR_INL_H_
#endif

#include "math/wide-inl.h"

HWY_BEFORE_NAMESPACE();
namespace sinew {
namespace HWY_NAMESPACE {

/// C of A = C C^T, A positive semi-definite; lower triangle in the places of the upper one.
template <class T>
SINEW_INLINE Sym3<T> lowerFactor(const Sym3<T>& A) {
  const T zero(0.f), tiny(0x1p-60f);
  const auto root = [&](T a) { return sqrt(max(a, zero)); };
  const auto inverse = [&](T a) { return select(a > tiny, T(1.f) / max(a, tiny), zero); };
  const T xx = root(A.xx), ix = inverse(xx);
  const T yx = A.xy * ix, zx = A.xz * ix;
  const T yy = root(negMulAdd(yx, yx, A.yy));
  const T zy = negMulAdd(yx, zx, A.yz) * inverse(yy);
  const T zz = root(negMulAdd(zy, zy, negMulAdd(zx, zx, A.zz)));
  return {xx, yx, zx, yy, zy, zz};
}

/// C C^T b.
template <class T>
SINEW_INLINE Vec3<T> factorTimes(const Sym3<T>& C, const Vec3<T>& b) {
  const T x = mulAdd(C.xx, b.x, mulAdd(C.xy, b.y, C.xz * b.z));
  const T y = mulAdd(C.yy, b.y, C.yz * b.z), z = C.zz * b.z;
  return {C.xx * x, mulAdd(C.xy, x, C.yy * y), mulAdd(C.xz, x, mulAdd(C.yz, y, C.zz * z))};
}

/// C C^T.
template <class T>
SINEW_INLINE Sym3<T> factorSquare(const Sym3<T>& C) {
  return {C.xx * C.xx,
          C.xx * C.xy,
          C.xx * C.xz,
          mulAdd(C.xy, C.xy, C.yy * C.yy),
          mulAdd(C.xy, C.xz, C.yy * C.yz),
          mulAdd(C.xz, C.xz, mulAdd(C.yz, C.yz, C.zz * C.zz))};
}

}  // namespace HWY_NAMESPACE
}  // namespace sinew
HWY_AFTER_NAMESPACE();

#endif  // include guard per target
