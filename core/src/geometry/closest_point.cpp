// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
#include "geometry/closest_point.h"

#include <algorithm>
#include <cmath>

#include "base/assert.h"
#include "base/parallel.h"

namespace sinew {
namespace {

constexpr std::int64_t kDistanceGrain = 256;

/// Below this sine of the angle between two edges the normal is too uncertain to be trusted alone.
constexpr double kLeastSine = 1e-6;

double squaredLength(const Vec3<double>& v) { return dot(v, v); }

Vec3<double> closestOnSegment(const Vec3<double>& a, const Vec3<double>& b, const Vec3<double>& p) {
  const Vec3<double> ab = b - a;
  const double along = dot(p - a, ab), whole = dot(ab, ab);
  if (!(along > 0)) return a;
  return along < whole ? a + (along / whole) * ab : b;
}

}  // namespace

Vec3<double> closestOnTriangle(const Vec3<double>& a, const Vec3<double>& b, const Vec3<double>& c,
                               const Vec3<double>& p) {
  // Inside: a mean of the corners by the areas opposite to them, so on the triangle whatever the
  // round-off in the normal.
  const Vec3<double> ab = b - a, ac = c - a, normal = cross(ab, ac);
  const double wb = dot(cross(p - a, ac), normal), wc = dot(cross(ab, p - a), normal);
  const double whole = squaredLength(normal), wa = whole - wb - wc;
  const bool isInside = whole > 0 && wa >= 0 && wb >= 0 && wc >= 0;
  const Vec3<double> inside = isInside ? a + (wb / whole) * ab + (wc / whole) * ac : a;
  if (isInside && whole > kLeastSine * kLeastSine * squaredLength(ab) * squaredLength(ac))
    return inside;

  // Outside, or too thin to tell: the best of what there is.
  Vec3<double> best = inside;
  for (const Vec3<double>& candidate :
       {closestOnSegment(a, b, p), closestOnSegment(b, c, p), closestOnSegment(c, a, p)})
    if (squaredLength(candidate - p) < squaredLength(best - p)) best = candidate;
  return best;
}

ClosestPoint closestOnMesh(const TriangleMesh& mesh, const Bvh& bvh, const Vec3<double>& p,
                           double limit) {
  const auto pointOf = [&](std::int32_t triangle) {
    const auto& t = mesh.triangles[static_cast<std::size_t>(triangle)];
    return closestOnTriangle(mesh.points[static_cast<std::size_t>(t[0])],
                             mesh.points[static_cast<std::size_t>(t[1])],
                             mesh.points[static_cast<std::size_t>(t[2])], p);
  };
  const Bvh::Nearest nearest = bvh.findNearest(p, limit * limit, [&](std::int32_t triangle) {
    return squaredLength(pointOf(triangle) - p);
  });
  if (nearest.triangle < 0) return {};
  return {nearest.triangle, pointOf(nearest.triangle), nearest.squaredDistance};
}

SignedDistance::SignedDistance(const TriangleMesh& mesh, const WindingSettings& settings)
    : mesh_(mesh), bvh_(mesh), winding_(mesh, settings) {}

double SignedDistance::at(const Vec3<double>& p) const {
  const double distance = std::sqrt(closestOnMesh(mesh_, bvh_, p).squaredDistance);
  return winding_.isInside(p) ? -distance : distance;
}

void SignedDistance::at(std::span<const Vec3<double>> points, std::span<double> distance) const {
  SINEW_ASSERT(points.size() == distance.size());
  parallelFor(std::ssize(points), kDistanceGrain, [&](std::int64_t begin, std::int64_t end) {
    for (auto i = static_cast<std::size_t>(begin); i < static_cast<std::size_t>(end); ++i)
      distance[i] = at(points[i]);
  });
}

}  // namespace sinew
