// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
#include "multigrid/transfer_kernels.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "multigrid/transfer_kernels.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "elasticity/block_io-inl.h"
#include "multigrid/node_vector-inl.h"
#include "multigrid/tile_lanes-inl.h"

HWY_BEFORE_NAMESPACE();
namespace sinew {
namespace HWY_NAMESPACE {
namespace {

// Three planes or rows of level 1 per component, on the way between a tile and its parents: planes
// of nodes are halfway there, as [Z][y][x].
struct TilePlanes {
  alignas(64) float values[3][3][16];  // [component][Z]
};

// Of half steps 0 to 3 and the nodes at 0, 2 and 4 (eq. 1 of docs/theory/multigrid.md): the sums
// that go to these, and what comes from them.
template <class V, class Scale>
SINEW_INLINE void gatherThree(const V fine[4], Scale&& half, V coarse[3]) {
  coarse[2] = half(fine[3]);
  coarse[1] = half(fine[1]) + fine[2] + coarse[2];
  coarse[0] = fine[0] + half(fine[1]);
}
template <class V, class Scale>
SINEW_INLINE void spreadThree(const V coarse[3], Scale&& half, V fine[4]) {
  fine[0] = coarse[0], fine[2] = coarse[1];
  fine[1] = half(coarse[0] + coarse[1]), fine[3] = half(coarse[1] + coarse[2]);
}

// A quad with the operators of Wide.
struct Four {
  QuadVec v;
  SINEW_INLINE Four() = default;
  SINEW_INLINE explicit Four(QuadVec quad) : v(quad) {}
  SINEW_INLINE static Four load(const float* from) { return Four(hn::LoadU(Quad(), from)); }
  SINEW_INLINE void store(float* to) const { hn::StoreU(v, Quad(), to); }
  SINEW_INLINE Four operator+(Four o) const { return Four(hn::Add(v, o.v)); }
};
constexpr auto kHalfWide = [](Wide v) { return Wide(0.5f) * v; };
constexpr auto kHalfFour = [](Four v) { return Four(hn::Mul(hn::Set(Quad(), 0.5f), v.v)); };

// Columns of a matrix of four rows.
SINEW_INLINE void transposeFour(Four rows[4]) {
  QuadVec v[4] = {rows[0].v, rows[1].v, rows[2].v, rows[3].v};
  transpose4(v);
  for (int k = 0; k < 4; ++k) rows[k] = Four(v[k]);
}

void leaveSumsOf(std::uint64_t counted, float* tile) {
  TilePlanes planes;
  for (std::size_t i = 0; i < 3; ++i)
    for (std::size_t lane = 0; lane < 16; lane += kLanes) {
      Wide fine[4], coarse[3];
      for (std::size_t z = 0; z < 4; ++z)
        fine[z] = select(maskOf(counted >> (16 * z + lane)),
                         load(tile + i * kTileNodes + 16 * z + lane), Wide(0.f));
      gatherThree(fine, kHalfWide, coarse);
      for (std::size_t Z = 0; Z < 3; ++Z) store(coarse[Z], planes.values[i][Z] + lane);
    }
  for (std::size_t Z = 0; Z < 3; ++Z) {
    Four rows[3][3];  // [component][Y]
    for (std::size_t i = 0; i < 3; ++i) {
      Four fine[4];
      for (std::size_t y = 0; y < 4; ++y) fine[y] = Four::load(planes.values[i][Z] + 4 * y);
      gatherThree(fine, kHalfFour, rows[i]);
    }
    for (std::size_t Y = 0; Y < 3; ++Y) {
      Four fine[4] = {rows[0][Y], rows[1][Y], rows[2][Y], Four(hn::Zero(Quad()))}, coarse[3];
      transposeFour(fine);
      gatherThree(fine, kHalfFour, coarse);
      for (std::size_t X = 0; X < 3; ++X) coarse[X].store(tile + 4 * (X + 3 * Y + 9 * Z));
    }
  }
}

void leaveTileSumsHere(const TileTransfers& transfers, const Tiles& tiles, float* fine,
                       std::int32_t begin, std::int32_t end) {
  for (auto t = static_cast<std::size_t>(begin); t < static_cast<std::size_t>(end); ++t)
    if (const std::uint64_t counted = transfers.free[t] & ~tiles.copies[t])
      leaveSumsOf(counted, fine + t * kTileFloats);
    else
      std::fill_n(fine + t * kTileFloats, 4 * TileTransfers::kParents, 0.f);
}

void takeTileSumsHere(const TileTransfers& transfers, const float* sums, float* coarse,
                      std::int32_t begin, std::int32_t end) {
  for (std::int32_t n = begin; n < end; ++n) {
    const std::uint32_t first = transfers.sumBegin[static_cast<std::size_t>(n)],
                        last = transfers.sumBegin[static_cast<std::size_t>(n) + 1];
    if (first == last) continue;
    const auto left = [&](std::uint32_t k) {
      return hn::Load(Quad(), sums + 4 * static_cast<std::size_t>(transfers.sums[k]));
    };
    QuadVec sum = left(first);
    for (std::uint32_t k = first + 1; k < last; ++k) sum = hn::Add(sum, left(k));
    storeNode(sum, coarse, n);
  }
}

void prolongAddTilesHere(const TileTransfers& transfers, const float* coarse, float* fine,
                         std::int32_t begin, std::int32_t end) {
  for (auto t = static_cast<std::size_t>(begin); t < static_cast<std::size_t>(end); ++t) {
    const std::uint64_t free = transfers.free[t];
    if (!free) continue;
    TilePlanes planes;
    for (std::size_t Z = 0; Z < 3; ++Z) {
      Four rows[3][3];  // [component][Y]
      for (std::size_t Y = 0; Y < 3; ++Y) {
        const std::int32_t* nodes = transfers.parents[t].data() + 3 * Y + 9 * Z;
        const Four three[3] = {Four(loadNode(coarse, nodes[0])), Four(loadNode(coarse, nodes[1])),
                               Four(loadNode(coarse, nodes[2]))};
        Four four[4];
        spreadThree(three, kHalfFour, four);
        transposeFour(four);
        for (std::size_t i = 0; i < 3; ++i) rows[i][Y] = four[i];
      }
      for (std::size_t i = 0; i < 3; ++i) {
        Four four[4];
        spreadThree(rows[i], kHalfFour, four);
        for (std::size_t y = 0; y < 4; ++y) four[y].store(planes.values[i][Z] + 4 * y);
      }
    }
    for (std::size_t i = 0; i < 3; ++i)
      for (std::size_t lane = 0; lane < 16; lane += kLanes) {
        Wide three[3], four[4];
        for (std::size_t Z = 0; Z < 3; ++Z) three[Z] = load(planes.values[i][Z] + lane);
        spreadThree(three, kHalfWide, four);
        for (std::size_t z = 0; z < 4; ++z) {
          float* to = fine + t * kTileFloats + i * kTileNodes + 16 * z + lane;
          const Wide own = load(to);
          store(select(maskOf(free >> (16 * z + lane)), own + four[z], own), to);
        }
      }
  }
}

void restrictByTableHere(const TileTransfers& transfers, const CoarseLevel& level,
                         const Tiles& tiles, const float* fine, float* coarse, std::int32_t begin,
                         std::int32_t end) {
  for (std::int32_t k = begin; k < end; ++k) {
    const auto n = static_cast<std::size_t>(transfers.irregularNodes[static_cast<std::size_t>(k)]);
    float sum[4] = {0, 0, 0, 0};
    for (const WeightedNode& child : level.children.row(n)) {
      const float* from =
          fine + Tiles::floatOf(tiles.place[static_cast<std::size_t>(child.node())]);
      for (std::size_t i = 0; i < 3; ++i)
        sum[i] = mulAdd(child.weight(), from[i * kTileNodes], sum[i]);
    }
    std::copy(sum, sum + 4, coarse + 4 * n);
  }
}

void prolongAddByTableHere(const TileTransfers& transfers, const CoarseLevel& level,
                           const Tiles& tiles, const float* coarse, float* fine, std::int32_t begin,
                           std::int32_t end) {
  for (std::int32_t k = begin; k < end; ++k) {
    const auto t = static_cast<std::size_t>(transfers.irregular[static_cast<std::size_t>(k)]);
    for (std::size_t local = 0; local < kTileNodes; ++local) {
      const std::int32_t n = tiles.node[t * kTileNodes + local];
      if (n == tiles.nodeCount) continue;
      float* to = fine + t * kTileFloats + local;
      for (const WeightedNode& parent : level.parents.row(static_cast<std::size_t>(n)))
        for (std::size_t i = 0; i < 3; ++i)
          to[i * kTileNodes] =
              mulAdd(parent.weight(), coarse[4 * static_cast<std::size_t>(parent.node()) + i],
                     to[i * kTileNodes]);
    }
  }
}

}  // namespace
}  // namespace HWY_NAMESPACE
}  // namespace sinew
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace sinew {

HWY_EXPORT(restrictByTableHere);
HWY_EXPORT(leaveTileSumsHere);
HWY_EXPORT(takeTileSumsHere);
HWY_EXPORT(prolongAddTilesHere);
HWY_EXPORT(prolongAddByTableHere);

void restrictByTable(const TileTransfers& transfers, const CoarseLevel& level, const Tiles& tiles,
                     const float* fine, float* coarse, std::int32_t begin, std::int32_t end) {
  HWY_DYNAMIC_DISPATCH(restrictByTableHere)(transfers, level, tiles, fine, coarse, begin, end);
}
void leaveTileSums(const TileTransfers& transfers, const Tiles& tiles, float* fine,
                   std::int32_t begin, std::int32_t end) {
  HWY_DYNAMIC_DISPATCH(leaveTileSumsHere)(transfers, tiles, fine, begin, end);
}
void takeTileSums(const TileTransfers& transfers, const float* sums, float* coarse,
                  std::int32_t begin, std::int32_t end) {
  HWY_DYNAMIC_DISPATCH(takeTileSumsHere)(transfers, sums, coarse, begin, end);
}
void prolongAddTiles(const TileTransfers& transfers, const float* coarse, float* fine,
                     std::int32_t begin, std::int32_t end) {
  HWY_DYNAMIC_DISPATCH(prolongAddTilesHere)(transfers, coarse, fine, begin, end);
}
void prolongAddByTable(const TileTransfers& transfers, const CoarseLevel& level, const Tiles& tiles,
                       const float* coarse, float* fine, std::int32_t begin, std::int32_t end) {
  HWY_DYNAMIC_DISPATCH(prolongAddByTableHere)(transfers, level, tiles, coarse, fine, begin, end);
}

}  // namespace sinew
#endif  // HWY_ONCE
