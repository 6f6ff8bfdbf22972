// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
#include "base64.h"

#include <cstdint>
#include <cstring>

namespace sinew::maya {
namespace {

constexpr char kLetters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

// 0 to 63, or -1.
int valueOf(char letter) {
  const char* found = letter ? std::strchr(kLetters, letter) : nullptr;
  return found ? static_cast<int>(found - kLetters) : -1;
}

}  // namespace

std::string toBase64(Span<const unsigned char> bytes) {
  std::string text;
  text.reserve((bytes.size() + 2) / 3 * 4);
  for (std::size_t i = 0; i < bytes.size(); i += 3) {
    const std::size_t count = bytes.size() - i < 3 ? bytes.size() - i : 3;
    std::uint32_t group = 0;
    for (std::size_t k = 0; k < 3; ++k) group = group << 8 | (k < count ? bytes[i + k] : 0u);
    for (std::size_t k = 0; k < 4; ++k)
      text += k <= count ? kLetters[group >> (18 - 6 * k) & 63] : '=';
  }
  return text;
}

bool appendBase64(const char* text, std::vector<unsigned char>& bytes) {
  const std::size_t length = std::strlen(text);
  if (length % 4 != 0) return false;
  for (std::size_t i = 0; i < length; i += 4) {
    const bool isLast = i + 4 == length;
    const int padding = !isLast ? 0 : (text[i + 3] == '=') + (text[i + 2] == '=');
    std::uint32_t group = 0;
    for (int k = 0; k < 4; ++k) {
      const int value = k >= 4 - padding ? 0 : valueOf(text[i + static_cast<std::size_t>(k)]);
      if (value < 0) return false;
      group = group << 6 | static_cast<std::uint32_t>(value);
    }
    for (int k = 0; k < 3 - padding; ++k)
      bytes.push_back(static_cast<unsigned char>(group >> (16 - 8 * k) & 255));
  }
  return true;
}

}  // namespace sinew::maya
