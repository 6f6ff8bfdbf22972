// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
//
// What every isotropic material has in common (docs/theory/materials.md): its energy is a function
// of the singular values of F alone, so stress and tangent are diagonal or nearly so in the frame
// of U and V. A law (laws/*.h) says what happens there; this file does the rest.
//
//   F = U S V^T,  D = U^T dF V                                                          (eq. 1)
//   P = U diag(p) V^T,  p_i = dPsi/dsigma_i                                             (eq. 2)
//   (U^T dP V)_ii = sum_j A_ij D_jj                          A_ij = dp_i/dsigma_j       (eq. 3)
//   (U^T dP V)_jk = same_i D_jk + cross_i D_kj, j != k != i                             (eq. 4)
//                 = shear_i (D_jk + D_kj) / 2 + twist_i (D_jk - D_kj) / 2
//   same = (shear + twist) / 2,  cross = (shear - twist) / 2
//   shear_i = (p_j - p_k) / (sigma_j - sigma_k),  twist_i = (p_j + p_k) / (sigma_j + sigma_k)

#if defined(SINEW_ELASTICITY_PRINCIPAL_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef SINEW_ELASTICITY_PRINCIPAL_INL_H_
#undef SINEW_ELASTICITY_PRINCIPAL_INL_H_
#else
#define SINEW_ELASTICITY_PRINCIPAL_INL_H_
#endif

#include "math/svd3-inl.h"
#include "math/wide-inl.h"

HWY_BEFORE_NAMESPACE();
namespace sinew {
namespace HWY_NAMESPACE {

/// Lame parameters of linear elasticity, which every law has for its limit of small strains, and
/// what single laws want besides.
template <class T>
struct LawConstants {
  T mu, lambda;
  T mooneyShare;  // of the shear stiffness, carried by the second invariant
};

/// What a law's volume term lambda/2 M^2 measures: M = tr S - 3 or M = J - 1.
enum class VolumeMeasure { Trace, Jacobian };

/// A law at one state. Its eigenvalues are those of A, shear_i and twist_i.
template <class T>
struct PrincipalState {
  T energy;         // per volume of the rest shape
  Vec3<T> stress;   // p
  Sym3<T> stretch;  // A
  Vec3<T> shear, twist;
};

/// sigma_j + sigma_k below this make the twist of the corotated laws blow up without use.
inline constexpr float kLeastStretchSum = 1e-2f;

/// Singular values near rest, for energies that do not cancel there.
template <class T>
struct Stretches {
  Vec3<T> e;       // sigma - 1
  Vec3<T> area;    // sigma_j sigma_k = dJ/dsigma_i
  T squares;       // sum e_i^2
  T pairs;         // sum e_j e_k
  T products;      // pairs + e_1 e_2 e_3
  T volumeChange;  // J - 1

  SINEW_INLINE explicit Stretches(const Vec3<T>& sigma)
      : e{sigma.x - T(1.f), sigma.y - T(1.f), sigma.z - T(1.f)},
        area{sigma.y * sigma.z, sigma.z * sigma.x, sigma.x * sigma.y},
        squares(dot(e, e)),
        pairs(mulAdd(e.x, e.y, mulAdd(e.y, e.z, e.z * e.x))),
        products(mulAdd(e.x * e.y, e.z, pairs)),
        volumeChange(e.x + e.y + e.z + products) {}
};

/// A of a law with an energy f(J) in it: f'' = l, f' = pressure; `own` is the rest of the diagonal
/// (eq. 10).
template <class T>
SINEW_INLINE Sym3<T> volumeStretch(const Vec3<T>& sigma, const Vec3<T>& area, T l, T pressure,
                                   const Vec3<T>& own) {
  const Vec3<T> la = l * area;
  return {mulAdd(la.x, area.x, own.x),
          mulAdd(la.x, area.y, pressure * sigma.z),
          mulAdd(la.x, area.z, pressure * sigma.y),
          mulAdd(la.y, area.y, own.y),
          mulAdd(la.y, area.z, pressure * sigma.x),
          mulAdd(la.z, area.z, own.z)};
}

/// The tangent as the operator uses it: A and halves of the other eigenvalues. Shear and twist are
/// kept rather than their sum and difference, because a cell that only turns is resisted by twist
/// alone: rounded by itself, a small one stays small.
template <class T>
struct PrincipalTangent {
  Sym3<T> stretch;
  Vec3<T> halfShear, halfTwist;
};

template <class T>
SINEW_INLINE PrincipalTangent<T> exactTangent(const PrincipalState<T>& s) {
  return {s.stretch, T(0.5f) * s.shear, T(0.5f) * s.twist};
}

/// A diag(d) A^T.
template <class T>
SINEW_INLINE Sym3<T> sandwich(const Mat3<T>& A, const Vec3<T>& d) {
  const Mat3<T> B = scaleColumns(A, d);
  return {mulAdd(B.xx, A.xx, mulAdd(B.xy, A.xy, B.xz * A.xz)),
          mulAdd(B.xx, A.yx, mulAdd(B.xy, A.yy, B.xz * A.yz)),
          mulAdd(B.xx, A.zx, mulAdd(B.xy, A.zy, B.xz * A.zz)),
          mulAdd(B.yx, A.yx, mulAdd(B.yy, A.yy, B.yz * A.yz)),
          mulAdd(B.yx, A.zx, mulAdd(B.yy, A.zy, B.yz * A.zz)),
          mulAdd(B.zx, A.zx, mulAdd(B.zy, A.zy, B.zz * A.zz))};
}

/// (A + |A|) / 2 with |A| = V |S| V^T from A = U S V^T (eq. 6). Rare, so kept out of the way.
template <class T>
HWY_NOINLINE Sym3<T> positivePartOfAny(const Sym3<T>& A) {
  Mat3<T> U, V;
  Vec3<T> sigma;
  svd3(toMat3(A), U, sigma, V);
  return T(0.5f) * (A + sandwich(V, Vec3<T>{sigma.x, sigma.y, abs(sigma.z)}));
}

/// A with its negative eigenvalues set to zero. Lanes that are positive definite, or zero as those
/// without a cell, keep their bits; where all are, it costs 25 operations at most.
template <class T>
SINEW_INLINE Sym3<T> positivePart(const Sym3<T>& A) {
  const T minor = mulSub(A.xx, A.yy, A.xy * A.xy);
  const T cofactorX = mulSub(A.yy, A.zz, A.yz * A.yz);
  const T cofactorY = mulSub(A.xz, A.yz, A.xy * A.zz);
  const T cofactorZ = mulSub(A.xy, A.yz, A.xz * A.yy);
  const T det = mulAdd(A.xx, cofactorX, mulAdd(A.xy, cofactorY, A.xz * cofactorZ));
  const T zero(0.f);
  const auto isDefinite = (A.xx > zero) & (minor > zero) & (det > zero);
  if (allTrue(isDefinite)) return A;
  const auto isZero = (A.xx == zero) & (A.yy == zero) & (A.zz == zero) & (A.xy == zero) &
                      (A.xz == zero) & (A.yz == zero);
  const auto isPositive = isDefinite | isZero;
  if (allTrue(isPositive)) return A;
  const Sym3<T> part = positivePartOfAny(A);
  return {select(isPositive, A.xx, part.xx), select(isPositive, A.xy, part.xy),
          select(isPositive, A.xz, part.xz), select(isPositive, A.yy, part.yy),
          select(isPositive, A.yz, part.yz), select(isPositive, A.zz, part.zz)};
}

/// The nearest tangent without negative eigenvalues (eq. 5).
template <class T>
SINEW_INLINE PrincipalTangent<T> projectedTangent(const PrincipalState<T>& s) {
  const T zero(0.f);
  const Vec3<T> shear{max(s.shear.x, zero), max(s.shear.y, zero), max(s.shear.z, zero)};
  const Vec3<T> twist{max(s.twist.x, zero), max(s.twist.y, zero), max(s.twist.z, zero)};
  return {positivePart(s.stretch), T(0.5f) * shear, T(0.5f) * twist};
}

/// Eq. 2.
template <class T>
SINEW_INLINE Mat3<T> stress(const Mat3<T>& U, const Vec3<T>& p, const Mat3<T>& V) {
  return mulTransposeRight(scaleColumns(U, p), V);
}

/// Eqs. 3 and 4: U^T dP V for D.
template <class T>
SINEW_INLINE Mat3<T> frameStressChange(const Mat3<T>& D, const PrincipalTangent<T>& t) {
  const Vec3<T> diagonal = t.stretch * Vec3<T>{D.xx, D.yy, D.zz};
  const Vec3<T> shear{t.halfShear.x * (D.yz + D.zy), t.halfShear.y * (D.xz + D.zx),
                      t.halfShear.z * (D.xy + D.yx)};
  const Vec3<T> twist{t.halfTwist.x * (D.yz - D.zy), t.halfTwist.y * (D.xz - D.zx),
                      t.halfTwist.z * (D.xy - D.yx)};
  return {diagonal.x,        shear.z + twist.z, shear.y + twist.y, shear.z - twist.z, diagonal.y,
          shear.x + twist.x, shear.y - twist.y, shear.x - twist.x, diagonal.z};
}

/// dP for dF.
template <class T>
SINEW_INLINE Mat3<T> stressChange(const Mat3<T>& dF, const Mat3<T>& U, const Mat3<T>& V,
                                  const PrincipalTangent<T>& t) {
  return mulTransposeRight(U * frameStressChange(mulTransposeLeft(U, dF) * V, t), V);
}

/// The block of the tangent between the gradients c and d, both in the frame of V (eq. 7):
/// M y = (U^T dP V) c for D = y d^T.
template <class T>
SINEW_INLINE Mat3<T> frameBlock(const Vec3<T>& c, const Vec3<T>& d, const PrincipalTangent<T>& t) {
  const Mat3<T> cd = outer(c, d);
  const Vec3<T> same = t.halfShear + t.halfTwist, cross = t.halfShear - t.halfTwist;
  return {mulAdd(t.stretch.xx, cd.xx, mulAdd(same.z, cd.yy, same.y * cd.zz)),
          mulAdd(t.stretch.xy, cd.xy, cross.z * cd.yx),
          mulAdd(t.stretch.xz, cd.xz, cross.y * cd.zx),
          mulAdd(t.stretch.xy, cd.yx, cross.z * cd.xy),
          mulAdd(t.stretch.yy, cd.yy, mulAdd(same.z, cd.xx, same.x * cd.zz)),
          mulAdd(t.stretch.yz, cd.yz, cross.x * cd.zy),
          mulAdd(t.stretch.xz, cd.zx, cross.y * cd.xz),
          mulAdd(t.stretch.yz, cd.zy, cross.x * cd.yz),
          mulAdd(t.stretch.zz, cd.zz, mulAdd(same.y, cd.xx, same.x * cd.yy))};
}

/// The tangent as 3x3 blocks between the axes of the rest shape (eq. 8): K_ab = sum_kl g_ak g_bl
/// H_kl. H_lk is the transpose of H_kl.
template <class T>
struct AxisBlocks {
  Mat3<T> xx, yy, zz, xy, yz, xz;
};

template <class T>
SINEW_INLINE AxisBlocks<T> axisBlocks(const Mat3<T>& U, const Mat3<T>& V,
                                      const PrincipalTangent<T>& t) {
  const Vec3<T> x{V.xx, V.xy, V.xz}, y{V.yx, V.yy, V.yz}, z{V.zx, V.zy, V.zz};
  const auto turned = [&](const Vec3<T>& c, const Vec3<T>& d) {
    return mulTransposeRight(U * frameBlock(c, d, t), U);
  };
  return {turned(x, x), turned(y, y), turned(z, z), turned(x, y), turned(y, z), turned(x, z)};
}

}  // namespace HWY_NAMESPACE
}  // namespace sinew
HWY_AFTER_NAMESPACE();

#endif  // include guard per target
