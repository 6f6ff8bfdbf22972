// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
#include "solver/contact_rounds.h"

namespace sinew {
namespace {

// With so many steps contacts may go where they like; then they are held where they are, so that
// the solve ends, and only new ones are found.
constexpr int kSearches = 20;
constexpr int kMostRaises = 6;

}  // namespace

void ContactRounds::beforeStep() {
  if (!isOn_) return;
  w_.contacts->areSettling = searches_++ >= kSearches;
  findContacts(model_, w_);
}

bool ContactRounds::areSettled() {
  if (!isOn_ || raises_ == kMostRaises || !raiseStiffness(*w_.contacts)) return true;
  ++raises_;
  return false;
}

}  // namespace sinew
