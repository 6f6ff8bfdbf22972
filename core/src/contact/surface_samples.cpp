// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cmath>
#include <unordered_map>

#include "contact/contact_surface.h"
#include "lattice/material_pieces.h"

namespace sinew {
namespace {

constexpr double kFineSpacing = kProxySpacing / 2;  // of the points proxies are chosen from
constexpr double kSameSide = 0.5;                   // cosine: two points of one side of a sheet
constexpr int kMostParts = 64;                      // along an edge of a triangle

// Keeps points apart: a point too close to one kept before gives its area to that one.
class Thinning {
 public:
  void add(const SurfaceSample& sample) {
    const Int3 home = placeOf(sample.point);
    double least = kProxySpacing * kProxySpacing;
    std::int32_t taker = -1;
    for (int i = 0; i < 27; ++i) {
      const auto found = at_.find(home + Int3{i % 3 - 1, i / 3 % 3 - 1, i / 9 - 1});
      if (found == at_.end()) continue;
      for (const std::int32_t k : found->second) {
        const SurfaceSample& other = kept[static_cast<std::size_t>(k)];
        const Vec3<double> d = other.point - sample.point;
        if (dot(d, d) >= least || dot(other.normal, sample.normal) < kSameSide) continue;
        least = dot(d, d);
        taker = k;
      }
    }
    if (taker >= 0) {
      kept[static_cast<std::size_t>(taker)].area += sample.area;
      return;
    }
    at_[home].push_back(static_cast<std::int32_t>(kept.size()));
    kept.push_back(sample);
  }

  std::vector<SurfaceSample> kept;

 private:
  static Int3 placeOf(const Vec3<double>& p) {
    const auto part = [](double c) {
      return static_cast<std::int32_t>(std::floor(c / kProxySpacing));
    };
    return {part(p.x), part(p.y), part(p.z)};
  }
  std::unordered_map<Int3, std::vector<std::int32_t>, Int3Hash> at_;
};

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
