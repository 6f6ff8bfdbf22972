// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
//
// When contacts are found anew and when they stay as they are, so that a solve with contacts ends
// (docs/theory/contact.md, section 6).
#pragma once

#include <algorithm>

#include "solver/linearise.h"

namespace sinew {

class ContactRounds {
 public:
  ContactRounds(const FleshModel& model, Workspace& w)
      : model_(model), w_(w), isOn_(w.contacts && w.contacts->settings.isOn) {
    if (isOn_) std::fill(w.contacts->changes.begin(), w.contacts->changes.end(), std::uint8_t{0});
  }

  /// Before a step from w.x, which is linearised: the contacts it is taken with.
  void beforeStep();

  /// Whether w.x, an equilibrium with the contacts as they are, is the end. Not if some are to be
  /// made stiffer, or turn out to be elsewhere.
  bool areSettled();

 private:
  const FleshModel& model_;
  Workspace& w_;
  bool isOn_;
  int searches_ = 0, rounds_ = 0;
};

}  // namespace sinew
