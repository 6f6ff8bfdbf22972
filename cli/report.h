// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
#pragma once

#include <sinew/simulation.h>

#include <string>

namespace sinew::cli {

/// One line about one frame, for the terminal.
std::string frameLine(int frame, int lastFrame, const FrameReport& report);

}  // namespace sinew::cli
