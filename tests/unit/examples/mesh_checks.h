// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "scenes/mesh.h"

namespace sinew::scenes {

/// Why `mesh` is not a closed, consistently oriented 2-manifold; empty if it is one. The slow,
/// obvious way: count directed edges, then walk around every vertex.
inline std::string problemOf(const Mesh& mesh) {
  std::map<std::pair<std::int32_t, std::int32_t>, std::int32_t> thirdCorner;  // by directed edge
  std::vector<int> triangles(mesh.points.size());
  std::vector<std::int32_t> neighbour(mesh.points.size(), -1);
  for (const Triangle& t : mesh.triangles) {
    const std::int32_t corners[] = {t.a, t.b, t.c};
    for (int i = 0; i < 3; ++i) {
      const std::int32_t a = corners[i], b = corners[(i + 1) % 3], c = corners[(i + 2) % 3];
      if (a == b) return "degenerate triangle";
      if (!thirdCorner.emplace(std::pair{a, b}, c).second) return "edge used twice";
      ++triangles[a];
      neighbour[a] = b;
    }
  }
  for (const auto& [edge, corner] : thirdCorner) {
    if (!thirdCorner.contains({edge.second, edge.first})) return "open edge";
  }
  for (std::size_t v = 0; v < mesh.points.size(); ++v) {
    if (triangles[v] == 0) return "vertex without triangle";
    const auto vertex = static_cast<std::int32_t>(v);
    int walked = 0;
    std::int32_t next = neighbour[v];
    do {
      next = thirdCorner.at({vertex, next});
      ++walked;
    } while (next != neighbour[v]);
    if (walked != triangles[v]) return "two sheets meet in a vertex";
  }
  return "";
}

}  // namespace sinew::scenes
