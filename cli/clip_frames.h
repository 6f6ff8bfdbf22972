// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
#pragma once

#include <sinew/model_file.h>

#include <optional>
#include <string>

namespace sinew::cli {

/// Frames first, first + step, ..., up to last at most.
struct FrameRange {
  int first = 0, last = 0, step = 1;

  int count() const { return (last - first) / step + 1; }
  int frame(int i) const { return first + i * step; }
  std::string text() const;  ///< "first:last:step"
};

/// "A", "A:B" or "A:B:S" with A <= B and S >= 1; nothing otherwise.
std::optional<FrameRange> parseFrames(const std::string& text);

/// All frames of a clip, frame 0 at its start. One frame for kRestPose.
FrameRange framesOf(const RiggedModel& model, int clip, double framesPerSecond);

/// The clip of that name; "" takes the first, or kRestPose if there is none. Throws
/// std::runtime_error with the names there are.
int findClip(const RiggedModel& model, const std::string& name);

}  // namespace sinew::cli
