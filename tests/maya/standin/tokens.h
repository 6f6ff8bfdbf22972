// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cctype>
#include <string>
#include <vector>

namespace standin {

/// Words between spaces; "..." is one word without its quotes.
inline std::vector<std::string> splitWords(const std::string& text) {
  std::vector<std::string> words;
  for (std::size_t i = 0; i < text.size();) {
    if (std::isspace(static_cast<unsigned char>(text[i]))) {
      ++i;
      continue;
    }
    const bool isQuoted = text[i] == '"';
    std::size_t end = i + 1;
    while (end < text.size() &&
           (isQuoted ? text[end] != '"' : !std::isspace(static_cast<unsigned char>(text[end]))))
      ++end;
    words.push_back(isQuoted ? text.substr(i + 1, end - i - 1) : text.substr(i, end - i));
    i = end + (isQuoted ? 1 : 0);
  }
  return words;
}

}  // namespace standin
