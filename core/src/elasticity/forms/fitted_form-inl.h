// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
//
// Tangents of any law (TangentForm::Fitted): exact in the frame of the singular vectors; for the
// preconditioner as fitted-inl.h says.

#if defined(SINEW_ELASTICITY_FORMS_FITTED_FORM_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef SINEW_ELASTICITY_FORMS_FITTED_FORM_INL_H_
#undef SINEW_ELASTICITY_FORMS_FITTED_FORM_INL_H_
#else
#define SINEW_ELASTICITY_FORMS_FITTED_FORM_INL_H_
#endif

#include "elasticity/fitted-inl.h"
#include "elasticity/tangent_fields-inl.h"

HWY_BEFORE_NAMESPACE();
namespace sinew {
namespace HWY_NAMESPACE {

struct FittedForm {
  static constexpr int kFactor = 9, kVolume = 15;  // fields of frames: R, C, W
  // Fields of exact: U, V, then singular values, or with pressures the tangent.
  static constexpr int kV = 2, kPrincipal = CellState::kSingularValues;
  static constexpr TangentSizes kSizes = kFittedSizes;
  // What products with a tangent read, to be asked for ahead.
  template <Tangent kTangent>
  static constexpr bool kReadsFrames = kTangent == Tangent::Projected;
  template <Tangent>
  static constexpr bool kReadsConstants = false;

  static SINEW_INLINE const std::uint16_t* frame(const CellState& state, const CellLanes& at) {
    return at.of(state.frames, kSizes.frames);
  }
  static SINEW_INLINE Sym3<Wide> factor(const CellState& state, const CellLanes& at) {
    return loadHalfSym3(frame(state, at) + kFactor * kLayerCells);
  }
  static SINEW_INLINE Sym3<Wide> volume(const CellState& state, const CellLanes& at) {
    return loadHalfSym3(frame(state, at) + kVolume * kLayerCells);
  }

  static SINEW_INLINE Mat3<Wide> turnOfU(const CellState& state, const CellLanes& at) {
    return loadTurn(at.of(state.exact, state.sizes.exact));
  }
  static SINEW_INLINE Mat3<Wide> turnOfV(const CellState& state, const CellLanes& at) {
    return loadTurn(at.of(state.exact, state.sizes.exact) + kV * kLayerCells);
  }

  /// A quarter of dP for four times dF, in the frame of the singular vectors.
  static SINEW_INLINE Mat3<Wide> turnedStressChange(const PrincipalTangent<Wide>& tangent,
                                                    const CellState& state, const CellLanes& at,
                                                    const Mat3<Wide>& X) {
    const Mat3<Wide> U = turnOfU(state, at), V = turnOfV(state, at);
    const Mat3<Wide> D = Wide(0.0625f) * (mulTransposeLeft(U, X) * V);
    return U * mulTransposeRight(frameStressChange(D, tangent), V);
  }
  /// The same for either tangent; the exact one with pressures alone (LawForm).
  template <Tangent kTangent>
  static SINEW_INLINE Mat3<Wide> quarterStressChange(const CellMaterial&, const CellState& state,
                                                     const CellLanes& at, const Mat3<Wide>& X) {
    if constexpr (kTangent == Tangent::Exact) {
      return turnedStressChange(
          loadTangent(at.of(state.exact, kPressureSizes.exact) + kPrincipal * kLayerCells), state,
          at, X);
    } else {
      const Wide part(0.0625f);
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
    return stress(turnOfU(state, at), p, turnOfV(state, at));
  }
  static SINEW_INLINE Wide pressureWork(const CellState& state, const CellLanes& at,
                                        const Vec3<Wide>& p, const Mat3<Wide>& dF) {
    const Mat3<Wide> D = mulTransposeLeft(turnOfU(state, at), dF) * turnOfV(state, at);
    return dot(p, Vec3<Wide>{D.xx, D.yy, D.zz});
  }

  static SINEW_INLINE void store(const Mat3<Wide>& U, const Vec3<Wide>& sigma, const Mat3<Wide>& V,
                                 const PrincipalState<Wide>& s, Wide, const CellLanes& at,
                                 CellState& state) {
    const PrincipalTangent<Wide> projected = projectedTangent(s);
    const TurnedTangent<Wide> fitted = turnedTangent(projected, V);
    std::uint16_t* fields = at.of(state.frames, kSizes.frames);
    storeHalfMat3(mulTransposeRight(U, V), fields);
    storeHalfSym3(lowerFactor(fitted.twist), fields + kFactor * kLayerCells);
    storeHalfSym3(fitted.W, fields + kVolume * kLayerCells);
    sinew::HWY_NAMESPACE::store(fitted.m, state.scale.data() + at.cell());

    float* exact = at.of(state.exact, state.sizes.exact);
    storeTurn(U, exact);
    storeTurn(V, exact + kV * kLayerCells);
    exact += kPrincipal * kLayerCells;
    if (state.pressures.empty())
      storeVec3(sigma, exact, kLayerCells);
    else
      storeTangent(state.solvesProjected ? projected : exactTangent(s), exact);
  }
};

/// The exact tangent of a law, made of U, V and the singular values in each product, which are
/// fewer bytes.
template <class Law>
struct LawForm : FittedForm {
  template <Tangent>
  static constexpr bool kReadsConstants = true;
  static SINEW_INLINE PrincipalState<Wide> evaluate(const CellMaterial& material,
                                                    const CellState& state, const CellLanes& at) {
    const float* constants = at.constants(material);
    return Law::evaluate(
        loadVec3(at.of(state.exact, kSizes.exact) + kPrincipal * kLayerCells, kLayerCells),
        LawConstants<Wide>{load(constants), load(constants + kBlockCells),
                           Wide(material.mooneyShare)});
  }

  template <Tangent kTangent>
  static SINEW_INLINE Mat3<Wide> quarterStressChange(const CellMaterial& material,
                                                     const CellState& state, const CellLanes& at,
                                                     const Mat3<Wide>& X) {
    static_assert(kTangent == Tangent::Exact);
    return turnedStressChange(exactTangent(evaluate(material, state, at)), state, at, X);
  }
};

}  // namespace HWY_NAMESPACE
}  // namespace sinew
HWY_AFTER_NAMESPACE();

#endif  // include guard per target
