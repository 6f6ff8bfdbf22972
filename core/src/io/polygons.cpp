// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
#include "io/polygons.h"

#include <limits>
#include <span>

#include "io/file_problem.h"

namespace sinew::io {

namespace {

using Corners = std::span<const std::int32_t>;

Vec3d difference(const Vec3f& a, const Vec3f& b) {
  return {double{a.x} - b.x, double{a.y} - b.y, double{a.z} - b.z};
}

Vec3d cross(const Vec3d& a, const Vec3d& b) {
  return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

double dot(const Vec3d& a, const Vec3d& b) { return a.x * b.x + a.y * b.y + a.z * b.z; }

/// Twice the area of abc as seen along `normal`; negative if it runs the other way round.
double area(const Vec3f& a, const Vec3f& b, const Vec3f& c, const Vec3d& normal) {
  return dot(normal, cross(difference(b, a), difference(c, a)));
}

Vec3d normalOf(const std::vector<Vec3f>& points, Corners corners) {
  Vec3d sum;
  for (std::size_t i = 1; i + 1 < corners.size(); ++i) {
    const Vec3f& origin = points[corners[0]];
    const Vec3d n =
        cross(difference(points[corners[i]], origin), difference(points[corners[i + 1]], origin));
    sum = {sum.x + n.x, sum.y + n.y, sum.z + n.z};
  }
  return sum;
}

bool fanIsClean(const std::vector<Vec3f>& points, Corners corners, const Vec3d& normal) {
  for (std::size_t i = 1; i + 1 < corners.size(); ++i) {
    if (area(points[corners[0]], points[corners[i]], points[corners[i + 1]], normal) < 0)
      return false;
  }
  return true;
}

/// Whether corner i of the polygon can be cut off: it points outwards and no other corner lies in
/// it.
bool isEar(const std::vector<Vec3f>& points, Corners left, std::size_t i, const Vec3d& normal) {
  const std::size_t n = left.size();
  const std::int32_t ia = left[(i + n - 1) % n], ib = left[i], ic = left[(i + 1) % n];
  const Vec3f &a = points[ia], &b = points[ib], &c = points[ic];
  if (!(area(a, b, c, normal) > 0)) return false;
  for (const std::int32_t corner : left) {
    if (corner == ia || corner == ib || corner == ic) continue;
    const Vec3f& p = points[corner];
    if (area(a, b, p, normal) >= 0 && area(b, c, p, normal) >= 0 && area(c, a, p, normal) >= 0) {
      return false;
    }
  }
  return true;
}

void addFan(Corners corners, std::vector<Triangle>& out) {
  for (std::size_t i = 1; i + 1 < corners.size(); ++i) {
    out.push_back({corners[0], corners[i], corners[i + 1]});
  }
}

void addPolygon(const std::vector<Vec3f>& points, Corners corners, std::vector<Triangle>& out) {
  constexpr std::size_t kMostForEars = 32;  // an unlucky polygon costs the cube of this
  const Vec3d normal = normalOf(points, corners);
  if (corners.size() > kMostForEars || fanIsClean(points, corners, normal)) {
    return addFan(corners, out);
  }
  std::vector<std::int32_t> left(corners.begin(), corners.end());
  while (left.size() > 3) {
    std::size_t ear = 0;
    while (ear < left.size() && !isEar(points, left, ear, normal)) ++ear;
    if (ear == left.size()) break;  // crosses itself: no cut is right
    const std::size_t n = left.size();
    out.push_back({left[(ear + n - 1) % n], left[ear], left[(ear + 1) % n]});
    left.erase(left.begin() + static_cast<std::ptrdiff_t>(ear));
  }
  addFan(left, out);
}

}  // namespace

void triangulate(const Polygons& polygons, const std::vector<PolygonPart>& parts,
                 SurfaceMesh& mesh) {
  std::vector<std::int32_t> corners;
  std::size_t part = 0, tooFew = 0;
  mesh.triangles.reserve(polygons.count());
  if (!parts.empty() && parts[0].firstPolygon > 0) mesh.parts.push_back({});
  for (std::size_t i = 0; i < polygons.count(); ++i) {
    for (; part < parts.size() && parts[part].firstPolygon <= i; ++part) {
      mesh.parts.push_back({parts[part].name, static_cast<std::int32_t>(mesh.triangles.size()), 0});
    }
    corners.clear();
    for (std::size_t k = polygons.begin[i]; k < polygons.begin[i + 1]; ++k) {
      const std::int64_t index = polygons.corners[k];
      if (index < 0 || index >= static_cast<std::int64_t>(mesh.points.size())) {
        fail("face " + std::to_string(i + 1) + " uses point " + std::to_string(index) +
             " (counted from 0), but there are only " + std::to_string(mesh.points.size()) + ".");
      }
      corners.push_back(static_cast<std::int32_t>(index));
    }
    if (corners.size() < 3) {
      ++tooFew;
      continue;
    }
    addPolygon(mesh.points, corners, mesh.triangles);
    if (mesh.triangles.size() > std::numeric_limits<std::int32_t>::max()) {
      failTooLarge("it has more than 2147483647 triangles.");
    }
  }
  if (mesh.triangles.empty()) fail("it has no faces with at least 3 corners.");
  const auto end = static_cast<std::int32_t>(mesh.triangles.size());
  for (std::size_t i = 0; i < mesh.parts.size(); ++i) {
    const std::int32_t next = i + 1 < mesh.parts.size() ? mesh.parts[i + 1].firstTriangle : end;
    mesh.parts[i].triangleCount = next - mesh.parts[i].firstTriangle;
  }
  std::erase_if(mesh.parts, [](const SurfacePart& p) { return p.triangleCount == 0; });
  if (tooFew > 0) {
    mesh.warnings.push_back(std::to_string(tooFew) +
                            " faces with fewer than 3 corners were left out.");
  }
}

}  // namespace sinew::io
