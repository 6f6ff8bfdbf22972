// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
#pragma once

#include <sinew/simulation.h>

#include <string>
#include <vector>

#include "options.h"

namespace sinew::cli {

/// One line about one frame, for the terminal.
std::string frameLine(int frame, int frameCount, const FrameReport& report);

/// The text of report.json.
std::string reportText(const AllSettings& settings, const CharacterSummary& character,
                       const std::vector<FrameReport>& frames);

}  // namespace sinew::cli
