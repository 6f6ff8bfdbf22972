// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
//
// Tangents of the corotated law without its singular vectors (TangentForm::Rotated).

#if defined(SINEW_ELASTICITY_FORMS_ROTATED_FORM_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef SINEW_ELASTICITY_FORMS_ROTATED_FORM_INL_H_
#undef SINEW_ELASTICITY_FORMS_ROTATED_FORM_INL_H_
#else
#define SINEW_ELASTICITY_FORMS_ROTATED_FORM_INL_H_
#endif

#include <atomic>

#include "elasticity/rotated-inl.h"
#include "elasticity/tangent_fields-inl.h"

HWY_BEFORE_NAMESPACE();
namespace sinew {
namespace HWY_NAMESPACE {

struct RotatedForm {
  static constexpr int kFactor = 9;  // field of frames
  static constexpr TangentSizes kSizes = kRotatedSizes;
  template <Tangent>
  static constexpr bool kReadsFrames = true;
  template <Tangent>
  static constexpr bool kReadsConstants = true;

  static SINEW_INLINE Mat3<Wide> roundedRotation(const CellState& state, const CellLanes& at) {
    return loadHalfMat3(at.of(state.frames, kSizes.frames));
  }
  static SINEW_INLINE Mat3<Wide> rotation(const CellState& state, const CellLanes& at) {
    return loadMat3(at.of(state.frames, kSizes.frames), at.of(state.rests, kSizes.rests));
  }
  static SINEW_INLINE Sym3<Wide> factor(const CellState& state, const CellLanes& at) {
    return loadHalfSym3(at.of(state.frames, kSizes.frames) + kFactor * kLayerCells);
  }
  // Without what cells carry as a pressure of their own.
  static SINEW_INLINE Wide lambda(const CellMaterial& material, const CellState& state,
                                  const CellLanes& at) {
    const Wide all = load(at.constants(material) + kBlockCells);
    return state.pressures.empty() ? all : all - load(state.pressures.carried.data() + at.cell());
  }

  /// A quarter of dP for four times dF.
  template <Tangent kTangent>
  static SINEW_INLINE Mat3<Wide> quarterStressChange(const CellMaterial& material,
                                                     const CellState& state, const CellLanes& at,
                                                     const Mat3<Wide>& X) {
    constexpr bool isExact = kTangent == Tangent::Exact;
    const Mat3<Wide> R = isExact ? rotation(state, at) : roundedRotation(state, at);
    const Mat3<Wide> D = mulTransposeLeft(R, X);
    const Wide part(0.0625f), mu = part * load(at.constants(material)),
                              volume = part * lambda(material, state, at);
    const Vec3<Wide> a = axialVector(D);
    if constexpr (isExact) {
      const Sym3<Wide> T = loadSym3(at.of(state.exact, kSizes.exact), kLayerCells);
      return R * rotatedStressChange(D, mu, volume, Wide(0.5f) * part, T * a);
    } else {
      return R * rotatedStressChange(D, mu, volume, mu, factorTimes(factor(state, at), a));
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

  static SINEW_INLINE void store(const Mat3<Wide>& U, const Vec3<Wide>&, const Mat3<Wide>& V,
                                 const PrincipalState<Wide>& s, Wide mu, const CellLanes& at,
                                 CellState& state) {
    std::uint16_t* fields = at.of(state.frames, kSizes.frames);
    storeMat3(mulTransposeRight(U, V), fields, at.of(state.rests, kSizes.rests));
    const Wide zero(0.f), inverse = Wide(0.5f) / max(mu, Wide(0x1p-100f));
    const Vec3<Wide> positive{max(s.twist.x, zero), max(s.twist.y, zero), max(s.twist.z, zero)};
    storeSym3(sandwich(V, state.solvesProjected ? positive : s.twist),
              at.of(state.exact, kSizes.exact), kLayerCells);
    storeHalfSym3(lowerFactor(sandwich(V, inverse * positive)), fields + kFactor * kLayerCells);
  }
};

}  // namespace HWY_NAMESPACE
}  // namespace sinew
HWY_AFTER_NAMESPACE();

#endif  // include guard per target
