// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
#include "solver/newton.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

#include "base/parallel.h"
#include "base/stage_timer.h"

namespace sinew {
namespace {

constexpr std::int64_t kBlockGrain = 16;
constexpr std::int64_t kNodeGrain = 1024;

constexpr double kArmijo = 1e-4;  // part of the predicted decrease a step must reach
constexpr int kMaxHalvings = 8;
// Coarse levels built this far away are stale. On an elbow flexed by 50 to 90 degrees a limit of 1
// took 126 Newton steps, 307 V-cycles and 84 rebuilds, none 151, 371 and 57, and 0 (always) 127,
// 304 and 127.
constexpr double kStaleMove = 1;     // [cells]
constexpr double kSaddleStep = 0.5;  // [cells]
// A predicted decrease below this part of the energy, or below this much per cell (a body moved
// rigidly has no other energy than rounding), drowns in rounding and the step is taken on trust.
constexpr double kEnergyNoise = 1e-6;
constexpr double kEnergyNoisePerCell = 1e-11;

double dot(const NodeVector& a, const NodeVector& b, std::int32_t count) {
  return parallelSum(count, kNodeGrain, [&](std::int64_t begin, std::int64_t end) {
    return dotNodes(a.data(), b.data(), static_cast<std::int32_t>(begin),
                    static_cast<std::int32_t>(end));
  });
}

double maxNorm(const NodeVector& a, std::int32_t count) {
  return parallelReduce(
      count, kNodeGrain, 0.0,
      [&](std::int64_t begin, std::int64_t end) {
        return static_cast<double>(maxNormNodes(a.data(), static_cast<std::int32_t>(begin),
                                                static_cast<std::int32_t>(end)));
      },
      [](double& total, double part) {
        if (!(part <= total)) total = part;  // keeps a NaN
      });
}

// trial = x + scale dx
void takeStep(const AlignedVector<double>& x, double scale, const NodeVector& dx,
              AlignedVector<double>& trial) {
  parallelFor(static_cast<std::int64_t>(x.size() / 4) - 1, kNodeGrain,
              [&](std::int64_t begin, std::int64_t end) {
                for (auto i = static_cast<std::size_t>(begin) * 4;
                     i < static_cast<std::size_t>(end) * 4; ++i)
                  trial[i] = x[i] + scale * static_cast<double>(dx[i]);
              });
}

// Shortens dx until the energy falls; with `trust`, steps too short for the energy to tell are
// taken as they are. On success w.x is the new state and is linearised; otherwise w.x is unchanged
// and must be linearised again.
bool lineSearch(const FleshModel& model, bool trust, Workspace& w, NewtonReport& report,
                double& scale) {
  const double slope = dot(w.f, w.dx, model.lattice.nodeCount);  // predicted decrease per unit step
  if (!(slope > 0) || !std::isfinite(slope)) return false;
  const double noise = kEnergyNoise * totalEnergy(model, w) +
                       kEnergyNoisePerCell * static_cast<double>(model.lattice.cellCount);
  std::copy(w.cells.energy.begin(), w.cells.energy.end(), w.energyBefore.begin());
  std::copy(w.springEnergy.begin(), w.springEnergy.end(), w.springEnergyBefore.begin());
  scale = 1;
  for (int halving = 0; halving <= kMaxHalvings; ++halving, scale /= 2) {
    takeStep(w.x, scale, w.dx, w.trial);
    linearise(model, w.trial, w);
    const double change = energyChange(model, w);
    const bool trusted =
        trust && scale * slope <= noise && std::isfinite(change) && change <= noise;
    const bool fallen = change <= -kArmijo * scale * slope && (trust || change < -noise);
    if (trusted || fallen) {
      w.x.swap(w.trial);
      return true;
    }
    ++report.halvings;
  }
  return false;
}

// K dx = f, raising the smoother's eigenvalue bound while the preconditioner is not positive.
LinearStatus solveLinear(const NewtonStop& stop, Tangent tangent, Workspace& w,
                         NewtonReport& report) {
  for (;;) {
    const LinearReport linear =
        conjugateGradient(w.multigrid, tangent, w.f, stop.linear, w.linear, w.dx);
    report.vcycles += linear.iterations;
    if (linear.status != LinearStatus::PreconditionerNotPositive) return linear.status;
    if (!w.multigrid.raiseEigenvalues())  // with more than one iteration, those so far descend
      return linear.iterations > 1 ? LinearStatus::IterationLimit : linear.status;
    ++report.eigenvalueRaises;
  }
}

// Near a saddle the force is small and so is the step, but the state is no equilibrium an animator
// may see: go a good way along the direction of negative curvature instead, downhill.
void leaveSaddle(Workspace& w, std::int32_t nodeCount) {
  const double length = maxNorm(w.linear.p, nodeCount);
  const double sign = dot(w.f, w.linear.p, nodeCount) < 0 ? -1 : 1;
  const auto scale = static_cast<float>(sign * kSaddleStep / length);
  parallelFor(nodeCount, kNodeGrain, [&](std::int64_t begin, std::int64_t end) {
    for (auto i = static_cast<std::size_t>(begin) * 4; i < static_cast<std::size_t>(end) * 4; ++i)
      w.dx[i] = scale * w.linear.p[i];
  });
}

bool isCancelled(const NewtonStop& stop) {
  return stop.cancel && stop.cancel->load(std::memory_order_relaxed);
}

}  // namespace

void linearise(const FleshModel& model, const AlignedVector<double>& positions, Workspace& w) {
  const Lattice& lattice = model.lattice;
  parallelFor(lattice.blockCount, kBlockGrain, [&](std::int64_t begin, std::int64_t end) {
    lineariseBlocks(lattice, model.material, positions.data(), w.cells, w.multigrid.shares(),
                    static_cast<std::int32_t>(begin), static_cast<std::int32_t>(end));
  });
  springForces(model.springs, positions.data(), w.targets.data(), w.springForces.data(),
               w.springEnergy.data());
  const LatticeRows rows{&lattice, model.hierarchy.fixed.data(), w.multigrid.shares(),
                         &model.springs, w.springForces.data()};
  parallelFor(lattice.nodeCount, kNodeGrain, [&](std::int64_t begin, std::int64_t end) {
    storeRows(rows, nullptr, w.f.data(), static_cast<std::int32_t>(begin),
              static_cast<std::int32_t>(end));
  });
}

double energyChange(const FleshModel& model, const Workspace& w) {
  const double cells =
      parallelSum(model.lattice.blockCount, kBlockGrain, [&](std::int64_t begin, std::int64_t end) {
        double sum = 0;
        for (auto c = static_cast<std::size_t>(begin) * kBlockCells;
             c < static_cast<std::size_t>(end) * kBlockCells; ++c)
          sum += static_cast<double>(w.cells.energy[c]) - static_cast<double>(w.energyBefore[c]);
        return sum;
      });
  return cells + parallelSum(model.springs.count, 4096, [&](std::int64_t begin, std::int64_t end) {
           double sum = 0;
           for (auto s = static_cast<std::size_t>(begin); s < static_cast<std::size_t>(end); ++s)
             sum += w.springEnergy[s] - w.springEnergyBefore[s];
           return sum;
         });
}

double totalEnergy(const FleshModel& model, const Workspace& w) {
  const double cells =
      parallelSum(model.lattice.blockCount, kBlockGrain, [&](std::int64_t begin, std::int64_t end) {
        double sum = 0;
        for (auto c = static_cast<std::size_t>(begin) * kBlockCells;
             c < static_cast<std::size_t>(end) * kBlockCells; ++c)
          sum += static_cast<double>(w.cells.energy[c]);
        return sum;
      });
  return cells + parallelSum(model.springs.count, 4096, [&](std::int64_t begin, std::int64_t end) {
           double sum = 0;
           for (auto s = static_cast<std::size_t>(begin); s < static_cast<std::size_t>(end); ++s)
             sum += w.springEnergy[s];
           return sum;
         });
}

// Mixing the exact and the projected tangent, by how often curvature was negative or steps were
// halved, did not pay: 890 to 904 Newton steps instead of 869 over 54 elbow poses (decision 0004).
NewtonReport solveEquilibrium(const FleshModel& model, const NewtonStop& stop, Workspace& w,
                              NewtonSeconds& seconds) {
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

    double scale = 0;
    bool descended = false;
    LinearStatus linear{};
    for (const Tangent tangent : {Tangent::Exact, Tangent::Projected}) {
      if (tangent == Tangent::Projected) {  // the exact Hessian gave no descent
        StageTimer timer(seconds.linearise);
        linearise(model, w.x, w);
        w.multigrid.refreshDiagonal();
        w.multigrid.rebuildLevels();
        ++report.projectedSteps;
      }
      {
        StageTimer timer(seconds.linear);
        linear = solveLinear(stop, tangent, w, report);
        if (linear == LinearStatus::PreconditionerNotPositive) continue;
      }
      report.step = maxNorm(w.dx, nodeCount);
      if (report.step == 0) {  // no force, nothing to do
        report.status = NewtonStatus::Converged;
        return report;
      }
      const bool atSaddle =
          linear == LinearStatus::NegativeCurvature && report.step < stop.stepTolerance;
      if (atSaddle) {
        leaveSaddle(w, nodeCount);
        report.step = kSaddleStep;
      }
      StageTimer timer(seconds.linearise);
      descended = lineSearch(model, !atSaddle, w, report, scale);
      if (descended) break;
    }
    ++report.newton;
    if (!descended) {
      linearise(model, w.x, w);
      report.status = NewtonStatus::NoDescent;
      return report;
    }
    report.force = std::sqrt(dot(w.f, w.f, nodeCount));
    movedSinceRebuild += scale * report.step;
    // A linear solve cut short says nothing about how far the equilibrium is.
    if (linear == LinearStatus::Converged && scale == 1 && report.step < stop.stepTolerance) {
      report.status = NewtonStatus::Converged;
      return report;
    }
  }
  return report;
}

VolumeFacts volumeFacts(const FleshModel& model, const Workspace& w) {
  VolumeFacts none{std::numeric_limits<double>::infinity(),
                   -std::numeric_limits<double>::infinity(), 0};
  return parallelReduce(
      model.lattice.blockCount, kBlockGrain, none,
      [&](std::int64_t begin, std::int64_t end) {
        VolumeFacts facts = none;
        for (std::int64_t b = begin; b < end; ++b) {
          std::uint64_t active = model.lattice.activeCells[static_cast<std::size_t>(b)];
          for (; active != 0; active &= active - 1) {
            const auto cell = static_cast<std::size_t>(b * kBlockCells + std::countr_zero(active));
            const auto J = static_cast<double>(w.cells.volume[cell]);
            facts.minJ = std::min(facts.minJ, J);
            facts.maxJ = std::max(facts.maxJ, J);
            facts.inverted += J < 0;
          }
        }
        return facts;
      },
      [](VolumeFacts& total, const VolumeFacts& part) {
        total.minJ = std::min(total.minJ, part.minJ);
        total.maxJ = std::max(total.maxJ, part.maxJ);
        total.inverted += part.inverted;
      });
}

AlignedVector<double> restPositions(const FleshModel& model) {
  AlignedVector<double> x((static_cast<std::size_t>(model.lattice.nodeCount) + 1) * 4, 0.0);
  for (std::size_t n = 0; n < static_cast<std::size_t>(model.lattice.nodeCount); ++n) {
    const Vec3<double> p = model.restPosition(n);
    x[4 * n] = p.x, x[4 * n + 1] = p.y, x[4 * n + 2] = p.z;
  }
  return x;
}

void estimateRestEigenvalues(FleshModel& model) {
  Workspace w(model);
  for (std::size_t s = 0; s < model.springRest.size(); ++s) {
    const Vec3<double>& p = model.springRest[s];
    w.targets[4 * s] = p.x, w.targets[4 * s + 1] = p.y, w.targets[4 * s + 2] = p.z;
  }
  linearise(model, w.x, w);
  w.multigrid.refreshDiagonal();
  w.multigrid.rebuildLevels();
  model.eigenvalues = w.multigrid.estimateEigenvalues();
}

}  // namespace sinew
