// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
#pragma once

#include <sinew/simulation.h>

#include <string>
#include <vector>

#include "options.h"

namespace sinew::cli {

/// One line about one frame, for the terminal.
std::string frameLine(int frame, int lastFrame, const FrameReport& report);

/// One frame of report.json, in one line.
std::string frameJson(int frame, const FrameReport& report);

/// The text of report.json; `frames` are lines of frameJson, `run` is the identity of the run or
/// "".
std::string reportText(const AllSettings& settings, const CharacterSummary& character,
                       const std::vector<std::string>& frames, const std::string& run = "");

/// How many of these lines of frameJson are of frames that did not converge.
int countNotConverged(const std::vector<std::string>& frames);

/// What makes two runs the same besides their solve settings.
struct RunInput {
  std::uint64_t inputHash = 0;
  std::string clip, frames;
  double framesPerSecond = 24;
  std::string formats;
};

/// One line of JSON that tells runs apart whose frames must not be mixed.
std::string runIdentity(const RunInput& input, const SolveSettings& settings);

}  // namespace sinew::cli
