// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
#include "geometry/triangle_mesh.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace sinew {

double signedVolume(const TriangleMesh& mesh) {
  double sum = 0;
  const Vec3<double> o = mesh.points.empty() ? Vec3<double>{0, 0, 0} : mesh.points[0];
  for (const auto& t : mesh.triangles) {
    const auto at = [&](std::size_t k) { return mesh.points[static_cast<std::size_t>(t[k])] - o; };
    sum += dot(at(0), cross(at(1), at(2)));
  }
  return sum / 6;
}

Box boxOfTriangles(const TriangleMesh& mesh) {
  const Vec3<double> first = mesh.points[static_cast<std::size_t>(mesh.triangles[0][0])];
  Box box{first, first};
  for (const auto& t : mesh.triangles)
    for (const std::int32_t i : t) {
      const Vec3<double>& p = mesh.points[static_cast<std::size_t>(i)];
      box.least = {std::min(box.least.x, p.x), std::min(box.least.y, p.y),
                   std::min(box.least.z, p.z)};
      box.greatest = {std::max(box.greatest.x, p.x), std::max(box.greatest.y, p.y),
                      std::max(box.greatest.z, p.z)};
    }
  return box;
}

MeshFacts inspect(const TriangleMesh& mesh) {
  MeshFacts facts;
  for (const Vec3<double>& p : mesh.points)
    facts.finite &= std::isfinite(p.x) && std::isfinite(p.y) && std::isfinite(p.z);
  const auto pointCount = static_cast<std::int32_t>(mesh.points.size());
  for (const auto& t : mesh.triangles) {
    if (std::any_of(t.begin(), t.end(), [&](std::int32_t i) { return i < 0 || i >= pointCount; }))
      ++facts.badIndices;
    if (t[0] == t[1] || t[1] == t[2] || t[2] == t[0]) ++facts.degenerate;
  }
  if (!facts.finite || facts.badIndices > 0) return facts;
  if (!mesh.triangles.empty()) facts.box = boxOfTriangles(mesh);

  std::vector<std::pair<std::int32_t, std::int32_t>> edges;
  edges.reserve(mesh.triangles.size() * 3);
  for (const auto& t : mesh.triangles) {
    for (std::size_t k = 0; k < 3; ++k) edges.emplace_back(t[k], t[(k + 1) % 3]);
    const auto at = [&](std::size_t k) { return mesh.points[static_cast<std::size_t>(t[k])]; };
    const Vec3<double> n = cross(at(1) - at(0), at(2) - at(0));
    facts.area += 0.5 * std::sqrt(dot(n, n));
  }
  std::sort(edges.begin(), edges.end());
  for (auto i = edges.begin(); i != edges.end();) {
    const auto next = std::upper_bound(i, edges.end(), *i);
    const auto [first, last] =
        std::equal_range(edges.begin(), edges.end(), std::pair(i->second, i->first));
    if (next - i > 1) ++facts.nonManifoldEdges;
    if (next - i > last - first) facts.openEdges += (next - i) - (last - first);
    i = next;
  }
  facts.volume = signedVolume(mesh);
  return facts;
}

}  // namespace sinew
