// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
#pragma once

#include <atomic>

namespace sinew::cli {

/// Set by Ctrl-C and SIGTERM from now on; a second one ends the process as usual.
const std::atomic<bool>& watchForInterrupt();

}  // namespace sinew::cli
