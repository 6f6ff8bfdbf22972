// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
//
// Lanes: one float per cell of an octet, or per child of a node: eight, or as many of them as a
// vector has. Wide, with up to 16, would be half empty.

#if defined(SINEW_CONTACT_CELL_LANES_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef SINEW_CONTACT_CELL_LANES_INL_H_
#undef SINEW_CONTACT_CELL_LANES_INL_H_
#else
#define SINEW_CONTACT_CELL_LANES_INL_H_
#endif

#include <algorithm>

#include "contact/cell_tree_kernels.h"
#include "elasticity/block_io-inl.h"
#include "math/wide-inl.h"

HWY_BEFORE_NAMESPACE();
namespace sinew {
namespace HWY_NAMESPACE {

using LanesTag = hn::CappedTag<float, kTreeWidth>;
constexpr int kLanes = static_cast<int>(hn::MaxLanes(LanesTag()));

struct Lanes {
  hn::Vec<LanesTag> v;

  Lanes() = default;  // not initialised, as float
  SINEW_INLINE explicit Lanes(float a) : v(hn::Set(LanesTag(), a)) {}
  SINEW_INLINE explicit Lanes(hn::Vec<LanesTag> vector) : v(vector) {}
};

struct LanesMask {
  hn::Mask<LanesTag> m;
};

// `from` and `to` are aligned to kLanes floats.
SINEW_INLINE Lanes loadLanes(const float* from) { return Lanes(hn::Load(LanesTag(), from)); }
SINEW_INLINE void store(Lanes a, float* to) { hn::Store(a.v, LanesTag(), to); }

SINEW_INLINE Lanes operator+(Lanes a, Lanes b) { return Lanes(hn::Add(a.v, b.v)); }
SINEW_INLINE Lanes operator-(Lanes a, Lanes b) { return Lanes(hn::Sub(a.v, b.v)); }
SINEW_INLINE Lanes operator*(Lanes a, Lanes b) { return Lanes(hn::Mul(a.v, b.v)); }
SINEW_INLINE Lanes operator/(Lanes a, Lanes b) { return Lanes(hn::Div(a.v, b.v)); }
SINEW_INLINE Lanes operator-(Lanes a) { return Lanes(hn::Neg(a.v)); }
SINEW_INLINE Lanes mulAdd(Lanes a, Lanes b, Lanes c) { return Lanes(hn::MulAdd(a.v, b.v, c.v)); }
SINEW_INLINE Lanes mulSub(Lanes a, Lanes b, Lanes c) { return Lanes(hn::MulSub(a.v, b.v, c.v)); }
SINEW_INLINE Lanes min(Lanes a, Lanes b) { return Lanes(hn::Min(a.v, b.v)); }
SINEW_INLINE Lanes max(Lanes a, Lanes b) { return Lanes(hn::Max(a.v, b.v)); }
SINEW_INLINE Lanes abs(Lanes a) { return Lanes(hn::Abs(a.v)); }
SINEW_INLINE LanesMask operator<=(Lanes a, Lanes b) { return {hn::Le(a.v, b.v)}; }
SINEW_INLINE LanesMask operator>=(Lanes a, Lanes b) { return {hn::Ge(a.v, b.v)}; }
SINEW_INLINE LanesMask operator&(LanesMask a, LanesMask b) { return {hn::And(a.m, b.m)}; }

SINEW_INLINE unsigned bitsOf(LanesMask mask) {
  std::uint8_t bits[8];
  hn::StoreMaskBits(LanesTag(), mask.m, bits);
  return bits[0];
}

template <class T>
concept LanesNumber = std::same_as<T, Lanes>;

#define SINEW_NUMBER LanesNumber
#include "math/mat3_operators.inc"
#undef SINEW_NUMBER

// Of eight floats.
SINEW_INLINE float leastOf(const float* from) {
  Lanes a = loadLanes(from);
  for (int i = kLanes; i < kTreeWidth; i += kLanes) a = min(a, loadLanes(from + i));
  return hn::GetLane(hn::MinOfLanes(LanesTag(), a.v));
}
SINEW_INLINE float greatestOf(const float* from) {
  Lanes a = loadLanes(from);
  for (int i = kLanes; i < kTreeWidth; i += kLanes) a = max(a, loadLanes(from + i));
  return hn::GetLane(hn::MaxOfLanes(LanesTag(), a.v));
}

// The corners of the cells of an octet. Components of nodes are kept twice, for the lower and the
// upper corners along x, in rows of two: then a corner of the four cells of a layer is one run of
// four floats.
class OctetCorners {
 public:
  /// Relative to `origin`, so that float keeps their differences.
  void gather(const Octet& octet, const double* positions, const double* origin) {
    const hn::FixedTag<double, 2> two;
    const auto originXy = hn::LoadU(two, origin), originZ = hn::LoadU(two, origin + 2);
    const auto at = [&](int node) {
      const double* x = positions + 4 * static_cast<std::size_t>(octet.nodes[node]);
      const hn::FixedTag<float, 2> half;
      const auto xy = hn::DemoteTo(half, hn::Sub(hn::Load(two, x), originXy));
      const auto z = hn::DemoteTo(half, hn::Sub(hn::Load(two, x + 2), originZ));
      return hn::Combine(Quad(), z, xy);
    };
    auto low = hn::Zero(Quad()), high = low;
    for (int row = 0; row < kRows; ++row) {
      hn::Vec<Quad> v[4];
      for (int x = 0; x < 3; ++x) {
        v[x] = at(3 * row + x);
        low = hn::Min(low, v[x]);
        high = hn::Max(high, v[x]);
      }
      v[3] = v[2];
      transpose4(v);
      for (int axis = 0; axis < 3; ++axis) {
        hn::StoreU(v[axis], Quad(), rows_[0][axis] + 2 * row);
        hn::StoreU(hn::ShiftRightLanes<1>(Quad(), v[axis]), Quad(), rows_[1][axis] + 2 * row);
      }
    }
    hn::Store(low, Quad(), least_);
    hn::Store(high, Quad(), greatest_);
  }

  /// Corner a of the cells from `first` on.
  SINEW_INLINE Vec3<Lanes> at(int a, int first) const {
    return {along(a, 0, first), along(a, 1, first), along(a, 2, first)};
  }
  float least(std::size_t axis) const { return least_[axis]; }
  float greatest(std::size_t axis) const { return greatest_[axis]; }
  /// No coordinate of a corner is greater.
  float reach() const {
    float most = 0;
    for (int axis = 0; axis < 3; ++axis) most = std::max({most, -least_[axis], greatest_[axis]});
    return most;
  }

 private:
  static constexpr int kRows = 9;  // y, z

  SINEW_INLINE Lanes along(int a, int axis, int first) const {
    const float* from =
        rows_[a & 1][axis] + 2 * ((a >> 1 & 1) + 3 * (a >> 2)) + (first & 3) + 6 * (first >> 2);
    return Lanes(loadLayers(LanesTag(), from));
  }

  // Four floats of one layer, and of the next where a vector has room for both.
  template <class Tag>
  static SINEW_INLINE hn::Vec<Tag> loadLayers(Tag tag, const float* from) {
    if constexpr (kLanes == kTreeWidth) {
      const hn::Half<Tag> layer;
      return hn::Combine(tag, hn::LoadU(layer, from + 6), hn::LoadU(layer, from));
    } else {
      return hn::LoadU(tag, from);
    }
  }

  alignas(16) float rows_[2][3][2 * kRows + 2];  // the last two: written past the last row
  alignas(16) float least_[4], greatest_[4];
};

}  // namespace HWY_NAMESPACE
}  // namespace sinew
HWY_AFTER_NAMESPACE();

#endif  // include guard per target
