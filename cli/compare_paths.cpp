// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
#include "compare_paths.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "sinew/result_file.h"

namespace sinew::cli {
namespace {

constexpr double kNoticed = 0.1;  // [cells]
constexpr const char* kSurface = "/surface.pc2";

double largestDistance(const std::vector<Vec3f>& a, const std::vector<Vec3f>& b) {
  double greatest = 0;
  for (std::size_t v = 0; v < std::min(a.size(), b.size()); ++v)
    greatest = std::max(greatest, std::hypot(static_cast<double>(a[v].x - b[v].x),
                                             static_cast<double>(a[v].y - b[v].y),
                                             static_cast<double>(a[v].z - b[v].z)));
  return greatest;
}

Result<FrameRange> rangeOf(const CharacterFile& character, const ClipRun& run) {
  if (const auto frames = parseFrames(run.frames)) return *frames;
  const RiggedModel& model = character.source->model;
  const Result<int> clip = findClip(model, run.clip);
  if (!clip) return clip.error();
  return framesOf(model, clip.value(), run.framesPerSecond);
}

}  // namespace

Result<std::int64_t> comparePaths(const CharacterFile& character, const ClipRun& run,
                                  const std::string& staticFolder,
                                  const std::string& sequentialFolder) {
  const Result<FrameRange> range = rangeOf(character, run);
  if (!range) return range.error();
  const double cell = character.character->summary().cellSize;
  std::string list;
  int noticed = 0;
  double greatest = 0;
  for (int i = 0; i < range.value().count(); ++i) {
    const auto ofStatic = readFrame(staticFolder + kSurface, i);
    if (!ofStatic) return ofStatic.error();
    const auto ofSequence = readFrame(sequentialFolder + kSurface, i);
    if (!ofSequence) return ofSequence.error();
    const double difference = largestDistance(ofStatic.value(), ofSequence.value()) / cell;
    const int frame = range.value().frame(i);
    greatest = std::max(greatest, difference);
    if (difference > kNoticed) {
      fmt::print("frame {} depends on the frames before it: {:.2f} cells ({:.4f} m)\n", frame,
                 difference, difference * cell);
      ++noticed;
    }
    list += fmt::format("{}\n    {{\"frame\": {}, \"difference\": {:.6g}}}", i == 0 ? "" : ",",
                        frame, difference);
  }
  fmt::print("{} of {} frames differ by more than {} cells between both paths, at most by {:.2f}\n",
             noticed, range.value().count(), kNoticed, greatest);
  return writeText(staticFolder + "/paths.json",
                   fmt::format("{{\n  \"unit\": \"cells\",\n  \"frames\": [{}\n  ]\n}}\n", list));
}

}  // namespace sinew::cli
