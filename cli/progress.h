// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <string>

namespace sinew::cli {

/// Tells how far long work is: a bar on a terminal, a line per step otherwise.
class Progress {
 public:
  /// `done` of `total` steps were done before.
  Progress(int done, int total);
  ~Progress();

  /// One more step; `line` says how it went.
  void step(const std::string& line);

 private:
  void draw() const;

  bool terminal_;
  int before_, done_, total_;
  std::chrono::steady_clock::time_point start_;
};

}  // namespace sinew::cli
