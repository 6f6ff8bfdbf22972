// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
#include "solver/contact_rounds.h"

#include <algorithm>

namespace sinew {
namespace {

constexpr int kHeldSteps = 4;  // then they are found anew
constexpr int kMostHolds = 6;  // then they stay

}  // namespace

void ContactRounds::afterStep() {
  if (!w_.contacts || !w_.contacts->isHeld || holds_ >= kMostHolds) return;
  if (++heldSteps_ < kHeldSteps) return;
  w_.contacts->isHeld = false;
}

bool ContactRounds::holdInstead(const FleshModel& model) {
  if (!w_.hasContacts() || w_.contacts->isHeld) return false;
  linearise(model, w_.x, w_);
  w_.contacts->isHeld = true;
  heldSteps_ = 0;
  ++holds_;
  return true;
}

bool ContactRounds::areSettled(const FleshModel& model) {
  if (!w_.hasContacts() || !raiseStiffness(*w_.contacts)) return true;
  linearise(model, w_.x, w_);
  return false;
}

}  // namespace sinew
