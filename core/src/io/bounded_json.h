// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
#pragma once

#include <nlohmann/json.hpp>
#include <string_view>

namespace sinew::io {

enum class JsonStyle {
  Generated,    // as JSON is defined
  HandWritten,  // comments are allowed; a key that is there twice is an error
};

/// JSON that is not nested deeply and is of bounded size. Throws FileProblem.
nlohmann::json parseBoundedJson(std::string_view text, JsonStyle style);

}  // namespace sinew::io
