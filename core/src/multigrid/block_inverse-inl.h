// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
//
// Inverses of the 3x3 blocks on the diagonal of K (docs/theory/multigrid.md, eq. 8), in double.

#if defined(SINEW_MULTIGRID_BLOCK_INVERSE_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef SINEW_MULTIGRID_BLOCK_INVERSE_INL_H_
#undef SINEW_MULTIGRID_BLOCK_INVERSE_INL_H_
#else
#define SINEW_MULTIGRID_BLOCK_INVERSE_INL_H_
#endif

#include "multigrid/tile_lanes-inl.h"

HWY_BEFORE_NAMESPACE();
namespace sinew {
namespace HWY_NAMESPACE {

// A block whose determinant is below this part of the cube of its mean diagonal is singular.
inline constexpr double kSingular = 1e-12;

// (xx, xy, xz, yy, yz, zz) of a symmetric block and of its inverse, by cofactors. A singular block
// becomes that of its mean diagonal; a node nothing holds is left alone.
SINEW_INLINE void invertSymmetric(const DoubleVec s[6], DoubleVec inverse[6]) {
  const Doubles d;
  const auto minor = [](DoubleVec a, DoubleVec b, DoubleVec c, DoubleVec e) {  // a b - c e
    return hn::Sub(hn::Mul(a, b), hn::Mul(c, e));
  };
  const DoubleVec cofactors[6] = {minor(s[3], s[5], s[4], s[4]), minor(s[2], s[4], s[1], s[5]),
                                  minor(s[1], s[4], s[2], s[3]), minor(s[0], s[5], s[2], s[2]),
                                  minor(s[1], s[2], s[0], s[4]), minor(s[0], s[3], s[1], s[1])};
  const DoubleVec determinant =
      hn::MulAdd(s[0], cofactors[0], hn::MulAdd(s[1], cofactors[1], hn::Mul(s[2], cofactors[2])));
  const DoubleVec one = hn::Set(d, 1.0), zero = hn::Zero(d);
  const DoubleVec scale = hn::Mul(hn::Add(hn::Add(s[0], s[3]), s[5]), hn::Set(d, 1.0 / 3));
  const DoubleVec least = hn::Mul(hn::Set(d, kSingular), hn::Mul(scale, hn::Mul(scale, scale)));
  const auto isHeld = hn::Gt(scale, zero), isRegular = hn::Gt(determinant, least);
  const DoubleVec mean = hn::Div(one, scale), factor = hn::Div(one, determinant);
  for (const int i : {0, 1, 2, 3, 4, 5}) {
    const DoubleVec otherwise = i == 0 || i == 3 || i == 5 ? mean : zero;
    inverse[i] = hn::IfThenElseZero(
        isHeld, hn::IfThenElse(isRegular, hn::Mul(factor, cofactors[i]), otherwise));
  }
}

}  // namespace HWY_NAMESPACE
}  // namespace sinew
HWY_AFTER_NAMESPACE();

#endif  // include guard per target
