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

  /// After a step: contacts that were held for some steps are found anew; w.x is linearised then.
  void afterStep(const FleshModel& model);

  /// After a step of which no part lowers the energy, contacts being found anew with every part of
  /// it: holds them as they are at w.x, which is linearised. False if that has been tried.
  bool holdInstead(const FleshModel& model);

  /// Whether w.x, an equilibrium with the contacts as they are, is the end. Not if some are to be
  /// made stiffer, nor if they were held and others are found there; w.x is linearised with what
  /// has changed.
  bool areSettled(const FleshModel& model);

 private:
  bool areHeld() const { return w_.contacts && w_.contacts->isHeld; }

  Workspace& w_;
  int heldSteps_ = 0, holds_ = 0;
};

}  // namespace sinew
