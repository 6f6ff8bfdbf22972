// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
//
// Corotated elasticity of one trilinear cell with one-point quadrature and hourglass stabilisation.
// docs/theory/corotated.md; every formula is written here once, T is double under test and Wide (a
// lane per cell) in production. Solver units: cell edge 1, so the volume h^3 does not appear.
//
//   x_a, a = 0..7      corner values; s_j(a) = -1 or +1
//   modes (eq. 2)      X_m = sum_a s_m(a) x_a,  m in {x, y, z, xy, yz, xz, xyz}
//   F = [X_x X_y X_z] / 4                                       deformation gradient (eq. 3)
//   F = U S V^T, R = U V^T
//   E = mu sum (sigma_i - 1)^2 + lambda/2 (tr S - 3)^2
//       + mu/16 (e2 |X_xy|^2 + e2 |X_yz|^2 + e2 |X_xz|^2 + e3 |X_xyz|^2)      energy (eq. 4)
//   P = 2 mu (F - R) + lambda (tr S - 3) R                      stress (eq. 6)
//   dP = 2 mu dF + R (lambda tr W I + [L w]x),  W = R^T dF, [w]x = W - W^T     stress change (eq.
//   8)

#if defined(SINEW_ELASTICITY_COROTATED_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef SINEW_ELASTICITY_COROTATED_INL_H_
#undef SINEW_ELASTICITY_COROTATED_INL_H_
#else
#define SINEW_ELASTICITY_COROTATED_INL_H_
#endif

#include "elasticity/stabilisation.h"
#include "math/svd3-inl.h"
#include "math/wide-inl.h"

HWY_BEFORE_NAMESPACE();
namespace sinew {
namespace HWY_NAMESPACE {

/// One component of a nodal quantity in one cell, as signed sums of its corners. The constant mode
/// does no work and is left out.
template <class T>
struct Modes {
  T x, y, z, xy, yz, xz, xyz;
};

/// Eq. 2: corners to modes by three rounds of sums and differences.
template <class T>
SINEW_INLINE Modes<T> toModes(const T c[8]) {
  const T s0 = c[1] + c[0], d0 = c[1] - c[0];  // along x, edges at (y, z) = 00, 10, 01, 11
  const T s1 = c[3] + c[2], d1 = c[3] - c[2];
  const T s2 = c[5] + c[4], d2 = c[5] - c[4];
  const T s3 = c[7] + c[6], d3 = c[7] - c[6];
  const T ss0 = s1 + s0, sd0 = s1 - s0, ds0 = d1 + d0, dd0 = d1 - d0;  // along y, lower face
  const T ss1 = s3 + s2, sd1 = s3 - s2, ds1 = d3 + d2, dd1 = d3 - d2;  // upper face
  return {ds1 + ds0, sd1 + sd0, ss1 - ss0, dd1 + dd0, sd1 - sd0, ds1 - ds0, dd1 - dd0};
}

/// The transpose of toModes: c_a = sum_m s_m(a) m.
template <class T>
SINEW_INLINE void fromModes(const Modes<T>& m, T c[8]) {
  const T ss0 = -m.z, ss1 = m.z;
  const T ds0 = m.x - m.xz, ds1 = m.x + m.xz;
  const T sd0 = m.y - m.yz, sd1 = m.y + m.yz;
  const T dd0 = m.xy - m.xyz, dd1 = m.xy + m.xyz;
  const T s0 = ss0 - sd0, s1 = ss0 + sd0, d0 = ds0 - dd0, d1 = ds0 + dd0;
  const T s2 = ss1 - sd1, s3 = ss1 + sd1, d2 = ds1 - dd1, d3 = ds1 + dd1;
  c[0] = s0 - d0, c[1] = s0 + d0;
  c[2] = s1 - d1, c[3] = s1 + d1;
  c[4] = s2 - d2, c[5] = s2 + d2;
  c[6] = s3 - d3, c[7] = s3 + d3;
}

/// Eq. 3. modes[i] belongs to component i.
template <class T>
SINEW_INLINE Mat3<T> deformationGradient(const Modes<T> modes[3]) {
  const Mat3<T> X{modes[0].x, modes[0].y, modes[0].z, modes[1].x, modes[1].y,
                  modes[1].z, modes[2].x, modes[2].y, modes[2].z};
  return T(0.25f) * X;
}

/// Energy of the cell centre, first line of eq. 4. Written with sigma - 1: no cancellation near
/// rest.
template <class T>
SINEW_INLINE T corotatedEnergy(const Vec3<T>& sigma, T mu, T lambda) {
  const Vec3<T> e{sigma.x - T(1.f), sigma.y - T(1.f), sigma.z - T(1.f)};
  const T volumeChange = e.x + e.y + e.z;
  return mulAdd(mu, dot(e, e), T(0.5f) * lambda * volumeChange * volumeChange);
}

/// Hourglass energy of one component, second line of eq. 4 without mu/16.
template <class T>
SINEW_INLINE T hourglassEnergy(const Modes<T>& m, StabilisationWeights e) {
  const T bilinear = mulAdd(m.xy, m.xy, mulAdd(m.yz, m.yz, m.xz * m.xz));
  return mulAdd(T(e.bilinear), bilinear, T(e.trilinear) * m.xyz * m.xyz);
}

/// Eq. 6.
template <class T>
SINEW_INLINE Mat3<T> corotatedStress(const Mat3<T>& F, const Mat3<T>& R, const Vec3<T>& sigma, T mu,
                                     T lambda) {
  const T volumeChange = (sigma.x - T(1.f)) + (sigma.y - T(1.f)) + (sigma.z - T(1.f));
  return (mu + mu) * (F - R) + (lambda * volumeChange) * R;
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

/// Sums sigma_j + sigma_k below this make the exact tangent blow up without use; eq. 9.
inline constexpr float kLeastStretchSum = 1e-4f;
/// The same for the projected tangent (numerics 1).
inline constexpr float kLeastProjectedStretchSum = 1e-2f;

/// Eq. 9: the rotational part of the tangent, L = V diag(k / (sigma_j + sigma_k)) V^T with
/// k = lambda (tr S - 3) - 2 mu.
template <class T>
SINEW_INLINE Sym3<T> exactTangent(const Vec3<T>& sigma, const Mat3<T>& V, T mu, T lambda) {
  const T k = mulAdd(lambda, sigma.x + sigma.y + sigma.z - T(3.f), -(mu + mu));
  const T least(kLeastStretchSum);
  return sandwich(V, Vec3<T>{k / max(sigma.y + sigma.z, least), k / max(sigma.z + sigma.x, least),
                             k / max(sigma.x + sigma.y, least)});
}

/// Eq. 10: clamped at -mu, which makes the tangent of the whole cell positive semi-definite.
template <class T>
SINEW_INLINE Sym3<T> projectedTangent(const Vec3<T>& sigma, const Mat3<T>& V, T mu, T lambda) {
  const T k = mulAdd(lambda, sigma.x + sigma.y + sigma.z - T(3.f), -(mu + mu));
  const T least(kLeastProjectedStretchSum);
  return sandwich(V, Vec3<T>{max(k / max(sigma.y + sigma.z, least), -mu),
                             max(k / max(sigma.z + sigma.x, least), -mu),
                             max(k / max(sigma.x + sigma.y, least), -mu)});
}

/// Eq. 8.
template <class T>
SINEW_INLINE Mat3<T> stressChange(const Mat3<T>& dF, const Mat3<T>& R, const Sym3<T>& L, T mu,
                                  T lambda) {
  const Mat3<T> W = mulTransposeLeft(R, dF);
  const T t = lambda * trace(W);
  const Vec3<T> v = L * Vec3<T>{W.zy - W.yz, W.xz - W.zx, W.yx - W.xy};
  const Mat3<T> M{t, -v.z, v.y, v.z, t, -v.x, -v.y, v.x, t};
  return (mu + mu) * dF + R * M;
}

/// Modes of the nodal force of a stress: the transpose of eq. 3 plus the hourglass force (eq. 7).
template <class T>
SINEW_INLINE void forceModes(const Mat3<T>& P, T mu, StabilisationWeights e, Modes<T> modes[3]) {
  const T bilinear = mu * T(e.bilinear * 0.125f), trilinear = mu * T(e.trilinear * 0.125f);
  const T quarter(0.25f);
  const Vec3<T> rows[3] = {{P.xx, P.xy, P.xz}, {P.yx, P.yy, P.yz}, {P.zx, P.zy, P.zz}};
  for (int i = 0; i < 3; ++i) {
    modes[i] = {quarter * rows[i].x,     quarter * rows[i].y,    quarter * rows[i].z,
                bilinear * modes[i].xy,  bilinear * modes[i].yz, bilinear * modes[i].xz,
                trilinear * modes[i].xyz};
  }
}

/// Q C with C = [c]x, column by column; Q symmetric.
template <class T>
SINEW_INLINE Mat3<T> timesCross(const Sym3<T>& Q, const Vec3<T>& c) {
  const Vec3<T> qx{Q.xx, Q.xy, Q.xz}, qy{Q.xy, Q.yy, Q.yz}, qz{Q.xz, Q.yz, Q.zz};
  return fromColumns(c.z * qy - c.y * qz, c.x * qz - c.z * qx, c.y * qx - c.x * qy);
}

/// C^T B with C = [c]x.
template <class T>
SINEW_INLINE Mat3<T> crossTimes(const Vec3<T>& c, const Mat3<T>& B) {
  return {
      mulSub(c.z, B.yx, c.y * B.zx), mulSub(c.z, B.yy, c.y * B.zy), mulSub(c.z, B.yz, c.y * B.zz),
      mulSub(c.x, B.zx, c.z * B.xx), mulSub(c.x, B.zy, c.z * B.xy), mulSub(c.x, B.zz, c.z * B.xz),
      mulSub(c.y, B.xx, c.x * B.yx), mulSub(c.y, B.xy, c.x * B.yy), mulSub(c.y, B.xz, c.x * B.yz)};
}

/// R L R^T.
template <class T>
SINEW_INLINE Sym3<T> rotated(const Mat3<T>& R, const Sym3<T>& L) {
  const Mat3<T> B = R * toMat3(L);
  const Mat3<T> Q = mulTransposeRight(B, R);
  return {Q.xx, Q.xy, Q.xz, Q.yy, Q.yz, Q.zz};
}

/// Eq. 12: the part of a tangent block between shape gradients a and b that depends on the state,
/// lambda c_a c_b^T + [c_a]x^T Q [c_b]x with c = R g, Q = R L R^T; QCb = timesCross(Q, cb).
template <class T>
SINEW_INLINE Mat3<T> tangentBlock(const Vec3<T>& ca, const Vec3<T>& cb, const Mat3<T>& QCb,
                                  T lambda) {
  return outer(lambda * ca, cb) + crossTimes(ca, QCb);
}

}  // namespace HWY_NAMESPACE
}  // namespace sinew
HWY_AFTER_NAMESPACE();

#endif  // include guard per target
