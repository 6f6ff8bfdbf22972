// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
#include "interrupt.h"

#include <csignal>

namespace sinew::cli {
namespace {

std::atomic<bool> interrupted{false};
static_assert(std::atomic<bool>::is_always_lock_free, "a signal handler may set it");

extern "C" void onSignal(int signal) {
  interrupted.store(true);
  std::signal(signal, SIG_DFL);
}

}  // namespace

const std::atomic<bool>& watchForInterrupt() {
  std::signal(SIGINT, onSignal);
  std::signal(SIGTERM, onSignal);
  return interrupted;
}

}  // namespace sinew::cli
