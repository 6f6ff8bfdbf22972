// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
#pragma once

#include <span>

#include "constraints/spring_set.h"
#include "elasticity/cell_kernels.h"
#include "lattice/hierarchy.h"

namespace sinew {

/// A node vector: float[4] per node, one extra zero entry for the absent node.
using NodeVector = AlignedVector<float>;
inline NodeVector makeNodeVector(std::int32_t nodeCount) {
  return NodeVector((static_cast<std::size_t>(nodeCount) + 1) * 4, 0.f);
}
/// The same in memory kept by others.
using NodeSpan = std::span<float>;
using ConstNodeSpan = std::span<const float>;

/// Everything immutable the linear system is made of.
struct SystemParts {
  const Lattice* lattice;
  const CellMaterial* material;
  const Hierarchy* hierarchy;
  const SpringSet* springs;
  const CoarseShapes* shapes;
};

}  // namespace sinew
