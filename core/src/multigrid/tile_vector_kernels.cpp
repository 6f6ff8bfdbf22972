// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
#include "multigrid/tile_vector_kernels.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "multigrid/tile_vector_kernels.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include <algorithm>

#include "multigrid/tile_lanes-inl.h"

HWY_BEFORE_NAMESPACE();
namespace sinew {
namespace HWY_NAMESPACE {
namespace {

double dotTilesHere(const Tiles& tiles, const float* a, const float* b, std::int32_t begin,
                    std::int32_t end) {
  LaneSum sum;
  forLanes(begin, end, [&](std::size_t place, std::size_t t, std::size_t lane) {
    sum.add(counted(at(a, place), tiles, t, lane), at(b, place), lane);
  });
  return sum.total();
}

TwoDots twoDotsHere(const Tiles& tiles, const float* r, const float* z, const float* q,
                    std::int32_t begin, std::int32_t end) {
  LaneSum rz, zq;
  forLanes(begin, end, [&](std::size_t place, std::size_t t, std::size_t lane) {
    const Vec3<Wide> own = counted(at(z, place), tiles, t, lane);
    rz.add(at(r, place), own, lane);
    zq.add(own, at(q, place), lane);
  });
  return {rz.total(), zq.total()};
}

double directionTilesHere(const Tiles& tiles, float beta, const float* z, const float* r, float* p,
                          std::int32_t begin, std::int32_t end) {
  LaneSum rp;
  forLanes(begin, end, [&](std::size_t place, std::size_t t, std::size_t lane) {
    const Vec3<Wide> next = addScaled(at(z, place), Wide(beta), at(p, place));
    put(next, p, place);
    rp.add(at(r, place), counted(next, tiles, t, lane), lane);
  });
  return rp.total();
}

Advance advanceTilesHere(const Tiles& tiles, float step, const float* p, const float* q, float* dx,
                         float* r, std::int32_t begin, std::int32_t end) {
  LaneSum rr;
  Wide farthest(0.f);
  forLanes(begin, end, [&](std::size_t place, std::size_t t, std::size_t lane) {
    const Vec3<Wide> x = addScaled(at(dx, place), Wide(step), at(p, place));
    const Vec3<Wide> left = addScaled(at(r, place), Wide(-step), at(q, place));
    put(x, dx, place);
    put(left, r, place);
    rr.add(counted(left, tiles, t, lane), left, lane);
    farthest = max(farthest, x.x * x.x + x.y * x.y + x.z * x.z);
  });
  alignas(64) float lane[16];
  store(farthest, lane);
  return {rr.total(), *std::max_element(lane, lane + kLanes)};
}

}  // namespace
}  // namespace HWY_NAMESPACE
}  // namespace sinew
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace sinew {

HWY_EXPORT(dotTilesHere);
HWY_EXPORT(twoDotsHere);
HWY_EXPORT(directionTilesHere);
HWY_EXPORT(advanceTilesHere);

double dotTiles(const Tiles& tiles, const float* a, const float* b, std::int32_t begin,
                std::int32_t end) {
  return HWY_DYNAMIC_DISPATCH(dotTilesHere)(tiles, a, b, begin, end);
}
TwoDots twoDots(const Tiles& tiles, const float* r, const float* z, const float* q,
                std::int32_t begin, std::int32_t end) {
  return HWY_DYNAMIC_DISPATCH(twoDotsHere)(tiles, r, z, q, begin, end);
}
double directionTiles(const Tiles& tiles, float beta, const float* z, const float* r, float* p,
                      std::int32_t begin, std::int32_t end) {
  return HWY_DYNAMIC_DISPATCH(directionTilesHere)(tiles, beta, z, r, p, begin, end);
}
Advance advanceTiles(const Tiles& tiles, float step, const float* p, const float* q, float* dx,
                     float* r, std::int32_t begin, std::int32_t end) {
  return HWY_DYNAMIC_DISPATCH(advanceTilesHere)(tiles, step, p, q, dx, r, begin, end);
}

}  // namespace sinew
#endif  // HWY_ONCE
