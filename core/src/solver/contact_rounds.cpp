// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
#include "solver/contact_rounds.h"

#include <algorithm>

namespace sinew {
namespace {

constexpr int kHeldSteps = 4;   // then they are found anew
constexpr int kMostHolds = 12;  // then the solve has failed

}  // namespace

void ContactRounds::afterStep(const FleshModel& model) {
  if (!areHeld() || ++heldSteps_ < kHeldSteps) return;
  w_.contacts->isHeld = false;
  linearise(model, w_.x, w_);
}

bool ContactRounds::holdInstead(const FleshModel& model) {
  if (!w_.hasContacts() || w_.contacts->isHeld || holds_ == kMostHolds) return false;
  linearise(model, w_.x, w_);
  w_.contacts->isHeld = true;
  heldSteps_ = 0;
  ++holds_;
  return true;
}

bool ContactRounds::areSettled(const FleshModel& model) {
  if (!w_.hasContacts()) return true;
  const bool raised = raiseStiffness(*w_.contacts), wereHeld = areHeld();
  if (!raised && !wereHeld) return true;
  const double deepest = w_.contacts->facts.worst;
  w_.contacts->isHeld = false;
  linearise(model, w_.x, w_);
  return !raised && w_.contacts->facts.worst <= std::max(w_.contacts->settings.tolerance, deepest);
}

}  // namespace sinew
