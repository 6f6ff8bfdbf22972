// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT

// Wide: one float per SIMD lane, with operators, and Vec3, Mat3, Sym3 over it. A lane is a cell (or
// a matrix, or a node); no operation mixes lanes, so results do not depend on how many there are.
//
// Lives in sinew::HWY_NAMESPACE and is compiled once per SIMD target. Include it after
// hwy/foreach_target.h; svd3_kernels.cpp is the smallest complete example.
//
// Same bits on every target with FMA (AVX2, AVX-512): only exactly rounded operations are offered
// (no approximate reciprocal or square root), and a product is fused with a sum only by mulAdd and
// its kin (the build sets -ffp-contract=off).

// Highway's include guard, open again for each target.
#if defined(SINEW_MATH_WIDE_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef SINEW_MATH_WIDE_INL_H_
#undef SINEW_MATH_WIDE_INL_H_
#else
#define SINEW_MATH_WIDE_INL_H_
#endif

#include <hwy/highway.h>

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "math/mat3.h"
#include "math/scalar.h"

#if HWY_HAVE_SCALABLE
#error "Wide holds a vector as a member; switch SVE and RVV off with HWY_DISABLED_TARGETS"
#endif

HWY_BEFORE_NAMESPACE();
namespace sinew {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

// At most 16 lanes: arrays padded to 16 floats suit every target.
using WideTag = hn::CappedTag<float, 16>;

struct Wide {
  hn::Vec<WideTag> v;

  Wide() = default;  // not initialised, as float
  SINEW_INLINE Wide(float a) : v(hn::Set(WideTag(), a)) {}
  SINEW_INLINE explicit Wide(hn::Vec<WideTag> vector) : v(vector) {}
};

// One truth value per lane; combine with & | !.
struct WideMask {
  hn::Mask<WideTag> m;
};

// Floats per Wide: a power of two, at most 16.
constexpr size_t lanes() { return hn::MaxLanes(WideTag()); }

// --- Memory ------------------------------------------------------------------

// from must be aligned to lanes() floats.
SINEW_INLINE Wide load(const float* from) { return Wide(hn::Load(WideTag(), from)); }
SINEW_INLINE Wide loadU(const float* from) { return Wide(hn::LoadU(WideTag(), from)); }
// to must be aligned to lanes() floats.
SINEW_INLINE void store(Wide a, float* to) { hn::Store(a.v, WideTag(), to); }
SINEW_INLINE void storeU(Wide a, float* to) { hn::StoreU(a.v, WideTag(), to); }

// IEEE half floats, kept as their bits; rounded to nearest. Aligned to lanes() numbers.
SINEW_INLINE Wide loadHalf(const uint16_t* from) {
  const hn::Rebind<uint16_t, WideTag> bits;
  const hn::Rebind<hwy::float16_t, WideTag> half;
  return Wide(hn::PromoteTo(WideTag(), hn::BitCast(half, hn::Load(bits, from))));
}
SINEW_INLINE void storeHalf(Wide a, uint16_t* to) {
  const hn::Rebind<uint16_t, WideTag> bits;
  const hn::Rebind<hwy::float16_t, WideTag> half;
  hn::Store(hn::BitCast(bits, hn::DemoteTo(half, a.v)), bits, to);
}

// --- Arithmetic --------------------------------------------------------------

SINEW_INLINE Wide operator+(Wide a, Wide b) { return Wide(hn::Add(a.v, b.v)); }
SINEW_INLINE Wide operator-(Wide a, Wide b) { return Wide(hn::Sub(a.v, b.v)); }
SINEW_INLINE Wide operator*(Wide a, Wide b) { return Wide(hn::Mul(a.v, b.v)); }
SINEW_INLINE Wide operator/(Wide a, Wide b) { return Wide(hn::Div(a.v, b.v)); }
SINEW_INLINE Wide operator-(Wide a) { return Wide(hn::Neg(a.v)); }
SINEW_INLINE Wide& operator+=(Wide& a, Wide b) { return a = a + b; }
SINEW_INLINE Wide& operator-=(Wide& a, Wide b) { return a = a - b; }
SINEW_INLINE Wide& operator*=(Wide& a, Wide b) { return a = a * b; }
SINEW_INLINE Wide& operator/=(Wide& a, Wide b) { return a = a / b; }

// a * b + c, a * b - c and c - a * b, rounded once where the target has FMA.
SINEW_INLINE Wide mulAdd(Wide a, Wide b, Wide c) { return Wide(hn::MulAdd(a.v, b.v, c.v)); }
SINEW_INLINE Wide mulSub(Wide a, Wide b, Wide c) { return Wide(hn::MulSub(a.v, b.v, c.v)); }
SINEW_INLINE Wide negMulAdd(Wide a, Wide b, Wide c) { return Wide(hn::NegMulAdd(a.v, b.v, c.v)); }

SINEW_INLINE Wide min(Wide a, Wide b) { return Wide(hn::Min(a.v, b.v)); }
SINEW_INLINE Wide max(Wide a, Wide b) { return Wide(hn::Max(a.v, b.v)); }
SINEW_INLINE Wide abs(Wide a) { return Wide(hn::Abs(a.v)); }
SINEW_INLINE Wide sqrt(Wide a) { return Wide(hn::Sqrt(a.v)); }
SINEW_INLINE Wide copySign(Wide magnitude, Wide sign) {
  return Wide(hn::CopySign(magnitude.v, sign.v));
}

// The largest power of two not above a, and one divided by it: see scalar.h.
SINEW_INLINE Wide powerOfTwo(Wide a) {
  const hn::Repartition<uint32_t, WideTag> bits;
  const auto exponent = hn::And(hn::BitCast(bits, a.v), hn::Set(bits, 0x7f800000u));
  return Wide(hn::BitCast(WideTag(), exponent));
}

SINEW_INLINE Wide inversePowerOfTwo(Wide a) {
  const hn::Repartition<uint32_t, WideTag> bits;
  const auto exponent = hn::BitCast(bits, powerOfTwo(a).v);
  return Wide(hn::BitCast(WideTag(), hn::Sub(hn::Set(bits, 0x7f000000u), exponent)));
}

// --- Masks -------------------------------------------------------------------

SINEW_INLINE WideMask operator<(Wide a, Wide b) { return {hn::Lt(a.v, b.v)}; }
SINEW_INLINE WideMask operator<=(Wide a, Wide b) { return {hn::Le(a.v, b.v)}; }
SINEW_INLINE WideMask operator>(Wide a, Wide b) { return {hn::Gt(a.v, b.v)}; }
SINEW_INLINE WideMask operator>=(Wide a, Wide b) { return {hn::Ge(a.v, b.v)}; }
SINEW_INLINE WideMask operator==(Wide a, Wide b) { return {hn::Eq(a.v, b.v)}; }
SINEW_INLINE WideMask operator!=(Wide a, Wide b) { return {hn::Ne(a.v, b.v)}; }
SINEW_INLINE WideMask operator&(WideMask a, WideMask b) { return {hn::And(a.m, b.m)}; }
SINEW_INLINE WideMask operator|(WideMask a, WideMask b) { return {hn::Or(a.m, b.m)}; }
SINEW_INLINE WideMask operator!(WideMask a) { return {hn::Not(a.m)}; }

SINEW_INLINE bool allTrue(WideMask mask) { return hn::AllTrue(WideTag(), mask.m); }

// yes in the lanes where the mask holds, no in the others.
SINEW_INLINE Wide select(WideMask mask, Wide yes, Wide no) {
  return Wide(hn::IfThenElse(mask.m, yes.v, no.v));
}

// --- Vec3, Mat3, Sym3 over Wide ----------------------------------------------

// Templates of this namespace call these names for double too.
using sinew::abs;
using sinew::allTrue;
using sinew::copySign;
using sinew::inversePowerOfTwo;
using sinew::max;
using sinew::min;
using sinew::mulAdd;
using sinew::mulSub;
using sinew::negMulAdd;
using sinew::powerOfTwo;
using sinew::select;
using sinew::sqrt;

// Not a second set for float and double: those of mat3.h serve here as well.
template <class T>
concept WideNumber = std::same_as<T, Wide>;

#define SINEW_NUMBER WideNumber
#include "math/mat3_operators.inc"
#undef SINEW_NUMBER

// Structure of arrays: component k of element i is at from[k * stride + i]; from points at the
// first element of the vector and, like stride, is a multiple of lanes() floats.
SINEW_INLINE Vec3<Wide> loadVec3(const float* from, size_t stride) {
  return {load(from), load(from + stride), load(from + 2 * stride)};
}

SINEW_INLINE void storeVec3(const Vec3<Wide>& a, float* to, size_t stride) {
  store(a.x, to);
  store(a.y, to + stride);
  store(a.z, to + 2 * stride);
}

// Components in the order xx, xy, xz, yx, ..., zz.
SINEW_INLINE Mat3<Wide> loadMat3(const float* from, size_t stride) {
  return {load(from),
          load(from + stride),
          load(from + 2 * stride),
          load(from + 3 * stride),
          load(from + 4 * stride),
          load(from + 5 * stride),
          load(from + 6 * stride),
          load(from + 7 * stride),
          load(from + 8 * stride)};
}

SINEW_INLINE void storeMat3(const Mat3<Wide>& A, float* to, size_t stride) {
  storeVec3(Vec3<Wide>{A.xx, A.xy, A.xz}, to, stride);
  storeVec3(Vec3<Wide>{A.yx, A.yy, A.yz}, to + 3 * stride, stride);
  storeVec3(Vec3<Wide>{A.zx, A.zy, A.zz}, to + 6 * stride, stride);
}

// Components in the order xx, xy, xz, yy, yz, zz.
SINEW_INLINE Sym3<Wide> loadSym3(const float* from, size_t stride) {
  return {load(from),
          load(from + stride),
          load(from + 2 * stride),
          load(from + 3 * stride),
          load(from + 4 * stride),
          load(from + 5 * stride)};
}

SINEW_INLINE void storeSym3(const Sym3<Wide>& A, float* to, size_t stride) {
  storeVec3(Vec3<Wide>{A.xx, A.xy, A.xz}, to, stride);
  storeVec3(Vec3<Wide>{A.yy, A.yz, A.zz}, to + 3 * stride, stride);
}

}  // namespace HWY_NAMESPACE
}  // namespace sinew
HWY_AFTER_NAMESPACE();

#endif  // include guard per target
