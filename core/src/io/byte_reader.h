// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstring>
#include <string>

#include "io/file_problem.h"

namespace sinew::io {

/// The number stored at `at`, wherever it is aligned.
template <class T>
T loadNumber(const unsigned char* at, std::endian order = std::endian::little) {
  unsigned char raw[sizeof(T)];
  std::memcpy(raw, at, sizeof(T));
  if (order != std::endian::native) std::reverse(raw, raw + sizeof(T));
  return std::bit_cast<T>(raw);
}

/// Walks over binary data and throws FileProblem at its end.
class ByteReader {
 public:
  explicit ByteReader(Bytes bytes, std::endian order = std::endian::little)
      : left_(bytes), order_(order) {}

  std::size_t remaining() const { return left_.size(); }

  Bytes take(std::size_t count, const char* what) {
    if (count > left_.size()) {
      fail(std::string("it ends in the middle of ") + what + " (" + std::to_string(left_.size()) +
           " bytes are left, " + std::to_string(count) + " are needed).");
    }
    const Bytes taken = left_.first(count);
    left_ = left_.subspan(count);
    return taken;
  }

  template <class T>
  T read(const char* what) {
    return loadNumber<T>(take(sizeof(T), what).data(), order_);
  }

 private:
  Bytes left_;
  std::endian order_;
};

}  // namespace sinew::io
