// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
//
// Which frames of a clip depend on the frames before them: the difference between what was solved
// from rest and what was solved from frame to frame.
#pragma once

#include <string>

#include "sinew/clip_run.h"

namespace sinew::cli {

/// Compares the surfaces in two result folders of the same frames, prints the frames that differ
/// by more than a tenth of a cell and writes all differences to paths.json in the first folder.
Result<std::int64_t> comparePaths(const CharacterFile& character, const ClipRun& run,
                                  const std::string& staticFolder,
                                  const std::string& sequentialFolder);

}  // namespace sinew::cli
