// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
//
// Tangents in the frame of the singular vectors, exact and projected, for every law
// (TangentForm::Principal).

#if defined(SINEW_ELASTICITY_FORMS_PRINCIPAL_FORM_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef SINEW_ELASTICITY_FORMS_PRINCIPAL_FORM_INL_H_
#undef SINEW_ELASTICITY_FORMS_PRINCIPAL_FORM_INL_H_
#else
#define SINEW_ELASTICITY_FORMS_PRINCIPAL_FORM_INL_H_
#endif

#include <atomic>

#include "elasticity/tangent_fields-inl.h"

HWY_BEFORE_NAMESPACE();
namespace sinew {
namespace HWY_NAMESPACE {

/// A quarter of dP by way of U^T dF V; `Fields` gives U row by row, V and the tangent.
template <class Fields>
class PrincipalStressChange {
 public:
  SINEW_INLINE PrincipalStressChange(const CellMaterial&, const CellState& state,
                                     const CellLanes& at)
      : fields_(state, at) {}

  SINEW_INLINE void add(int k, const Vec3<Wide>& X) { sum_.add(k, fields_.rowOfU(k), X); }
  SINEW_INLINE void turn() {
    const Mat3<Wide> V = fields_.matrixV();
    const Mat3<Wide> G =
        frameStressChange((Wide(0.0625f) * fields_.scale()) * (sum_.D * V), fields_.tangent());
    turned_ = mulTransposeRight(G, V);
    std::atomic_signal_fence(std::memory_order_acq_rel);
  }
  SINEW_INLINE Vec3<Wide> row(int i) const { return rowTimes(fields_.rowOfU(i), turned_); }

 private:
  Fields fields_;
  TransposedProduct sum_;
  Mat3<Wide> turned_;
};

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
  class Fields {
   public:
    SINEW_INLINE Fields(const CellState& state, const CellLanes& at) : state_(state), at_(at) {}

    SINEW_INLINE Vec3<Wide> rowOfU(int k) const {
      if constexpr (kIsExact)
        return loadRow(frame(), rests(), k);
      else
        return loadHalfRow(frame(), k);
    }
    SINEW_INLINE Mat3<Wide> matrixV() const {
      constexpr int kFrom = kV * kLayerCells;
      if constexpr (kIsExact)
        return loadMat3(frame() + kFrom, rests() + kFrom);
      else
        return loadHalfMat3(frame() + kFrom);
    }
    SINEW_INLINE Wide scale() const {
      if constexpr (kIsExact)
        return Wide(1.f);
      else
        return load(state_.scale.data() + at_.cell());
    }
    SINEW_INLINE PrincipalTangent<Wide> tangent() const {
      if constexpr (kIsExact) {
        return loadTangent(at_.of(state_.exact, kSizes.exact));
      } else {
        return projected(state_, at_);
      }
    }

   private:
    static constexpr bool kIsExact = kTangent == Tangent::Exact;
    SINEW_INLINE const std::uint16_t* frame() const { return at_.of(state_.frames, kSizes.frames); }
    SINEW_INLINE const std::uint16_t* rests() const { return at_.of(state_.rests, kSizes.rests); }
    const CellState& state_;
    CellLanes at_;
  };
  template <Tangent kTangent>
  using QuarterStressChange = PrincipalStressChange<Fields<kTangent>>;

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
    storeTangent(exactTangent(s), at.of(state.exact, kSizes.exact));
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

}  // namespace HWY_NAMESPACE
}  // namespace sinew
HWY_AFTER_NAMESPACE();

#endif  // include guard per target
