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

// The nodes and weights of an end in lanes: which of them a node is cannot be foretold, and a
// search with branches took twice the time.
class EndLanes {
 public:
  explicit EndLanes(std::int32_t absent) {
    for (std::size_t i = 0; i < kParts; ++i) {
      nodes_[i] = hn::Set(NodeTag(), absent);
      weights_[i] = hn::Zero(WeightTag());
    }
  }
  // Adds to the weight of a node, which is new if it is not there yet.
  SINEW_INLINE void add(std::int32_t node, float weight) {
    const auto wanted = hn::Set(NodeTag(), node);
    bool isNew = true;
    for (std::size_t i = 0; i < kParts; ++i)
      isNew &= hn::AllFalse(NodeTag(), hn::Eq(nodes_[i], wanted));
    const auto place = hn::Set(NodeTag(), isNew ? used_ : -1);
    used_ += isNew;
    for (std::size_t i = 0; i < kParts; ++i) {
      const auto number = hn::Iota(NodeTag(), static_cast<std::int32_t>(i * kLanes));
      nodes_[i] = hn::IfThenElse(hn::Eq(number, place), wanted, nodes_[i]);
      const auto here = hn::RebindMask(WeightTag(), hn::Eq(nodes_[i], wanted));
      weights_[i] = hn::Add(weights_[i], hn::IfThenElseZero(here, hn::Set(WeightTag(), weight)));
    }
  }
  SINEW_INLINE void store(PairEnd& end) const {
    for (std::size_t i = 0; i < kParts; ++i) {
      hn::StoreU(nodes_[i], NodeTag(), end.nodes.data() + i * kLanes);
      hn::StoreU(weights_[i], WeightTag(), end.weights.data() + i * kLanes);
    }
  }

 private:
  using NodeTag = hn::CappedTag<std::int32_t, 8>;
  using WeightTag = hn::CappedTag<float, 8>;
  static constexpr std::size_t kLanes = hn::MaxLanes(NodeTag()), kParts = 8 / kLanes;
  hn::Vec<NodeTag> nodes_[kParts];
  hn::Vec<WeightTag> weights_[kParts];
  std::int32_t used_ = 0;
};

void coarsenHere(const CoarseLevel& level, const PairEnd* fine, std::int64_t begin,
                 std::int64_t end, PairEnd* coarse) {
  for (std::int64_t e = begin; e < end; ++e) {
    EndLanes lanes(level.nodeCount);
    for (std::size_t a = 0; a < 8; ++a) {
      if (fine[e].weights[a] == 0) continue;
      const auto node = static_cast<std::size_t>(fine[e].nodes[a]);
      for (const WeightedNode& parent : level.parents.row(node))
        lanes.add(parent.node(), fine[e].weights[a] * parent.weight());
    }
    lanes.store(coarse[e]);
  }
}

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
    if (isSlack(stiffness + 9 * c)) {
      hn::Store(hn::Zero(d), d, products + 8 * c);
      hn::Store(hn::Zero(d), d, products + 8 * c + 4);
      continue;
    }
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

HWY_EXPORT(coarsenHere);
HWY_EXPORT(multiplyHere);

void coarsenEnds(const CoarseLevel& level, const PairEnd* fine, std::int64_t begin,
                 std::int64_t end, PairEnd* coarse) {
  HWY_DYNAMIC_DISPATCH(coarsenHere)(level, fine, begin, end, coarse);
}

void multiplyPairRange(const PairEnd* ends, const float* stiffness, const float* v,
                       std::int64_t begin, std::int64_t end, float* products) {
  HWY_DYNAMIC_DISPATCH(multiplyHere)(ends, stiffness, v, begin, end, products);
}

}  // namespace sinew
#endif  // HWY_ONCE
