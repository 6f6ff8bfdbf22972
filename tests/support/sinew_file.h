// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
//
// .sinew files made wrong on purpose, with checksums that are right all the same.
#pragma once

#include <algorithm>
#include <cstring>
#include <span>
#include <vector>

#include "base/hash.h"

namespace sinew::testing {

inline constexpr std::size_t kSinewHeaderBytes = 64;

template <class T>
void putNumber(std::vector<unsigned char>& bytes, std::size_t at, T number) {
  std::memcpy(bytes.data() + at, &number, sizeof number);
}

/// Sets length and checksums to what the content and header are.
inline void seal(std::vector<unsigned char>& bytes) {
  const std::span<const unsigned char> all(bytes);
  putNumber(bytes, 16, std::uint64_t{bytes.size() - kSinewHeaderBytes});
  putNumber(bytes, 32, hash64(all.subspan(kSinewHeaderBytes)));
  putNumber(bytes, 56, hash64(all.first(kSinewHeaderBytes - 8)));
}

/// A file of format `version` around `content`.
inline std::vector<unsigned char> sealed(std::span<const unsigned char> content,
                                         std::uint32_t version = 12) {
  std::vector<unsigned char> bytes(kSinewHeaderBytes + content.size(), 0);
  std::memcpy(bytes.data(), "\x93SINEW\r\n", 8);
  putNumber(bytes, 8, std::uint32_t{0x01020304});
  putNumber(bytes, 12, version);
  std::copy(content.begin(), content.end(), bytes.begin() + kSinewHeaderBytes);
  seal(bytes);
  return bytes;
}

}  // namespace sinew::testing
