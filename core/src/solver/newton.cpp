// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
#include "solver/newton.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/stage_timer.h"
#include "solver/contact_rounds.h"
#include "solver/mixed_newton.h"
#include "solver/object_rounds.h"
#include "solver/step_algebra.h"
#include "solver/step_limits.h"

namespace sinew {
namespace {

// Up to this modulus of a cell; J is rounded alike whatever it is multiplied with. At a Poisson's
// ratio of 0.499 (modulus 499) a beam that swings through its rest shape got stuck otherwise.
constexpr double kModulusOfNoise = 9;

constexpr double kUnbounded = std::numeric_limits<double>::infinity();
// The step before a short one, in tolerances, after which a single V-cycle is trusted.
constexpr double kNear = 10;
// What is left to go is at most so many times what the force that is left tells, mostly: of nine
// steps that end solves of real characters at 0.1 cells, seven left less than half of that, one
// 0.08 and one, in a fold, 0.27.
constexpr double kForetold = 3;
// Residual of a preview's step, over linearTolerance, after a whole step of less than so many
// tolerances: little is left to take away. (Creases move by more than that in every step.) But no
// residual above the last.
constexpr double kLooser = 2, kLooserAfter = 4, kLoosest = 0.5;

struct TakenStep {
  bool descended = false;
  double scale = 1;   // of the Newton step
  double change = 0;  // of the energy
};

// Shortens dx until the energy falls, by `slope` per unit step at first; with `trust`, steps too
// short for the energy to tell are taken as they are. On success w.x is the new state and is
// linearised; otherwise w.x is what it was, but for rounding (a step is a few cells at most), and
// must be linearised again. It would take 32 bytes per node to keep it.
TakenStep lineSearch(const FleshModel& model, double slope, bool trust, Workspace& w,
                     NewtonReport& report) {
  TakenStep taken;
  if (!(slope > 0) || !std::isfinite(slope)) return taken;
  const double noise = kEnergyNoise * elasticEnergy(model, w) +
                       kEnergyNoisePerCell * static_cast<double>(model.lattice.cellCount) *
                           std::max(1.0, w.greatestModulus / kModulusOfNoise);
  keepEnergies(w);
  takeStep(taken.scale, w.dx, w.x);
  for (int halving = 0;; ++halving) {
    linearise(model, w.x, w);
    const double change = taken.change = energyChange(model, taken.scale, w.dx, w);
    const double expected = taken.scale * slope;
    const bool trusted = trust && expected <= noise && std::isfinite(change) && change <= noise;
    const bool fallen = change <= -kArmijo * expected && (trust || change < -noise);
    if (trusted || fallen) {
      taken.descended = true;
      return taken;
    }
    ++report.halvings;
    if (halving == kMaxHalvings) break;
    taken.scale /= 2;
    takeStep(-taken.scale, w.dx, w.x);
  }
  takeStep(-taken.scale, w.dx, w.x);
  return taken;
}

// How far a node may go in the next step, from how well the quadratic model foretold the last one.
// The flesh is far from quadratic where it folds: there one soft mode would ask for a step of many
// cells, and shortening all of it would stop what the rest of the body has to do.
double nextRadius(double radius, const LinearReport& linear, const TakenStep& taken, double step) {
  const bool endsAtRadius =
      linear.status == LinearStatus::Radius || linear.status == LinearStatus::NegativeCurvature;
  const double foretold = -taken.change / linear.decrease;
  if (taken.scale < 1) return std::max(kLeastRadius, taken.scale * step);
  if (foretold < 0.25) return std::max(kLeastRadius, 0.5 * step);
  if (foretold > 0.75 && endsAtRadius) return std::min(kMostRadius, 2 * radius);
  return radius;
}

void rebuildAll(Workspace& w) {
  w.multigrid.rebuildLevels();
  w.stale.clear();
}

// The levels of step k: all of them at first, then where the flesh was bent since.
void refreshLevels(int k, int interval, Workspace& w) {
  if (k == 0) {
    rebuildAll(w);
  } else if (const auto blocks = w.stale.take(k % interval == 0 ? kBentALittle : kBentALot);
             !blocks.empty()) {
    w.multigrid.rebuildLevels(blocks);
  } else {
    w.multigrid.refreshPairs();
  }
}

// K dx = f, raising the smoother's eigenvalue bound while the preconditioner is not positive.
LinearReport solveLinear(const LinearStop& stop, Tangent tangent, Workspace& w,
                         NewtonReport& report) {
  LinearReport linear;
  w.multigrid.toTiles(w.f, w.linear.r);
  for (;;) {
    linear = conjugateGradient(w.multigrid, tangent, stop, w.linear);
    report.vcycles += linear.iterations;
    if (linear.status != LinearStatus::PreconditionerNotPositive) break;
    if (!w.multigrid.raiseEigenvalues()) {  // with more than one iteration, those so far descend
      if (linear.iterations > 1) linear.status = LinearStatus::IterationLimit;
      break;
    }
    ++report.eigenvalueRaises;
  }
  w.multigrid.toNodes(w.linear.dx, w.dx);
  return linear;
}

}  // namespace

double linearToleranceAfter(double wholeStep, const NewtonStop& stop) {
  const double tolerance = stop.linear.tolerance;
  const bool isLooser =
      stop.isPreview && !stop.isOnTheWay && wholeStep < kLooserAfter * stop.stepTolerance;
  return isLooser ? std::max(tolerance, std::min(kLoosest, kLooser * tolerance)) : tolerance;
}

// Mixing the exact and the projected tangent, by how often curvature was negative or steps were
// halved, did not pay: 890 to 904 Newton steps instead of 869 over 54 elbow poses (decision 0004).
NewtonReport solveEquilibrium(const FleshModel& model, const NewtonStop& stop, Workspace& w,
                              NewtonSeconds& seconds) {
  w.multigrid.setNodeStiffness(w.loads.isActive && w.loads.hasStiffness ? w.loads.stiffness.data()
                                                                        : nullptr);
  if (w.mixed) return solveMixedEquilibrium(model, stop, w, seconds);
  NewtonReport report;
  ContactRounds contacts(model, stop.isOnTheWay, w);
  const std::int32_t nodeCount = model.lattice.nodeCount;
  {
    StageTimer timer(seconds.linearise);
    linearise(model, w.x, w);
    report.startForce = report.force = std::sqrt(dot(w.f, w.f, nodeCount));
  }
  if (!std::isfinite(report.startForce)) {
    report.status = NewtonStatus::NoDescent;
    return report;
  }
  w.multigrid.setEigenvalues(model.eigenvalues);

  double radius = kFirstRadius;
  double wholeStep = kUnbounded;  // the last step, if its solve was done and all of it was taken
  for (int k = 0; contacts.mayStep(k, stop.iterations); ++k) {
    if (stop.isCancelled()) {
      report.status = NewtonStatus::Cancelled;
      return report;
    }
    contacts.beforeStep();
    if (w.hasContacts()) radius = std::min(radius, kContactRadius);
    {
      StageTimer timer(seconds.setup);
      w.multigrid.refreshDiagonal();
      refreshLevels(k, stop.rebuildInterval, w);
    }

    const double stepBefore = k > 0 ? report.step : kUnbounded;
    const double tolerance = linearToleranceAfter(wholeStep, stop);
    TakenStep taken;
    LinearReport linear;
    for (const Tangent tangent : {Tangent::Exact, Tangent::Projected}) {
      if (tangent == Tangent::Projected) {  // the exact Hessian gave no descent
        StageTimer timer(seconds.linearise);
        linearise(model, w.x, w);
        w.multigrid.refreshDiagonal();
        rebuildAll(w);
        ++report.projectedSteps;
      }
      {
        StageTimer timer(seconds.linear);
        linear = solveLinear({tolerance, stop.linear.iterations, radius}, tangent, w, report);
        if (linear.status == LinearStatus::PreconditionerNotPositive) continue;
      }
      report.step = maxNorm(w.dx, nodeCount);
      if (report.step == 0) {  // no force, nothing to do
        report.status = NewtonStatus::Converged;
        return report;
      }
      // Along negative curvature the energy must fall for all to see: near a saddle the force is
      // small, but the state is no equilibrium an animator may see.
      const bool trust = linear.status != LinearStatus::NegativeCurvature;
      StageTimer timer(seconds.linearise);
      taken = lineSearch(model, linear.slope, trust, w, report);
      if (taken.descended) break;
      if (linear.status == LinearStatus::Converged &&
          report.step < std::min(kStepNoise, stop.stepTolerance)) {
        linearise(model, w.x, w);
        report.status = NewtonStatus::Converged;
        return report;
      }
    }
    ++report.newton;
    if (!taken.descended) {
      linearise(model, w.x, w);
      report.status = NewtonStatus::NoDescent;
      return report;
    }
    const double forceBefore = report.force;
    report.force = std::sqrt(dot(w.f, w.f, nodeCount));
    radius = nextRadius(radius, linear, taken, report.step);
    refreshObjects(model, w);
    // A linear solve cut short says nothing about how far the equilibrium is. Nor does a single
    // V-cycle after a long step: it takes away the stiff part of the force and hardly moves along
    // soft modes. (At rest all that moves is rounding.)
    const bool isWhole = linear.status == LinearStatus::Converged && taken.scale == 1;
    wholeStep = isWhole ? report.step : kUnbounded;
    const bool isTelling =
        isWhole && (linear.iterations > 1 || stepBefore < kNear * stop.stepTolerance ||
                    report.step < kStepNoise);
    if (stop.isPreview && !stop.isOnTheWay && isTelling)  // the way decides between shapes
      report.step *= std::min(1.0, kForetold * report.force / forceBefore);
    if (isTelling && report.step < contacts.stepTolerance(stop.stepTolerance) &&
        contacts.areSettled() && areObjectsSettled(model, w)) {
      report.status = NewtonStatus::Converged;
      return report;
    }
    w.stale.move(model.lattice, taken.scale, w.dx);
  }
  return report;
}

AlignedVector<double> restTargets(const FleshModel& model) {
  AlignedVector<double> targets(model.springRest.size() * 4 + 4, 0.0);
  for (std::size_t s = 0; s < model.springRest.size(); ++s) {
    const Vec3<double>& p = model.springRest[s];
    targets[4 * s] = p.x, targets[4 * s + 1] = p.y, targets[4 * s + 2] = p.z;
  }
  return targets;
}

void estimateRestEigenvalues(FleshModel& model, const PressureRule& rule) {
  Workspace w(model, rule);
  linearise(model, w.x, w);
  w.multigrid.refreshDiagonal();
  w.multigrid.rebuildLevels();
  model.eigenvalues = w.multigrid.estimateEigenvalues();
}

}  // namespace sinew
