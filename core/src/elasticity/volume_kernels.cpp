// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
#include "elasticity/volume_kernels.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "elasticity/volume_kernels.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include <algorithm>

#include "elasticity/tangent_fields-inl.h"

HWY_BEFORE_NAMESPACE();
namespace sinew {
namespace HWY_NAMESPACE {
namespace {

SINEW_INLINE Wide volumeAt(const CellState& state, const CellLanes& at) {
  if (!state.volume.empty()) return load(state.volume.data() + at.cell());
  const Vec3<Wide> sigma =
      loadVec3(at.of(state.exact, state.sizes.exact) + CellState::kSingularValues * kLayerCells,
               kLayerCells);
  return sigma.x * sigma.y * sigma.z;
}

VolumeFacts volumesOfBlocksHere(const Lattice& lattice, const CellState& state,
                                std::int32_t blockBegin, std::int32_t blockEnd) {
  VolumeFacts facts;
  Wide least(static_cast<float>(facts.minJ)), greatest(static_cast<float>(facts.maxJ));
  for (auto b = static_cast<std::size_t>(blockBegin); b < static_cast<std::size_t>(blockEnd); ++b)
    for (int cell = 0; cell < kBlockCells; cell += static_cast<int>(lanes())) {
      const std::uint64_t active = lattice.activeCells[b] >> cell;
      const WideMask isActive{
          hn::LoadMaskBits(WideTag(), reinterpret_cast<const std::uint8_t*>(&active))};
      const Wide J = volumeAt(state, {b, cell / kLayerCells, cell % kLayerCells});
      least = select(isActive, min(J, least), least);
      greatest = select(isActive, max(J, greatest), greatest);
      facts.inverted +=
          static_cast<std::int64_t>(hn::CountTrue(WideTag(), (isActive & (J < Wide(0.f))).m));
    }
  alignas(64) float leastOf[16], greatestOf[16];
  store(least, leastOf), store(greatest, greatestOf);
  facts.minJ = *std::min_element(leastOf, leastOf + lanes());
  facts.maxJ = *std::max_element(greatestOf, greatestOf + lanes());
  return facts;
}

}  // namespace
}  // namespace HWY_NAMESPACE
}  // namespace sinew
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace sinew {

HWY_EXPORT(volumesOfBlocksHere);

VolumeFacts volumesOfBlocks(const Lattice& lattice, const CellState& state, std::int32_t blockBegin,
                            std::int32_t blockEnd) {
  return HWY_DYNAMIC_DISPATCH(volumesOfBlocksHere)(lattice, state, blockBegin, blockEnd);
}

}  // namespace sinew
#endif  // HWY_ONCE
