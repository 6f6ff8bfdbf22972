// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
#include "progress.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>

#ifdef _WIN32
#include <io.h>
#define isatty _isatty
#define fileno _fileno
#else
#include <unistd.h>
#endif

namespace sinew::cli {

Progress::Progress(int done, int total)
    : terminal_(isatty(fileno(stdout)) != 0),
      before_(done),
      done_(done),
      total_(total),
      start_(std::chrono::steady_clock::now()) {
  if (terminal_) draw();
}

Progress::~Progress() {
  if (terminal_) std::fputs("\n", stdout);
}

void Progress::step(const std::string& line) {
  ++done_;
  if (terminal_) {
    draw();
  } else {
    fmt::print("{}\n", line);
    std::fflush(stdout);
  }
}

void Progress::draw() const {
  constexpr int kWidth = 40;
  const int filled = total_ > 0 ? kWidth * done_ / total_ : kWidth;
  std::string left;
  if (done_ > before_) {
    const std::chrono::duration<double> spent = std::chrono::steady_clock::now() - start_;
    const double perStep = spent.count() / (done_ - before_);
    left = fmt::format("{:.2f} s per frame, {:.0f} s left", perStep, perStep * (total_ - done_));
  }
  // \033[K: what an earlier, longer line left over is cleared.
  fmt::print("\r[{:#>{}}{:->{}}] {}/{}  {}\033[K", "", filled, "", kWidth - filled, done_, total_,
             left);
  std::fflush(stdout);
}

}  // namespace sinew::cli
