// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <string_view>

namespace sinew::scenes {

/// Writes `bytes` under a temporary name beside `path` and renames, so that `path` is never half
/// written. Returns whether that worked.
[[nodiscard]] bool writeFile(const std::filesystem::path& path, std::string_view bytes);

}  // namespace sinew::scenes
