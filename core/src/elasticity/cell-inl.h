// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
//
// One trilinear cell with one-point quadrature and hourglass stabilisation, whatever it is made of
// (docs/theory/corotated.md, sections 2 to 4). T is double under test and Wide (a lane per cell) in
// production. Solver units: cell edge 1, so the volume h^3 does not appear.
//
//   x_a, a = 0..7      corner values; s_j(a) = -1 or +1
//   modes (eq. 2)      X_m = sum_a s_m(a) x_a,  m in {x, y, z, xy, yz, xz, xyz}
//   F = [X_x X_y X_z] / 4                                       deformation gradient (eq. 3)
//   E = Psi(F) + mu/16 H(Q)                                     energy (eq. 4)
//   Q = e2 |X_xy|^2 + e2 |X_yz|^2 + e2 |X_xz|^2 + e3 |X_xyz|^2

#if defined(SINEW_ELASTICITY_CELL_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef SINEW_ELASTICITY_CELL_INL_H_
#undef SINEW_ELASTICITY_CELL_INL_H_
#else
#define SINEW_ELASTICITY_CELL_INL_H_
#endif

#include "elasticity/stabilisation.h"
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

/// 4 F. modes[i] belongs to component i.
template <class T>
SINEW_INLINE Mat3<T> straightModes(const Modes<T> modes[3]) {
  return {modes[0].x, modes[0].y, modes[0].z, modes[1].x, modes[1].y,
          modes[1].z, modes[2].x, modes[2].y, modes[2].z};
}

/// Eq. 3 times a number.
template <class T>
SINEW_INLINE Mat3<T> scaledGradient(T scale, const Modes<T> modes[3]) {
  return (T(0.25f) * scale) * straightModes(modes);
}

/// Eq. 3.
template <class T>
SINEW_INLINE Mat3<T> deformationGradient(const Modes<T> modes[3]) {
  return scaledGradient(T(1.f), modes);
}

/// Share of one component in Q.
template <class T>
SINEW_INLINE T hourglassSize(const Modes<T>& m, StabilisationWeights e) {
  const T bilinear = mulAdd(m.xy, m.xy, mulAdd(m.yz, m.yz, m.xz * m.xz));
  return mulAdd(T(e.bilinear), bilinear, T(e.trilinear) * m.xyz * m.xyz);
}

/// Eq. 5a and 5b: the energy H(Q), its slope H', and the stiffness of the modes, which is that of
/// the plain quadratic energy times H' + Q H''.
template <class T>
struct HourglassState {
  T energy, slope, stiffness;
};
template <class T>
SINEW_INLINE HourglassState<T> hourglassState(T Q, StabilisationWeights e) {
  const T creases(e.creases), onset(e.onset);
  const T root = sqrt(mulAdd(Q, Q, onset * onset));
  const T share = creases * Q / root, part = onset / root;
  const T slope = T(1.f) + share;
  return {mulAdd(creases * Q, Q / (root + onset), Q), slope, mulAdd(share * part, part, slope)};
}

/// Modes of the nodal force of a stress P, of which a quarter is given: the transpose of eq. 3 plus
/// the hourglass force (eq. 7).
template <class T>
SINEW_INLINE void quarterForceModes(const Mat3<T>& quarterP, T mu, StabilisationWeights e,
                                    Modes<T> modes[3]) {
  const T bilinear = mu * T(e.bilinear * 0.125f), trilinear = mu * T(e.trilinear * 0.125f);
  const Mat3<T>& P = quarterP;
  const Vec3<T> rows[3] = {{P.xx, P.xy, P.xz}, {P.yx, P.yy, P.yz}, {P.zx, P.zy, P.zz}};
  for (int i = 0; i < 3; ++i)
    modes[i] = {rows[i].x,
                rows[i].y,
                rows[i].z,
                bilinear * modes[i].xy,
                bilinear * modes[i].yz,
                bilinear * modes[i].xz,
                trilinear * modes[i].xyz};
}

template <class T>
SINEW_INLINE void forceModes(const Mat3<T>& P, T mu, StabilisationWeights e, Modes<T> modes[3]) {
  quarterForceModes(T(0.25f) * P, mu, e, modes);
}

}  // namespace HWY_NAMESPACE
}  // namespace sinew
HWY_AFTER_NAMESPACE();

#endif  // include guard per target
