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

  template <Tangent kTangent>
  class QuarterStressChange {
   public:
    SINEW_INLINE QuarterStressChange(const CellMaterial& material, const CellState& state,
                                     const CellLanes& at)
        : material_(material), state_(state), at_(at) {}

    SINEW_INLINE void add(int k, const Vec3<Wide>& X) { sum_.add(k, rowOfR(k), X); }
    SINEW_INLINE void turn() {
      const Wide part(0.0625f), mu = part * load(at_.constants(material_)),
                                volume = part * lambda(material_, state_, at_);
      turned_ = rotatedStressChange(sum_.D, mu, volume, halfTwist(mu, axialVector(sum_.D)));
      std::atomic_signal_fence(std::memory_order_acq_rel);
    }
    SINEW_INLINE Vec3<Wide> row(int i) const { return rowTimes(rowOfR(i), turned_); }

   private:
    SINEW_INLINE Vec3<Wide> rowOfR(int k) const {
      const std::uint16_t* fields = at_.of(state_.frames, kSizes.frames);
      if constexpr (kTangent == Tangent::Exact)
        return loadRow(fields, at_.of(state_.rests, kSizes.rests), k);
      else
        return loadHalfRow(fields, k);
    }
    // A sixteenth of T a / 2; `mu` is one of mu.
    SINEW_INLINE Vec3<Wide> halfTwist(Wide mu, const Vec3<Wide>& a) const {
      if constexpr (kTangent == Tangent::Exact)
        return Wide(0.03125f) * (loadSym3(at_.of(state_.exact, kSizes.exact), kLayerCells) * a);
      else
        return mu * factorTimes(factor(state_, at_), a);
    }
    const CellMaterial& material_;
    const CellState& state_;
    CellLanes at_;
    TransposedProduct sum_;
    Mat3<Wide> turned_;
  };

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
