// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
//
// Newton's method for nearly incompressible flesh, in positions and pressures at once
// (docs/theory/mixed.md).
#pragma once

#include "solver/newton.h"

namespace sinew {

/// From w.x and the pressures in w.cells, with fixed nodes and w.targets in place, to the
/// equilibrium in both.
NewtonReport solveMixedEquilibrium(const FleshModel& model, const NewtonStop& stop, Workspace& w,
                                   NewtonSeconds& seconds);

/// Sets all pressures to 0: the start of a frame, which depends on nothing before it.
void clearPressures(Workspace& w);

/// Sets pressures to what the volumes at `positions` (double[4]) ask for. Does nothing in the plain
/// form.
void settlePressures(const FleshModel& model, const AlignedVector<double>& positions, Workspace& w);

}  // namespace sinew
