// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
//
// One frame in equilibrium: start value from the bones, and sub-poses when the way is too long.
#pragma once

#include <span>

#include "solver/newton.h"

namespace sinew {

struct FrameStop {
  NewtonStop newton;
  int poseSplits = 3;
};

/// A state to start from: positions of the nodes (double[4]) and where the bones are in it.
struct FrameStart {
  std::span<const double> positions;
  std::span<const Affine> bones;
};

struct FrameResult {
  NewtonReport newton;  // counts over all sub-poses; step and force of the last
  int subPoses = 1;
  NewtonSeconds seconds;
  double startSeconds = 0;
};

/// Adds the counts of a part solved; all else is of the last part.
void addCounts(const NewtonReport& part, NewtonReport& total);

/// Solves for `bones` (rest to posed, lattice coordinates), from rest or from `start`. Depends on
/// nothing else: in particular not on what `w` was used for before. The state is left in w.x,
/// linearised.
FrameResult solveFrame(const FleshModel& model, std::span<const Affine> bones,
                       const FrameStop& stop, Workspace& w, const FrameStart* start = nullptr);

/// Sets w.targets to where the springs of `bones` pull.
void moveTargets(const FleshModel& model, std::span<const Affine> bones, Workspace& w);

/// Sets positions (double[4]) to the lattice moved by w.motions from `source`, which may be the
/// same, with fixed nodes and spring targets at `bones`.
void moveWithBones(const FleshModel& model, const AlignedVector<double>& source,
                   std::span<const Affine> bones, Workspace& w, AlignedVector<double>& positions);

}  // namespace sinew
