// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
//
// Between the lanes of a block and the modes of its cells, for all loops over cells.

#if defined(SINEW_ELASTICITY_BLOCK_MODES_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef SINEW_ELASTICITY_BLOCK_MODES_INL_H_
#undef SINEW_ELASTICITY_BLOCK_MODES_INL_H_
#else
#define SINEW_ELASTICITY_BLOCK_MODES_INL_H_
#endif

#include "elasticity/block_io-inl.h"
#include "elasticity/cell-inl.h"
#include "elasticity/cell_kernels.h"
#include "elasticity/tile_io-inl.h"

HWY_BEFORE_NAMESPACE();
namespace sinew {
namespace HWY_NAMESPACE {

/// Loads the corner values of lanes [lane, lane + lanes()) of layer z.
SINEW_INLINE void cornerModes(const BlockInput& in, int z, int lane, Modes<Wide> modes[3]) {
  for (int i = 0; i < 3; ++i) {
    Wide c[8];
    for (int a = 0; a < 8; ++a) c[a] = in.corner(a, i, z, lane);
    modes[i] = toModes(c);
  }
}

SINEW_INLINE void giveCorners(const Modes<Wide> modes[3], int part, CornerOutput& out) {
  for (int i = 0; i < 3; ++i) {
    Wide c[8];
    fromModes(modes[i], c);
    out.take(c, i, part);
  }
}

/// True if any cell of lanes [lane, lane + lanes()) of layer z is active.
SINEW_INLINE bool anyActive(const Lattice& lattice, std::size_t block, int z, int lane) {
  const std::uint64_t some = (std::uint64_t{1} << lanes()) - 1;
  return (lattice.activeCells[block] >> (16 * z + lane)) & some;
}

SINEW_INLINE const float* materialOf(const CellMaterial& material, std::int32_t block) {
  return material.values.data() + static_cast<std::size_t>(block) * 2 * kBlockCells;
}

}  // namespace HWY_NAMESPACE
}  // namespace sinew
HWY_AFTER_NAMESPACE();

#endif  // include guard per target
