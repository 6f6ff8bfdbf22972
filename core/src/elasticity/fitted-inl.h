// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
//
// A tangent for the preconditioner that is nearly the projected one and cheaper (docs/theory/
// materials.md, section 6): one modulus m against all changes of shape, one direction w in which
// volume resists, and the twist as it is.
//
//   in the frame of U and V:  A = m (2 I + w w^T),  shear_i = 2 m,  twist_i       (eq. 11)
//   in that of R = U V^T:     D = R^T dF,  W = V diag(w) V^T,  T = V diag(twist) V^T = 2 m C C^T
//   R^T dP = m (D + D^T + (W : D) W) + skew part of axial vector T a / 2,  a that of D - D^T

#if defined(SINEW_ELASTICITY_FITTED_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef SINEW_ELASTICITY_FITTED_INL_H_
#undef SINEW_ELASTICITY_FITTED_INL_H_
#else
#define SINEW_ELASTICITY_FITTED_INL_H_
#endif

#include "elasticity/rotated-inl.h"

HWY_BEFORE_NAMESPACE();
namespace sinew {
namespace HWY_NAMESPACE {

template <class T>
struct FittedTangent {
  T m;
  Vec3<T> w;
};

/// The fit to a projected tangent (eq. 12): w along the greatest eigenvector of A or nearly so, m
/// such that the sum of all other eigenvalues of A and shear is as it was.
template <class T>
SINEW_INLINE FittedTangent<T> fitTangent(const PrincipalTangent<T>& t) {
  const T zero(0.f), one(1.f), tiny(0x1p-60f);
  const Sym3<T>& A = t.stretch;
  const T trace = A.xx + A.yy + A.zz;
  const T shears = t.halfShear.x + t.halfShear.y + t.halfShear.z,
          twists = t.halfTwist.x + t.halfTwist.y + t.halfTwist.z;
  // Two steps of the power method. These signs are those of the eigenvector where volume resists
  // more than anything else, also in inverted cells: sigma_1 sigma_2 is the largest dJ/dsigma.
  const T inverse = one / max(trace, tiny);
  const Vec3<T> signs{copySign(one, A.xz), copySign(one, A.yz), one};
  const Vec3<T> v = inverse * (A * (inverse * (A * signs)));
  const T square = max(dot(v, v), tiny), along = dot(v, A * v) / square;
  const T mean = T(0.1f) * (max(trace - along, zero) + shears + shears);
  // The floor keeps w and C within half floats where hardly anything resists.
  const T m = max(mean, T(0x1p-11f) * (trace + shears + twists));
  const T rest = max(along - (m + m), zero) / (max(m, tiny) * square);
  return {m, sqrt(rest) * v};
}

/// The same in the frame of R: m, W and C C^T.
template <class T>
struct TurnedTangent {
  T m;
  Sym3<T> W, twist;
};
template <class T>
SINEW_INLINE TurnedTangent<T> turnedTangent(const PrincipalTangent<T>& t, const Mat3<T>& V) {
  const FittedTangent<T> fitted = fitTangent(t);
  const T inverse = T(1.f) / max(fitted.m, T(0x1p-60f));
  return {fitted.m, sandwich(V, fitted.w), sandwich(V, inverse * t.halfTwist)};
}

/// R^T dP for D; `twist` is C C^T a.
template <class T>
SINEW_INLINE Mat3<T> fittedStressChange(const Mat3<T>& D, T m, const Sym3<T>& W,
                                        const Vec3<T>& twist) {
  const T xy = D.xy + D.yx, yz = D.yz + D.zy, xz = D.xz + D.zx;
  const T work =
      mulAdd(W.xx, D.xx,
             mulAdd(W.yy, D.yy, mulAdd(W.zz, D.zz, mulAdd(W.xy, xy, mulAdd(W.yz, yz, W.xz * xz)))));
  const T volume = m * work, twoM = m + m;
  const Vec3<T> shear{mulAdd(m, yz, volume * W.yz), mulAdd(m, xz, volume * W.xz),
                      mulAdd(m, xy, volume * W.xy)};
  return turnedBy(twist, m, shear,
                  Vec3<T>{mulAdd(twoM, D.xx, volume * W.xx), mulAdd(twoM, D.yy, volume * W.yy),
                          mulAdd(twoM, D.zz, volume * W.zz)});
}

/// The tangent between the axes of the rest shape (AxisBlocks): that without volume, and
/// m (R W e_k) (R W e_l)^T.
template <class T>
SINEW_INLINE AxisBlocks<T> fittedAxisBlocks(const Mat3<T>& R, T m, const Sym3<T>& W,
                                            const Sym3<T>& twist) {
  AxisBlocks<T> H = rotatedAxisBlocks(R, m, T(0.f), m * twist);
  const Mat3<T> RW = R * toMat3(W);
  const Vec3<T> x = columnX(RW), y = columnY(RW), z = columnZ(RW);
  const Vec3<T> mx = m * x, my = m * y, mz = m * z;
  H.xx += outer(mx, x), H.yy += outer(my, y), H.zz += outer(mz, z);
  H.xy += outer(mx, y), H.yz += outer(my, z), H.xz += outer(mx, z);
  return H;
}

}  // namespace HWY_NAMESPACE
}  // namespace sinew
HWY_AFTER_NAMESPACE();

#endif  // include guard per target
