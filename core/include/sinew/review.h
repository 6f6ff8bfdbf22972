// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
//
// A result folder as one HTML file that needs no network and no server (docs/review.md).
#pragma once

#include <cstdint>
#include <string>

#include "sinew/export.h"
#include "sinew/result.h"

namespace sinew {

/// What a page shows.
struct Review {
  std::string folder;        ///< of a finished run (docs/files.md)
  std::string against;       ///< another one, of the same skin and frames; "": none
  std::string title;         ///< "": the name of the folder
  std::string pageTemplate;  ///< path of review.html, which the build leaves in share/sinew
};

/// Writes the page and returns its size [bytes]. Nothing is written if a folder is incomplete or
/// damaged: the error says what is wrong with which file.
SINEW_API Result<std::int64_t> writeReview(const Review& review, const std::string& path);

}  // namespace sinew
