// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
//
// Arrays as text for a web page: small whole numbers, their differences in time and along the
// array, zlib, base64. docs/review.md has the layout; cli/review/src/unpack.js reads it.
#pragma once

#include <cstdint>
#include <limits>
#include <span>
#include <string>
#include <vector>

#include "sinew/types.h"

namespace sinew {

/// Where points may lie: two corners of a box [m]. Empty until it grows.
struct PackBox {
  float least[3] = {kFar, kFar, kFar}, most[3] = {-kFar, -kFar, -kFar};

  void grow(std::span<const Vec3f> points);

 private:
  static constexpr float kFar = std::numeric_limits<float>::max();
};

/// Collects frames of numbers of `bytesEach` (1, 2 or 4) bytes.
class FramePacker {
 public:
  explicit FramePacker(int bytesEach) : bytesEach_(bytesEach) {}

  /// Frames must have the same size.
  void add(std::span<const std::uint32_t> numbers);

  /// zlib and base64 of all frames.
  std::string text() const;

 private:
  int bytesEach_;
  std::vector<std::uint32_t> last_;
  std::string bytes_;
};

/// x of all points, then y, then z: 16 bits each, 0 to 65535 from one side of the box to the other.
std::vector<std::uint32_t> quantisePoints(std::span<const Vec3f> points, const PackBox& box);

/// Least stretch, greatest stretch and volume ratio, 8 bits each, finest where little is deformed:
/// 128 + 127 sign(x) sqrt(|x| / m), where x is log2 of a stretch and m = 2, or x is the volume
/// ratio less 1 and m = 1.28. What is beyond m is taken as m.
std::vector<std::uint32_t> quantiseStrain(std::span<const Vec3f> strain);

/// What 255 stands for.
struct QualityRange {
  double penetration = 0;  ///< [cells]
  double pressure = 0;     ///< [Pa]

  void grow(std::span<const Vec3f> quality);
};

/// Last step, penetration and pressure, 8 bits each. A step s is 0 up to 1e-6 cells, else
/// 255 + 32 log10(s / 10), at most 255; the others are 255 sqrt(x / most).
std::vector<std::uint32_t> quantiseQuality(std::span<const Vec3f> quality,
                                           const QualityRange& range);

}  // namespace sinew
