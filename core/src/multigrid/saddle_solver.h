// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
//
// Flexible generalised minimal residuals (Saad 1993) for the indefinite system of a Newton step
// with pressures (docs/theory/mixed.md, algorithm 1). Nothing is allocated.
#pragma once

#include <array>
#include <vector>

#include "multigrid/conjugate_gradient.h"
#include "multigrid/saddle_system.h"

namespace sinew {

/// Directions kept before starting anew. A Newton step takes 2 to 6 V-cycles.
inline constexpr std::size_t kSaddleRestart = 12;

struct SaddleWorkspace {
  SaddleWorkspace(std::int32_t nodeCount, std::int32_t blockCount);
  std::size_t memoryBytes() const;

  std::vector<SaddleVector> basis;       // orthonormal, of the residual space
  std::vector<SaddleVector> directions;  // M^-1 basis
  SaddleVector right, step;              // right-hand side and solution
  SaddleVector scratch;
};

/// Solves K step = right from step = 0. LinearReport::decrease is not set, radius not used.
LinearReport solveSaddle(SaddleSystem& system, const LinearStop& stop, SaddleWorkspace& w);

}  // namespace sinew
