// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "sinew/clip_run.h"

namespace sinew {

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

}  // namespace sinew
