// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "sinew/model_file.h"
#include "sinew/result_file.h"

namespace sinew {

/// A point cache of a result folder, read frame by frame.
struct FolderCache {
  std::string path;
  PointCache head;
};

/// A finished run, its files checked against each other. Whatever is left out of the folder but is
/// not needed to see the result is nothing here.
struct ReviewFolder {
  std::string path, name;
  nlohmann::ordered_json report;
  SurfaceMesh skin;
  FolderCache surface;
  std::optional<FolderCache> skinned, strain, quality, bones, springs, lattice;
  std::vector<std::vector<ContactPoint>> contacts;  // per frame; empty: none are known
  std::vector<std::array<std::int32_t, 2>> latticeLines;

  std::int64_t frames() const { return surface.head.frames; }
  std::int64_t vertices() const { return surface.head.points; }
  int frameNumber(std::int64_t index) const;
  float cellSize() const;  ///< [m]; 0 if the report does not say
};

/// Throws std::runtime_error with one sentence if it is incomplete or damaged.
ReviewFolder openReviewFolder(const std::string& path);

/// The points of one frame; throws if one of them is not finite.
std::vector<Vec3f> pointsOf(const FolderCache& cache, std::int64_t frame);

}  // namespace sinew
