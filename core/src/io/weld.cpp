// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
#include "io/weld.h"

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <tuple>

namespace sinew::io {

Weld weld(const std::vector<Vec3f>& points,
          const std::function<bool(std::int32_t, std::int32_t)>& same) {
  // Sorted rather than hashed: no file can make this slow. -0 equals 0.
  const auto place = [&](std::int32_t v) {
    return std::tie(points[v].x, points[v].y, points[v].z);
  };
  std::vector<std::int32_t> order(points.size());
  std::iota(order.begin(), order.end(), 0);
  std::sort(order.begin(), order.end(), [&](std::int32_t a, std::int32_t b) {
    return place(a) < place(b) || (place(a) == place(b) && a < b);
  });

  // Vertices in one place that are not the same: more than this many are not compared any further.
  constexpr std::size_t kMostKinds = 32;
  Weld result;
  std::vector<std::int32_t> firstOf(
      points.size());  // per vertex, the first vertex it is the same as
  std::vector<std::int32_t> kinds;
  for (std::size_t i = 0; i < order.size(); ++i) {
    const std::int32_t v = order[i];
    if (i == 0 || place(order[i - 1]) != place(v)) kinds.clear();
    const auto found = std::find_if(kinds.begin(), kinds.end(),
                                    [&](std::int32_t first) { return same(first, v); });
    firstOf[v] = found == kinds.end() ? v : *found;
    if (found != kinds.end()) continue;
    if (!kinds.empty()) ++result.split;
    if (kinds.size() < kMostKinds) kinds.push_back(v);
  }

  result.welded.resize(points.size());
  for (std::int32_t v = 0; v < static_cast<std::int32_t>(points.size()); ++v) {
    if (firstOf[v] == v) {
      result.welded[v] = static_cast<std::int32_t>(result.first.size());
      result.first.push_back(v);
    } else {
      result.welded[v] = result.welded[firstOf[v]];
    }
  }
  return result;
}

Weld weld(const std::vector<Vec3f>& points) {
  return weld(points, [](std::int32_t, std::int32_t) { return true; });
}

void applyWeld(const Weld& weld, std::vector<Vec3f>& points, std::vector<Triangle>& triangles) {
  // In place: a welded vertex never stands after the first vertex it came from.
  for (std::size_t w = 0; w < weld.first.size(); ++w) points[w] = points[weld.first[w]];
  points.resize(weld.first.size());
  for (Triangle& t : triangles) {
    t = {weld.welded[t.a], weld.welded[t.b], weld.welded[t.c]};
  }
}

}  // namespace sinew::io
