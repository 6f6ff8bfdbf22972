// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "sinew/types.h"

namespace sinew::io {

/// Which vertices are one.
struct Weld {
  std::vector<std::int32_t> welded;  ///< per vertex, its number after welding
  std::vector<std::int32_t>
      first;               ///< per welded vertex, the first vertex that became it; ascending
  std::int64_t split = 0;  ///< welded vertices that share their place with an earlier one
};

/// Joins vertices in exactly the same place for which same(first, other) holds. Points must be
/// finite.
Weld weld(const std::vector<Vec3f>& points,
          const std::function<bool(std::int32_t, std::int32_t)>& same);

/// Joins vertices in exactly the same place.
Weld weld(const std::vector<Vec3f>& points);

/// Puts the welded points and corners in place of the old ones.
void applyWeld(const Weld& weld, std::vector<Vec3f>& points, std::vector<Triangle>& triangles);

}  // namespace sinew::io
