// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
//
// Numbers and names inside the sentences users read.
#pragma once

#include <cstdint>
#include <cstdio>
#include <string>
#include <vector>

namespace sinew {

/// Three digits.
inline std::string number(double v) {
  char text[32];
  std::snprintf(text, sizeof text, "%.3g", v);
  return text;
}

inline std::string percent(double share) { return number(100 * share) + " %"; }

/// "1 joint moves", "2 joints move".
inline std::string counted(std::int64_t count, const std::string& one, const std::string& many) {
  return std::to_string(count) + " " + (count == 1 ? one : many);
}

/// Up to three names in a row.
inline std::string listed(const std::vector<std::string>& names) {
  std::string text;
  for (std::size_t i = 0; i < names.size() && i < 3; ++i)
    text += (i > 0 ? ", '" : "'") + names[i] + "'";
  return names.size() > 3 ? text + " and others" : text;
}

}  // namespace sinew
