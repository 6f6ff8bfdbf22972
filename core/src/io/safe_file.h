// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
#pragma once

#include <fstream>
#include <string>
#include <string_view>

#include "io/file_problem.h"

namespace sinew::io {

/// A file that gets its name when it is complete: until commit() it has another one in the same
/// folder, so a failed or killed write leaves what was there before. Throws FileProblem.
class SafeFile {
 public:
  explicit SafeFile(const std::string& path);
  ~SafeFile();
  SafeFile(const SafeFile&) = delete;
  SafeFile& operator=(const SafeFile&) = delete;

  void write(Bytes bytes);
  void write(std::string_view text);
  std::int64_t commit();  ///< returns the size [bytes]

 private:
  std::string path_, temporary_;
  std::ofstream file_;
  std::int64_t size_ = 0;
};

/// Throws a FileProblem that says why the last call of the system failed.
[[noreturn]] void failToWrite();

}  // namespace sinew::io
