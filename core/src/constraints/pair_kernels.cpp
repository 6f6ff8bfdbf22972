// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
#include "constraints/pair_kernels.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "constraints/pair_kernels.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "math/scalar.h"

HWY_BEFORE_NAMESPACE();
namespace sinew {
namespace HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;
using Quad = hn::FixedTag<float, 4>;  // a node: x, y, z, 0

SINEW_INLINE hn::Vec<Quad> sumOf(const PairEnd& end, const float* v) {
  const Quad d;
  auto p = hn::Zero(d);
  for (std::size_t a = 0; a < 8; ++a) {
    const auto x = hn::Load(d, v + 4 * static_cast<std::size_t>(end.nodes[a]));
    p = hn::Add(hn::Mul(x, hn::Set(d, end.weights[a])), p);
  }
  return p;
}

void multiplyHere(const PairEnd* ends, const float* stiffness, const float* v, std::int64_t begin,
                  std::int64_t end, float* products) {
  const Quad d;
  for (std::int64_t c = begin; c < end; ++c) {
    const auto apart = hn::Sub(sumOf(ends[2 * c], v), sumOf(ends[2 * c + 1], v));
    // Columns of C; the fourth lane is of the next one, and is cleared.
    const float* C = stiffness + 9 * c;
    const auto x = hn::Mul(hn::LoadU(d, C), hn::Broadcast<0>(apart));
    const auto y = hn::Mul(hn::LoadU(d, C + 3), hn::Broadcast<1>(apart));
    const auto z = hn::Mul(hn::LoadU(d, C + 6), hn::Broadcast<2>(apart));
    const auto f = hn::IfThenElseZero(hn::FirstN(d, 3), hn::Add(x, hn::Add(y, z)));
    hn::Store(f, d, products + 8 * c);
    hn::Store(hn::Neg(f), d, products + 8 * c + 4);
  }
}

}  // namespace
}  // namespace HWY_NAMESPACE
}  // namespace sinew
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace sinew {

HWY_EXPORT(multiplyHere);

void multiplyPairRange(const PairEnd* ends, const float* stiffness, const float* v,
                       std::int64_t begin, std::int64_t end, float* products) {
  HWY_DYNAMIC_DISPATCH(multiplyHere)(ends, stiffness, v, begin, end, products);
}

}  // namespace sinew
#endif  // HWY_ONCE
