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

// The same for one tile: twelve products per lane are summed in float, which is no less exact than
// sums over cells are, and the lanes in double.
class TileSum {
 public:
  SINEW_INLINE void add(const Vec3<Wide>& a, const Vec3<Wide>& b, std::size_t lane) {
    Wide& part = parts_[lane % 16 / kLanes];
    part = mulAdd(a.x, b.x, mulAdd(a.y, b.y, mulAdd(a.z, b.z, part)));
  }
  SINEW_INLINE double total() const {
    alignas(64) float v[16];
    for (std::size_t k = 0; k < 16 / kLanes; ++k) store(parts_[k], v + k * kLanes);
    double sums[4] = {0, 0, 0, 0};
    for (std::size_t lane = 0; lane < 16; ++lane) sums[lane % 4] += static_cast<double>(v[lane]);
    return (sums[0] + sums[1]) + (sums[2] + sums[3]);
  }

 private:
  Wide parts_[16 / kLanes] = {};
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
