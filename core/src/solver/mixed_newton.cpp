// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
#include "solver/mixed_newton.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>

#include "base/stage_timer.h"
#include "solver/step_algebra.h"

namespace sinew {
namespace {

constexpr std::int64_t kCellGrain = 1024;

constexpr double kArmijo = 1e-4;  // part of the predicted decrease a step must reach
constexpr int kMaxHalvings = 8;
const double kGoOn = std::getenv("SINEW_GOON") ? std::atof(std::getenv("SINEW_GOON")) : 1.5;
constexpr int kMaxDoublings = 3;
constexpr double kStaleMove = 1;  // [cells], as in newton.cpp
constexpr double kFirstRadius = 1, kLeastRadius = 0.1, kMostRadius = 8;  // [cells]
constexpr double kEnergyNoise = 1e-6, kEnergyNoisePerCell = 1e-11;

double dotCells(const AlignedVector<float>& a, const AlignedVector<float>& b) {
  return parallelSum(static_cast<std::int64_t>(a.size()), kCellGrain,
                     [&](std::int64_t begin, std::int64_t end) {
                       double sum = 0;
                       for (auto c = static_cast<std::size_t>(begin);
                            c < static_cast<std::size_t>(end); ++c)
                         sum += static_cast<double>(a[c]) * static_cast<double>(b[c]);
                       return sum;
                     });
}

// p += scale dp, and the energies before the step to those with the new p (eq. 6).
void stepPressures(double scale, const AlignedVector<float>& dp, Workspace& w) {
  CellPressures& pressures = w.cells.pressures;
  const auto s = static_cast<float>(scale);
  parallelFor(static_cast<std::int64_t>(dp.size()), kCellGrain,
              [&](std::int64_t begin, std::int64_t end) {
                for (auto c = static_cast<std::size_t>(begin); c < static_cast<std::size_t>(end);
                     ++c) {
                  pressures.value[c] += s * dp[c];
                  w.energyBefore[c] = w.cells.energy[c] + s * dp[c] * pressures.excess[c];
                }
              });
  std::copy(w.springEnergy.begin(), w.springEnergy.end(), w.springEnergyBefore.begin());
}

struct TakenStep {
  bool descended = false;
  double scale = 1;     // of the Newton step
  double foretold = 1;  // decrease over what was foretold
};

// The energy fell by more than foretold: what was projected away curves downwards, as on the way
// into a fold. Goes twice as far as long as that lowers the energy further. w.trial is the state
// at x + scale dx, linearised, before and after.
void goOn(const FleshModel& model, double change, Workspace& w, double& scale) {
  const NodeVector& dx = w.mixed->linear.step.u;
  for (int doubling = 0; doubling < kMaxDoublings; ++doubling) {
    takeStep(w.x, 2 * scale, dx, w.trial);
    linearise(model, w.trial, w);
    const double farther = energyChange(model, w);
    if (!(farther < change)) {
      takeStep(w.x, scale, dx, w.trial);
      linearise(model, w.trial, w);
      return;
    }
    change = farther;
    scale *= 2;
  }
}

// Takes the pressures' step and shortens that of the positions until the energy with the new
// pressures falls. On success w.x is the new state and is linearised.
TakenStep lineSearch(const FleshModel& model, double part, Workspace& w, NewtonReport& report) {
  const SaddleVector& step = w.mixed->linear.step;
  TakenStep taken;
  w.mixed->system.divergence(step.u, w.mixed->divergence);
  const double along = dot(w.f, step.u, model.lattice.nodeCount);
  const double exchanged = dotCells(step.p, w.mixed->divergence);
  double pressurePart = part;
  double slope = along - pressurePart * exchanged;  // per unit of dx, eq. 7
  if (!(slope > 0)) slope = along - exchanged, pressurePart = 1;
  if (!(slope > 0) || !std::isfinite(slope)) return taken;
  const double noise = kEnergyNoise * std::fabs(totalEnergy(model, w)) +
                       kEnergyNoisePerCell * static_cast<double>(model.lattice.cellCount);
  stepPressures(pressurePart, step.p, w);
  taken.scale = part;
  for (int halving = 0; halving <= kMaxHalvings; ++halving, taken.scale /= 2) {
    takeStep(w.x, taken.scale, step.u, w.trial);
    linearise(model, w.trial, w);
    const double change = energyChange(model, w);
    const double expected = taken.scale * slope;
    const bool trusted = expected <= noise && std::isfinite(change) && change <= noise;
    if (trusted || change <= -kArmijo * expected) {
      taken.descended = true;
      taken.foretold = trusted ? 1 : -change / (expected * (1 - 0.5 * taken.scale));
      if (halving == 0 && taken.foretold > kGoOn) goOn(model, change, w, taken.scale);
      w.x.swap(w.trial);
      return taken;
    }
    ++report.halvings;
  }
  stepPressures(-pressurePart, step.p, w);
  return taken;
}

LinearReport solveLinear(const LinearStop& stop, Tangent tangent, Workspace& w,
                         NewtonReport& report) {
  SaddleWorkspace& linear = w.mixed->linear;
  w.mixed->system.refresh();
  std::copy(w.f.begin(), w.f.end(), linear.right.u.begin());
  w.mixed->system.pressureForce(linear.right.p);
  const LinearReport solved = solveSaddle(w.mixed->system, tangent, stop, linear);
  report.vcycles += solved.iterations;
  return solved;
}

bool isCancelled(const NewtonStop& stop) {
  return stop.cancel && stop.cancel->load(std::memory_order_relaxed);
}

}  // namespace

void clearPressures(Workspace& w) {
  std::fill(w.cells.pressures.value.begin(), w.cells.pressures.value.end(), 0.f);
}

namespace {

// Swaps the pressures in or out.
void swapForm(Workspace& w) {
  w.cells.pressures.carried.swap(w.mixed->idleCarried);
  w.cells.pressures.value.swap(w.mixed->idleValue);
}

NewtonReport approach(const FleshModel& model, const NewtonStop& stop, Workspace& w,
                                   NewtonSeconds& seconds) {
  static const bool verbose = std::getenv("SINEW_MIXED_VERBOSE") != nullptr;
  NewtonReport report;
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

  double lastMove = 1e9, lastPart = 1;
  static const double firstRadius = std::getenv("SINEW_RADIUS") ? std::atof(std::getenv("SINEW_RADIUS")) : 1;
  double radius = firstRadius;
  double movedSinceRebuild = 0;  // sum of the largest node moves [cells]
  for (int k = 0; k < stop.iterations; ++k) {
    if (isCancelled(stop)) {
      report.status = NewtonStatus::Cancelled;
      return report;
    }
    {
      StageTimer timer(seconds.setup);
      w.multigrid.refreshDiagonal();
      if (k % stop.rebuildInterval == 0 || movedSinceRebuild > kStaleMove) {
        w.multigrid.rebuildLevels();
        movedSinceRebuild = 0;
      }
    }
    LinearReport linear;
    TakenStep taken;
    double part = 1;
    static const double exactBelow = std::getenv("SINEW_EXACT") ? std::atof(std::getenv("SINEW_EXACT")) : 1;
    static const double looseMove = std::getenv("SINEW_LOOSEMOVE") ? std::atof(std::getenv("SINEW_LOOSEMOVE")) : 0.2;
    static const double loose = std::getenv("SINEW_LOOSE") ? std::atof(std::getenv("SINEW_LOOSE")) : 0.3;
    for (const Tangent tangent : {Tangent::Exact, Tangent::Projected}) {
      if (tangent == Tangent::Exact && !(lastMove < exactBelow)) continue;
      if (tangent == Tangent::Projected && lastMove < exactBelow) {
        linearise(model, w.x, w);
        ++report.projectedSteps;
      }
      {
        StageTimer timer(seconds.linear);
        linear = solveLinear({lastPart < 1 || lastMove > looseMove ? loose : stop.linear.tolerance, stop.linear.iterations}, tangent, w, report);
      }
      report.step = maxNorm(w.mixed->linear.step.u, nodeCount);
      if (report.step == 0) {  // no force, nothing to do
        report.status = NewtonStatus::Converged;
        return report;
      }
      part = report.step > radius ? radius / report.step : 1;
      StageTimer timer(seconds.linearise);
      taken = lineSearch(model, part, w, report);
      if (taken.descended) break;
    }
    lastMove = taken.scale * report.step;
    lastPart = std::min(part, taken.scale);
    ++report.newton;
    if (verbose)
      std::printf("  %d: lin %d (%.2e) f %.3e g %.3e step %.3e part %.2f scale %.3f foretold %.2f radius %.2f\n",
                  k, linear.iterations, linear.residual, std::sqrt(dot(w.mixed->linear.right.u, w.mixed->linear.right.u, nodeCount)),
                  std::sqrt(dotCells(w.mixed->linear.right.p, w.mixed->linear.right.p)), report.step, part,
                  taken.scale, taken.foretold, radius);
    if (!taken.descended) {
      linearise(model, w.x, w);
      report.status = NewtonStatus::NoDescent;
      return report;
    }
    report.force = std::sqrt(dot(w.f, w.f, nodeCount));
    movedSinceRebuild += taken.scale * report.step;
    const double moved = taken.scale * report.step;
    if (taken.scale < part || taken.foretold < 0.25) {
      radius = std::max(kLeastRadius, (taken.scale < part ? 1 : 0.5) * moved);
    } else if (taken.foretold > 0.75 && part < 1) {
      radius = std::min(kMostRadius, 2 * radius);
    }
    if (linear.status == LinearStatus::Converged && taken.scale == 1 &&
        report.step < stop.stepTolerance) {
      report.status = NewtonStatus::Converged;
      return report;
    }
  }
  return report;
}

}  // namespace

NewtonReport solveMixedEquilibrium(const FleshModel& model, const NewtonStop& stop, Workspace& w,
                                   NewtonSeconds& seconds) {
  static const double handOver = std::getenv("SINEW_HAND") ? std::atof(std::getenv("SINEW_HAND")) : 0;
  NewtonStop near = stop;
  near.stepTolerance = std::max(stop.stepTolerance, handOver);
  NewtonReport report = approach(model, near, w, seconds);
  if (report.status == NewtonStatus::Cancelled ||
      (report.status == NewtonStatus::Converged && near.stepTolerance == stop.stepTolerance))
    return report;
  NewtonStop rest = stop;
  rest.iterations = std::max(1, stop.iterations - report.newton);
  swapForm(w);
  const NewtonReport finish = solvePlainEquilibrium(model, rest, w, seconds);
  swapForm(w);
  static const bool verbose = std::getenv("SINEW_MIXED_VERBOSE") != nullptr;
  if (verbose) std::printf("approach %d/%d finish %d/%d\n", report.newton, report.vcycles, finish.newton, finish.vcycles);
  report.status = finish.status;
  report.newton += finish.newton;
  report.vcycles += finish.vcycles;
  report.halvings += finish.halvings;
  report.projectedSteps += finish.projectedSteps;
  report.eigenvalueRaises += finish.eigenvalueRaises;
  report.step = finish.step;
  report.force = finish.force;
  return report;
}

}  // namespace sinew
