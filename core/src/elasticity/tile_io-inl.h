// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
//
// Between tiles (lattice/tiles.h) and the lanes of a block, plane by plane of its nodes. A plane
// serves the layers of cells above and below it, so what these have in common is done once per
// plane: the first two rounds of sums and differences of toModes, the last two of fromModes.

#if defined(SINEW_ELASTICITY_TILE_IO_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef SINEW_ELASTICITY_TILE_IO_INL_H_
#undef SINEW_ELASTICITY_TILE_IO_INL_H_
#else
#define SINEW_ELASTICITY_TILE_IO_INL_H_
#endif

#include "elasticity/cell-inl.h"
#include "lattice/tiles.h"
#include "math/wide-inl.h"

HWY_BEFORE_NAMESPACE();
namespace sinew {
namespace HWY_NAMESPACE {

// A 4x4 plane is kParts vectors of some rows of four; part p starts at lane p * lanes().
inline constexpr int kParts = static_cast<int>(16 / lanes());

/// Rows 1, 2, .. of v and row 0 of `next`; and the last row of `before`, then rows 0, 1, .. of v
/// but its last. A shift across a whole vector, which Highway has only within 16 bytes.
#if HWY_MAX_BYTES >= 64
template <int kLanes>
SINEW_INLINE Wide shiftedDown(Wide high, Wide low) {
  return Wide(hn::Vec<WideTag>{_mm512_castsi512_ps(_mm512_alignr_epi32(
      _mm512_castps_si512(high.v.raw), _mm512_castps_si512(low.v.raw), kLanes))});
}
SINEW_INLINE Wide rowsDown(Wide v, Wide next) { return shiftedDown<4>(next, v); }
SINEW_INLINE Wide rowsUp(Wide before, Wide v) { return shiftedDown<12>(v, before); }
#elif HWY_MAX_BYTES == 32
SINEW_INLINE Wide rowsDown(Wide v, Wide next) {
  return Wide(hn::ConcatLowerUpper(WideTag(), next.v, v.v));
}
SINEW_INLINE Wide rowsUp(Wide before, Wide v) {
  return Wide(hn::ConcatLowerUpper(WideTag(), v.v, before.v));
}
#else
SINEW_INLINE Wide rowsDown(Wide, Wide next) { return next; }
SINEW_INLINE Wide rowsUp(Wide before, Wide) { return before; }
#endif

/// Per row: columns 1, 2, 3 of v and column 0 of `next`.
SINEW_INLINE Wide columnsDown(Wide v, Wide next) {
  return Wide(hn::CombineShiftRightBytes<4>(WideTag(), next.v, v.v));
}

/// Per row: column 3 of `before` and columns 0, 1, 2 of v.
SINEW_INLINE Wide columnsUp(Wide before, Wide v) {
  return Wide(hn::CombineShiftRightBytes<12>(WideTag(), v.v, before.v));
}

using Row = hn::FixedTag<float, 4>;

/// The last row, and `rows` with that of v as one of them.
#if HWY_MAX_BYTES >= 64
SINEW_INLINE hn::Vec<Row> lastRow(Wide v) {
  return hn::Vec<Row>{_mm512_extractf32x4_ps(v.v.raw, 3)};
}
SINEW_INLINE Wide withLastRow(Wide rows, Wide v, int row) {
  const auto mask = static_cast<__mmask16>(0xfu << 4 * row);
  return Wide(hn::Vec<WideTag>{
      _mm512_mask_shuffle_f32x4(rows.v.raw, mask, v.v.raw, v.v.raw, _MM_PERM_DDDD)});
}
#elif HWY_MAX_BYTES == 32
SINEW_INLINE hn::Vec<Row> lastRow(Wide v) { return hn::UpperHalf(Row(), v.v); }
SINEW_INLINE Wide withLastRow(Wide rows, Wide v, int row) {
  const WideTag d;
  return Wide(row == 0 ? hn::ConcatUpperUpper(d, rows.v, v.v)
                       : hn::ConcatUpperLower(d, v.v, rows.v));
}
#else
SINEW_INLINE hn::Vec<Row> lastRow(Wide v) { return v.v; }
SINEW_INLINE Wide withLastRow(Wide, Wide v, int) { return v; }
#endif

/// Sums and differences along x and y of a plane of nodes: a letter for x, then one for y.
struct PlaneModes {
  Wide ss, sd, ds, dd;
};

/// The modes of the cells between two planes: the last round of toModes.
SINEW_INLINE Modes<Wide> modesBetween(const PlaneModes& lower, const PlaneModes& upper) {
  return {upper.ds + lower.ds, upper.sd + lower.sd, upper.ss - lower.ss, upper.dd + lower.dd,
          upper.sd - lower.sd, upper.ds - lower.ds, upper.dd - lower.dd};
}

/// The first round of fromModes for the modes (p, bilinear m.xy .. trilinear m.xyz) of a force:
/// adds to the plane below, sets the plane above.
SINEW_INLINE void shareForce(const Vec3<Wide>& p, Wide bilinear, Wide trilinear,
                             const Modes<Wide>& m, PlaneModes& lower, PlaneModes& upper) {
  const Wide xy = bilinear * m.xy;
  lower.ss -= p.z;
  lower.sd += negMulAdd(bilinear, m.yz, p.y);
  lower.ds += negMulAdd(bilinear, m.xz, p.x);
  lower.dd += negMulAdd(trilinear, m.xyz, xy);
  upper = {p.z, mulAdd(bilinear, m.yz, p.y), mulAdd(bilinear, m.xz, p.x),
           mulAdd(trilinear, m.xyz, xy)};
}

/// Numbers of the corners of cells in a plane: corner c of a layer is c of the plane below it and
/// c - 4 of the plane above it.
struct PlaneCorners {
  Wide c[4];
};

class TileInput {
 public:
  TileInput(const Tiles& tiles, std::int32_t block, const float* x) {
    const auto& of = tiles.ofBlock[static_cast<std::size_t>(block)];
    for (std::size_t o = 0; o < 8; ++o)
      tile_[o] = x + static_cast<std::size_t>(of[o]) * kTileFloats;
  }

  /// Component i of the plane kZ, 0 to 4, part by part.
  template <int kZ>
  SINEW_INLINE void plane(int i, PlaneModes modes[kParts]) const {
    constexpr std::size_t kTile = kZ < 4 ? 0 : 4, kLayer = 16 * (kZ & 3);
    const std::size_t first = static_cast<std::size_t>(kTileNodes * i) + kLayer;
    const float *own = tile_[kTile] + first, *x = tile_[kTile + 1] + first,
                *y = tile_[kTile + 2] + first, *xy = tile_[kTile + 3] + first;
    Wide sum[kParts + 1], difference[kParts + 1];  // along x; the last of the row y = 4
    for (int part = 0; part <= kParts; ++part) {
      const std::size_t lane = static_cast<std::size_t>(part) * lanes();
      const Wide c0 = part < kParts ? load(own + lane) : load(y),
                 c1 = columnsDown(c0, part < kParts ? load(x + lane) : load(xy));
      sum[part] = c1 + c0, difference[part] = c1 - c0;
    }
    for (int part = 0; part < kParts; ++part) {
      const Wide s = rowsDown(sum[part], sum[part + 1]),
                 d = rowsDown(difference[part], difference[part + 1]);
      modes[part] = {s + sum[part], s - sum[part], d + difference[part], d - difference[part]};
    }
  }

 private:
  const float* tile_[8];
};

/// Takes one component of the planes of a block in order, part by part, and writes those of its
/// tile and its halo.
class ComponentOutput {
 public:
  SINEW_INLINE ComponentOutput(float* own, float* halo) : own_(own), halo_(halo) {}

  /// The last two rounds of fromModes, with the sum over rows between them.
  SINEW_INLINE void store(const PlaneModes& m, int z, int part) {
    const Wide s0 = m.ss - m.sd, s1 = m.ss + m.sd, d0 = m.ds - m.dd, d1 = m.ds + m.dd;
    const Wide s = s0 + rowFurther(s1, 0, part), d = d0 + rowFurther(d1, 1, part);
    storeRows(s - d, s + d, z, part);
    if (part + 1 < kParts) return;
    keepRowAbove(s1, d1, z);
    if (z == 3)
      for (int p = 0; p < kParts; ++p)
        storeRowsAbove(above_[0][p] - above_[1][p], above_[0][p] + above_[1][p], p);
    if (z == 4) {
      const auto sums = lastRow(s1), differences = lastRow(d1);
      storeEdge(hn::Sub(sums, differences), hn::Add(sums, differences));
    }
  }

  SINEW_INLINE void store(const PlaneCorners& corners, int z, int part) {
    const Wide* c = corners.c;
    storeRows(c[0] + rowFurther(c[2], 0, part), c[1] + rowFurther(c[3], 1, part), z, part);
    if (part + 1 < kParts) return;
    keepRowAbove(c[2], c[3], z);
    if (z == 3)
      for (int p = 0; p < kParts; ++p) storeRowsAbove(above_[0][p], above_[1][p], p);
    if (z == 4) storeEdge(lastRow(c[2]), lastRow(c[3]));
  }

 private:
  // What goes to the nodes a row further; that of the part before is kept here.
  SINEW_INLINE Wide rowFurther(Wide v, int which, int part) {
    const Wide moved = rowsUp(part == 0 ? Wide(0.f) : before_[which], v);
    before_[which] = v;
    return moved;
  }

  // The nodes of rows 0 to 3: `left` goes to columns 0 to 3, `right` to columns 1 to 4.
  SINEW_INLINE void storeRows(Wide left, Wide right, int z, int part) {
    const Wide sum = left + columnsUp(Wide(0.f), right);
    const std::size_t lane = static_cast<std::size_t>(part) * lanes();
    if (z < 4) {
      sinew::HWY_NAMESPACE::store(sum, own_ + 16 * z + lane);
      columns_[part] = columnsUp(right, columns_[part]);  // those of four planes, the last first
      if (z == 3) sinew::HWY_NAMESPACE::store(columns_[part], halo_ + kHaloX + lane);
    } else {
      sinew::HWY_NAMESPACE::store(sum, halo_ + kHaloZ + lane);
      sinew::HWY_NAMESPACE::store(columnsUp(right, edge_[part]), halo_ + kHaloXZ + lane);
    }
  }

  // Row 4 of the planes 0 to 3, collected to be used at once.
  SINEW_INLINE void keepRowAbove(Wide first, Wide second, int z) {
    if (z == 4) return;
    Wide *a = above_[0] + z / kRows, *b = above_[1] + z / kRows;
    *a = withLastRow(*a, first, z % kRows), *b = withLastRow(*b, second, z % kRows);
  }

  // The nodes of row 4, a row per plane, and column 4 of it beside column 4 of the last plane.
  SINEW_INLINE void storeRowsAbove(Wide left, Wide right, int part) {
    const std::size_t lane = static_cast<std::size_t>(part) * lanes();
    edge_[part] = columnsUp(right, Wide(0.f));
    sinew::HWY_NAMESPACE::store(left + columnsUp(Wide(0.f), right), halo_ + kHaloY + lane);
  }

  // Those of row 4 of the last plane.
  SINEW_INLINE void storeEdge(hn::Vec<Row> left, hn::Vec<Row> right) {
    const Row d;
    hn::StoreU(hn::Add(left, hn::CombineShiftRightBytes<12>(d, right, hn::Zero(d))), d,
               halo_ + kHaloYZ);
    halo_[kHaloXYZ] = hn::GetLane(hn::Broadcast<3>(right));
  }

  // Rows and columns are shifted in plane by plane, in order: nothing is read before it has all.
  static constexpr int kRows = 4 / kParts;  // of a part
  float *own_, *halo_;
  Wide before_[2], columns_[kParts], above_[2][kParts], edge_[kParts];
};

/// That of component i of a block.
SINEW_INLINE ComponentOutput outputOf(float* own, float* halo, int i) {
  const auto k = static_cast<std::size_t>(i);
  return ComponentOutput(own + k * kTileNodes, halo + k * kHaloStride);
}

/// Takes the corner values of cells layer by layer, part by part, and writes tile and halo.
class CornerOutput {
 public:
  CornerOutput(float* own, float* halo)
      : out_{outputOf(own, halo, 0), outputOf(own, halo, 1), outputOf(own, halo, 2)} {
    const PlaneCorners none{{Wide(0.f), Wide(0.f), Wide(0.f), Wide(0.f)}};
    for (int part = 0; part < kParts; ++part)
      for (int i = 0; i < 3; ++i) lower_[part][i] = upper_[part][i] = none;
  }

  /// Component i of the corners of the layer's cells in a part, once; without this call they are 0.
  SINEW_INLINE void take(const Wide corners[8], int i, int part) {
    for (int a = 0; a < 4; ++a) {
      lower_[part][i].c[a] += corners[a];
      upper_[part][i].c[a] = corners[4 + a];
    }
  }

  /// A part of layer z is complete.
  SINEW_INLINE void finishLayer(int z, int part) {
    for (int i = 0; i < 3; ++i) {
      out_[i].store(lower_[part][i], z, part);
      lower_[part][i] = upper_[part][i];
      for (Wide& c : upper_[part][i].c) c = Wide(0.f);
    }
  }

  /// All layers are.
  SINEW_INLINE void finish() {
    for (int part = 0; part < kParts; ++part)
      for (int i = 0; i < 3; ++i) out_[i].store(lower_[part][i], 4, part);
  }

 private:
  ComponentOutput out_[3];
  PlaneCorners lower_[kParts][3], upper_[kParts][3];  // planes below and above the layer
};

}  // namespace HWY_NAMESPACE
}  // namespace sinew
HWY_AFTER_NAMESPACE();

#endif  // include guard per target
