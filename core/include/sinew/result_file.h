// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
//
// Solved surfaces as files. Numbers read back have the same bits as those written; text does not
// depend on the locale. Every function returns the reason as one sentence if the disk is full, the
// folder is missing and so on.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "sinew/export.h"
#include "sinew/result.h"
#include "sinew/types.h"

namespace sinew {

/// What the header of a PC2 point cache says.
struct PointCache {
  std::int64_t points = 0;  ///< in each frame
  double firstFrame = 0, frameStep = 1;
  std::int64_t frames = 0;
};

/// A PC2 file is made empty and grows frame by frame. Its header counts complete frames only, also
/// if the process is killed in between; then pointCache() says where to go on.
SINEW_API Result<PointCache> createPointCache(const std::string& path, std::int64_t points,
                                              double firstFrame, double frameStep);
SINEW_API Result<PointCache> appendFrame(const std::string& path, Span<const Vec3f> points);

/// Drops all frames but the first so many, and whatever a killed process left behind them.
SINEW_API Result<PointCache> keepFrames(const std::string& path, std::int64_t frames);

SINEW_API Result<PointCache> pointCache(const std::string& path);
SINEW_API Result<std::vector<Vec3f>> readFrame(const std::string& path, std::int64_t frame);

/// Contacts of frames, in a file that grows frame by frame (docs/files.md). Returned is the number
/// of contacts written. A process killed in between leaves an unfinished frame at the end, which
/// keepContactFrames drops.
SINEW_API Result<std::int64_t> createContactFile(const std::string& path);
SINEW_API Result<std::int64_t> appendContacts(const std::string& path,
                                              Span<const ContactPoint> contacts);

/// Drops all frames but the first `most`; returns how many are left.
SINEW_API Result<std::int64_t> keepContactFrames(const std::string& path, std::int64_t most);
SINEW_API Result<std::vector<std::vector<ContactPoint>>> readContacts(const std::string& path);

/// The files below get their name when they are complete; a failed or killed write leaves what was
/// there before. Returned is their size [bytes].
SINEW_API Result<std::int64_t> writeText(const std::string& path, const std::string& text);
SINEW_API Result<std::int64_t> writeObj(const std::string& path, Span<const Vec3f> points,
                                        Span<const Triangle> triangles);

/// Lines between points, as Wavefront OBJ (v, l); and the lines of such a file, as places in its
/// list of points.
SINEW_API Result<std::int64_t> writeObjLines(const std::string& path, Span<const Vec3f> points,
                                             Span<const std::array<std::int32_t, 2>> lines);
SINEW_API Result<std::vector<std::array<std::int32_t, 2>>> readObjLines(const std::string& path);

struct UsdStage {
  std::string meshName = "skin";  ///< characters that USD does not allow in names become _
  double framesPerSecond = 24;
  double metersPerUnit = 1;
  char upAxis = 'Y';  ///< 'Y' or 'Z'
};

/// USD as text (.usda): a polygon mesh with one time sample of points and extent per frame of the
/// point cache; frame numbers are time codes.
SINEW_API Result<std::int64_t> writeUsd(const std::string& path, Span<const Vec3f> restPoints,
                                        Span<const Triangle> triangles,
                                        const std::string& pointCachePath, const UsdStage& stage);

}  // namespace sinew
