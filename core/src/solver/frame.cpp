// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
#include "solver/frame.h"

#include <algorithm>
#include <limits>

#include "base/parallel.h"
#include "base/stage_timer.h"

namespace sinew {
namespace {

// Sub-poses on the way need not be exact.
constexpr double kSubPoseTolerance = 0.1;  // [cells]

void addCounts(const NewtonReport& part, NewtonReport& total) {
  const NewtonReport sum{part.status,
                         total.newton + part.newton,
                         total.vcycles + part.vcycles,
                         total.halvings + part.halvings,
                         total.projectedSteps + part.projectedSteps,
                         total.eigenvalueRaises + part.eigenvalueRaises,
                         part.step,
                         part.startForce,
                         part.force};
  total = sum;
}

// The bones t of the way from rest. Bone 0 carries the whole body, so its motion is taken at once
// and only the others' motion relative to it is shortened: where the body stands in space plays no
// part.
void subPose(std::span<const Affine> bones, double t, std::vector<Affine>& out) {
  if (t >= 1) {
    std::copy(bones.begin(), bones.end(), out.begin());
    return;
  }
  const Affine back = inverse(bones[0]);
  for (std::size_t b = 0; b < bones.size(); ++b)
    out[b] = bones[0] * partOfTheWay(back * bones[b], t);
}

// Follows the bones from rest in `pieces` equal parts.
void followBones(const FleshModel& model, std::span<const Affine> bones, const FrameStop& stop,
                 int pieces, Workspace& w, FrameResult& result) {
  for (int piece = 1; piece <= pieces; ++piece) {
    {
      StageTimer timer(result.startSeconds);
      subPose(bones, static_cast<double>(piece) / pieces, w.to);
      for (std::size_t b = 0; b < bones.size(); ++b)
        w.motions[b] = takeApart(piece == 1 ? w.to[b] : w.to[b] * inverse(w.from[b]));
      if (piece == 1) {
        parallelFor(model.lattice.nodeCount, 1024, [&](std::int64_t begin, std::int64_t end) {
          for (auto n = static_cast<std::size_t>(begin); n < static_cast<std::size_t>(end); ++n) {
            const Vec3<double> p = model.restPosition(n);
            w.trial[4 * n] = p.x, w.trial[4 * n + 1] = p.y, w.trial[4 * n + 2] = p.z;
          }
        });
      } else {
        w.trial.swap(w.x);
      }
      moveWithBones(model, w.trial, w.to, w, w.x);
      w.from.swap(w.to);
    }
    NewtonStop newton = stop.newton;
    if (piece < pieces) newton.stepTolerance = std::max(newton.stepTolerance, kSubPoseTolerance);
    addCounts(solveEquilibrium(model, newton, w, result.seconds), result.newton);
    if (result.newton.status == NewtonStatus::Cancelled) return;
  }
}

}  // namespace

void moveWithBones(const FleshModel& model, const AlignedVector<double>& source,
                   std::span<const Affine> bones, Workspace& w, AlignedVector<double>& positions) {
  parallelFor(model.lattice.nodeCount, 1024, [&](std::int64_t begin, std::int64_t end) {
    for (auto n = static_cast<std::size_t>(begin); n < static_cast<std::size_t>(end); ++n) {
      const std::int32_t bone = model.nodeBone[n];
      const Vec3<double> p = bone >= 0
                                 ? bones[static_cast<std::size_t>(bone)](model.restPosition(n))
                                 : blend(model.nodeWeights[n], w.motions,
                                         {source[4 * n], source[4 * n + 1], source[4 * n + 2]});
      positions[4 * n] = p.x, positions[4 * n + 1] = p.y, positions[4 * n + 2] = p.z;
    }
  });
  parallelFor(model.springs.count, 1024, [&](std::int64_t begin, std::int64_t end) {
    for (auto s = static_cast<std::size_t>(begin); s < static_cast<std::size_t>(end); ++s) {
      const Vec3<double> p =
          bones[static_cast<std::size_t>(model.springBone[s])](model.springRest[s]);
      w.targets[4 * s] = p.x, w.targets[4 * s + 1] = p.y, w.targets[4 * s + 2] = p.z;
    }
  });
}

FrameResult solveFrame(const FleshModel& model, std::span<const Affine> bones,
                       const FrameStop& stop, Workspace& w) {
  FrameResult result;
  followBones(model, bones, stop, 1, w, result);
  // Out of steps is reported as such: going on from there costs less than starting again (decision
  // 0004).
  const auto isDone = [&] { return result.newton.status != NewtonStatus::NoDescent; };
  if (isDone()) return result;

  // Stuck: try longer ways. If none gets through, the state of least energy is the best reached.
  double bestEnergy = totalEnergy(model, w);
  NewtonReport best = result.newton;
  int bestPieces = 1;
  std::copy(w.x.begin(), w.x.end(), w.best.begin());
  for (int split = 1; split <= stop.poseSplits; ++split) {
    followBones(model, bones, stop, 1 << split, w, result);
    result.subPoses = 1 << split;
    if (isDone()) return result;
    const double energy = totalEnergy(model, w);
    if (energy < bestEnergy) {
      bestEnergy = energy;
      best = result.newton;
      bestPieces = 1 << split;
      std::copy(w.x.begin(), w.x.end(), w.best.begin());
    }
  }
  w.x.swap(w.best);
  linearise(model, w.x, w);
  result.subPoses = bestPieces;
  result.newton.status = best.status;
  result.newton.step = best.step;
  result.newton.startForce = best.startForce;
  result.newton.force = best.force;
  return result;
}

}  // namespace sinew
