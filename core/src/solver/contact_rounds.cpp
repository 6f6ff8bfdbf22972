// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
#include "solver/contact_rounds.h"

#include <algorithm>

#include "base/stage_timer.h"

namespace sinew {
namespace {

constexpr double kLedOutTolerance = 0.1;  // [cells]
constexpr int kMostCorrections = 3;
// A preview has four steps per part of a pose, too few to lead a fist out of itself.
constexpr int kStepsToLeadOut = 40;
constexpr double kDeep = 0.3;  // [cells]

}  // namespace

ContactRounds::ContactRounds(const FleshModel& model, bool isOnTheWay, Workspace& w)
    : model_(model),
      w_(w),
      isOn_(w.contacts && w.contacts->settings.isOn),
      isOnTheWay_(isOnTheWay) {
  if (!isOn_) return;
  std::fill(w.contacts->changes.begin(), w.contacts->changes.end(), std::uint8_t{0});
  w.contacts->isFirm = false;
}

bool ContactRounds::mayStep(int k, int most) const {
  return k < most || (isOn_ && k < kStepsToLeadOut && w_.contacts->facts.worst > kDeep);
}

void ContactRounds::beforeStep() {
  if (isOn_) findContacts(model_, w_);
}

double ContactRounds::stepTolerance(double wanted) const {
  return isOn_ && !w_.contacts->isFirm ? std::max(wanted, kLedOutTolerance) : wanted;
}

bool ContactRounds::areSettled() {
  if (!isOn_ || isOnTheWay_) return true;
  StageTimer timer(w_.contacts->seconds);
  if (!w_.contacts->isFirm) {
    makeFirm(*w_.contacts);
    return false;
  }
  return corrections_++ == kMostCorrections ||
         !correctContacts(model_.contactModel(), w_.x.data(), *w_.contacts);
}

}  // namespace sinew
