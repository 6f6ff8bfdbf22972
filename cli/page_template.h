// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
#pragma once

#include <string>

namespace sinew::cli {

/// Where the build leaves review.html: share/sinew beside the folder of the tool.
std::string pageTemplate();

}  // namespace sinew::cli
