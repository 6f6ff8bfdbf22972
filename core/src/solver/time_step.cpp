// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
#include "solver/time_step.h"

#include <algorithm>
#include <cmath>

#include "base/parallel.h"
#include "base/stage_timer.h"
#include "solver/mixed_newton.h"
#include "solver/object_rounds.h"

namespace sinew {
namespace {

constexpr std::int64_t kNodeGrain = 1024;

Vec3<double> at(std::span<const double> v, std::size_t n) {
  return {v[4 * n], v[4 * n + 1], v[4 * n + 2]};
}
void put(const Vec3<double>& p, std::size_t n, AlignedVector<double>& v) {
  v[4 * n] = p.x, v[4 * n + 1] = p.y, v[4 * n + 2] = p.z;
}

template <class Body>
void forNodes(const FleshModel& model, Body&& body) {
  parallelFor(model.lattice.nodeCount, kNodeGrain, [&](std::int64_t begin, std::int64_t end) {
    for (auto n = static_cast<std::size_t>(begin); n < static_cast<std::size_t>(end); ++n) body(n);
  });
}

template <class OfNode>
double sumFreeNodes(const FleshModel& model, OfNode&& ofNode) {
  return parallelSum(
      model.lattice.nodeCount, kNodeGrain, [&](std::int64_t begin, std::int64_t end) {
        double sum = 0;
        for (auto n = static_cast<std::size_t>(begin); n < static_cast<std::size_t>(end); ++n)
          if (!model.hierarchy.fixed[n]) sum += ofNode(n);
        return sum;
      });
}

// w.f becomes the force of the flesh in `motion`; it is what stiffness damping measures change
// from.
void findForceBefore(const FleshModel& model, std::span<const Affine> from, const Motion& motion,
                     Workspace& w) {
  w.loads.isActive = false;
  moveTargets(model, from, w);
  linearise(model, motion.positions, w);
}

// w.loads.force becomes where the bones take the points at which the force before ends, which
// starts at the nodes: turned with the bones, so that turning the body is not deforming it.
void turnForceBefore(const FleshModel& model, const Motion& motion, Workspace& w) {
  forNodes(model, [&](std::size_t n) {
    const Vec3<double> before{w.f[4 * n], w.f[4 * n + 1], w.f[4 * n + 2]};
    put(at(motion.positions, n) + before, n, w.loads.force);
  });
  parallelFor(model.lattice.nodeCount, kNodeGrain, [&](std::int64_t begin, std::int64_t end) {
    const auto first = static_cast<std::size_t>(begin), last = static_cast<std::size_t>(end);
    double* points = w.loads.force.data() + 4 * first;
    blend(std::span(model.nodeWeights).subspan(first, last - first), w.motions, points, points);
  });
}

// Fills w.loads by eq. 6; w.x holds the nodes moved with the bones, w.motions how. With stiffness
// damping w.f holds the force before.
void fillLoads(const FleshModel& model, std::span<const float> masses, const MotionSettings& s,
               const Motion& motion, Workspace& w) {
  const double perMass = 1 / (s.dt * s.dt), dampedPerMass = s.massDamping / s.dt;
  const double damped = s.stiffnessDamping / s.dt;  // b of eq. 5
  const double wholePerMass = perMass + dampedPerMass;
  if (damped > 0) turnForceBefore(model, motion, w);
  forNodes(model, [&](std::size_t n) {
    if (model.hierarchy.fixed[n]) {
      w.loads.stiffness[n] = 0;
      put({0, 0, 0}, n, w.loads.force);
      return;
    }
    const auto mass = static_cast<double>(masses[n]);
    const Vec3<double> x = at(motion.positions, n), withBones = at(w.x, n);
    const Vec3<double> flown = x + s.dt * at(motion.velocity, n);
    w.loads.stiffness[n] = static_cast<float>(mass * wholePerMass / (1 + damped));
    put((1 / wholePerMass) * (perMass * flown + dampedPerMass * withBones), n, w.loads.target);
    Vec3<double> force = mass * s.gravity;
    if (damped > 0) force += -damped * (at(w.loads.force, n) - withBones);
    put((1 / (1 + damped)) * force, n, w.loads.force);
  });
  w.loads.isActive = w.loads.hasStiffness = true;
}

// Where flesh would be without forces is a better start than moving with the bones to `to`, as w.x
// is, if steps are short or the flesh is soft; it is taken if its energy is less.
void chooseStart(const FleshModel& model, std::span<const Affine> to, const MotionSettings& s,
                 const Motion& motion, Workspace& w) {
  linearise(model, w.x, w);
  const double withBones = totalEnergy(model, w);
  forNodes(model, [&](std::size_t n) {
    if (!model.hierarchy.fixed[n])
      put(at(motion.positions, n) + s.dt * at(motion.velocity, n), n, w.x);
  });
  linearise(model, w.x, w);
  const double flown = totalEnergy(model, w);
  if (!(flown < withBones)) moveWithBones(model, motion.positions, to, w, w.x);
}

}  // namespace

double timeUnit(const FleshModel& model) {
  return model.lattice.cellSize * std::sqrt(model.density / model.shearModulus);
}

double massUnit(const FleshModel& model) {
  return model.density * std::pow(model.lattice.cellSize, 3);
}

void setGravity(const FleshModel& model, std::span<const float> masses, const Vec3<double>& gravity,
                NodeLoads& loads) {
  loads.isActive = true;
  loads.hasStiffness = false;
  loads.resize(model.lattice.nodeCount);
  forNodes(model, [&](std::size_t n) {
    loads.stiffness[n] = 0;
    const double mass = model.hierarchy.fixed[n] ? 0 : static_cast<double>(masses[n]);
    put(mass * gravity, n, loads.force);
  });
}

NewtonReport advance(const FleshModel& model, std::span<const float> masses,
                     std::span<const Affine> from, std::span<const Affine> to,
                     const MotionSettings& settings, const NewtonStop& stop, Motion& motion,
                     Workspace& w, FrameResult& result) {
  {
    StageTimer timer(result.startSeconds);
    w.loads.resize(model.lattice.nodeCount);
    w.multigrid.setPairs(nullptr);
    w.restartContacts(model, stop.contact);
    settlePressures(model, motion.positions, w);  // no memory of how the state was reached
    if (settings.stiffnessDamping > 0) findForceBefore(model, from, motion, w);
    for (std::size_t b = 0; b < to.size(); ++b) w.motions[b] = takeApart(to[b] * inverse(from[b]));
    moveWithBones(model, motion.positions, to, w, w.x);
    beginObjectStep(motion.positions, to, settings.passed, w);
    fillLoads(model, masses, settings, motion, w);
    chooseStart(model, to, settings, motion, w);
  }
  const NewtonReport report = solveEquilibrium(model, stop, w, result.seconds);
  w.loads.isActive = false;
  if (report.status == NewtonStatus::Cancelled) return report;
  endObjectStep(w);
  forNodes(model, [&](std::size_t n) {
    put((1 / settings.dt) * (at(w.x, n) - at(motion.positions, n)), n, motion.velocity);
  });
  std::copy(w.x.begin(), w.x.end(), motion.positions.begin());
  return report;
}

double kineticEnergy(const FleshModel& model, std::span<const float> masses,
                     std::span<const double> velocity) {
  return sumFreeNodes(model, [&](std::size_t n) {
    const Vec3<double> v = at(velocity, n);
    return 0.5 * static_cast<double>(masses[n]) * dot(v, v);
  });
}

double gravityEnergy(const FleshModel& model, std::span<const float> masses,
                     const Vec3<double>& gravity, std::span<const double> positions) {
  return sumFreeNodes(model, [&](std::size_t n) {
    return -static_cast<double>(masses[n]) * dot(gravity, at(positions, n) - model.restPosition(n));
  });
}

}  // namespace sinew
