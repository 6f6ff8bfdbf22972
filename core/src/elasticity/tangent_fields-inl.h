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

#include "elasticity/cell_kernels.h"
#include "elasticity/principal-inl.h"

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

/// U and V of the lanes that start at `fields` and `rests`, which point into a layer of
/// CellState::frames and rests.
struct Frame {
  Mat3<Wide> U, V;

  static SINEW_INLINE Frame rounded(const std::uint16_t* fields) {
    return {loadHalfMat3(fields + CellState::kU * kLayerCells),
            loadHalfMat3(fields + CellState::kV * kLayerCells)};
  }
  static SINEW_INLINE Frame full(const std::uint16_t* fields, const std::uint16_t* rests) {
    const Frame frame = rounded(fields);
    return {frame.U + loadHalfMat3(rests), frame.V + loadHalfMat3(rests + 9 * kLayerCells)};
  }
  SINEW_INLINE void store(std::uint16_t* fields, std::uint16_t* rests) const {
    storeHalfMat3(U, fields + CellState::kU * kLayerCells);
    storeHalfMat3(V, fields + CellState::kV * kLayerCells);
    const Frame kept = rounded(fields);
    storeHalfMat3(U - kept.U, rests);
    storeHalfMat3(V - kept.V, rests + 9 * kLayerCells);
  }
};

/// The twelve fields of a tangent, one vector at a time: load(k) gives and store(k) takes field k.
template <class Load>
SINEW_INLINE PrincipalTangent<Wide> tangentFrom(Load&& load) {
  return {{load(0), load(1), load(2), load(3), load(4), load(5)},
          {load(6), load(7), load(8)},
          {load(9), load(10), load(11)}};
}
template <class Store>
SINEW_INLINE void tangentTo(const PrincipalTangent<Wide>& t, Store&& store) {
  const Wide fields[12] = {t.stretch.xx,  t.stretch.xy,  t.stretch.xz,  t.stretch.yy,
                           t.stretch.yz,  t.stretch.zz,  t.halfShear.x, t.halfShear.y,
                           t.halfShear.z, t.halfTwist.x, t.halfTwist.y, t.halfTwist.z};
  for (int k = 0; k < 12; ++k) store(k, fields[k]);
}

SINEW_INLINE PrincipalTangent<Wide> loadExact(const float* fields) {
  return tangentFrom([&](int k) { return load(fields + k * kLayerCells); });
}
SINEW_INLINE PrincipalTangent<Wide> loadProjected(const std::uint16_t* fields) {  // over its scale
  return tangentFrom(
      [&](int k) { return loadHalf(fields + (CellState::kProjected + k) * kLayerCells); });
}
SINEW_INLINE void storeExact(const PrincipalTangent<Wide>& t, float* fields) {
  tangentTo(t, [&](int k, Wide value) { store(value, fields + k * kLayerCells); });
}
// Over the largest power of two in it, which keeps it within half floats.
SINEW_INLINE void storeProjected(const PrincipalTangent<Wide>& t, std::uint16_t* fields,
                                 float* scale) {
  Wide most(0x1p-100f);
  tangentTo(t, [&](int, Wide value) { most = max(most, abs(value)); });
  const Wide inverse = inversePowerOfTwo(most);
  store(powerOfTwo(most), scale);
  tangentTo(t, [&](int k, Wide value) {
    storeHalf(inverse * value, fields + (CellState::kProjected + k) * kLayerCells);
  });
}

}  // namespace HWY_NAMESPACE
}  // namespace sinew
HWY_AFTER_NAMESPACE();

#endif  // include guard per target
