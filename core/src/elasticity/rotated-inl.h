// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
//
// The tangent of the corotated law without the frame of its singular values (docs/theory/
// corotated.md, section 6). With F = U S V^T, R = U V^T, all shear_i = 2 mu and A = 2 mu I + lambda
// 1 1^T (principal-inl.h) are the same in every frame, only the twist is not:
//
//   D = R^T dF,  T = V diag(twist) V^T
//   R^T dP = 2 mu sym D + lambda tr(D) I + skew part of axial vector T a / 2,  a that of D - D^T
//
// T projected is 2 mu C C^T with C lower triangular: rounded, it is positive all the same.

#if defined(SINEW_ELASTICITY_ROTATED_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef SINEW_ELASTICITY_ROTATED_INL_H_
#undef SINEW_ELASTICITY_ROTATED_INL_H_
#else
#define SINEW_ELASTICITY_ROTATED_INL_H_
#endif

#include "elasticity/principal-inl.h"
#include "math/factor-inl.h"

HWY_BEFORE_NAMESPACE();
namespace sinew {
namespace HWY_NAMESPACE {

/// The axial vector a of D - D^T.
template <class T>
SINEW_INLINE Vec3<T> axialVector(const Mat3<T>& D) {
  return {D.zy - D.yz, D.xz - D.zx, D.yx - D.xy};
}

/// diag(diagonal) + the symmetric matrix with `beside` off the diagonal (yz, xz, xy) + the skew
/// matrix of the axial vector half * twist.
template <class T>
SINEW_INLINE Mat3<T> turnedBy(const Vec3<T>& twist, T half, const Vec3<T>& beside,
                              const Vec3<T>& diagonal) {
  const Vec3<T>&b = beside, &t = twist;
  return {diagonal.x, negMulAdd(half, t.z, b.z), mulAdd(half, t.y, b.y),    mulAdd(half, t.z, b.z),
          diagonal.y, negMulAdd(half, t.x, b.x), negMulAdd(half, t.y, b.y), mulAdd(half, t.x, b.x),
          diagonal.z};
}

/// R^T dP for D; `half` times `twist` is T a / 2.
template <class T>
SINEW_INLINE Mat3<T> rotatedStressChange(const Mat3<T>& D, T mu, T lambda, T half,
                                         const Vec3<T>& twist) {
  const T volume = lambda * (D.xx + D.yy + D.zz), twoMu = mu + mu;
  const Vec3<T> shear{mu * (D.yz + D.zy), mu * (D.xz + D.zx), mu * (D.xy + D.yx)};
  return turnedBy(twist, half, shear,
                  Vec3<T>{mulAdd(twoMu, D.xx, volume), mulAdd(twoMu, D.yy, volume),
                          mulAdd(twoMu, D.zz, volume)});
}

/// The tangent between the axes k and l of the rest shape (AxisBlocks): R N R^T with
/// N = mu (delta_kl I + e_l e_k^T) + lambda e_k e_l^T + [e_k] T [e_l]^T / 2.
template <class T>
SINEW_INLINE AxisBlocks<T> rotatedAxisBlocks(const Mat3<T>& R, T mu, T lambda,
                                             const Sym3<T>& halfTwist) {
  const auto turned = [&](const Mat3<T>& N) { return mulTransposeRight(R * N, R); };
  const Sym3<T>& t = halfTwist;
  const T zero(0.f), straight = mu + mu + lambda;
  AxisBlocks<T> H;
  H.xx = turned({straight, zero, zero, zero, mu + t.zz, -t.yz, zero, -t.yz, mu + t.yy});
  H.yy = turned({mu + t.zz, zero, -t.xz, zero, straight, zero, -t.xz, zero, mu + t.xx});
  H.zz = turned({mu + t.yy, -t.xy, zero, -t.xy, mu + t.xx, zero, zero, zero, straight});
  H.xy = turned({zero, lambda, zero, mu - t.zz, zero, t.xz, t.yz, zero, -t.xy});
  H.yz = turned({-t.yz, t.xz, zero, zero, zero, lambda, t.xy, mu - t.xx, zero});
  H.xz = turned({zero, zero, lambda, t.yz, -t.xz, zero, mu - t.yy, t.xy, zero});
  return H;
}

}  // namespace HWY_NAMESPACE
}  // namespace sinew
HWY_AFTER_NAMESPACE();

#endif  // include guard per target
