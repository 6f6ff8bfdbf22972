// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
//
// A node as one vector of four lanes (x, y, z, 0).

#if defined(SINEW_MULTIGRID_NODE_VECTOR_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef SINEW_MULTIGRID_NODE_VECTOR_INL_H_
#undef SINEW_MULTIGRID_NODE_VECTOR_INL_H_
#else
#define SINEW_MULTIGRID_NODE_VECTOR_INL_H_
#endif

#include <hwy/highway.h>

#include <cstddef>
#include <cstdint>

#include "math/scalar.h"

HWY_BEFORE_NAMESPACE();
namespace sinew {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;
using Quad = hn::FixedTag<float, 4>;
using QuadVec = hn::Vec<Quad>;

SINEW_INLINE QuadVec loadNode(const float* v, std::int32_t n) {
  return hn::Load(Quad(), v + 4 * static_cast<std::size_t>(n));
}
SINEW_INLINE void storeNode(QuadVec a, float* v, std::int32_t n) {
  hn::Store(a, Quad(), v + 4 * static_cast<std::size_t>(n));
}

// Sums of products of floats in double; the product of two floats is exact in double, so the sum
// has the same bits with and without fused multiply-add.
class DoubleSum {
 public:
  SINEW_INLINE DoubleSum() : low_(hn::Zero(hn::FixedTag<double, 2>())), high_(low_) {}
  SINEW_INLINE void add(QuadVec a, QuadVec b) {
    const hn::FixedTag<double, 2> d;
    const hn::FixedTag<float, 2> half;
    low_ = hn::MulAdd(hn::PromoteTo(d, hn::LowerHalf(half, a)),
                      hn::PromoteTo(d, hn::LowerHalf(half, b)), low_);
    high_ = hn::MulAdd(hn::PromoteTo(d, hn::UpperHalf(half, a)),
                       hn::PromoteTo(d, hn::UpperHalf(half, b)), high_);
  }
  SINEW_INLINE double total() const {
    const hn::FixedTag<double, 2> d;
    alignas(16) double v[2];
    hn::Store(hn::Add(low_, high_), d, v);
    return v[0] + v[1];
  }

 private:
  hn::Vec<hn::FixedTag<double, 2>> low_, high_;  // (x, y) and (z, 0)
};

}  // namespace HWY_NAMESPACE
}  // namespace sinew
HWY_AFTER_NAMESPACE();

#endif  // include guard per target
