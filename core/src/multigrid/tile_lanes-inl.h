// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
//
// Loops over the lanes of vectors in tiles (lattice/tiles.h), and sums over them.

#if defined(SINEW_MULTIGRID_TILE_LANES_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef SINEW_MULTIGRID_TILE_LANES_INL_H_
#undef SINEW_MULTIGRID_TILE_LANES_INL_H_
#else
#define SINEW_MULTIGRID_TILE_LANES_INL_H_
#endif

#include <algorithm>

#include "lattice/tiles.h"
#include "math/wide-inl.h"

HWY_BEFORE_NAMESPACE();
namespace sinew {
namespace HWY_NAMESPACE {

inline constexpr std::size_t kLanes = lanes();

// True in lane i if bit i of `bits` is set.
SINEW_INLINE WideMask maskOf(std::uint64_t bits) {
  const hn::RebindToUnsigned<WideTag> d;
  const auto own = hn::Shl(hn::Set(d, 1u), hn::Iota(d, 0));
  return {
      hn::RebindMask(WideTag(), hn::TestBit(hn::Set(d, static_cast<std::uint32_t>(bits)), own))};
}

using Doubles = hn::Rebind<double, hn::Half<WideTag>>;
using DoubleVec = hn::Vec<Doubles>;

// Sums of products of floats in double, a sum per lane of a layer, so that they do not depend on
// the width of vectors. The product of two floats is exact in double.
class LaneSum {
 public:
  SINEW_INLINE LaneSum() {
    for (auto& part : parts_) part = hn::Zero(Doubles());
  }
  SINEW_INLINE void add(Wide a, Wide b, std::size_t lane) {
    const Doubles d;
    const hn::Half<WideTag> half;
    auto* part = parts_ + 2 * (lane % 16 / kLanes);
    part[0] = hn::MulAdd(hn::PromoteTo(d, hn::LowerHalf(half, a.v)),
                         hn::PromoteTo(d, hn::LowerHalf(half, b.v)), part[0]);
    part[1] = hn::MulAdd(hn::PromoteTo(d, hn::UpperHalf(half, a.v)),
                         hn::PromoteTo(d, hn::UpperHalf(half, b.v)), part[1]);
  }
  SINEW_INLINE void add(const Vec3<Wide>& a, const Vec3<Wide>& b, std::size_t lane) {
    add(a.x, b.x, lane), add(a.y, b.y, lane), add(a.z, b.z, lane);
  }
  double total() const {
    alignas(64) double v[16];
    for (std::size_t k = 0; k < kCount; ++k) hn::Store(parts_[k], Doubles(), v + k * kLanes / 2);
    double sum = 0;
    for (const double lane : v) sum += lane;
    return sum;
  }

 private:
  static constexpr std::size_t kCount = 32 / kLanes;
  DoubleVec parts_[kCount];
};

// The same for one tile, whose products are summed in float down to four sums, which is no less
// exact than sums over cells are, and these in double.
class TileSum {
 public:
  SINEW_INLINE void add(const Vec3<Wide>& a, const Vec3<Wide>& b, std::size_t lane) {
    Wide& part = parts_[lane % 16 / kLanes];
    part = mulAdd(a.x, b.x, mulAdd(a.y, b.y, mulAdd(a.z, b.z, part)));
  }
  SINEW_INLINE double total() const {
    const hn::Vec<Row> rows = sumOfRows();
    alignas(16) float v[4];
    hn::Store(rows, Row(), v);
    const auto at = [&](int i) { return static_cast<double>(v[i]); };
    return (at(0) + at(1)) + (at(2) + at(3));
  }

 private:
  using Row = hn::FixedTag<float, 4>;

  // (row 0 + row 2) + (row 1 + row 3), however many rows a part has.
  SINEW_INLINE hn::Vec<Row> sumOfRows() const {
    Wide sums[kParts];
    std::copy(parts_, parts_ + kParts, sums);
    for (std::size_t half = kParts / 2; half > 0; half /= 2)
      for (std::size_t k = 0; k < half; ++k) sums[k] += sums[k + half];
    return folded(WideTag(), sums[0].v);
  }
  template <class D>
  static SINEW_INLINE hn::Vec<Row> folded(D, hn::Vec<D> v) {
    if constexpr (hn::MaxLanes(D()) == 4) {
      return v;
    } else {
      const hn::Half<D> half;
      return folded(half, hn::Add(hn::LowerHalf(half, v), hn::UpperHalf(half, v)));
    }
  }

  static constexpr std::size_t kParts = 16 / kLanes;
  Wide parts_[kParts] = {};
};

// Calls use(first float, lane, copies) over tile vectors; `copies` are lanes not to be counted.
template <class Use>
SINEW_INLINE void forLanes(std::int32_t begin, std::int32_t end, Use&& use) {
  for (auto t = static_cast<std::size_t>(begin); t < static_cast<std::size_t>(end); ++t)
    for (std::size_t lane = 0; lane < kTileNodes; lane += kLanes)
      use(t * kTileFloats + lane, t, lane);
}

SINEW_INLINE Vec3<Wide> at(const float* v, std::size_t place) {
  return loadVec3(v + place, kTileNodes);
}
SINEW_INLINE void put(const Vec3<Wide>& a, float* v, std::size_t place) {
  storeVec3(a, v + place, kTileNodes);
}
// Without what is counted elsewhere.
SINEW_INLINE Vec3<Wide> counted(const Vec3<Wide>& a, const Tiles& tiles, std::size_t t,
                                std::size_t lane) {
  const std::uint64_t copies = tiles.copies[t];
  if (!copies) return a;
  const WideMask copied = maskOf(copies >> lane);
  return {select(copied, Wide(0.f), a.x), select(copied, Wide(0.f), a.y),
          select(copied, Wide(0.f), a.z)};
}

}  // namespace HWY_NAMESPACE
}  // namespace sinew
HWY_AFTER_NAMESPACE();

#endif  // include guard per target
