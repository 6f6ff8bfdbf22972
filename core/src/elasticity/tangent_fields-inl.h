// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
//
// Between the fields of CellState and the frames and tangents of the formulas.

#if defined(SINEW_ELASTICITY_TANGENT_FIELDS_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef SINEW_ELASTICITY_TANGENT_FIELDS_INL_H_
#undef SINEW_ELASTICITY_TANGENT_FIELDS_INL_H_
#else
#define SINEW_ELASTICITY_TANGENT_FIELDS_INL_H_
#endif

#include "elasticity/cell-inl.h"
#include "elasticity/cell_kernels.h"
#include "elasticity/principal-inl.h"
#include "math/quaternion-inl.h"

HWY_BEFORE_NAMESPACE();
namespace sinew {
namespace HWY_NAMESPACE {

/// Fields of CellState::frames from `from` on, of the lanes that start there.
SINEW_INLINE Vec3<Wide> loadHalfVec3(const std::uint16_t* from) {
  return {loadHalf(from), loadHalf(from + kLayerCells), loadHalf(from + 2 * kLayerCells)};
}
SINEW_INLINE Mat3<Wide> loadHalfMat3(const std::uint16_t* from) {
  const Vec3<Wide> x = loadHalfVec3(from), y = loadHalfVec3(from + 3 * kLayerCells),
                   z = loadHalfVec3(from + 6 * kLayerCells);
  return {x.x, x.y, x.z, y.x, y.y, y.z, z.x, z.y, z.z};
}
SINEW_INLINE void storeHalfVec3(const Vec3<Wide>& a, std::uint16_t* to) {
  storeHalf(a.x, to);
  storeHalf(a.y, to + kLayerCells);
  storeHalf(a.z, to + 2 * kLayerCells);
}
SINEW_INLINE void storeHalfMat3(const Mat3<Wide>& A, std::uint16_t* to) {
  storeHalfVec3({A.xx, A.xy, A.xz}, to);
  storeHalfVec3({A.yx, A.yy, A.yz}, to + 3 * kLayerCells);
  storeHalfVec3({A.zx, A.zy, A.zz}, to + 6 * kLayerCells);
}

/// A matrix in two streams of half floats, which together are as good as floats.
SINEW_INLINE Mat3<Wide> loadMat3(const std::uint16_t* rounded, const std::uint16_t* rest) {
  return loadHalfMat3(rounded) + loadHalfMat3(rest);
}
SINEW_INLINE void storeMat3(const Mat3<Wide>& A, std::uint16_t* rounded, std::uint16_t* rest) {
  storeHalfMat3(A, rounded);
  storeHalfMat3(A - loadHalfMat3(rounded), rest);
}

/// A rotation in two words: the numbers of its quarterTangent() as multiples of 1 / (2^20 - 1), of
/// 21 bits each, the last one's shared. They are wrong by up to 2^-21, a turned vector by up to
/// 2^-18 of its length.
inline constexpr float kTurnSteps = 0x1.ffffep19f;
SINEW_INLINE Mat3<Wide> loadTurn(const float* from) {
  const hn::Rebind<std::int32_t, WideTag> d;
  const auto first = hn::BitCast(d, load(from).v),
             second = hn::BitCast(d, load(from + kLayerCells).v);
  const auto z =
      hn::Or(hn::ShiftRight<11>(hn::ShiftLeft<21>(first)), hn::And(second, hn::Set(d, 0x3ff)));
  const auto number = [&](auto steps) {
    return Wide(1.f / kTurnSteps) * Wide(hn::ConvertTo(WideTag(), steps));
  };
  return rotationOf(
      Vec3<Wide>{number(hn::ShiftRight<11>(first)), number(hn::ShiftRight<11>(second)), number(z)});
}
SINEW_INLINE void storeTurn(const Mat3<Wide>& R, float* to) {
  const hn::Rebind<std::int32_t, WideTag> d;
  const Vec3<Wide> p = quarterTangent(quaternionOf(R));
  const auto steps = [&](Wide a) { return hn::NearestInt((Wide(kTurnSteps) * a).v); };
  const auto z = steps(p.z), low = hn::Set(d, 0x3ff), high = hn::Set(d, 0x7ff);
  const auto first = hn::Or(hn::ShiftLeft<11>(steps(p.x)), hn::And(hn::ShiftRight<10>(z), high));
  const auto second = hn::Or(hn::ShiftLeft<11>(steps(p.y)), hn::And(z, low));
  store(Wide(hn::BitCast(WideTag(), first)), to);
  store(Wide(hn::BitCast(WideTag(), second)), to + kLayerCells);
}

/// The lanes [lane, lane + lanes()) of a layer, a place in all arrays of CellState.
struct CellLanes {
  std::size_t block;
  int z, lane;

  SINEW_INLINE std::size_t cell() const {
    return block * kBlockCells + static_cast<std::size_t>(16 * z + lane);
  }
  template <class Vector>
  SINEW_INLINE auto* of(Vector& array, int fields) const {
    return array.data() + CellState::at(block, z, fields) + lane;
  }
  SINEW_INLINE const float* constants(const CellMaterial& material) const {  // mu
    return material.values.data() + block * 2 * kBlockCells + 16 * z + lane;
  }
};

/// The twelve fields of a tangent in the frame of the singular vectors.
SINEW_INLINE PrincipalTangent<Wide> loadTangent(const float* from) {
  return {loadSym3(from, kLayerCells), loadVec3(from + 6 * kLayerCells, kLayerCells),
          loadVec3(from + 9 * kLayerCells, kLayerCells)};
}
SINEW_INLINE void storeTangent(const PrincipalTangent<Wide>& t, float* to) {
  storeSym3(t.stretch, to, kLayerCells);
  storeVec3(t.halfShear, to + 6 * kLayerCells, kLayerCells);
  storeVec3(t.halfTwist, to + 9 * kLayerCells, kLayerCells);
}

/// A factor or another symmetric matrix in half floats.
SINEW_INLINE Sym3<Wide> loadHalfSym3(const std::uint16_t* from) {
  const Vec3<Wide> x = loadHalfVec3(from), y = loadHalfVec3(from + 3 * kLayerCells);
  return {x.x, x.y, x.z, y.x, y.y, y.z};
}
SINEW_INLINE void storeHalfSym3(const Sym3<Wide>& A, std::uint16_t* to) {
  storeHalfVec3({A.xx, A.xy, A.xz}, to);
  storeHalfVec3({A.yy, A.yz, A.zz}, to + 3 * kLayerCells);
}

}  // namespace HWY_NAMESPACE
}  // namespace sinew
HWY_AFTER_NAMESPACE();

#endif  // include guard per target
