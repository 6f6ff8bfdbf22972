// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cmath>

#include "contact/contact_surface.h"
#include "contact/thinning.h"
#include "lattice/material_pieces.h"

namespace sinew {
namespace {

constexpr double kFineSpacing = kProxySpacing / 2;  // of the points proxies are chosen from
constexpr int kMostParts = 64;                      // along an edge of a triangle

}  // namespace

std::vector<SurfaceSample> sampleSurface(const TriangleMesh& surface) {
  const std::vector<Vec3<double>> normals = pointNormals(surface);
  Thinning thinning;
  for (const auto& triangle : surface.triangles) {
    const auto corner = [&](std::size_t k) { return static_cast<std::size_t>(triangle[k]); };
    const Vec3<double> a = surface.points[corner(0)];
    const Vec3<double> ab = surface.points[corner(1)] - a, ac = surface.points[corner(2)] - a;
    const Vec3<double> whole = 0.5 * cross(ab, ac);
    const double area = std::sqrt(dot(whole, whole));
    if (!(area > 0)) continue;
    const Vec3<double> bc = ac - ab;
    const double longest = std::sqrt(std::max({dot(ab, ab), dot(ac, ac), dot(bc, bc)}));
    const int parts =
        std::clamp(static_cast<int>(std::ceil(longest / kFineSpacing)), 1, kMostParts);
    // Centroids of parts^2 equal triangles: of those that stand up, then of those upside down.
    for (int i = 0; i < parts; ++i)
      for (int j = 0; j < 2 * (parts - i) - 1; ++j) {
        const double third = j % 2 == 0 ? 1.0 / 3 : 2.0 / 3;
        const double u = (i + third) / parts;
        const double v = (j / 2 + third) / parts;
        const Vec3<double> normal =
            (1 - u - v) * normals[corner(0)] + u * normals[corner(1)] + v * normals[corner(2)];
        const double length = std::sqrt(dot(normal, normal));
        thinning.add({a + u * ab + v * ac,
                      length > 1e-6 ? (1 / length) * normal : (1 / area) * whole,
                      area / (static_cast<double>(parts) * parts), -1});
      }
  }
  return std::move(thinning.kept);
}

}  // namespace sinew
