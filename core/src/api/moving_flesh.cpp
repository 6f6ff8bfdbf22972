// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
#include "api/moving_flesh.h"

#include <algorithm>
#include <cmath>

#include "solver/object_rounds.h"

namespace sinew {
namespace {

/// A step of this time may be off by stepTolerance, a shorter one by as much less: velocities are
/// then equally good, however many substeps there are.
constexpr double kToleranceTime = 1.0 / 24;  // [s]

Vec3<double> gravityOf(const FleshModel& model, const SolveSettings& s) {
  const double time = timeUnit(model);
  return (time * time / model.lattice.cellSize) * Vec3<double>{s.gravityX, s.gravityY, s.gravityZ};
}

MotionSettings toMotion(const FleshModel& model, const SolveSettings& s, double seconds) {
  const double time = timeUnit(model);
  return {seconds / time, gravityOf(model, s), s.massDamping * time, s.stiffnessDamping / time};
}

}  // namespace

const std::vector<float>& MovingFlesh::masses(const FleshModel& model) {
  if (masses_.empty()) masses_ = nodeMasses(model.lattice, model.material.density);
  return masses_;
}

void MovingFlesh::hang(const FleshModel& model, const SolveSettings& settings, Workspace& w) {
  const bool isReleased =
      settings.mode == SolveMode::Dynamic && settings.motionStart == MotionStart::Released;
  const Vec3<double> gravity = isReleased ? Vec3<double>{0, 0, 0} : gravityOf(model, settings);
  w.loads.isActive = dot(gravity, gravity) > 0;
  if (w.loads.isActive) setGravity(model, masses(model), gravity, w.loads);
}

FrameResult MovingFlesh::step(const FleshModel& model, std::span<const Affine> from,
                              std::span<const Affine> to, const SolveSettings& settings,
                              double seconds, const FrameStop& stop, Workspace& w) {
  if (!isMoving_) start(model, settings, w);
  next_.positions = frame_.positions;
  next_.velocity = frame_.velocity;
  const double dt = seconds / settings.substeps;
  MotionSettings motion = toMotion(model, settings, dt);
  NewtonStop newton = stop.newton;
  newton.stepTolerance *= std::min(1.0, dt / kToleranceTime);

  FrameResult result;
  result.subPoses = settings.substeps;
  NewtonStatus worst = NewtonStatus::Converged;
  std::copy(from.begin(), from.end(), w.from.begin());
  startObjects(from, true, w);
  for (int k = 1; k <= settings.substeps; ++k) {
    motion.passed = k == settings.substeps ? 1 : k / (1.0 * settings.substeps);
    poseBetween(w.tree, from, to, motion.passed, w.to);
    addCounts(advance(model, masses(model), w.from, w.to, motion, newton, next_, w, result),
              result.newton);
    if (result.newton.status == NewtonStatus::Cancelled) return result;
    worst = std::max(worst, result.newton.status);
    w.from.swap(w.to);
  }
  result.newton.status = worst;
  return result;
}

void MovingFlesh::start(const FleshModel& model, const SolveSettings& s, const Workspace& w) {
  const double scale = timeUnit(model) / model.lattice.cellSize;
  frame_.positions = w.x;
  frame_.velocity.assign(w.x.size(), 0.0);
  for (std::size_t i = 0; i + 4 < w.x.size(); i += 4) {
    frame_.velocity[i] = scale * s.startVelocityX;
    frame_.velocity[i + 1] = scale * s.startVelocityY;
    frame_.velocity[i + 2] = scale * s.startVelocityZ;
  }
  isMoving_ = true;
}

void MovingFlesh::restore(const AlignedVector<double>& positions, AlignedVector<double> velocity) {
  isMoving_ = !velocity.empty();
  if (!isMoving_) return;
  frame_.positions = positions;
  frame_.velocity = std::move(velocity);
}

std::span<const double> MovingFlesh::velocity() const {
  return isMoving_ ? std::span<const double>(frame_.velocity) : std::span<const double>();
}

FrameReport::Energy MovingFlesh::energy(const FleshModel& model, const SolveSettings& settings,
                                        const Workspace& w) {
  const double unit = model.shearModulus * std::pow(model.lattice.cellSize, 3);  // [J]
  const Vec3<double> gravity = gravityOf(model, settings);
  FrameReport::Energy energy;
  energy.elastic = unit * elasticEnergy(model, w);
  if (isMoving_) energy.kinetic = unit * kineticEnergy(model, masses(model), frame_.velocity);
  if (dot(gravity, gravity) > 0)
    energy.gravity = unit * gravityEnergy(model, masses(model), gravity, w.x);
  return energy;
}

}  // namespace sinew
