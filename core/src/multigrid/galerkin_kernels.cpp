// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
#include "multigrid/galerkin_kernels.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "multigrid/galerkin_kernels.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include <algorithm>
#include <bit>

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

void packBlocksHere(const float* blocks, std::int16_t* packed, std::size_t begin, std::size_t end) {
  const hn::FixedTag<float, 4> d;
  const hn::FixedTag<std::int16_t, 4> d16;
  for (std::size_t k = begin; k < end; ++k) {
    const float* block = blocks + 9 * k;
    std::int16_t* to = packed + kPackedBlock * k;
    const auto low = hn::LoadU(d, block), high = hn::LoadU(d, block + 4);
    const auto ninth = hn::Set(d, block[8]);
    const float most = hn::GetLane(
        hn::MaxOfLanes(d, hn::Max(hn::Max(hn::Abs(low), hn::Abs(high)), hn::Abs(ninth))));
    // The largest becomes a number of 15 bits. 0x1p-100 keeps the scale of an empty block finite.
    const std::uint32_t exponent =
        (std::bit_cast<std::uint32_t>(std::max(most, 0x1p-100f)) & 0x7f800000u) - (14u << 23);
    const auto inverse = hn::Set(d, std::bit_cast<float>(0x7f000000u - exponent));
    const auto rounded = [&](auto v) {
      return hn::DemoteTo(d16, hn::NearestInt(hn::Mul(v, inverse)));
    };
    hn::StoreU(rounded(low), d16, to);
    hn::StoreU(rounded(high), d16, to + 4);
    to[8] = hn::GetLane(rounded(ninth));
    to[9] = static_cast<std::int16_t>(exponent >> 16);
  }
}

}  // namespace
}  // namespace HWY_NAMESPACE
}  // namespace sinew
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace sinew {

HWY_EXPORT(productRowsHere);
HWY_EXPORT(packBlocksHere);

void productRows(const CoarseLevel& fine, const float* fineBlocks, const CoarseLevel& level,
                 float* blocks, std::int32_t begin, std::int32_t end) {
  HWY_DYNAMIC_DISPATCH(productRowsHere)(fine, fineBlocks, level, blocks, begin, end);
}

void packBlocks(const float* blocks, std::int16_t* packed, std::size_t begin, std::size_t end) {
  HWY_DYNAMIC_DISPATCH(packBlocksHere)(blocks, packed, begin, end);
}

}  // namespace sinew
#endif  // HWY_ONCE
