// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
#include "multigrid/galerkin_kernels.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "multigrid/galerkin_kernels.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include <algorithm>

#include "math/scalar.h"

HWY_BEFORE_NAMESPACE();
namespace sinew {
namespace HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;

// A 3x3 block in registers: eight of its floats and the ninth.
struct Block {
  using Eight = hn::CappedTag<float, 8>;
  static constexpr std::size_t kParts = 8 / hn::MaxLanes(Eight());
  hn::Vec<Eight> parts[kParts];
  float ninth;

  SINEW_INLINE explicit Block(const float* from) : ninth(from[8]) {
    for (std::size_t k = 0; k < kParts; ++k)
      parts[k] = hn::LoadU(Eight(), from + k * hn::MaxLanes(Eight()));
  }

  /// to += weight * this
  SINEW_INLINE void addTo(float weight, float* to) const {
    const Eight d;
    const auto w = hn::Set(d, weight);
    for (std::size_t k = 0; k < kParts; ++k) {
      float* part = to + k * hn::MaxLanes(d);
      hn::StoreU(hn::MulAdd(w, parts[k], hn::LoadU(d, part)), d, part);
    }
    to[8] = mulAdd(weight, ninth, to[8]);
  }
};

void productRowsHere(const CoarseLevel& fine, const float* fineBlocks, const CoarseLevel& level,
                     float* blocks, std::int32_t begin, std::int32_t end) {
  for (auto n = static_cast<std::size_t>(begin); n < static_cast<std::size_t>(end); ++n) {
    float* row = blocks + 9 * static_cast<std::size_t>(level.rowBegin[n]);
    std::fill(row, blocks + 9 * static_cast<std::size_t>(level.rowBegin[n + 1]), 0.f);
    const std::uint8_t* place = level.productPlace.data() + level.productBegin[n];
    for (const WeightedNode& child : level.children.row(n))
      for (std::uint32_t e = fine.rowBegin[static_cast<std::size_t>(child.node)];
           e < fine.rowBegin[static_cast<std::size_t>(child.node) + 1]; ++e) {
        const Block K(fineBlocks + 9 * static_cast<std::size_t>(e));
        for (const WeightedNode& parent :
             level.parents.row(static_cast<std::size_t>(fine.columns[e])))
          K.addTo(child.weight * parent.weight, row + 9 * *place++);
      }
  }
}

}  // namespace
}  // namespace HWY_NAMESPACE
}  // namespace sinew
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace sinew {

HWY_EXPORT(productRowsHere);

void productRows(const CoarseLevel& fine, const float* fineBlocks, const CoarseLevel& level,
                 float* blocks, std::int32_t begin, std::int32_t end) {
  HWY_DYNAMIC_DISPATCH(productRowsHere)(fine, fineBlocks, level, blocks, begin, end);
}

}  // namespace sinew
#endif  // HWY_ONCE
