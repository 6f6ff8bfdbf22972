// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <string>

#include "scenes/image.h"

namespace sinew::scenes {

/// `image` as the bytes of a PNG file, 8 bits per channel.
std::string encodePng(const Image& image);

/// Writes `image` to `path` in one piece or not at all. Returns whether that worked.
[[nodiscard]] bool writePng(const Image& image, const std::filesystem::path& path);

}  // namespace sinew::scenes
