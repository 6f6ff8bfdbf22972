// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
//
// One static frame: start value from the bones, equilibrium, and sub-poses when the way is too
// long.
#pragma once

#include <span>

#include "solver/newton.h"

namespace sinew {

struct FrameStop {
  NewtonStop newton;
  int poseSplits = 3;
};

struct FrameResult {
  NewtonReport newton;  // counts over all sub-poses; step and force of the last
  int subPoses = 1;
  NewtonSeconds seconds;
  double startSeconds = 0;
};

/// Solves for `bones` (rest to posed, lattice coordinates). Depends on nothing else: in particular
/// not on what `w` was used for before. The state is left in w.x, linearised.
FrameResult solveFrame(const FleshModel& model, std::span<const Affine> bones,
                       const FrameStop& stop, Workspace& w);

/// Sets positions (double[4]) to the lattice moved by w.motions from `source`, with fixed nodes and
/// spring targets at `bones`.
void moveWithBones(const FleshModel& model, const AlignedVector<double>& source,
                   std::span<const Affine> bones, Workspace& w, AlignedVector<double>& positions);

}  // namespace sinew
