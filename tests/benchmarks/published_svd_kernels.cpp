// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
//
// The published decomposition as its authors describe it (McAdams et al. 2011, section 9.2 and
// algorithm 4), written anew with our vector type so that ours can be timed against it at the same
// width: four sweeps of Jacobi with approximate Givens rotations on F^T F, V as a quaternion,
// columns of F V sorted by length, then three Givens rotations for U. Roots are inexact as there,
// improved by one Newton step where they are normalisations that stay.
#include "published_svd_kernels.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "published_svd_kernels.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "math/mat3.h"
#include "math/wide-inl.h"

HWY_BEFORE_NAMESPACE();
namespace sinew {
namespace HWY_NAMESPACE {

constexpr int kJacobiSweeps = 4;
constexpr float kGamma = 5.828427125f;                                   // 3 + 2 sqrt(2)
constexpr float kCosEighth = 0.9238795325f, kSinEighth = 0.3826834324f;  // of pi / 8
constexpr float kTiny = 1e-12f;  // its square is still a normal number

SINEW_INLINE Wide roughInverseRoot(Wide a) { return Wide(hn::ApproximateReciprocalSqrt(a.v)); }
SINEW_INLINE Wide inverseRoot(Wide a) {
  const Wide y = roughInverseRoot(a);
  return y * negMulAdd(Wide(0.5f) * a * y, y, Wide(1.5f));
}

// One rotation of Jacobi's method in the plane (p, q), about axis r, of S and of the quaternion
// (w, qp, qq, qr) of V.
SINEW_INLINE void jacobiRotation(Wide& Spp, Wide& Sqq, Wide& Spq, Wide& Spr, Wide& Sqr, Wide& w,
                                 Wide& qp, Wide& qq, Wide& qr) {
  Wide ch = Wide(2.f) * (Spp - Sqq), sh = Spq;
  const Wide chSquared = ch * ch, shSquared = sh * sh;
  const WideMask isSmall = Wide(kGamma) * shSquared < chSquared;
  const Wide omega = roughInverseRoot(chSquared + shSquared);
  ch = select(isSmall, omega * ch, Wide(kCosEighth));
  sh = select(isSmall, omega * sh, Wide(kSinEighth));

  const Wide c = mulSub(ch, ch, sh * sh), s = Wide(2.f) * ch * sh;
  const Wide cc = c * c, ss = s * s, cs = c * s;
  const Wide pp = Spp, qqOld = Sqq, pq = Spq, pr = Spr;
  Spp = mulAdd(cc, pp, mulAdd(ss, qqOld, Wide(2.f) * cs * pq));
  Sqq = mulAdd(ss, pp, mulSub(cc, qqOld, Wide(2.f) * cs * pq));
  Spq = mulAdd(cc - ss, pq, cs * (qqOld - pp));
  Spr = mulAdd(c, pr, s * Sqr);
  Sqr = mulSub(c, Sqr, s * pr);

  const Wide wOld = w, pOld = qp;
  w = mulSub(w, ch, qr * sh);
  qr = mulAdd(qr, ch, wOld * sh);
  qp = mulAdd(qp, ch, qq * sh);
  qq = mulSub(qq, ch, pOld * sh);
}

SINEW_INLINE Mat3<Wide> rotationOf(Wide w, Wide x, Wide y, Wide z) {
  const Wide one(1.f), two(2.f);
  return {negMulAdd(two, mulAdd(y, y, z * z), one),
          two * mulSub(x, y, w * z),
          two * mulAdd(x, z, w * y),
          two * mulAdd(x, y, w * z),
          negMulAdd(two, mulAdd(x, x, z * z), one),
          two * mulSub(y, z, w * x),
          two * mulSub(x, z, w * y),
          two * mulAdd(y, z, w * x),
          negMulAdd(two, mulAdd(x, x, y * y), one)};
}

// Where the second column of B is longer than the first they change places, one changing its sign.
SINEW_INLINE void sortColumns(Vec3<Wide>& b1, Vec3<Wide>& b2, Wide& n1, Wide& n2, Vec3<Wide>& v1,
                              Vec3<Wide>& v2) {
  const WideMask swap = n1 < n2;
  const Vec3<Wide> b = b1, v = v1;
  const Wide n = n1;
  b1 = select(swap, b2, b1), b2 = select(swap, -b, b2);
  v1 = select(swap, v2, v1), v2 = select(swap, -v, v2);
  n1 = select(swap, n2, n1), n2 = select(swap, n, n2);
}

// Rotation that turns (a1, a2) into (|a|, 0).
SINEW_INLINE void givens(Wide a1, Wide a2, Wide& c, Wide& s) {
  const Wide square = mulAdd(a1, a1, a2 * a2);
  const Wide rho = square * inverseRoot(max(square, Wide(kTiny * kTiny)));
  Wide sh = select(rho > Wide(kTiny), a2, Wide(0.f));
  Wide ch = abs(a1) + max(rho, Wide(kTiny));
  const WideMask isNegative = a1 < Wide(0.f);
  const Wide chOld = ch;
  ch = select(isNegative, sh, ch), sh = select(isNegative, chOld, sh);
  const Wide omega = inverseRoot(mulAdd(ch, ch, sh * sh));
  ch *= omega, sh *= omega;
  c = mulSub(ch, ch, sh * sh);
  s = Wide(2.f) * ch * sh;
}

SINEW_INLINE void rotateRows(Wide c, Wide s, Vec3<Wide>& a, Vec3<Wide>& b) {
  const Vec3<Wide> old = a;
  a = addScaled(c * a, s, b);
  b = addScaled(c * b, -s, old);
}

SINEW_INLINE void publishedSvd3(const Mat3<Wide>& F, Mat3<Wide>& U, Vec3<Wide>& sigma,
                                Mat3<Wide>& V) {
  Sym3<Wide> S = gram(F);
  Wide w(1.f), x(0.f), y(0.f), z(0.f);
  for (int sweep = 0; sweep < kJacobiSweeps; ++sweep) {
    jacobiRotation(S.xx, S.yy, S.xy, S.xz, S.yz, w, x, y, z);
    jacobiRotation(S.yy, S.zz, S.yz, S.xy, S.xz, w, y, z, x);
    jacobiRotation(S.zz, S.xx, S.xz, S.yz, S.xy, w, z, x, y);
  }
  const Wide omega = inverseRoot(mulAdd(w, w, mulAdd(x, x, mulAdd(y, y, z * z))));
  w *= omega, x *= omega, y *= omega, z *= omega;
  const Mat3<Wide> R = rotationOf(w, x, y, z);
  Vec3<Wide> v1{R.xx, R.yx, R.zx}, v2{R.xy, R.yy, R.zy}, v3{R.xz, R.yz, R.zz};
  Vec3<Wide> b1 = F * v1, b2 = F * v2, b3 = F * v3;
  Wide n1 = dot(b1, b1), n2 = dot(b2, b2), n3 = dot(b3, b3);
  sortColumns(b1, b2, n1, n2, v1, v2);
  sortColumns(b1, b3, n1, n3, v1, v3);
  sortColumns(b2, b3, n2, n3, v2, v3);
  V = fromColumns(v1, v2, v3);

  Vec3<Wide> r1{b1.x, b2.x, b3.x}, r2{b1.y, b2.y, b3.y}, r3{b1.z, b2.z, b3.z};
  Wide c, s;
  const Wide zero(0.f), one(1.f);
  Vec3<Wide> u1{one, zero, zero}, u2{zero, one, zero}, u3{zero, zero, one};
  givens(r1.x, r2.x, c, s);
  rotateRows(c, s, r1, r2), rotateRows(c, s, u1, u2);
  givens(r1.x, r3.x, c, s);
  rotateRows(c, s, r1, r3), rotateRows(c, s, u1, u3);
  givens(r2.y, r3.y, c, s);
  rotateRows(c, s, r2, r3), rotateRows(c, s, u2, u3);
  U = fromColumns(u1, u2, u3);
  sigma = {r1.x, r2.y, r3.z};
}

void publishedSvd3Loop(const float* F, float* U, float* sigma, float* V, size_t count,
                       size_t stride) {
  for (size_t i = 0; i < count; i += lanes()) {
    Mat3<Wide> u, v;
    Vec3<Wide> s;
    publishedSvd3(loadMat3(F + i, stride), u, s, v);
    storeMat3(u, U + i, stride);
    storeVec3(s, sigma + i, stride);
    storeMat3(v, V + i, stride);
  }
}

}  // namespace HWY_NAMESPACE
}  // namespace sinew
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace sinew {
HWY_EXPORT(publishedSvd3Loop);
}

namespace sinew::bench {

void publishedSvd3Array(const float* F, float* U, float* sigma, float* V, std::size_t count,
                        std::size_t stride) {
  HWY_DYNAMIC_DISPATCH(sinew::publishedSvd3Loop)(F, U, sigma, V, count, stride);
}

}  // namespace sinew::bench
#endif  // HWY_ONCE
