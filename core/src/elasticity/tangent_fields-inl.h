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

#include <atomic>

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
/// Row k of a matrix there.
SINEW_INLINE Vec3<Wide> loadHalfRow(const std::uint16_t* from, int k) {
  return loadHalfVec3(from + 3 * k * kLayerCells);
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
SINEW_INLINE Vec3<Wide> loadRow(const std::uint16_t* rounded, const std::uint16_t* rest, int k) {
  return loadHalfRow(rounded, k) + loadHalfRow(rest, k);
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

/// A^T B, or a part of it: takes A and B row by row.
class TransposedProduct {
 public:
  SINEW_INLINE void add(int k, const Vec3<Wide>& a, const Vec3<Wide>& b) {
    if (k == 0) {
      D = outer(a, b);
      return;
    }
    D = {mulAdd(a.x, b.x, D.xx), mulAdd(a.x, b.y, D.xy), mulAdd(a.x, b.z, D.xz),
         mulAdd(a.y, b.x, D.yx), mulAdd(a.y, b.y, D.yy), mulAdd(a.y, b.z, D.yz),
         mulAdd(a.z, b.x, D.zx), mulAdd(a.z, b.y, D.zy), mulAdd(a.z, b.z, D.zz)};
  }
  Mat3<Wide> D;
};

/// a^T B.
SINEW_INLINE Vec3<Wide> rowTimes(const Vec3<Wide>& a, const Mat3<Wide>& B) {
  return {mulAdd(a.x, B.xx, mulAdd(a.y, B.yx, a.z * B.zx)),
          mulAdd(a.x, B.xy, mulAdd(a.y, B.yy, a.z * B.zy)),
          mulAdd(a.x, B.xz, mulAdd(a.y, B.yz, a.z * B.zz))};
}

// What loops over cells want of a form (TangentForm): store(), the blocks of the projected tangent,
// the stress of a pressure and its transpose, and a quarter of dP for the modes of dF, X = 4 dF.
// The last is what the operator spends its time on. There are not enough registers for a frame, dF
// and the planes of a layer at once, and what does not fit costs a store; so rows of X are taken
// one by one (add), rows of dP given one by one (row), and in between (turn) a fence keeps the
// compiler from holding on to the frame, which is quicker read again.

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
  class QuarterStressChange {
   public:
    SINEW_INLINE QuarterStressChange(const CellMaterial&, const CellState& state,
                                     const CellLanes& at)
        : state_(state), at_(at) {}

    SINEW_INLINE void add(int k, const Vec3<Wide>& X) { sum_.add(k, rowOfU(k), X); }
    SINEW_INLINE void turn() {
      const Mat3<Wide> V = matrixV();
      const Mat3<Wide> G = frameStressChange(scale() * (sum_.D * V), tangent());
      turned_ = mulTransposeRight(G, V);
      std::atomic_signal_fence(std::memory_order_acq_rel);
    }
    SINEW_INLINE Vec3<Wide> row(int i) const { return rowTimes(rowOfU(i), turned_); }

   private:
    static constexpr bool kIsExact = kTangent == Tangent::Exact;
    SINEW_INLINE const std::uint16_t* frame() const { return at_.of(state_.frames, kSizes.frames); }
    SINEW_INLINE const std::uint16_t* rests() const { return at_.of(state_.rests, kSizes.rests); }
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
        return Wide(0.0625f);
      else
        return Wide(0.0625f) * load(state_.scale.data() + at_.cell());
    }
    SINEW_INLINE PrincipalTangent<Wide> tangent() const {
      if constexpr (kIsExact) {
        const float* fields = at_.of(state_.exact, kSizes.exact);
        return tangentFrom([&](int k) { return load(fields + k * kLayerCells); });
      } else {
        return projected(state_, at_);
      }
    }
    const CellState& state_;
    CellLanes at_;
    TransposedProduct sum_;
    Mat3<Wide> turned_;
  };

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
