// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
#include "elasticity/cell_pressures.h"

#include <algorithm>

#include "elasticity/cell_kernels.h"

namespace sinew {

CellPressures makePressures(const Lattice& lattice, const CellMaterial& material,
                            const PressureRule& rule) {
  CellPressures pressures;
  const CellSlot slots = lattice.blockCount * kBlockCells;
  bool isNeeded = false;
  for (CellSlot slot = 0; slot < slots && !isNeeded; ++slot)
    isNeeded = material.lambda(slot) > rule.above * material.mu(slot);
  if (!isNeeded) return pressures;
  pressures.carried.resize(static_cast<std::size_t>(slots));
  pressures.value = pressures.excess = pressures.carried;
  pressures.gradient.resize(3 * static_cast<std::size_t>(slots));
  for (CellSlot slot = 0; slot < slots; ++slot)
    pressures.carried[static_cast<std::size_t>(slot)] =
        std::max(0.f, material.lambda(slot) - rule.kept * material.mu(slot));
  return pressures;
}

}  // namespace sinew
