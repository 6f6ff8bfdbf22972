// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
#include "report.h"

#include <fmt/format.h>

namespace sinew::cli {

std::string frameLine(int frame, int lastFrame, const FrameReport& r) {
  return fmt::format(
      "frame {:3}/{}  {:<15}  newton {:3}  vcycles {:4}  step {:8.5f}  min J {:6.3f}  "
      "inverted {:3}  volume {:.4f}  {:.3f} s",
      frame, lastFrame, name(r.status), r.newton, r.vcycles, r.step, r.minJ, r.invertedCells,
      r.volumeRatio, r.seconds.total);
}

}  // namespace sinew::cli
