// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
//
// The equilibrium of the flesh for given bones: Newton's method with the exact Hessian, a multigrid
// preconditioner and a line search on energy differences (docs/theory/newton.md).
#pragma once

#include <atomic>

#include "solver/linearise.h"

namespace sinew {

struct NewtonStop {
  double stepTolerance = 0.02;  // [cells]
  int iterations = 250;
  LinearStop linear;
  int rebuildInterval = 3;
  // In the plain form: it is enough that the next step is foretold to be short, and after a short
  // step systems are solved to twice the residual.
  bool isPreview = false;
  ContactSettings contact;
  bool isOnTheWay = false;  // the state is only passed through: contacts need not be settled
  const std::atomic<bool>* cancel = nullptr;

  bool isCancelled() const { return cancel && cancel->load(std::memory_order_relaxed); }
};

enum class NewtonStatus { Converged, IterationLimit, NoDescent, Cancelled };

struct NewtonSeconds {
  double linearise = 0, setup = 0, linear = 0;
};

struct NewtonReport {
  NewtonStatus status = NewtonStatus::IterationLimit;
  int newton = 0, vcycles = 0, halvings = 0, projectedSteps = 0, eigenvalueRaises = 0;
  double step = 0;  // largest node move of the last Newton step, or of the next as foretold [cells]
  double startForce = 0, force = 0;  // |f| at start and end
};

/// The relative residual a step is solved to, `wholeStep` [cells] being the last one, or infinite
/// if there was none or it was cut short.
double linearToleranceAfter(double wholeStep, const NewtonStop& stop);

/// From w.x, with fixed nodes and w.targets in place, to the equilibrium in w.x.
NewtonReport solveEquilibrium(const FleshModel& model, const NewtonStop& stop, Workspace& w,
                              NewtonSeconds& seconds);

}  // namespace sinew
