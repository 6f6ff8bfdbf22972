// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "io/file_problem.h"

namespace sinew::io {

/// Cuts text into lines and words. Lines end with \n, \r\n or \r; a backslash before the line end
/// continues the line.
class TextScanner {
 public:
  explicit TextScanner(Bytes bytes);

  /// Goes to the start of the next line; false at the end of the text. Call it before the first
  /// line too.
  bool nextLine();

  /// Next word of this line; empty at its end.
  std::string_view word();

  /// Next word of this line or of a later one; empty at the end of the text.
  std::string_view wordAcrossLines();

  /// What is left of this line, without spaces around it.
  std::string_view restOfLine();

  std::size_t lineNumber() const { return line_; }

  /// Bytes before the start of the next line.
  std::size_t offsetOfNextLine() const { return next_; }

  /// Throws FileProblem that names the line.
  [[noreturn]] void failHere(const std::string& what) const;

  /// Next word of this line as a number that is finite as a float too; throws FileProblem.
  double number(const char* what);

 private:
  std::string_view text_;
  std::size_t at_ = 0, lineEnd_ = 0, next_ = 0;
  std::size_t line_ = 0;
};

/// The whole word as a number; false if it is none or does not fit. Does not depend on the locale.
bool parseNumber(std::string_view word, double& value);
bool parseNumber(std::string_view word, std::int64_t& value);

}  // namespace sinew::io
