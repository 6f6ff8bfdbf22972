// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
#include "elasticity/pressure_kernels.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "elasticity/pressure_kernels.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "elasticity/block_modes-inl.h"
#include "elasticity/principal-inl.h"
#include "elasticity/tangent_forms-inl.h"

HWY_BEFORE_NAMESPACE();
namespace sinew {
namespace HWY_NAMESPACE {
namespace {

// dM/dsigma of the measure.
SINEW_INLINE Vec3<Wide> gradientOf(const CellState& state, const CellLanes& at) {
  return loadVec3(
      state.pressures.gradient.data() + 3 * at.block * kBlockCells + 16 * at.z + at.lane,
      kBlockCells);
}

template <class Form>
void divergenceWith(const Lattice& lattice, const CellState& state, const float* x, float* out,
                    std::int32_t blockBegin, std::int32_t blockEnd) {
  BlockInput in;
  for (std::int32_t block = blockBegin; block < blockEnd; ++block) {
    in.gather(lattice, block, x);
    const auto b = static_cast<std::size_t>(block);
    for (int z = 0; z < 4; ++z)
      for (int lane = 0; lane < 16; lane += static_cast<int>(lanes())) {
        const CellLanes at{b, z, lane};
        Modes<Wide> modes[3];
        cornerModes(in, z, lane, modes);
        store(Form::pressureWork(state, at, gradientOf(state, at), deformationGradient(modes)),
              out + at.cell());
      }
  }
}

template <class Form>
void pressureTilesWith(const CellState& state, float scale, const float* p, const TileSums& sums,
                       std::int32_t blockBegin, std::int32_t blockEnd) {
  for (std::int32_t block = blockBegin; block < blockEnd; ++block) {
    CornerOutput out(sums.ownOf(block), sums.haloOf(block));
    const auto b = static_cast<std::size_t>(block);
    for (int z = 0; z < 4; ++z)
      for (int part = 0; part < kParts; ++part) {
        const CellLanes at{b, z, part * static_cast<int>(lanes())};
        const Wide pressure = Wide(scale) * load(p + at.cell());
        const Wide zero(0.f);
        Modes<Wide> modes[3];
        for (Modes<Wide>& m : modes) m = {zero, zero, zero, zero, zero, zero, zero};
        forceModes(Form::pressureStress(state, at, pressure * gradientOf(state, at)), zero,
                   StabilisationWeights{0, 0}, modes);
        giveCorners(modes, part, out);
        out.finishLayer(z, part);
      }
    out.finish();
  }
}

void divergenceBlocksHere(const Lattice& lattice, const CellState& state, const float* x,
                          float* out, std::int32_t blockBegin, std::int32_t blockEnd) {
  withForm(state.form, [&]<class Form>(Form) {
    divergenceWith<Form>(lattice, state, x, out, blockBegin, blockEnd);
  });
}

void pressureTilesHere(const CellState& state, float scale, const float* p, const TileSums& sums,
                       std::int32_t blockBegin, std::int32_t blockEnd) {
  withForm(state.form, [&]<class Form>(Form) {
    pressureTilesWith<Form>(state, scale, p, sums, blockBegin, blockEnd);
  });
}

}  // namespace
}  // namespace HWY_NAMESPACE
}  // namespace sinew
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace sinew {

HWY_EXPORT(divergenceBlocksHere);
HWY_EXPORT(pressureTilesHere);

void divergenceBlocks(const Lattice& lattice, const CellState& state, const float* x, float* out,
                      std::int32_t blockBegin, std::int32_t blockEnd) {
  HWY_DYNAMIC_DISPATCH(divergenceBlocksHere)(lattice, state, x, out, blockBegin, blockEnd);
}

void pressureTiles(const CellState& state, float scale, const float* p, const TileSums& sums,
                   std::int32_t blockBegin, std::int32_t blockEnd) {
  HWY_DYNAMIC_DISPATCH(pressureTilesHere)(state, scale, p, sums, blockBegin, blockEnd);
}

}  // namespace sinew
#endif  // HWY_ONCE
