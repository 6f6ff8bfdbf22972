// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
//
// Mass, gravity and motion of a simulation's flesh: from settings in metres and seconds to steps in
// solver units.
#pragma once

#include <span>
#include <vector>

#include "sinew/settings.h"
#include "sinew/simulation.h"
#include "solver/time_step.h"

namespace sinew {

class MovingFlesh {
 public:
  /// Loads for a static solve: gravity, but not of a motion that is to be released.
  void hang(const FleshModel& model, const SolveSettings& settings, Workspace& w);

  /// From the frame before, which is in w.x, with bones at `from`, to one with bones at `to`.
  FrameResult step(const FleshModel& model, std::span<const Affine> from,
                   std::span<const Affine> to, const SolveSettings& settings, double seconds,
                   const FrameStop& stop, Workspace& w);

  /// The flesh in w.x with the velocity of the settings.
  void start(const FleshModel& model, const SolveSettings& settings, const Workspace& w);
  /// What step() found becomes the frame before; otherwise positionsBefore() still is.
  void keep() { frame_.positions.swap(next_.positions), frame_.velocity.swap(next_.velocity); }
  const AlignedVector<double>& positionsBefore() const { return frame_.positions; }
  /// The frame before does not move.
  void stop() { isMoving_ = false; }
  void restore(const AlignedVector<double>& positions, AlignedVector<double> velocity);

  /// Of the frame before; empty if it does not move.
  std::span<const double> velocity() const;

  /// Of the frame before, linearised in `w` [J].
  FrameReport::Energy energy(const FleshModel& model, const SolveSettings& settings,
                             const Workspace& w);

 private:
  const std::vector<float>& masses(const FleshModel& model);

  std::vector<float> masses_;  // of the nodes; made when they are first wanted
  bool isMoving_ = false;
  Motion frame_;  // before; not up to date unless it moves
  Motion next_;   // while a frame is made
};

}  // namespace sinew
