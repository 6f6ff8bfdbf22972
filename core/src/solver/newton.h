// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
//
// The equilibrium of the flesh for given bones: Newton's method with the exact Hessian, a multigrid
// preconditioner and a line search on energy differences (docs/theory/newton.md).
#pragma once

#include <atomic>

#include "solver/workspace.h"

namespace sinew {

struct NewtonStop {
  double stepTolerance = 0.02;  // [cells]
  int iterations = 100;
  LinearStop linear;
  int rebuildInterval = 3;
  const std::atomic<bool>* cancel = nullptr;
};

enum class NewtonStatus { Converged, IterationLimit, NoDescent, Cancelled };

struct NewtonSeconds {
  double linearise = 0, setup = 0, linear = 0;
};

struct NewtonReport {
  NewtonStatus status = NewtonStatus::IterationLimit;
  int newton = 0, vcycles = 0, halvings = 0, projectedSteps = 0, eigenvalueRaises = 0;
  double step = 0;                   // largest node move of the last Newton step [cells]
  double startForce = 0, force = 0;  // |f| at start and end
};

/// Tangents, energies and force at positions (double[4]).
void linearise(const FleshModel& model, const AlignedVector<double>& positions, Workspace& w);

/// Energy of the state last linearised minus w.energyBefore and w.springEnergyBefore, summed
/// difference by difference.
double energyChange(const FleshModel& model, const Workspace& w);

/// Energy of the state last linearised.
double totalEnergy(const FleshModel& model, const Workspace& w);

/// From w.x, with fixed nodes and w.targets in place, to the equilibrium in w.x.
NewtonReport solveEquilibrium(const FleshModel& model, const NewtonStop& stop, Workspace& w,
                              NewtonSeconds& seconds);

struct VolumeFacts {
  double minJ = 1, maxJ = 1;
  std::int64_t inverted = 0;
};

/// Of the state last linearised, over active cells.
VolumeFacts volumeFacts(const FleshModel& model, const Workspace& w);

}  // namespace sinew
