// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
//
// Tangents of any law (TangentForm::Fitted): exact in the frame of the singular vectors, which are
// kept as quaternions; for the preconditioner as fitted-inl.h says.

#if defined(SINEW_ELASTICITY_FORMS_FITTED_FORM_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef SINEW_ELASTICITY_FORMS_FITTED_FORM_INL_H_
#undef SINEW_ELASTICITY_FORMS_FITTED_FORM_INL_H_
#else
#define SINEW_ELASTICITY_FORMS_FITTED_FORM_INL_H_
#endif

#include "elasticity/fitted-inl.h"
#include "elasticity/tangent_fields-inl.h"
#include "math/quaternion-inl.h"

HWY_BEFORE_NAMESPACE();
namespace sinew {
namespace HWY_NAMESPACE {

struct FittedForm {
  static constexpr int kFactor = 9, kVolume = 15;  // fields of frames: R, C, W
  static constexpr int kV = 4, kPrincipal = 8;     // fields of exact: U, V, tangent
  static constexpr TangentSizes kSizes = kFittedSizes;
  template <Tangent kTangent>
  static constexpr bool kReadsFrames = kTangent == Tangent::Projected;

  static SINEW_INLINE const std::uint16_t* frame(const CellState& state, const CellLanes& at) {
    return at.of(state.frames, kSizes.frames);
  }
  static SINEW_INLINE Sym3<Wide> factor(const CellState& state, const CellLanes& at) {
    return loadHalfSym3(frame(state, at) + kFactor * kLayerCells);
  }
  static SINEW_INLINE Sym3<Wide> volume(const CellState& state, const CellLanes& at) {
    return loadHalfSym3(frame(state, at) + kVolume * kLayerCells);
  }

  static SINEW_INLINE Quaternion<Wide> quaternion(const CellState& state, const CellLanes& at,
                                                  int field) {
    const float* q = at.of(state.exact, kSizes.exact) + field * kLayerCells;
    return {load(q), load(q + kLayerCells), load(q + 2 * kLayerCells), load(q + 3 * kLayerCells)};
  }

  /// A quarter of dP for four times dF.
  template <Tangent kTangent>
  static SINEW_INLINE Mat3<Wide> quarterStressChange(const CellMaterial&, const CellState& state,
                                                     const CellLanes& at, const Mat3<Wide>& X) {
    const Wide part(0.0625f);
    if constexpr (kTangent == Tangent::Exact) {
      const Mat3<Wide> U = toMat3(quaternion(state, at, 0)), V = toMat3(quaternion(state, at, kV));
      const PrincipalTangent<Wide> tangent =
          loadTangent(at.of(state.exact, kSizes.exact) + kPrincipal * kLayerCells);
      const Mat3<Wide> D = part * (mulTransposeLeft(U, X) * V);
      return U * mulTransposeRight(frameStressChange(D, tangent), V);
    } else {
      const Mat3<Wide> R = loadHalfMat3(frame(state, at)), D = mulTransposeLeft(R, X);
      const Wide m = part * load(state.scale.data() + at.cell());
      return R * fittedStressChange(D, m, volume(state, at),
                                    factorTimes(factor(state, at), axialVector(D)));
    }
  }

  static SINEW_INLINE AxisBlocks<Wide> projectedBlocks(const CellMaterial&, const CellState& state,
                                                       const CellLanes& at) {
    return fittedAxisBlocks(loadHalfMat3(frame(state, at)), load(state.scale.data() + at.cell()),
                            volume(state, at), factorSquare(factor(state, at)));
  }

  static SINEW_INLINE Mat3<Wide> pressureStress(const CellState& state, const CellLanes& at,
                                                const Vec3<Wide>& p) {
    return stress(toMat3(quaternion(state, at, 0)), p, toMat3(quaternion(state, at, kV)));
  }
  static SINEW_INLINE Wide pressureWork(const CellState& state, const CellLanes& at,
                                        const Vec3<Wide>& p, const Mat3<Wide>& dF) {
    const Mat3<Wide> D =
        mulTransposeLeft(toMat3(quaternion(state, at, 0)), dF) * toMat3(quaternion(state, at, kV));
    return dot(p, Vec3<Wide>{D.xx, D.yy, D.zz});
  }

  static SINEW_INLINE void store(const Mat3<Wide>& U, const Mat3<Wide>& V,
                                 const PrincipalState<Wide>& s, Wide, const CellLanes& at,
                                 CellState& state) {
    const PrincipalTangent<Wide> projected = projectedTangent(s);
    const FittedTangent<Wide> fitted = fitTangent(projected);
    std::uint16_t* fields = at.of(state.frames, kSizes.frames);
    storeHalfMat3(mulTransposeRight(U, V), fields);
    const Wide inverse = Wide(1.f) / max(fitted.m, Wide(0x1p-60f));
    storeHalfSym3(lowerFactor(sandwich(V, inverse * projected.halfTwist)),
                  fields + kFactor * kLayerCells);
    storeHalfSym3(sandwich(V, fitted.w), fields + kVolume * kLayerCells);
    sinew::HWY_NAMESPACE::store(fitted.m, state.scale.data() + at.cell());

    float* exact = at.of(state.exact, kSizes.exact);
    storeQuaternion(quaternionOf(U), exact);
    storeQuaternion(quaternionOf(V), exact + kV * kLayerCells);
    storeTangent(state.solvesProjected ? projected : exactTangent(s),
                 exact + kPrincipal * kLayerCells);
  }

 private:
  static SINEW_INLINE void storeQuaternion(const Quaternion<Wide>& q, float* to) {
    sinew::HWY_NAMESPACE::store(q.x, to);
    sinew::HWY_NAMESPACE::store(q.y, to + kLayerCells);
    sinew::HWY_NAMESPACE::store(q.z, to + 2 * kLayerCells);
    sinew::HWY_NAMESPACE::store(q.w, to + 3 * kLayerCells);
  }
};

}  // namespace HWY_NAMESPACE
}  // namespace sinew
HWY_AFTER_NAMESPACE();

#endif  // include guard per target
