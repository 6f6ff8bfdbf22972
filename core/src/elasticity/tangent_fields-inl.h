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
#include "elasticity/rotated-inl.h"

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

// What loops over cells want of a form (TangentForm): store(), a quarter of dP for the modes of dF,
// the blocks of the projected tangent, and the stress of a pressure and its transpose.

struct PrincipalForm {
  static constexpr int kV = 9, kProjected = 18;  // fields of frames
  static constexpr TangentSizes kSizes = kPrincipalSizes;

  struct Frame {
    Mat3<Wide> U, V;
  };
  static SINEW_INLINE Frame roundedFrame(const CellState& state, const CellLanes& at) {
    const std::uint16_t* fields = at.of(state.frames, kSizes.frames);
    return {loadHalfMat3(fields), loadHalfMat3(fields + kV * kLayerCells)};
  }
  static SINEW_INLINE Frame fullFrame(const CellState& state, const CellLanes& at) {
    const std::uint16_t *fields = at.of(state.frames, kSizes.frames),
                        *rests = at.of(state.rests, kSizes.rests);
    return {loadMat3(fields, rests), loadMat3(fields + kV * kLayerCells, rests + kV * kLayerCells)};
  }
  static SINEW_INLINE PrincipalTangent<Wide> projected(const CellState& state,
                                                       const CellLanes& at) {  // over its scale
    const std::uint16_t* fields = at.of(state.frames, kSizes.frames);
    return tangentFrom([&](int k) { return loadHalf(fields + (kProjected + k) * kLayerCells); });
  }

  template <Tangent kTangent>
  static SINEW_INLINE Mat3<Wide> quarterStressChange(const CellMaterial&, const CellState& state,
                                                     const CellLanes& at,
                                                     const Modes<Wide> modes[3]) {
    const Mat3<Wide> X = straightModes(modes);
    if constexpr (kTangent == Tangent::Exact) {
      const Frame frame = fullFrame(state, at);
      const float* fields = at.of(state.exact, kSizes.exact);
      return stressChange(Wide(0.0625f) * X, frame.U, frame.V,
                          tangentFrom([&](int k) { return load(fields + k * kLayerCells); }));
    } else {
      const Frame frame = roundedFrame(state, at);
      const Wide scale = Wide(0.0625f) * load(state.scale.data() + at.cell());
      return stressChange(scale * X, frame.U, frame.V, projected(state, at));
    }
  }

  static SINEW_INLINE AxisBlocks<Wide> projectedBlocks(const CellMaterial&, const CellState& state,
                                                       const CellLanes& at) {
    const Frame frame = roundedFrame(state, at);
    const Wide scale = load(state.scale.data() + at.cell());
    const PrincipalTangent<Wide> t = projected(state, at);
    return axisBlocks(
        frame.U, frame.V,
        PrincipalTangent<Wide>{scale * t.stretch, scale * t.halfShear, scale * t.halfTwist});
  }

  static SINEW_INLINE Mat3<Wide> pressureStress(const CellState& state, const CellLanes& at,
                                                const Vec3<Wide>& p) {
    const Frame frame = fullFrame(state, at);
    return stress(frame.U, p, frame.V);
  }
  static SINEW_INLINE Wide pressureWork(const CellState& state, const CellLanes& at,
                                        const Vec3<Wide>& p, const Mat3<Wide>& dF) {
    const Frame frame = fullFrame(state, at);
    const Mat3<Wide> D = mulTransposeLeft(frame.U, dF) * frame.V;
    return dot(p, Vec3<Wide>{D.xx, D.yy, D.zz});
  }

  static SINEW_INLINE void store(const Mat3<Wide>& U, const Mat3<Wide>& V,
                                 const PrincipalState<Wide>& s, Wide, const CellLanes& at,
                                 CellState& state) {
    std::uint16_t *fields = at.of(state.frames, kSizes.frames),
                  *rests = at.of(state.rests, kSizes.rests);
    storeMat3(U, fields, rests);
    storeMat3(V, fields + kV * kLayerCells, rests + kV * kLayerCells);
    float* exact = at.of(state.exact, kSizes.exact);
    tangentTo(exactTangent(s), [&](int k, Wide value) {
      sinew::HWY_NAMESPACE::store(value, exact + k * kLayerCells);
    });
    // Over the largest power of two in it, which keeps it within half floats.
    const PrincipalTangent<Wide> t = projectedTangent(s);
    Wide most(0x1p-100f);
    tangentTo(t, [&](int, Wide value) { most = max(most, abs(value)); });
    const Wide inverse = inversePowerOfTwo(most);
    sinew::HWY_NAMESPACE::store(powerOfTwo(most), state.scale.data() + at.cell());
    tangentTo(t, [&](int k, Wide value) {
      storeHalf(inverse * value, fields + (kProjected + k) * kLayerCells);
    });
  }
};

struct RotatedForm {
  static constexpr int kFactor = 9;  // field of frames
  static constexpr TangentSizes kSizes = kRotatedSizes;

  static SINEW_INLINE Mat3<Wide> roundedRotation(const CellState& state, const CellLanes& at) {
    return loadHalfMat3(at.of(state.frames, kSizes.frames));
  }
  static SINEW_INLINE Mat3<Wide> rotation(const CellState& state, const CellLanes& at) {
    return loadMat3(at.of(state.frames, kSizes.frames), at.of(state.rests, kSizes.rests));
  }
  static SINEW_INLINE Sym3<Wide> factor(const CellState& state, const CellLanes& at) {
    const std::uint16_t* fields = at.of(state.frames, kSizes.frames) + kFactor * kLayerCells;
    const Vec3<Wide> x = loadHalfVec3(fields), y = loadHalfVec3(fields + 3 * kLayerCells);
    return {x.x, x.y, x.z, y.x, y.y, y.z};
  }
  // Without what cells carry as a pressure of their own.
  static SINEW_INLINE Wide lambda(const CellMaterial& material, const CellState& state,
                                  const CellLanes& at) {
    const Wide all = load(at.constants(material) + kBlockCells);
    return state.pressures.empty() ? all : all - load(state.pressures.carried.data() + at.cell());
  }

  template <Tangent kTangent>
  static SINEW_INLINE Mat3<Wide> quarterStressChange(const CellMaterial& material,
                                                     const CellState& state, const CellLanes& at,
                                                     const Modes<Wide> modes[3]) {
    const Mat3<Wide> X = straightModes(modes);
    const Wide part(0.0625f), mu = part * load(at.constants(material)),
                              volume = part * lambda(material, state, at);
    if constexpr (kTangent == Tangent::Exact) {
      const Sym3<Wide> T = loadSym3(at.of(state.exact, kSizes.exact), kLayerCells);
      return rotatedStressChange(X, rotation(state, at), mu, volume,
                                 [&](const Vec3<Wide>& a) { return Wide(0.03125f) * (T * a); });
    } else {
      const Sym3<Wide> C = factor(state, at);
      return rotatedStressChange(X, roundedRotation(state, at), mu, volume,
                                 [&](const Vec3<Wide>& a) { return mu * factorTimes(C, a); });
    }
  }

  static SINEW_INLINE AxisBlocks<Wide> projectedBlocks(const CellMaterial& material,
                                                       const CellState& state,
                                                       const CellLanes& at) {
    const Wide mu = load(at.constants(material));
    return rotatedAxisBlocks(roundedRotation(state, at), mu, lambda(material, state, at),
                             mu * factorSquare(factor(state, at)));
  }

  // All three parts of p are the same: the measure of the corotated law is a trace.
  static SINEW_INLINE Mat3<Wide> pressureStress(const CellState& state, const CellLanes& at,
                                                const Vec3<Wide>& p) {
    return p.x * rotation(state, at);
  }
  static SINEW_INLINE Wide pressureWork(const CellState& state, const CellLanes& at,
                                        const Vec3<Wide>& p, const Mat3<Wide>& dF) {
    return p.x * trace(mulTransposeLeft(rotation(state, at), dF));
  }

  static SINEW_INLINE void store(const Mat3<Wide>& U, const Mat3<Wide>& V,
                                 const PrincipalState<Wide>& s, Wide mu, const CellLanes& at,
                                 CellState& state) {
    std::uint16_t* fields = at.of(state.frames, kSizes.frames);
    storeMat3(mulTransposeRight(U, V), fields, at.of(state.rests, kSizes.rests));
    storeSym3(sandwich(V, s.twist), at.of(state.exact, kSizes.exact), kLayerCells);
    const Wide zero(0.f), inverse = Wide(0.5f) / max(mu, Wide(0x1p-100f));
    const Vec3<Wide> positive{max(s.twist.x, zero), max(s.twist.y, zero), max(s.twist.z, zero)};
    const Sym3<Wide> C = lowerFactor(sandwich(V, inverse * positive));
    storeHalfVec3({C.xx, C.xy, C.xz}, fields + kFactor * kLayerCells);
    storeHalfVec3({C.yy, C.yz, C.zz}, fields + (kFactor + 3) * kLayerCells);
  }
};

/// Calls body(form) with the form of a state.
template <class Body>
SINEW_INLINE void withForm(TangentForm form, Body&& body) {
  if (form == TangentForm::Rotated) {
    body(RotatedForm());
  } else {
    body(PrincipalForm());
  }
}

}  // namespace HWY_NAMESPACE
}  // namespace sinew
HWY_AFTER_NAMESPACE();

#endif  // include guard per target
