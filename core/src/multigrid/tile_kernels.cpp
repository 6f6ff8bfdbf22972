// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
#include "multigrid/tile_kernels.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "multigrid/tile_kernels.cpp"
#include <hwy/cache_control.h>
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include <algorithm>
#include <bit>

#include "math/factor-inl.h"
#include "multigrid/block_inverse-inl.h"
#include "multigrid/tile_lanes-inl.h"

HWY_BEFORE_NAMESPACE();
namespace sinew {
namespace HWY_NAMESPACE {
namespace {

constexpr std::size_t kLayerParts = 16 / kLanes;  // of a layer of nodes

// Where the sums over the cells of a tile are: those of its own block and of those below it. (Nodes
// with copies are summed apart, all copies in the same order.)
struct SumsOfTile {
  const float *own, *halo[8];

  SINEW_INLINE SumsOfTile(const TileRows& rows, std::size_t t) {
    const auto& blocks = rows.tiles->blocksOf[t];
    own = rows.ownOf(blocks[0]);
    for (std::size_t o = 1; o < 8; ++o) halo[o] = rows.haloOf(blocks[o]);
  }
};

// v plus what there is to add in the lanes of a mask.
SINEW_INLINE Wide addWhere(WideMask where, Wide v, Wide more) { return select(where, v + more, v); }

// Per row: columns 1, 2, 3 and 0.
SINEW_INLINE Wide nextColumns(Wide v) {
  return Wide(hn::CombineShiftRightBytes<4>(WideTag(), v.v, v.v));
}

// Floats, four or fewer, of which a lane or a row of them is wanted: what is beyond is another's.
SINEW_INLINE Wide loadFront(const float* from) {
  if constexpr (kLanes == 4) return load(from);
  return Wide(hn::MaskedLoad(hn::FirstN(WideTag(), 4), WideTag(), from));
}

SINEW_INLINE void sumCells(const SumsOfTile& in, std::size_t i, Wide* sum) {
  const WideMask firstColumn = maskOf(0x1111), firstRow = maskOf(0xf), first = maskOf(1);
  const auto haloOf = [&](std::size_t part) { return in.halo[part] + i * kHaloStride; };
  const float *own = in.own + i * kTileNodes, *x = haloOf(1), *y = haloOf(2), *z = haloOf(4);
  for (std::size_t part = 0; part < kLayerParts; ++part) {
    const std::size_t lane = part * kLanes;
    Wide columns = load(x + kHaloX + lane);
    for (const std::size_t layer : {3, 2, 1, 0}) {
      sum[layer * kLayerParts + part] =
          addWhere(firstColumn, load(own + 16 * layer + lane), columns);
      columns = nextColumns(columns);
    }
    sum[part] += load(z + kHaloZ + lane);
    sum[part] = addWhere(firstColumn, sum[part], load(haloOf(5) + kHaloXZ + lane));
  }
  const float* xy = haloOf(3) + kHaloXY;
  for (std::size_t layer = 0; layer < 4; ++layer) {
    Wide& s = sum[layer * kLayerParts];
    s = addWhere(firstRow, s, loadFront(y + kHaloY + 4 * layer));
    s = addWhere(first, s, Wide(xy[4 * layer]));
  }
  sum[0] = addWhere(firstRow, sum[0], loadFront(haloOf(6) + kHaloYZ));
  sum[0] = addWhere(first, sum[0], Wide(haloOf(7)[kHaloXYZ]));
}

void addEntries(const NodeSpring* begin, const NodeSpring* end, const float* products, float* to) {
  for (const NodeSpring* e = begin; e != end; ++e)
    for (std::size_t i = 0; i < 3; ++i)
      to[i] = mulAdd(e->weight, products[4 * static_cast<std::size_t>(e->spring) + i], to[i]);
}

void addSprings(const TileSprings& springs, const float* products, std::size_t t, float* sum) {
  for (std::uint32_t k = springs.tileBegin[t]; k < springs.tileBegin[t + 1]; ++k) {
    float* own = sum + springs.local[k];
    float s[3] = {own[0], own[kTileNodes], own[2 * kTileNodes]};
    addEntries(springs.entries.data() + springs.entryBegin[k],
               springs.entries.data() + springs.entryBegin[k + 1], products, s);
    for (std::size_t i = 0; i < 3; ++i) own[i * kTileNodes] = s[i];
  }
}

void addContacts(const TileRows& rows, const PairRows& pairs, std::size_t t, float* sum) {
  for (std::uint64_t bits = rows.held[t]; bits != 0; bits &= bits - 1) {
    const auto local = static_cast<std::size_t>(std::countr_zero(bits));
    const auto n = static_cast<std::size_t>(rows.tiles->node[t * kTileNodes + local]);
    float s[3] = {sum[local], sum[kTileNodes + local], sum[2 * kTileNodes + local]};
    const NodeSpring* entries = pairs.level->nodeEnds.data();
    addEntries(entries + pairs.level->nodeBegin[n], entries + pairs.level->nodeBegin[n + 1],
               pairs.products, s);
    for (std::size_t i = 0; i < 3; ++i) sum[i * kTileNodes + local] = s[i];
  }
}

// What springs and contacts add to single nodes.
HWY_NOINLINE void addHeld(const TileRows& rows, std::size_t t, float* sum) {
  addSprings(*rows.springs, rows.springProducts, t, sum);
  for (const PairRows& pairs : rows.pairs)
    if (pairs.level) addContacts(rows, pairs, t, sum);
}

HWY_NOINLINE void putShared(const TileRows& rows, std::size_t t, float* sum) {
  const auto& at = rows.tiles->sharedAt;
  for (std::uint64_t bits = rows.tiles->shared[t]; bits != 0; bits &= bits - 1) {
    const auto local = static_cast<std::size_t>(std::countr_zero(bits));
    const auto place = static_cast<std::uint32_t>(t * kTileNodes + local);
    const auto found = std::lower_bound(at.begin(), at.end(), std::pair(place, std::uint32_t{0}));
    for (std::size_t i = 0; i < 3; ++i)
      sum[i * kTileNodes + local] = rows.shared[4 * static_cast<std::size_t>(found->second) + i];
  }
}

// What is not a sum over the tile's own cells, for the few tiles that have such.
HWY_NOINLINE void addOthers(const TileRows& rows, std::size_t t, float* sum) {
  if (rows.tiles->shared[t]) putShared(rows, t, sum);
  if (rows.held[t]) addHeld(rows, t, sum);
}

// Calls use(first float of a tile vector, lane, rows there).
template <class Use>
SINEW_INLINE void forRows(const TileRows& rows, std::int32_t begin, std::int32_t end, Use&& use) {
  constexpr std::size_t kVectors = kTileNodes / kLanes;
  for (auto t = static_cast<std::size_t>(begin); t < static_cast<std::size_t>(end); ++t) {
    const SumsOfTile in(rows, t);
    Wide sum[3][kVectors];
    for (std::size_t i = 0; i < 3; ++i) sumCells(in, i, sum[i]);
    if (rows.tiles->shared[t] | rows.held[t]) {
      alignas(64) float sums[kTileFloats];
      for (std::size_t i = 0; i < 3; ++i)
        for (std::size_t k = 0; k < kVectors; ++k)
          store(sum[i][k], sums + i * kTileNodes + k * kLanes);
      addOthers(rows, t, sums);
      for (std::size_t i = 0; i < 3; ++i)
        for (std::size_t k = 0; k < kVectors; ++k)
          sum[i][k] = load(sums + i * kTileNodes + k * kLanes);
    }
    if (rows.stiffness)
      for (std::size_t k = 0; k < kVectors; ++k) {
        const Wide stiffness = load(rows.stiffness + t * kTileNodes + k * kLanes);
        for (std::size_t i = 0; i < 3; ++i)
          sum[i][k] = mulAdd(load(rows.v + t * kTileFloats + i * kTileNodes + k * kLanes),
                             stiffness, sum[i][k]);
      }
    if (const std::uint64_t fixed = rows.fixed[t])
      for (std::size_t k = 0; k < kVectors; ++k)
        for (std::size_t i = 0; i < 3; ++i)
          sum[i][k] = select(maskOf(fixed >> (k * kLanes)), Wide(0.f), sum[i][k]);
    for (std::size_t k = 0; k < kVectors; ++k)
      use(t * kTileFloats + k * kLanes, k * kLanes, Vec3<Wide>{sum[0][k], sum[1][k], sum[2][k]});
  }
}

void storeTilesHere(const TileRows& rows, const float* v0, float* out, double* dots,
                    std::int32_t begin, std::int32_t end) {
  for (std::int32_t t = begin; t < end; ++t) {
    TileSum sum;
    forRows(rows, t, t + 1, [&](std::size_t place, std::size_t lane, const Vec3<Wide>& y) {
      put(y, out, place);
      sum.add(counted(y, *rows.tiles, static_cast<std::size_t>(t), lane), at(v0, place), lane);
    });
    dots[t] = sum.total();
  }
}

void storeTilesApartHere(const TileRows& rows, float* out, std::size_t stride, std::int32_t begin,
                         std::int32_t end) {
  forRows(rows, begin, end, [&](std::size_t place, std::size_t lane, const Vec3<Wide>& y) {
    put(y, out, place / kTileFloats * stride + lane);
  });
}

SINEW_INLINE Wide loadNumber(const float* from) { return load(from); }
SINEW_INLINE Wide loadNumber(const std::uint16_t* from) { return loadHalf(from); }
SINEW_INLINE void storeNumber(Wide a, float* to) { store(a, to); }
SINEW_INLINE void storeNumber(Wide a, std::uint16_t* to) {
  const Wide most(65504.f);  // of half floats
  storeHalf(max(-most, min(a, most)), to);
}

// Calls body(first number of the factors of tile t), which are floats or half floats.
template <class Factors, class Body>
SINEW_INLINE void withFactors(Factors& factors, std::size_t t, Body&& body) {
  if (const std::int32_t k = factors.place[t]; k >= 0)
    body(factors.floats.data() + static_cast<std::size_t>(k) * kTileSymmetric);
  else
    body(factors.halves.data() + t * kTileSymmetric);
}

// D^-1 r of the lanes that start at a factor.
template <class Number>
SINEW_INLINE Vec3<Wide> divided(const Number* factor, const Vec3<Wide>& r) {
  const auto number = [&](int i) { return loadNumber(factor + i * kTileNodes); };
  return factorTimes({number(0), number(1), number(2), number(3), number(4), number(5)}, r);
}

// D^-1 of the lanes that start at `diagonal`, after `added` was added to xx, yy and zz.
SINEW_INLINE Sym3<Wide> inverseOf(const float* diagonal, Wide added) {
  const Doubles d;
  const hn::Half<WideTag> half;
  DoubleVec lower[6], upper[6];
  for (const int i : {0, 1, 2, 3, 4, 5}) {
    Wide v = load(diagonal + i * kTileNodes);
    if (i == 0 || i == 3 || i == 5) v += added;
    lower[i] = hn::PromoteTo(d, hn::LowerHalf(half, v.v));
    upper[i] = hn::PromoteTo(d, hn::UpperHalf(half, v.v));
  }
  DoubleVec lowerInverse[6], upperInverse[6];
  invertSymmetric(lower, lowerInverse);
  invertSymmetric(upper, upperInverse);
  const auto inverse = [&](int i) {
    return Wide(hn::Combine(WideTag(), hn::DemoteTo(half, upperInverse[i]),
                            hn::DemoteTo(half, lowerInverse[i])));
  };
  return {inverse(0), inverse(1), inverse(2), inverse(3), inverse(4), inverse(5)};
}

void invertTileHere(const float* stiffness, const float* diagonal, std::int32_t t,
                    InverseFactors& factors) {
  withFactors(factors, static_cast<std::size_t>(t), [&](auto* factor) {
    for (std::size_t lane = 0; lane < kTileNodes; lane += kLanes) {
      const Wide added = stiffness ? load(stiffness + lane) : Wide(0.f);
      const Sym3<Wide> C = lowerFactor(inverseOf(diagonal + lane, added));
      auto* to = factor + lane;
      for (const Wide number : {C.xx, C.xy, C.xz, C.yy, C.yz, C.zz}) {
        storeNumber(number, to);
        to += kTileNodes;
      }
    }
  });
}

void chebyshevStartTilesHere(const InverseFactors& factors, const ChebyshevStep& step,
                             std::int32_t begin, std::int32_t end) {
  forLanes(begin, end, [&](std::size_t place, std::size_t t, std::size_t lane) {
    withFactors(factors, t, [&](const auto* factor) {
      put(Wide(step.take) * divided(factor + lane, at(step.b, place)), step.to, place);
    });
  });
}

template <class T>
SINEW_INLINE void prefetch(const T* from, std::size_t count) {
  for (std::size_t i = 0; i < count; i += kCacheLine / sizeof(T)) hwy::Prefetch(from + i);
}

void chebyshevStepTilesHere(const TileRows& rows, const InverseFactors& factors,
                            const ChebyshevStep& step, std::int32_t begin, std::int32_t end) {
  for (std::int32_t t = begin; t < end; ++t) {
    const auto tile = static_cast<std::size_t>(t), next = tile + 1;
    prefetch(step.b + next * kTileFloats, kTileFloats);
    prefetch(step.to + next * kTileFloats, kTileFloats);
    prefetch(factors.halves.data() + next * kTileSymmetric, kTileSymmetric);
    withFactors(factors, tile, [&](const auto* factor) {
      forRows(rows, t, t + 1, [&](std::size_t place, std::size_t lane, const Vec3<Wide>& y) {
        const Vec3<Wide> r = at(step.b, place) - y, x = at(step.x, place);
        const Vec3<Wide> last = step.before ? x - at(step.before, place) : x;
        const Vec3<Wide> z = divided(factor + lane, r);
        put(x + addScaled(Wide(step.take) * z, Wide(step.keep), last), step.to, place);
      });
    });
  }
}

void residualTilesHere(const TileRows& rows, const float* b, float* r, std::int32_t begin,
                       std::int32_t end) {
  forRows(rows, begin, end, [&](std::size_t place, std::size_t, const Vec3<Wide>& y) {
    put(at(b, place) - y, r, place);
  });
}

}  // namespace
}  // namespace HWY_NAMESPACE
}  // namespace sinew
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace sinew {
namespace {

float sumAt(const TileRows& rows, std::uint32_t place, std::size_t i) {
  const std::size_t t = Tiles::tileOf(place), local = Tiles::localOf(place);
  const std::size_t x = local & 3, y = local >> 2 & 3, z = local >> 4;
  const auto& blocks = rows.tiles->blocksOf[t];
  const auto halo = [&](std::size_t part, std::size_t at) {
    return rows.haloOf(blocks[part])[i * kHaloStride + at];
  };
  float sum = rows.ownOf(blocks[0])[i * kTileNodes + local];
  if (x == 0) sum += halo(1, kHaloX + 4 * y + 3 - z);
  if (y == 0) sum += halo(2, kHaloY + 4 * z + x);
  if (x == 0 && y == 0) sum += halo(3, kHaloXY + 4 * z);
  if (z != 0) return sum;
  sum += halo(4, kHaloZ + 4 * y + x);
  if (x == 0) sum += halo(5, kHaloXZ + 4 * y);
  if (y == 0) sum += halo(6, kHaloYZ + x);
  if (x == 0 && y == 0) sum += halo(7, kHaloXYZ);
  return sum;
}

}  // namespace

void sumShared(const TileRows& rows, float* to, std::int32_t begin, std::int32_t end) {
  const Tiles& tiles = *rows.tiles;
  for (auto k = static_cast<std::size_t>(begin); k < static_cast<std::size_t>(end); ++k)
    for (std::size_t i = 0; i < 3; ++i) {
      float sum = 0;
      for (std::uint32_t p = tiles.sharedBegin[k]; p < tiles.sharedBegin[k + 1]; ++p)
        sum += sumAt(rows, tiles.sharedPlaces[p], i);
      to[4 * k + i] = sum;
    }
}

void toTiles(const Tiles& tiles, const float* nodes, float* to, std::int32_t begin,
             std::int32_t end) {
  for (auto t = static_cast<std::size_t>(begin); t < static_cast<std::size_t>(end); ++t)
    for (std::size_t local = 0; local < kTileNodes; ++local) {
      const auto n = static_cast<std::size_t>(tiles.node[t * kTileNodes + local]);
      for (std::size_t i = 0; i < 3; ++i)
        to[t * kTileFloats + i * kTileNodes + local] = nodes[4 * n + i];
    }
}

void toNodes(const Tiles& tiles, const float* from, float* nodes, std::int32_t nodeBegin,
             std::int32_t nodeEnd) {
  for (auto n = static_cast<std::size_t>(nodeBegin); n < static_cast<std::size_t>(nodeEnd); ++n) {
    const float* v = from + Tiles::floatOf(tiles.place[n]);
    for (std::size_t i = 0; i < 3; ++i) nodes[4 * n + i] = v[i * kTileNodes];
    nodes[4 * n + 3] = 0;
  }
}

void subtractFromNodes(const Tiles& tiles, const float* from, float* nodes, std::int32_t nodeBegin,
                       std::int32_t nodeEnd) {
  for (auto n = static_cast<std::size_t>(nodeBegin); n < static_cast<std::size_t>(nodeEnd); ++n) {
    const float* v = from + Tiles::floatOf(tiles.place[n]);
    for (std::size_t i = 0; i < 3; ++i) nodes[4 * n + i] -= v[i * kTileNodes];
  }
}

HWY_EXPORT(storeTilesHere);
HWY_EXPORT(storeTilesApartHere);
HWY_EXPORT(invertTileHere);
HWY_EXPORT(chebyshevStartTilesHere);
HWY_EXPORT(chebyshevStepTilesHere);
HWY_EXPORT(residualTilesHere);

void storeTiles(const TileRows& rows, const float* v0, float* out, double* dots, std::int32_t begin,
                std::int32_t end) {
  HWY_DYNAMIC_DISPATCH(storeTilesHere)(rows, v0, out, dots, begin, end);
}
void storeTilesApart(const TileRows& rows, float* out, std::size_t stride, std::int32_t begin,
                     std::int32_t end) {
  HWY_DYNAMIC_DISPATCH(storeTilesApartHere)(rows, out, stride, begin, end);
}
std::size_t TileSprings::memoryBytes() const {
  return byteCount(tileBegin) + byteCount(local) + byteCount(entryBegin) + byteCount(entries);
}

InverseFactors::InverseFactors(std::int32_t tileCount)
    : halves(static_cast<std::size_t>(tileCount) * kTileSymmetric),
      place(static_cast<std::size_t>(tileCount), -1) {}

void InverseFactors::choose(const std::uint64_t* held) {
  std::int32_t count = 0;
  for (std::size_t t = 0; t < place.size(); ++t) place[t] = held[t] ? count++ : -1;
  floats.resize(std::max(floats.size(), static_cast<std::size_t>(count) * kTileSymmetric));
}

std::size_t InverseFactors::memoryBytes() const {
  return byteCount(halves) + byteCount(floats) + byteCount(place);
}

void invertTile(const float* stiffness, const float* diagonal, std::int32_t t,
                InverseFactors& factors) {
  HWY_DYNAMIC_DISPATCH(invertTileHere)(stiffness, diagonal, t, factors);
}
void chebyshevStartTiles(const InverseFactors& factors, const ChebyshevStep& step,
                         std::int32_t begin, std::int32_t end) {
  HWY_DYNAMIC_DISPATCH(chebyshevStartTilesHere)(factors, step, begin, end);
}
void chebyshevStepTiles(const TileRows& rows, const InverseFactors& factors,
                        const ChebyshevStep& step, std::int32_t begin, std::int32_t end) {
  HWY_DYNAMIC_DISPATCH(chebyshevStepTilesHere)(rows, factors, step, begin, end);
}
void residualTiles(const TileRows& rows, const float* b, float* r, std::int32_t begin,
                   std::int32_t end) {
  HWY_DYNAMIC_DISPATCH(residualTilesHere)(rows, b, r, begin, end);
}
}  // namespace sinew
#endif  // HWY_ONCE
