// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT

// Singular value decomposition of a 3x3 matrix without branches and without iteration.
// Derivation, accuracy and cost: docs/theory/svd.md, whose equation numbers are used here.
//
//   (1)  F = U diag(sigma) V^T,   U, V rotations (det = +1),  sigma_x >= sigma_y >= |sigma_z|
//
// T is double under test and Wide (a lane per matrix) in production.

#if defined(SINEW_MATH_SVD3_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef SINEW_MATH_SVD3_INL_H_
#undef SINEW_MATH_SVD3_INL_H_
#else
#define SINEW_MATH_SVD3_INL_H_
#endif

#include <concepts>
#include <type_traits>

#include "math/mat3.h"
#include "math/wide-inl.h"

HWY_BEFORE_NAMESPACE();
namespace sinew {
namespace HWY_NAMESPACE {

// The sizes hold for matrices whose largest entry is between 1 and 2.
template <class T>
struct Svd3Constants {
  static constexpr bool kDouble = std::same_as<T, double>;
  using Real = std::conditional_t<kDouble, double, float>;

  static constexpr Real kThird = Real(1) / Real(3);
  // Square of the spread p of the eigenvalues of F^T F; p is one round-off.
  static constexpr Real kSpreadSquared = static_cast<Real>(kDouble ? 0x1p-106 : 0x1p-48);
  // Square of the length, 1/256 round-off, below which the second column counts as zero.
  static constexpr Real kColumnSquared = static_cast<Real>(kDouble ? 0x1p-122 : 0x1p-64);
  // Keeps the plane rotation defined for two zero columns; far below any column that counts.
  static constexpr Real kRotation = static_cast<Real>(kDouble ? 0x1p-130 : 0x1p-60);
};

//   (5)  y = 2 cos(acos(r) / 3), the largest root of y^3 - 3 y = 2 r,   0 <= r <= 1
//
// It runs smoothly from sqrt(3) to 2, so the best polynomial of degree 6 is within 1.4e-7. Degree 4
// is no faster and leaves 5e-6 in the result; degree 2 and a Newton step is as good but 4 % slower.
template <class T>
SINEW_INLINE T largestRoot(T r) {
  const T square = r * r;  // pairs of terms at a time: half the latency of Horner's rule
  const T low = mulAdd(r, T(0.333318527f), T(1.732050945f));
  const T middle = mulAdd(r, T(0.04760910765f), T(-0.09596355968f));
  const T high = mulAdd(r, T(0.01022691842f), T(-0.02515438662f));
  T y = mulAdd(square, T(-0.002087690035f), high);
  y = mulAdd(square, mulAdd(square, y, middle), low);
  if constexpr (std::same_as<T, double>) {  // two Newton steps make it exact to round-off
    y -= (y * (y * y - 3) - 2 * r) / (3 * (y * y - 1));
    y -= (y * (y * y - 3) - 2 * r) / (3 * (y * y - 1));
  }
  return y;
}

// An eigenvector, of any length, for the best separated eigenvalue of S. That eigenvalue is
// tr(S) / 3 + lambda: the largest if lambda > 0, the smallest if lambda < 0.
//
//   (3)  B = S - tr(S)/3 I,   A = adj(B),   p^2 = tr(B^2)/6 = -tr(A)/3
//   (4)  r = det(B) / (2 p^3),   lambda = sign(r) p y(|r|)
//   (6)  adj(B - lambda I) = A + lambda B + lambda^2 I = k v v^T,   k >= 6 p^2
//
// The column of (6) with the largest diagonal entry is at least k / sqrt(3) long, so it is never
// lost in round-off. When S is a multiple of I, the lower bound of p makes (6) one too, and v is
// an axis.
template <class T>
SINEW_INLINE Vec3<T> separatedEigenvector(const Sym3<T>& S, T& lambda) {
  using Constants = Svd3Constants<T>;
  const T mean = trace(S) * T(Constants::kThird);
  const Sym3<T> B = {S.xx - mean, S.xy, S.xz, S.yy - mean, S.yz, S.zz - mean};
  Sym3<T> A = adjugate(B);

  const T pSquared = max(trace(A) * T(-Constants::kThird), T(Constants::kSpreadSquared));
  const T p = sqrt(pSquared);
  const T inverse = T(1) / pSquared;  // not 1 / p, which would have to wait for the square root
  const T halfDetB = T(0.5f) * mulAdd(B.xx, A.xx, mulAdd(B.xy, A.xy, B.xz * A.xz));
  const T r = (halfDetB * inverse) * (p * inverse);
  lambda = copySign(p * largestRoot(min(abs(r), T(1))), r);

  const T square = lambda * lambda;
  A.xx = mulAdd(lambda, B.xx, A.xx) + square;
  A.yy = mulAdd(lambda, B.yy, A.yy) + square;
  A.zz = mulAdd(lambda, B.zz, A.zz) + square;
  A.xy = mulAdd(lambda, B.xy, A.xy);
  A.xz = mulAdd(lambda, B.xz, A.xz);
  A.yz = mulAdd(lambda, B.yz, A.yz);

  const auto yOverX = A.yy > A.xx;
  const auto zOverBoth = A.zz > max(A.xx, A.yy);
  const Vec3<T> v = select(yOverX, Vec3<T>{A.xy, A.yy, A.yz}, Vec3<T>{A.xx, A.xy, A.xz});
  return select(zOverBoth, Vec3<T>{A.xz, A.yz, A.zz}, v);
}

// A right-handed orthonormal frame (v, a, b) with v along n, which may have any length but zero.
//
//   (7)  Duff et al., Building an orthonormal basis, revisited, JCGT 2017, with the length of n put
//        in, so that the two divisions do not wait for each other
template <class T>
SINEW_INLINE void frameAlong(const Vec3<T>& n, Vec3<T>& v, Vec3<T>& a, Vec3<T>& b) {
  const T length = sqrt(dot(n, n));
  const T sign = copySign(T(1), n.z);
  const T inverse = T(1) / (n.z + copySign(length, n.z));
  v = (T(1) / length) * n;
  const T fx = n.x * inverse;
  const T fy = n.y * inverse;
  const T signX = sign * v.x;
  a = {negMulAdd(signX, fx, T(1)), -signX * fy, -signX};
  b = {-v.y * fx, negMulAdd(v.y, fy, sign), -v.y};
}

// Cosine and sine of the rotation after which c a + s b and c b - s a are orthogonal and the first
// is not the shorter one.
//
//   (8)  d = |a|^2 - |b|^2,  g = a.b,  h = sqrt(d^2 + 4 g^2),  cos 2t = d / h,  sin 2t = 2 g / h
template <class T>
SINEW_INLINE void orthogonalisingRotation(const Vec3<T>& a, const Vec3<T>& b, T& c, T& s) {
  const T d = dot(a, a) - dot(b, b);
  const T g = dot(a, b);
  const T twoG = abs(g + g);
  const T h = sqrt(mulAdd(d, d, twoG * twoG));
  const T x = h + (abs(d) + T(Svd3Constants<T>::kRotation));
  const T inverse = T(1) / sqrt(mulAdd(x, x, twoG * twoG));
  const T larger = x * inverse;
  const T smaller = twoG * inverse;
  const auto inOrder = d >= T(0);
  c = select(inOrder, larger, smaller);
  s = copySign(select(inOrder, smaller, larger), g);
}

// Rotation and lengths of three orthogonal columns, longest first: (b1 b2 b3) = U diag(sigma).
// Holds as well as the columns are orthogonal; b1 may not vanish, b2 and b3 may.
//
//   (9)  u1 = b1 / |b1|,   u3 along w = b1 x b2,   u2 = u3 x u1
//        sigma = (|b1|, |w| / |b1|, u3.b3)
//
// Where w vanishes, b1 x (an axis not along b1) takes its place.
template <class T>
SINEW_INLINE void factorColumns(const Vec3<T>& b1, const Vec3<T>& b2, const Vec3<T>& b3, Mat3<T>& U,
                                Vec3<T>& sigma) {
  const T sigma1 = sqrt(dot(b1, b1));
  const T inverse1 = T(1) / sigma1;
  const Vec3<T> u1 = inverse1 * b1;

  const Vec3<T> w = cross(b1, b2);
  const T wSquared = dot(w, w);
  const auto axisIsX = abs(b1.x) < T(0.6f) * sigma1;
  const Vec3<T> instead = select(axisIsX, Vec3<T>{T(0), b1.z, -b1.y}, Vec3<T>{-b1.z, T(0), b1.x});
  const auto isShort = wSquared < T(Svd3Constants<T>::kColumnSquared);
  const T length = sqrt(select(isShort, dot(instead, instead), wSquared));
  const Vec3<T> n = (T(1) / length) * select(isShort, instead, w);

  // Round-off tilts n towards u1 where b2 is almost along b1. Left so, U^T U is off by 3e-5 on
  // matrices of rank one; the step costs 3 %.
  const Vec3<T> u3 = addScaled(n, -dot(u1, n), u1);
  const Vec3<T> u2 = cross(u3, u1);
  U = fromColumns(u1, u2, u3);

  // Equal singular values may come out of order by a round-off: the order is made exact.
  const T sigma2 = min(select(isShort, T(0), length * inverse1), sigma1);
  const T signed3 = dot(n, b3);
  sigma = {sigma1, sigma2, copySign(min(abs(signed3), sigma2), signed3)};
}

// Equation (1). Its error and that of the orthogonality of U and V are below 1e-6 (16 round-offs),
// relative to |F|, for every F with entries below 8e37: also singular, inverted and zero. A matrix
// with all entries below 1.2e-38 counts as zero. NaN or infinity spoil only their own lane.
template <class T>
SINEW_INLINE void svd3(const Mat3<T>& F, Mat3<T>& U, Vec3<T>& sigma, Mat3<T>& V) {
  // (2)  G = F / 2^k: a power of two brings the largest entry between 1 and 2 without rounding.
  const T largest = max(max(max(max(abs(F.xx), abs(F.xy)), max(abs(F.xz), abs(F.yx))),
                            max(max(abs(F.yy), abs(F.yz)), max(abs(F.zx), abs(F.zy)))),
                        abs(F.zz));
  Mat3<T> G = inversePowerOfTwo(largest) * F;

  // The zero matrix goes on as the identity; powerOfTwo(0) = 0 makes its sigma zero again.
  const T ifZero = select(largest > T(0), T(0), T(1));
  G.xx += ifZero;
  G.yy += ifZero;
  G.zz += ifZero;

  // One column of V is an eigenvector of G^T G; a and b span the plane of the other two.
  T lambda;
  Vec3<T> v, a, b;
  frameAlong(separatedEigenvector(gram(G), lambda), v, a, b);

  // The rotation in that plane looks at the columns G a and G b, not at G^T G, where short columns
  // drown in the round-off of long ones: with G^T G the error of (1) reached 2e-4.
  const Vec3<T> Gv = G * v;
  const Vec3<T> Ga = G * a;
  const Vec3<T> Gb = G * b;
  T c, s;
  orthogonalisingRotation(Ga, Gb, c, s);
  const Vec3<T> va = addScaled(c * a, s, b);
  const Vec3<T> vb = addScaled(c * b, -s, a);
  const Vec3<T> ca = addScaled(c * Ga, s, Gb);
  const Vec3<T> cb = addScaled(c * Gb, -s, Ga);

  // v goes first or last: an even permutation either way, so V stays a rotation.
  const auto vIsFirst = lambda > T(0);
  V = fromColumns(select(vIsFirst, v, va), select(vIsFirst, va, vb), select(vIsFirst, vb, v));
  const Vec3<T> b1 = select(vIsFirst, Gv, ca);
  const Vec3<T> b2 = select(vIsFirst, ca, cb);
  const Vec3<T> b3 = select(vIsFirst, cb, Gv);

  factorColumns(b1, b2, b3, U, sigma);
  sigma *= powerOfTwo(largest);
}

}  // namespace HWY_NAMESPACE
}  // namespace sinew
HWY_AFTER_NAMESPACE();

#endif  // include guard per target
