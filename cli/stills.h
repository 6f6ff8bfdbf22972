// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
//
// Pictures out of a review page: the page draws them, headless Chromium runs it.
#pragma once

#include <sinew/result.h>

#include <filesystem>
#include <string>
#include <vector>

namespace sinew::cli {

/// What cli/review/src/stills.js is asked for.
struct StillsOrder {
  std::vector<int> frames;  ///< their numbers
  int width = 1280, height = 720;
  std::string view = "3/4", colour = "none", compare = "off", theme = "light";
  bool sheet = false, bones = false, springs = false, contacts = false, lattice = false;
  bool against = false;  ///< compare with the second run of the page
};

/// Draws the pictures of a page into `folder` and returns how many.
Result<int> drawStills(const std::string& browser, const std::filesystem::path& page,
                       const StillsOrder& order, const std::filesystem::path& folder,
                       const std::filesystem::path& work);

}  // namespace sinew::cli
