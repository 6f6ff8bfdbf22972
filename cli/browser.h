// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
//
// Headless Chromium as a program that turns a page into text.
#pragma once

#include <sinew/result.h>

#include <filesystem>
#include <string>

namespace sinew::cli {

/// The first Chromium or Chrome of the PATH, or the one $SINEW_CHROMIUM names. Throws if none is.
std::string findBrowser();

/// What the page holds once it is loaded and its scripts have run; an error if the browser fails,
/// takes longer than `seconds`, or the user stops it. `work` is a folder for the browser's files.
Result<std::string> loadedPage(const std::string& browser, const std::string& address,
                               const std::filesystem::path& work, int seconds);

}  // namespace sinew::cli
