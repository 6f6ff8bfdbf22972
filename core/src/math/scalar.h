// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT

// The functions every number type of a kernel template has, here for float and double; wide-inl.h
// gives the same names for Wide (a vector of lanes). A formula written with them runs in double
// under test and in lanes in production.
#pragma once

#include <bit>
#include <cmath>
#include <concepts>
#include <cstdint>
#include <type_traits>

// Kernels are fast only when every operator is inlined. Sanitizer builds are for checking: inlining
// the checks too would take GCC minutes per file.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define SINEW_INLINE inline
#else
#define SINEW_INLINE inline __attribute__((always_inline))
#endif

namespace sinew {

// a * b + c. Rounded twice here; fused in Wide on targets with FMA. The build sets
// -ffp-contract=off, so this is the only place where a product and a sum may be fused.
template <std::floating_point T>
SINEW_INLINE T mulAdd(T a, std::type_identity_t<T> b, std::type_identity_t<T> c) {
  return a * b + c;
}

// a * b - c
template <std::floating_point T>
SINEW_INLINE T mulSub(T a, std::type_identity_t<T> b, std::type_identity_t<T> c) {
  return a * b - c;
}

// c - a * b
template <std::floating_point T>
SINEW_INLINE T negMulAdd(T a, std::type_identity_t<T> b, std::type_identity_t<T> c) {
  return c - a * b;
}

// yes where the mask holds, no elsewhere. Both are evaluated.
template <std::floating_point T>
SINEW_INLINE T select(bool mask, T yes, std::type_identity_t<T> no) {
  return mask ? yes : no;
}

// Whether the mask holds in every lane.
SINEW_INLINE bool allTrue(bool mask) { return mask; }

// As the x86 instructions: the second argument when either is NaN.
template <std::floating_point T>
SINEW_INLINE T min(T a, std::type_identity_t<T> b) {
  return a < b ? a : b;
}

template <std::floating_point T>
SINEW_INLINE T max(T a, std::type_identity_t<T> b) {
  return a > b ? a : b;
}

template <std::floating_point T>
SINEW_INLINE T abs(T a) {
  return std::fabs(a);
}

template <std::floating_point T>
SINEW_INLINE T sqrt(T a) {
  return std::sqrt(a);
}

// The magnitude of the first with the sign of the second.
template <std::floating_point T>
SINEW_INLINE T copySign(T magnitude, std::type_identity_t<T> sign) {
  return std::copysign(magnitude, sign);
}

// The largest power of two not above a, which must be positive, normal and finite; 0 for a = 0.
SINEW_INLINE float powerOfTwo(float a) {
  return std::bit_cast<float>(std::bit_cast<uint32_t>(a) & 0x7f800000u);
}

SINEW_INLINE double powerOfTwo(double a) {
  return std::bit_cast<double>(std::bit_cast<uint64_t>(a) & 0x7ff0000000000000u);
}

// 1 / powerOfTwo(a), exact, for a below half the largest number; huge but finite for a = 0.
SINEW_INLINE float inversePowerOfTwo(float a) {
  return std::bit_cast<float>(0x7f000000u - std::bit_cast<uint32_t>(powerOfTwo(a)));
}

SINEW_INLINE double inversePowerOfTwo(double a) {
  return std::bit_cast<double>(0x7fe0000000000000u - std::bit_cast<uint64_t>(powerOfTwo(a)));
}

}  // namespace sinew
