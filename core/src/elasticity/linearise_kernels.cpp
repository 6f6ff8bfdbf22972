// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "elasticity/linearise_kernels.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include <type_traits>

#include "elasticity/block_modes-inl.h"
#include "elasticity/cell-inl.h"
#include "elasticity/cell_kernels.h"
#include "elasticity/laws/laws-inl.h"
#include "elasticity/pressure-inl.h"
#include "elasticity/principal-inl.h"
#include "elasticity/tangent_forms-inl.h"

HWY_BEFORE_NAMESPACE();
namespace sinew {
namespace HWY_NAMESPACE {
namespace {

// One copy for all laws: it is most of what there is to compile, and a call is nothing next to it.
HWY_NOINLINE void decompose(const Mat3<Wide>& F, Mat3<Wide>& U, Vec3<Wide>& sigma, Mat3<Wide>& V) {
  svd3(F, U, sigma, V);
}

template <class Law, class Form>
void lineariseWith(const Lattice& lattice, const CellMaterial& material, const double* positions,
                   CellState& state, const TileSums& sums, std::int32_t blockBegin,
                   std::int32_t blockEnd) {
  CellPressures& pressures = state.pressures;
  const bool isMixed = !pressures.empty();
  BlockInput in;
  for (std::int32_t block = blockBegin; block < blockEnd; ++block) {
    in.gatherPositions(lattice, block, positions);
    CornerOutput out(sums.ownOf(block), sums.haloOf(block));
    const float* constants = materialOf(material, block);
    const auto b = static_cast<std::size_t>(block);
    for (int z = 0; z < 4; ++z) {
      for (int part = 0; part < kParts; ++part) {
        const int lane = part * static_cast<int>(lanes());
        if (!anyActive(lattice, b, z, lane)) {
          out.finishLayer(z, part);
          continue;
        }
        const int cell = 16 * z + lane;
        LawConstants<Wide> c{load(constants + cell), load(constants + kBlockCells + cell),
                             Wide(material.mooneyShare)};
        Modes<Wide> modes[3];
        cornerModes(in, z, lane, modes);
        Mat3<Wide> U, V;
        Vec3<Wide> sigma;
        decompose(deformationGradient(modes), U, sigma, V);
        PrincipalState<Wide> s;
        const auto at = b * kBlockCells + static_cast<std::size_t>(cell);
        if (isMixed) {
          const Wide carried = load(pressures.carried.data() + at);
          c.lambda -= carried;
          s = Law::evaluate(sigma, c);
          const VolumeChange<Wide> change = volumeChange<Law::kMeasure>(sigma, carried);
          addPressure<Law::kMeasure>(sigma, change, load(pressures.value.data() + at), s);
          store(change.excess, pressures.excess.data() + at);
          storeVec3(change.gradient, pressures.gradient.data() + 3 * b * kBlockCells + cell,
                    kBlockCells);
        } else {
          s = Law::evaluate(sigma, c);
        }

        Form::store(U, sigma, V, s, c.mu, {b, z, lane}, state);
        const StabilisationWeights e = material.stabilisation;
        const Wide Q =
            hourglassSize(modes[0], e) + hourglassSize(modes[1], e) + hourglassSize(modes[2], e);
        const HourglassState<Wide> creased = hourglassState(Q, e);
        store(mulAdd(Wide(0.0625f) * c.mu, creased.energy, s.energy), state.energy.data() + at);
        if (!state.volume.empty()) store(sigma.x * sigma.y * sigma.z, state.volume.data() + at);
        store(c.mu * creased.stiffness, state.hourglass.data() + at);

        forceModes(-stress(U, s.stress, V), -c.mu * creased.slope, e, modes);
        giveCorners(modes, part, out);
        out.finishLayer(z, part);
      }
    }
    out.finish();
  }
}

void lineariseBlocksHere(const Lattice& lattice, const CellMaterial& material,
                         const double* positions, CellState& state, const TileSums& sums,
                         std::int32_t blockBegin, std::int32_t blockEnd) {
  withLaw(material.law, [&]<class Law>(Law) {
    const auto lineariseAs = [&]<class Form>(Form) {
      lineariseWith<Law, Form>(lattice, material, positions, state, sums, blockBegin, blockEnd);
    };
    if constexpr (std::is_same_v<Law, Corotated>)
      if (state.form == TangentForm::Rotated) return lineariseAs(RotatedForm());
    lineariseAs(FittedForm());
  });
}

}  // namespace
}  // namespace HWY_NAMESPACE
}  // namespace sinew
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace sinew {

HWY_EXPORT(lineariseBlocksHere);

void lineariseBlocks(const Lattice& lattice, const CellMaterial& material, const double* positions,
                     CellState& state, const TileSums& sums, std::int32_t blockBegin,
                     std::int32_t blockEnd) {
  HWY_DYNAMIC_DISPATCH(lineariseBlocksHere)
  (lattice, material, positions, state, sums, blockBegin, blockEnd);
}

}  // namespace sinew
#endif  // HWY_ONCE
