// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
#include "scenes/mesh.h"

#include <array>
#include <cstdint>
#include <utility>

namespace sinew::scenes {

Mesh boxMesh(const Bounds& box, double spacing) {
  const Vec3d size = box.size();
  const auto divisions = [&](double edge) {
    return std::max(1, static_cast<int>(std::lround(edge / spacing)));
  };
  const std::array<int, 3> count{divisions(size.x), divisions(size.y), divisions(size.z)};
  std::vector<std::int32_t> vertexAt((count[0] + 1) * (count[1] + 1) * (count[2] + 1), -1);
  Mesh mesh;
  const auto vertex = [&](const std::array<int, 3>& at) {
    std::int32_t& id = vertexAt[(at[2] * (count[1] + 1) + at[1]) * (count[0] + 1) + at[0]];
    if (id < 0) {
      id = static_cast<std::int32_t>(mesh.points.size());
      mesh.points.push_back(
          toFloat(box.lo + Vec3d{size.x * at[0] / count[0], size.y * at[1] / count[1],
                                 size.z * at[2] / count[2]}));
    }
    return id;
  };
  for (int d = 0; d < 3; ++d) {
    const int u = (d + 1) % 3, v = (d + 2) % 3;
    for (int side : {0, count[d]}) {
      for (int i = 0; i < count[u]; ++i) {
        for (int j = 0; j < count[v]; ++j) {
          std::array<std::int32_t, 4> quad;
          for (int corner = 0; corner < 4; ++corner) {
            std::array<int, 3> at{};
            at[d] = side;
            at[u] = i + (corner == 1 || corner == 2);
            at[v] = j + (corner >= 2);
            quad[corner] = vertex(at);
          }
          if (side == 0) std::swap(quad[1], quad[3]);
          const auto [a, b, c, e] = quad;
          mesh.triangles.insert(mesh.triangles.end(), {{a, b, c}, {a, c, e}});
        }
      }
    }
  }
  return mesh;
}

double signedVolume(Span<const Vec3f> points, Span<const Triangle> triangles) {
  double sum = 0;
  for (const Triangle& t : triangles) {
    sum += dot(toDouble(points[t.a]), cross(toDouble(points[t.b]), toDouble(points[t.c])));
  }
  return sum / 6;
}

}  // namespace sinew::scenes
