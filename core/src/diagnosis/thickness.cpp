// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
#include "diagnosis/thickness.h"

#include <algorithm>
#include <cmath>

#include "base/parallel.h"
#include "geometry/closest_point.h"
#include "geometry/mesh_pieces.h"

namespace sinew {
namespace {

constexpr int kMostSteps = 200;

// Marches through the ball that holds no skin, then through the next one. Balls grow by half at
// every step away from the skin and end within `tolerance` of the other side.
double marchInwards(const TriangleMesh& mesh, const Bvh& bvh, const Vec3<double>& start,
                    const Vec3<double>& inwards, double tolerance, double farthest) {
  double t = 2 * tolerance;
  for (int step = 0; step < kMostSteps && t < farthest; ++step) {
    const double room = std::sqrt(closestOnMesh(mesh, bvh, start + t * inwards).squaredDistance);
    if (room < tolerance) return t;
    t += room;
  }
  return std::min(t, farthest);
}

}  // namespace

std::vector<ThicknessSample> measureThickness(const TriangleMesh& mesh, double cellSize,
                                              std::int64_t most) {
  const std::int64_t count = std::ssize(mesh.triangles);
  const std::int64_t stride = 1 + (count - 1) / most;
  std::vector<ThicknessSample> samples;
  for (std::int64_t i = 0; i < count; i += stride) {
    const auto triangle = static_cast<std::int32_t>(i);
    const double area = triangleArea(mesh, triangle);
    if (area > 0) samples.push_back({triangle, area * static_cast<double>(stride), 0, {}});
  }
  const Bvh bvh(mesh);
  const double farthest = diagonal(boxOfTriangles(mesh)), tolerance = 0.05 * cellSize;
  parallelFor(std::ssize(samples), 64, [&](std::int64_t begin, std::int64_t end) {
    for (auto s = static_cast<std::size_t>(begin); s < static_cast<std::size_t>(end); ++s) {
      const auto& t = mesh.triangles[static_cast<std::size_t>(samples[s].triangle)];
      const Vec3<double>& a = mesh.points[static_cast<std::size_t>(t[0])];
      const Vec3<double>& b = mesh.points[static_cast<std::size_t>(t[1])];
      const Vec3<double>& c = mesh.points[static_cast<std::size_t>(t[2])];
      const Vec3<double> normal = cross(b - a, c - a);
      const Vec3<double> inwards = (-1 / std::sqrt(dot(normal, normal))) * normal;
      samples[s].position = (1.0 / 3) * (a + b + c);
      samples[s].thickness =
          marchInwards(mesh, bvh, samples[s].position, inwards, tolerance, farthest);
    }
  });
  return samples;
}

double medianThickness(std::vector<ThicknessSample> samples) {
  std::sort(samples.begin(), samples.end(), [](const auto& a, const auto& b) {
    return a.thickness != b.thickness ? a.thickness < b.thickness : a.triangle < b.triangle;
  });
  double all = 0, sum = 0;
  for (const ThicknessSample& s : samples) all += s.area;
  for (const ThicknessSample& s : samples)
    if ((sum += s.area) >= 0.5 * all) return s.thickness;
  return 0;
}

}  // namespace sinew
