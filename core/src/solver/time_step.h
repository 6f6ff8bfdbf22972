// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
//
// Flesh that moves in time: one step of backward Euler, written as the equilibrium of the flesh
// with a spring from every node to where it would fly (docs/theory/dynamics.md). Solver units:
// cells for length, h sqrt(density / shear modulus) for time, the mass of a cell for mass.
#pragma once

#include <span>
#include <vector>

#include "solver/frame.h"

namespace sinew {

/// What does not change from step to step.
struct MotionSettings {
  double dt = 1;
  Vec3<double> gravity{0, 0, 0};
  double massDamping = 0;       // alpha: of motion against the bones
  double stiffnessDamping = 0;  // beta: of deformation
  double passed = 1;            // at the end of the step, of the way of colliders in this frame
};

/// The flesh between two steps. double[4] per node, as Workspace::x.
struct Motion {
  AlignedVector<double> positions, velocity;
};

/// The units above in seconds and kilograms.
double timeUnit(const FleshModel& model);  // [s]
double massUnit(const FleshModel& model);  // [kg]

/// Gravity alone, for a static solve; none takes it away again. `masses` as of nodeMasses.
void setGravity(const FleshModel& model, std::span<const float> masses, const Vec3<double>& gravity,
                NodeLoads& loads);

/// From `motion`, in which the bones are at `from`, to the state a time dt later, in which they are
/// at `to`. That is left in w.x, linearised, and in `motion` unless the step was cancelled.
NewtonReport advance(const FleshModel& model, std::span<const float> masses,
                     std::span<const Affine> from, std::span<const Affine> to,
                     const MotionSettings& settings, const NewtonStop& stop, Motion& motion,
                     Workspace& w, FrameResult& result);

/// Sum over the free nodes of m v^2 / 2.
double kineticEnergy(const FleshModel& model, std::span<const float> masses,
                     std::span<const double> velocity);

/// Minus the sum over the free nodes of m g . (x - rest position).
double gravityEnergy(const FleshModel& model, std::span<const float> masses,
                     const Vec3<double>& gravity, std::span<const double> positions);

}  // namespace sinew
