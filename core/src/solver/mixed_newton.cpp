// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
#include "solver/mixed_newton.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/stage_timer.h"
#include "solver/contact_rounds.h"
#include "solver/object_rounds.h"
#include "solver/step_algebra.h"
#include "solver/step_limits.h"

namespace sinew {
namespace {

constexpr std::int64_t kCellGrain = 1024;

// Where the energy falls by more than this times what was foretold, the step goes on. An elbow in
// a fold at nu 0.498 takes a third fewer V-cycles with it.
constexpr double kGoOn = 1.5;
constexpr int kMaxDoublings = 3;
// Where it falls by less than this times, half of the step is tried too. A bar stretched by 1.6 at
// nu 0.498, of stable neo-Hookean flesh, takes 14 V-cycles instead of 16.
constexpr double kGoBack = 0.4;
// And where it still falls by more than this times, soft modes that the projected tangent does not
// see are not done. Without this bound an elbow at nu 0.498 stopped 0.13 cells away, and with 1.3 a
// bar whose nodes had been thrown about, held at one end, 3 cells away, at a step of 1.26.
constexpr double kMostForetold = 1.2;
constexpr double kLooseTolerance = 0.3, kLooseMove = 0.2;  // after a longer move [cells]

double dotCells(const AlignedVector<float>& a, const AlignedVector<float>& b) {
  return parallelSum(
      static_cast<std::int64_t>(a.size()), kCellGrain, [&](std::int64_t begin, std::int64_t end) {
        double sum = 0;
        for (auto c = static_cast<std::size_t>(begin); c < static_cast<std::size_t>(end); ++c)
          sum += static_cast<double>(a[c]) * static_cast<double>(b[c]);
        return sum;
      });
}

// p += scale dp, and the energies before the step to those with the new p (eq. 6).
void stepPressures(double scale, const AlignedVector<float>& dp, Workspace& w) {
  keepEnergies(w);
  CellPressures& pressures = w.cells.pressures;
  const auto s = static_cast<float>(scale);
  parallelFor(
      static_cast<std::int64_t>(dp.size()), kCellGrain, [&](std::int64_t begin, std::int64_t end) {
        for (auto c = static_cast<std::size_t>(begin); c < static_cast<std::size_t>(end); ++c) {
          pressures.value[c] += s * dp[c];
          w.energyBefore[c] = w.cells.energy[c] + s * dp[c] * pressures.excess[c];
        }
      });
}

struct TakenStep {
  bool descended = false;
  double scale = 1;     // of the Newton step
  double foretold = 1;  // decrease over what was foretold
};

// The energy fell by more than foretold: what was projected away curves downwards, as on the way
// into a fold. Goes twice as far as long as that lowers the energy further. w.x is the state after
// scale dx, linearised, before and after.
void goOn(const FleshModel& model, double change, Workspace& w, double& scale) {
  const NodeVector& dx = w.mixed->linear.step.u;
  for (int doubling = 0; doubling < kMaxDoublings; ++doubling) {
    takeStep(scale, dx, w.x);
    linearise(model, w.x, w);
    const double farther = energyChange(model, 2 * scale, dx, w);
    if (!(farther < change)) {
      takeStep(-scale, dx, w.x);
      linearise(model, w.x, w);
      return;
    }
    change = farther;
    scale *= 2;
  }
}

// Decrease of the energy at x + scale dx over what the tangent foretells there.
double foretoldPart(double change, double slope, double scale) {
  return -change / (scale * slope * (1 - 0.5 * scale));
}

// The energy fell by less than foretold: takes half of the step if it falls by more there. w.x as
// above.
void goBack(const FleshModel& model, double change, double slope, Workspace& w, TakenStep& taken) {
  const NodeVector& dx = w.mixed->linear.step.u;
  const double half = 0.5 * taken.scale;
  takeStep(-half, dx, w.x);
  linearise(model, w.x, w);
  const double nearer = energyChange(model, half, dx, w);
  if (nearer < change) {
    taken.scale = half;
    taken.foretold = foretoldPart(nearer, slope, half);
    return;
  }
  takeStep(half, dx, w.x);
  linearise(model, w.x, w);
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
  takeStep(taken.scale, step.u, w.x);
  for (int halving = 0;; ++halving) {
    linearise(model, w.x, w);
    const double change = energyChange(model, taken.scale, step.u, w);
    const double expected = taken.scale * slope;
    const bool trusted = expected <= noise && std::isfinite(change) && change <= noise;
    if (trusted || change <= -kArmijo * expected) {
      taken.descended = true;
      taken.foretold = trusted ? 1 : foretoldPart(change, slope, taken.scale);
      if (halving == 0 && taken.foretold > kGoOn) goOn(model, change, w, taken.scale);
      if (halving == 0 && taken.foretold < kGoBack) goBack(model, change, slope, w, taken);
      return taken;
    }
    ++report.halvings;
    if (halving == kMaxHalvings) break;
    taken.scale /= 2;
    takeStep(-taken.scale, step.u, w.x);
  }
  takeStep(-taken.scale, step.u, w.x);
  stepPressures(-pressurePart, step.p, w);
  return taken;
}

LinearReport solveLinear(const LinearStop& stop, Workspace& w, NewtonReport& report) {
  SaddleWorkspace& linear = w.mixed->linear;
  w.mixed->system.refresh();
  std::copy(w.f.begin(), w.f.end(), linear.right.u.begin());
  w.mixed->system.pressureForce(linear.right.p);
  const LinearReport solved = solveSaddle(w.mixed->system, stop, linear);
  report.vcycles += solved.iterations;
  return solved;
}

constexpr double kUnbounded = std::numeric_limits<double>::infinity();

// How the steps so far went.
struct Progress {
  double radius = kFirstRadius;  // of the next step [cells]
  double move = kUnbounded;      // of the last step [cells]
  double movedSinceRebuild = 0;  // sum of moves [cells]
  bool shortened = false;        // the last step was
  bool isStuck = false;          // the last step led nowhere
};

// A linear system far from the end need not be solved well.
LinearStop linearStop(const NewtonStop& stop, const Progress& progress) {
  const bool isFar = progress.shortened || progress.move > kLooseMove;
  return {isFar ? std::max(kLooseTolerance, stop.linear.tolerance) : stop.linear.tolerance,
          stop.linear.iterations};
}

// The projected tangent makes steps shrink by a constant factor near the end, in folds a slow one:
// what is left to go is step (q + q^2 + ...). Steps that grow are on the way to somewhere else.
bool isNear(double step, double lastStep, double tolerance) {
  const double q = step / lastStep;
  return step < tolerance && q < 1 && step * q < tolerance * (1 - q);
}

void update(const TakenStep& taken, double step, Progress& progress) {
  const double wanted = std::min(1.0, progress.radius / step);
  progress.move = taken.scale * step;
  progress.movedSinceRebuild += progress.move;
  progress.shortened = taken.scale < 1;
  if (taken.scale < wanted) {
    progress.radius = std::max(kLeastRadius, progress.move);
  } else if (taken.foretold < 0.25) {
    progress.radius = std::max(kLeastRadius, 0.5 * progress.move);
  } else if (taken.foretold > 0.75 && wanted < 1) {
    progress.radius = std::min(kMostRadius, 2 * progress.radius);
  }
}

}  // namespace

void clearPressures(Workspace& w) {
  std::fill(w.cells.pressures.value.begin(), w.cells.pressures.value.end(), 0.f);
}

void settlePressures(const FleshModel& model, const AlignedVector<double>& positions,
                     Workspace& w) {
  CellPressures& pressures = w.cells.pressures;
  if (pressures.empty()) return;
  linearise(model, positions, w);
  std::transform(pressures.carried.begin(), pressures.carried.end(), pressures.excess.begin(),
                 pressures.value.begin(), [](float lambda1, float M) { return lambda1 * M; });
}

NewtonReport solveMixedEquilibrium(const FleshModel& model, const NewtonStop& stop, Workspace& w,
                                   NewtonSeconds& seconds) {
  NewtonReport report;
  ContactRounds contacts(model, stop.isOnTheWay, w);
  const std::int32_t nodeCount = model.lattice.nodeCount;
  const auto stopWith = [&](NewtonStatus status) {
    report.status = status;
    return report;
  };
  {
    StageTimer timer(seconds.linearise);
    linearise(model, w.x, w);
    report.startForce = report.force = std::sqrt(dot(w.f, w.f, nodeCount));
  }
  if (!std::isfinite(report.startForce)) return stopWith(NewtonStatus::NoDescent);
  w.multigrid.setEigenvalues(model.eigenvalues);

  Progress progress;
  for (int k = 0; contacts.mayStep(k, stop.iterations); ++k) {
    if (stop.isCancelled()) return stopWith(NewtonStatus::Cancelled);
    contacts.beforeStep();
    if (w.hasContacts()) progress.radius = std::min(progress.radius, kContactRadius);
    {
      StageTimer timer(seconds.setup);
      w.multigrid.refreshDiagonal();
      if (k % stop.rebuildInterval == 0 || progress.movedSinceRebuild > kStaleMove) {
        w.multigrid.rebuildLevels();
        progress.movedSinceRebuild = 0;
      } else {
        w.multigrid.refreshPairs();
      }
    }
    LinearReport linear;
    {
      StageTimer timer(seconds.linear);
      linear = solveLinear(linearStop(stop, progress), w, report);
    }
    const double lastStep = k == 0 ? kUnbounded : report.step;
    report.step = maxNorm(w.mixed->linear.step.u, nodeCount);
    if (report.step == 0) return stopWith(NewtonStatus::Converged);  // no force, nothing to do
    TakenStep taken;
    {
      StageTimer timer(seconds.linearise);
      taken = lineSearch(model, std::min(1.0, progress.radius / report.step), w, report);
    }
    ++report.newton;
    if (!taken.descended) {
      // Pressures that are far from what the positions ask for can foretell a descent that is none.
      // Once they are what is asked for, the energy is that of the positions alone.
      settlePressures(model, w.x, w);
      linearise(model, w.x, w);
      if (progress.isStuck) return stopWith(NewtonStatus::NoDescent);
      progress = {
          .radius = kLeastRadius, .move = 0, .movedSinceRebuild = kUnbounded, .isStuck = true};
      continue;
    }
    progress.isStuck = false;
    report.force = std::sqrt(dot(w.f, w.f, nodeCount));
    update(taken, report.step, progress);
    refreshObjects(model, w);
    // A linear solve cut short, or a loose one, says little about how far the equilibrium is.
    if (linear.status == LinearStatus::Converged && linear.residual <= stop.linear.tolerance &&
        taken.scale == 1 && taken.foretold < kMostForetold &&
        isNear(report.step, lastStep, contacts.stepTolerance(stop.stepTolerance)) &&
        contacts.areSettled() && areObjectsSettled(model, w))
      return stopWith(NewtonStatus::Converged);
  }
  return report;
}

}  // namespace sinew
