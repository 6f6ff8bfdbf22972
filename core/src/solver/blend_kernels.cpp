// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
#include "solver/start_value.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "solver/blend_kernels.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include <algorithm>
#include <concepts>

HWY_BEFORE_NAMESPACE();
namespace sinew {
namespace HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;

// A double per lane, a lane per point.
using LaneTag = hn::CappedTag<double, 8>;
struct Lanes {
  hn::Vec<LaneTag> v;

  Lanes() = default;
  SINEW_INLINE Lanes(double a) : v(hn::Set(LaneTag(), a)) {}
  SINEW_INLINE explicit Lanes(hn::Vec<LaneTag> vector) : v(vector) {}
};
SINEW_INLINE Lanes operator+(Lanes a, Lanes b) { return Lanes(hn::Add(a.v, b.v)); }
SINEW_INLINE Lanes operator-(Lanes a, Lanes b) { return Lanes(hn::Sub(a.v, b.v)); }
SINEW_INLINE Lanes operator*(Lanes a, Lanes b) { return Lanes(hn::Mul(a.v, b.v)); }
SINEW_INLINE Lanes operator/(Lanes a, Lanes b) { return Lanes(hn::Div(a.v, b.v)); }
SINEW_INLINE Lanes mulAdd(Lanes a, Lanes b, Lanes c) { return Lanes(hn::MulAdd(a.v, b.v, c.v)); }
SINEW_INLINE Lanes mulSub(Lanes a, Lanes b, Lanes c) { return Lanes(hn::MulSub(a.v, b.v, c.v)); }
SINEW_INLINE Lanes load(const double* from) { return Lanes(hn::Load(LaneTag(), from)); }
SINEW_INLINE Vec3<Lanes> loadVec3(const double (*from)[8], std::size_t lane) {
  return {load(from[0] + lane), load(from[1] + lane), load(from[2] + lane)};
}

template <class T>
concept LaneNumber = std::same_as<T, Lanes>;
#define SINEW_NUMBER LaneNumber
#include "math/mat3_operators.inc"
#undef SINEW_NUMBER

// Neighbours follow much the same bones, so a few points are blended bone by bone, a lane each.
// Eight of them on every target: the order of sums is always the same.
constexpr std::size_t kPoints = 8;

struct PointGroup {
  std::size_t bones = 0;
  std::uint16_t bone[4 * kPoints];
  alignas(64) double weight[4 * kPoints][kPoints];  // of each bone for each point
  alignas(64) double side[4][kPoints];              // q of the strongest bone of a point
  alignas(64) double point[3][kPoints];

  void add(std::size_t lane, const BoneWeights& weights, std::span<const BoneMotion> motions,
           const double* from) {
    for (std::size_t k = 0; k < 4; ++k) {
      if (weights.weight[k] <= 0) continue;
      if (bones == 0 || bone[place_[k]] != weights.bone[k]) place_[k] = placeOf(weights.bone[k]);
      weight[place_[k]][lane] += static_cast<double>(weights.weight[k]);
    }
    const Quaternion& q = motions[weights.bone[0]].rigid.q;
    side[0][lane] = q.w, side[1][lane] = q.x, side[2][lane] = q.y, side[3][lane] = q.z;
    for (std::size_t i = 0; i < 3; ++i) point[i][lane] = from[i];
  }

 private:
  std::size_t placeOf(std::uint16_t wanted) {
    const auto place = static_cast<std::size_t>(std::find(bone, bone + bones, wanted) - bone);
    if (place == bones) {
      std::fill(weight[place], weight[place] + kPoints, 0.0);
      bone[bones++] = wanted;
    }
    return place;
  }

  std::size_t place_[4] = {};  // where the point before has its bones, mostly the same ones
};

// Eq. 3 of docs/theory/start_value.md for the points from `lane` on: with q = (w, v), R p + t is
// p + 2 / q.q (w u + v x u - e_w v), u = v x p + e_xyz.
SINEW_INLINE Vec3<Lanes> blended(const PointGroup& group, std::span<const BoneMotion> motions,
                                 std::size_t lane) {
  const Vec3<Lanes> p = loadVec3(group.point, lane), sideV = loadVec3(group.side + 1, lane);
  const Lanes sideW = load(group.side[0] + lane), none(0.0);
  Lanes w = none, ew = none;
  Vec3<Lanes> v{none, none, none}, e = v, rest = v;
  for (std::size_t b = 0; b < group.bones; ++b) {
    const BoneMotion& motion = motions[group.bone[b]];
    const auto& [q, dual] = motion.rigid;
    const Vec3<Lanes> qv{q.x, q.y, q.z}, qe{dual.x, dual.y, dual.z};
    const Lanes weight = load(group.weight[b] + lane);
    // q and -q are the same rotation: take the one on the side of the strongest bone.
    const Lanes cosine = mulAdd(sideW, q.w, dot(sideV, qv));
    const Lanes s(hn::IfThenElse(hn::Lt(cosine.v, none.v), hn::Neg(weight.v), weight.v));
    w = mulAdd(s, q.w, w), ew = mulAdd(s, dual.w, ew);
    v = addScaled(v, s, qv), e = addScaled(e, s, qe);
    if (motion.isRigid) continue;
    const Mat3<double>& M = motion.rest;
    rest = addScaled(rest, weight,
                     Mat3<Lanes>{M.xx, M.xy, M.xz, M.yx, M.yy, M.yz, M.zx, M.zy, M.zz} * p);
  }
  const Vec3<Lanes> u = cross(v, p) + e;
  const Lanes scale = Lanes(2.0) / mulAdd(w, w, dot(v, v));
  return p + scale * (w * u + cross(v, u) - ew * v) + rest;
}

void blendHere(std::span<const BoneWeights> weights, std::span<const BoneMotion> motions,
               const double* source, double* positions) {
  constexpr std::size_t kLanes = hn::MaxLanes(LaneTag());
  for (std::size_t first = 0; first < weights.size(); first += kPoints) {
    const std::size_t count = std::min(kPoints, weights.size() - first);
    PointGroup group;
    for (std::size_t lane = 0; lane < kPoints; ++lane) {  // the last point fills what is left
      const std::size_t n = first + std::min(lane, count - 1);
      group.add(lane, weights[n], motions, source + 4 * n);
    }
    alignas(64) double moved[3][kPoints];
    for (std::size_t lane = 0; lane < count; lane += kLanes) {
      const Vec3<Lanes> p = blended(group, motions, lane);
      hn::Store(p.x.v, LaneTag(), moved[0] + lane);
      hn::Store(p.y.v, LaneTag(), moved[1] + lane);
      hn::Store(p.z.v, LaneTag(), moved[2] + lane);
    }
    for (std::size_t lane = 0; lane < count; ++lane) {
      const BoneWeights& own = weights[first + lane];
      double* to = positions + 4 * (first + lane);
      to[0] = moved[0][lane], to[1] = moved[1][lane], to[2] = moved[2][lane];
      if (own.weight[0] < 1) continue;  // one bone: exactly its motion
      const Vec3<double> p = motions[own.bone[0]].whole(
          {group.point[0][lane], group.point[1][lane], group.point[2][lane]});
      to[0] = p.x, to[1] = p.y, to[2] = p.z;
    }
  }
}

}  // namespace
}  // namespace HWY_NAMESPACE
}  // namespace sinew
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace sinew {

HWY_EXPORT(blendHere);

void blend(std::span<const BoneWeights> weights, std::span<const BoneMotion> motions,
           const double* source, double* positions) {
  HWY_DYNAMIC_DISPATCH(blendHere)(weights, motions, source, positions);
}

}  // namespace sinew
#endif  // HWY_ONCE
