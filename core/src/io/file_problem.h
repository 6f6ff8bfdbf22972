// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
//
// Any byte of a file may be wrong, so the readers throw FileProblem where they find it. No
// exception leaves this layer: every public function that reads goes through guarded().
#pragma once

#include <cstddef>
#include <cstdint>
#include <exception>
#include <new>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>

#include "sinew/result.h"

namespace sinew::io {

using Bytes = std::span<const unsigned char>;

struct FileProblem {
  ErrorCode code;
  std::string what;
};

[[noreturn]] inline void fail(std::string what) {
  throw FileProblem{ErrorCode::BadFile, std::move(what)};
}

[[noreturn]] inline void failTooLarge(std::string what) {
  throw FileProblem{ErrorCode::TooLarge, std::move(what)};
}

/// Text from a file or a library, fit to be shown: short, and without control characters.
inline std::string shortened(std::string_view text, std::size_t longest = 200) {
  std::string shown;
  for (const char c : text.substr(0, longest)) {
    shown += static_cast<unsigned char>(c) < 0x20 || c == 0x7f ? ' ' : c;
  }
  return text.size() > longest ? shown + "..." : shown;
}

/// A name from a file.
inline std::string inQuotes(std::string_view name) { return "'" + shortened(name, 64) + "'"; }

/// What read() returns, or an Error that starts with the file's name.
template <class T, class Read>
Result<T> guarded(const std::string& name, Read&& read) {
  try {
    return read();
  } catch (const FileProblem& problem) {
    return Error{problem.code, name + ": " + problem.what};
  } catch (const std::bad_alloc&) {
    return Error{ErrorCode::TooLarge, name + ": there is not enough memory to read it."};
  } catch (const std::exception& e) {
    return Error{ErrorCode::BadFile,
                 name + ": it could not be read (" + shortened(e.what()) + ")."};
  }
}

/// How much memory one file may ask for: in proportion to its size, so that a small file full of
/// large numbers or repeated references cannot ask for much.
class Budget {
 public:
  explicit Budget(std::uint64_t fileBytes) { grow(kBase + kPerByte * fileBytes); }

  /// More input came in from another file.
  void addInput(std::uint64_t bytes) { grow(kPerByte * bytes); }

  /// Call before allocating.
  void take(std::uint64_t bytes) {
    if (bytes > left_) {
      failTooLarge("it would need far more memory than its size justifies.");
    }
    left_ -= bytes;
  }

 private:
  // A vertex of 32 bytes in the file needs about 200 while it is read; the rest is for meshes that
  // the file uses many times.
  static constexpr std::uint64_t kPerByte = 64, kBase = std::uint64_t{16} << 20;
  static constexpr std::uint64_t kMost = std::uint64_t{8} << 30;

  void grow(std::uint64_t bytes) {
    bytes = bytes < kMost - granted_ ? bytes : kMost - granted_;
    granted_ += bytes;
    left_ += bytes;
  }

  std::uint64_t granted_ = 0, left_ = 0;
};

}  // namespace sinew::io
