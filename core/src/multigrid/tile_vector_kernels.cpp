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
  LaneSum rr, xq;
  Wide farthest(0.f);
  forLanes(begin, end, [&](std::size_t place, std::size_t t, std::size_t lane) {
    const Vec3<Wide> before = at(dx, place), Kp = at(q, place);
    const Vec3<Wide> x = addScaled(before, Wide(step), at(p, place));
    const Vec3<Wide> left = addScaled(at(r, place), Wide(-step), Kp);
    put(x, dx, place);
    put(left, r, place);
    rr.add(counted(left, tiles, t, lane), left, lane);
    xq.add(counted(before, tiles, t, lane), Kp, lane);
    farthest = max(farthest, x.x * x.x + x.y * x.y + x.z * x.z);
  });
  alignas(64) float lane[16];
  store(farthest, lane);
  return {rr.total(), xq.total(), *std::max_element(lane, lane + kLanes)};
}

}  // namespace
}  // namespace HWY_NAMESPACE
}  // namespace sinew
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace sinew {

HWY_EXPORT(dotTilesHere);
HWY_EXPORT(directionTilesHere);
HWY_EXPORT(advanceTilesHere);

double dotTiles(const Tiles& tiles, const float* a, const float* b, std::int32_t begin,
                std::int32_t end) {
  return HWY_DYNAMIC_DISPATCH(dotTilesHere)(tiles, a, b, begin, end);
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
