// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
#include "solver/frame.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "base/parallel.h"
#include "base/stage_timer.h"
#include "solver/mixed_newton.h"
#include "solver/object_rounds.h"

namespace sinew {
namespace {

// A joint that turns by more is bent in parts, whose ends need not be exact. Poses next to each
// other then take the same way into a fold, where the flesh may have several equilibria. Finer
// parts, solved closer, cost steps and leave as many jumps (decision 0068).
constexpr double kPartTurn = std::numbers::pi / 6;  // [radians]
constexpr double kPartTolerance = 0.3;              // [cells]

// Nor need the shape without colliders, from which they are pressed in.
constexpr double kFreeTolerance = 0.1;  // [cells]

// A way of the bones, from where they are in the state it starts from.
struct Way {
  std::span<const Affine> bones;  // the whole of it
  const FrameStart* start;        // null: the rest pose
};

// Moves w.x, the state reached so far, and objects with the bones from w.from to `t` of the way,
// which is left in w.to.
void moveOn(const FleshModel& model, const Way& way, double t, Workspace& w) {
  subPose(w.tree, way.bones, t, w.to);
  for (std::size_t b = 0; b < w.to.size(); ++b)
    w.motions[b] = takeApart(w.to[b] * inverse(w.from[b]));
  if (way.start)
    for (std::size_t b = 0; b < w.to.size(); ++b) w.placed[b] = w.to[b] * way.start->bones[b];
  const std::vector<Affine>& bones = way.start ? w.placed : w.to;
  beginObjectStep(w.x, bones, t, w);
  moveWithBones(model, w.x, bones, w, w.x);
}

void startFrom(const FleshModel& model, const Way& way, const FrameStop& stop, Workspace& w) {
  if (way.start) {
    std::copy(way.start->positions.begin(), way.start->positions.end(), w.x.begin());
  } else {
    setToRest(model.lattice, w.x.data());
  }
  std::fill(w.from.begin(), w.from.end(), Affine{});
  w.multigrid.setPairs(nullptr);
  startObjects(way.start ? way.start->bones : std::span<const Affine>(w.from), way.start != nullptr,
               w);
  clearPressures(w);
  w.restartContacts(model, stop.newton.contact);
}

// Follows the bones from rest or `start`, in parts in which no joint turns by more than
// kPartTurn, or by `shorter` times less. All parts but the last are of that size, so that a pose
// that needs one part more starts it where its neighbour ended: what is found does not jump there.
void followBones(const FleshModel& model, std::span<const Affine> bones, const FrameStart* start,
                 const FrameStop& stop, int shorter, Workspace& w, FrameResult& result) {
  if (start)  // the way is that of the start's shape, as the whole motion is that of the rest shape
    for (std::size_t b = 0; b < bones.size(); ++b) w.way[b] = bones[b] * inverse(start->bones[b]);
  const Way way{start ? std::span<const Affine>(w.way) : bones, start};
  const double parts = shorter * std::max({1.0, largestTurn(w.tree, way.bones) / kPartTurn,
                                           partsOfSliding(way.bones, w)});
  startFrom(model, way, stop, w);
  result.subPoses = 0;
  for (double t = 0; t < 1;) {
    const double next = t + 1.001 / parts > 1 ? 1 : t + 1 / parts;  // rounding adds no part
    {
      StageTimer timer(result.startSeconds);
      moveOn(model, way, next, w);
      w.from.swap(w.to);
    }
    NewtonStop newton = stop.newton;
    newton.isOnTheWay = next < 1;
    if (newton.isOnTheWay) newton.stepTolerance = std::max(newton.stepTolerance, kPartTolerance);
    if (collidersWait(w)) newton.stepTolerance = std::max(newton.stepTolerance, kFreeTolerance);
    addCounts(solveEquilibrium(model, newton, w, result.seconds), result.newton);
    endObjectStep(w);
    ++result.subPoses;
    if (result.newton.status == NewtonStatus::Cancelled) return;
    t = next;
  }
  if (!collidersWait(w)) return;
  letCollidersAct(w);
  addCounts(solveEquilibrium(model, stop.newton, w, result.seconds), result.newton);
  endObjectStep(w);
  ++result.subPoses;
}

}  // namespace

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

void moveWithBones(const FleshModel& model, const AlignedVector<double>& source,
                   std::span<const Affine> bones, Workspace& w, AlignedVector<double>& positions) {
  parallelFor(model.lattice.nodeCount, 1024, [&](std::int64_t begin, std::int64_t end) {
    const auto first = static_cast<std::size_t>(begin), last = static_cast<std::size_t>(end);
    blend(std::span(model.nodeWeights).subspan(first, last - first), w.motions,
          source.data() + 4 * first, positions.data() + 4 * first);
    for (std::size_t n = first; n < last; ++n) {
      if (model.nodeBone[n] < 0) continue;
      const Vec3<double> p =
          bones[static_cast<std::size_t>(model.nodeBone[n])](model.restPosition(n));
      positions[4 * n] = p.x, positions[4 * n + 1] = p.y, positions[4 * n + 2] = p.z;
    }
  });
  moveTargets(model, bones, w);
}

void moveTargets(const FleshModel& model, std::span<const Affine> bones, Workspace& w) {
  parallelFor(model.springs.count, 1024, [&](std::int64_t begin, std::int64_t end) {
    for (auto s = static_cast<std::size_t>(begin); s < static_cast<std::size_t>(end); ++s) {
      const Vec3<double> p =
          bones[static_cast<std::size_t>(model.springBone[s])](model.springRest[s]);
      w.targets[4 * s] = p.x, w.targets[4 * s + 1] = p.y, w.targets[4 * s + 2] = p.z;
    }
  });
}

FrameResult solveFrame(const FleshModel& model, std::span<const Affine> bones,
                       const FrameStop& stop, Workspace& w, const FrameStart* start) {
  FrameResult result;
  // Out of steps is reported as such: going on from there costs less than starting again (decision
  // 0004).
  const auto getsThrough = [&](int split) {
    followBones(model, bones, start, stop, 1 << split, w, result);
    return result.newton.status != NewtonStatus::NoDescent;
  };
  if (getsThrough(0)) return result;

  // Stuck: try shorter parts. If none gets through, the state of least energy is the best reached.
  // It is followed to once more: keeping it would take 32 bytes per node, for frames that hardly
  // ever come.
  int best = 0;
  double leastEnergy = totalEnergy(model, w);
  for (int split = 1; split <= stop.poseSplits; ++split) {
    if (getsThrough(split)) return result;
    if (const double energy = totalEnergy(model, w); energy < leastEnergy)
      leastEnergy = energy, best = split;
  }
  if (best < stop.poseSplits) getsThrough(best);
  return result;
}

}  // namespace sinew
