// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
#include "api/surface_volume.h"

#include "base/parallel.h"
#include "math/mat3.h"

namespace sinew {

double surfaceVolume(const std::vector<std::array<std::int32_t, 3>>& triangles,
                     Span<Vec3f> surface) {
  const auto point = [&](std::int32_t i) {
    const Vec3f &p = surface[static_cast<std::size_t>(i)], &o = surface[0];
    return Vec3<double>{static_cast<double>(p.x) - o.x, static_cast<double>(p.y) - o.y,
                        static_cast<double>(p.z) - o.z};
  };
  return parallelSum(static_cast<std::int64_t>(triangles.size()), 1024,
                     [&](std::int64_t begin, std::int64_t end) {
                       double sum = 0;
                       for (auto t = static_cast<std::size_t>(begin);
                            t < static_cast<std::size_t>(end); ++t)
                         sum += dot(point(triangles[t][0]),
                                    cross(point(triangles[t][1]), point(triangles[t][2])));
                       return sum;
                     }) /
         6;
}

}  // namespace sinew
