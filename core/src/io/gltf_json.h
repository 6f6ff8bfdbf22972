// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
#pragma once

#include <nlohmann/json.hpp>
#include <string_view>

namespace sinew::io {

/// The JSON of a glTF file without what has no bearing on shape and motion: materials, images,
/// cameras, extensions, extras. What is left is an object, is not nested deeply, and is of bounded
/// size, so that it is safe to hand on. Throws FileProblem or nlohmann's own exceptions.
nlohmann::json parseGltfJson(std::string_view text);

}  // namespace sinew::io
