// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
#include "solver/contact_rounds.h"

#include "base/stage_timer.h"

namespace sinew {
namespace {

// With so many steps contacts may go where they like; then they are held where they are, so that
// the solve ends, and only new ones are found.
constexpr int kSearches = 20;
constexpr int kMostRounds = 5;

}  // namespace

void ContactRounds::beforeStep() {
  if (!isOn_) return;
  w_.contacts->areSettling = searches_++ >= kSearches;
  findContacts(model_, w_);
}

bool ContactRounds::areSettled() {
  if (!isOn_ || rounds_ == kMostRounds) return true;
  StageTimer timer(w_.contacts->seconds);
  const bool raised = raiseStiffness(*w_.contacts);
  const bool corrected = correctContacts(model_.contactModel(), w_.x.data(), *w_.contacts);
  ++rounds_;
  return !raised && !corrected;
}

}  // namespace sinew
