// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
#include "elasticity/pressure_kernels.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "elasticity/pressure_kernels.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "elasticity/block_modes-inl.h"
#include "elasticity/principal-inl.h"
#include "elasticity/tangent_fields-inl.h"

HWY_BEFORE_NAMESPACE();
namespace sinew {
namespace HWY_NAMESPACE {
namespace {

// dM/dF = U diag(dM/dsigma) V^T of the cells from `cell` of a block on.
struct MeasureGradient : Frame {
  Vec3<Wide> m;

  MeasureGradient(const CellState& state, std::size_t block, int z, int lane)
      : Frame(Frame::full(
            state.frames.data() + CellState::at(block, z, CellState::kFields) + lane,
            state.rests.data() + CellState::at(block, z, CellState::kRestFields) + lane)),
        m(loadVec3(state.pressures.gradient.data() + 3 * block * kBlockCells + 16 * z + lane,
                   kBlockCells)) {}
};

void divergenceBlocksHere(const Lattice& lattice, const CellState& state, const float* x,
                          float* out, std::int32_t blockBegin, std::int32_t blockEnd) {
  BlockInput in;
  for (std::int32_t block = blockBegin; block < blockEnd; ++block) {
    in.gather(lattice, block, x);
    const auto b = static_cast<std::size_t>(block);
    for (int z = 0; z < 4; ++z)
      for (int lane = 0; lane < 16; lane += static_cast<int>(lanes())) {
        const int cell = 16 * z + lane;
        const MeasureGradient g(state, b, z, lane);
        Modes<Wide> modes[3];
        cornerModes(in, z, lane, modes);
        const Mat3<Wide> D = mulTransposeLeft(g.U, deformationGradient(modes)) * g.V;
        store(dot(g.m, Vec3<Wide>{D.xx, D.yy, D.zz}),
              out + b * kBlockCells + static_cast<std::size_t>(cell));
      }
  }
}

void pressureSharesHere(const CellState& state, float scale, const float* p, float* shares,
                        std::int32_t blockBegin, std::int32_t blockEnd) {
  BlockOutput out;
  for (std::int32_t block = blockBegin; block < blockEnd; ++block) {
    out.clear();
    const auto b = static_cast<std::size_t>(block);
    for (int z = 0; z < 4; ++z)
      for (int lane = 0; lane < 16; lane += static_cast<int>(lanes())) {
        const int cell = 16 * z + lane;
        const MeasureGradient g(state, b, z, lane);
        const Wide pressure =
            Wide(scale) * load(p + b * kBlockCells + static_cast<std::size_t>(cell));
        const Wide zero(0.f);
        Modes<Wide> modes[3];
        for (Modes<Wide>& m : modes) m = {zero, zero, zero, zero, zero, zero, zero};
        forceModes(stress(g.U, pressure * g.m, g.V), zero, StabilisationWeights{0, 0}, modes);
        addCornerShares(modes, z, lane, out);
      }
    out.store(shares);
    shares += kShareStride;
  }
}

}  // namespace
}  // namespace HWY_NAMESPACE
}  // namespace sinew
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace sinew {

HWY_EXPORT(divergenceBlocksHere);
HWY_EXPORT(pressureSharesHere);

void divergenceBlocks(const Lattice& lattice, const CellState& state, const float* x, float* out,
                      std::int32_t blockBegin, std::int32_t blockEnd) {
  HWY_DYNAMIC_DISPATCH(divergenceBlocksHere)(lattice, state, x, out, blockBegin, blockEnd);
}

void pressureShares(const CellState& state, float scale, const float* p, float* shares,
                    std::int32_t blockBegin, std::int32_t blockEnd) {
  HWY_DYNAMIC_DISPATCH(pressureSharesHere)(state, scale, p, shares, blockBegin, blockEnd);
}

}  // namespace sinew
#endif  // HWY_ONCE
