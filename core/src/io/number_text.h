// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
#pragma once

#include <charconv>
#include <string>

#include "sinew/types.h"

namespace sinew::io {

/// The shortest text that reads back as the same number, whatever the locale.
template <class Number>
void appendNumber(std::string& text, Number number) {
  char digits[32];
  text.append(digits, std::to_chars(digits, digits + sizeof digits, number).ptr);
}

inline void appendPoint(std::string& text, const Vec3f& p, const char* separator) {
  appendNumber(text, p.x);
  text += separator;
  appendNumber(text, p.y);
  text += separator;
  appendNumber(text, p.z);
}

}  // namespace sinew::io
