// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
//
// When contacts are found anew and when they are held, so that a solve with contacts ends
// (docs/theory/contact.md, section 6).
#pragma once

#include "solver/linearise.h"

namespace sinew {

class ContactRounds {
 public:
  explicit ContactRounds(Workspace& w) : w_(w) {
    if (w.contacts) w.contacts->isHeld = false;
  }

  /// After a step: contacts that were held for some steps are found anew from the next one on.
  void afterStep();

  /// After a step of which no part lowers the energy, contacts being found anew with every part of
  /// it: holds them as they are at w.x, which is linearised. False if that has been tried.
  bool holdInstead(const FleshModel& model);

  /// Whether w.x, an equilibrium with the contacts as they are, is one with those found there. If
  /// not, w.x is linearised with what has changed.
  bool areSettled(const FleshModel& model);

 private:
  Workspace& w_;
  int heldSteps_ = 0, holds_ = 0;
};

}  // namespace sinew
