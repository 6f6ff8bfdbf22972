// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
//
// A solve with contacts has two stages (docs/theory/contact.md, section 6): flesh that may be deep
// in other flesh is led out of it, and then the contacts of that state settle.
#pragma once

#include "solver/linearise.h"

namespace sinew {

class ContactRounds {
 public:
  /// With `isOnTheWay` there is only the first stage.
  ContactRounds(const FleshModel& model, bool isOnTheWay, Workspace& w);

  /// Whether there is a step number k in a solve of `most` steps. Flesh that is deep in other flesh
  /// may take a few more.
  bool mayStep(int k, int most) const;

  /// Before a step from w.x, which is linearised: the contacts it is taken with.
  void beforeStep();

  /// The step after which a stage is at its end, if the solve is to end with steps of `wanted`.
  double stepTolerance(double wanted) const;

  /// Whether w.x, where a stage is at its end, is the end of the solve. Not if contacts are yet to
  /// settle, or turn out to be elsewhere.
  bool areSettled();

 private:
  const FleshModel& model_;
  Workspace& w_;
  bool isOn_, isOnTheWay_;
  int corrections_ = 0;
};

}  // namespace sinew
