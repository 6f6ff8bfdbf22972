// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT

// Vectors and matrices of three dimensions over a number type T: float, double or Wide.
//
// Members are named, not an array: a corotated stress with loops over m[3][3] of Wide takes 4.3 ns
// per cell on GCC 12 and 1.6 ns in this form.
//
// The operators for float and double are defined here. Those for Wide come with wide-inl.h: a
// function that handles SIMD vectors must be compiled with the instruction set of its target, else
// GCC and Clang refuse to inline it. So the one text mat3_operators.inc is included here and, per
// target, there.
#pragma once

#include <concepts>
#include <type_traits>

#include "math/scalar.h"

namespace sinew {

template <class T>
struct Vec3 {
  T x, y, z;
};

// Row-major names: A.xy is row x, column y.
template <class T>
struct Mat3 {
  T xx, xy, xz;
  T yx, yy, yz;
  T zx, zy, zz;
};

// A symmetric matrix by its upper triangle.
template <class T>
struct Sym3 {
  T xx, xy, xz;
  T yy, yz;
  T zz;
};

#define SINEW_NUMBER std::floating_point
#include "math/mat3_operators.inc"
#undef SINEW_NUMBER

}  // namespace sinew
