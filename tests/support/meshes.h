// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
//
// Small closed meshes from formulas, and the slow, obvious answer to "how often does this mesh wind
// around a point": the solid angle of every triangle, summed.
#pragma once

#include <array>
#include <cmath>
#include <limits>
#include <map>
#include <numbers>
#include <string>
#include <utility>

#include "geometry/triangle_mesh.h"
#include "sinew/character.h"

namespace sinew::testing {

struct NamedMesh {
  std::string name;
  TriangleMesh mesh;
};

inline double length(const Vec3<double>& a) { return std::sqrt(dot(a, a)); }

/// A box with faces along the axes: 8 points, 12 triangles.
inline TriangleMesh boxMesh(const Vec3<double>& least, const Vec3<double>& greatest) {
  TriangleMesh mesh;
  for (int a = 0; a < 8; ++a)
    mesh.points.push_back(
        {a & 1 ? greatest.x : least.x, a & 2 ? greatest.y : least.y, a & 4 ? greatest.z : least.z});
  mesh.triangles = {{0, 2, 3}, {0, 3, 1}, {4, 5, 7}, {4, 7, 6}, {0, 1, 5}, {0, 5, 4},
                    {2, 6, 7}, {2, 7, 3}, {0, 4, 6}, {0, 6, 2}, {1, 3, 7}, {1, 7, 5}};
  return mesh;
}

/// Every triangle cut in four, `cuts` times.
inline TriangleMesh refined(TriangleMesh mesh, int cuts) {
  for (int cut = 0; cut < cuts; ++cut) {
    std::map<std::pair<std::int32_t, std::int32_t>, std::int32_t> middles;
    const auto middle = [&](std::int32_t a, std::int32_t b) {
      const auto [it, isNew] =
          middles.try_emplace(std::minmax(a, b), static_cast<std::int32_t>(mesh.points.size()));
      if (isNew)
        mesh.points.push_back(0.5 * (mesh.points[static_cast<std::size_t>(a)] +
                                     mesh.points[static_cast<std::size_t>(b)]));
      return it->second;
    };
    std::vector<std::array<std::int32_t, 3>> quarters;
    for (const auto& t : mesh.triangles) {
      const std::int32_t ab = middle(t[0], t[1]), bc = middle(t[1], t[2]), ca = middle(t[2], t[0]);
      quarters.insert(quarters.end(),
                      {{t[0], ab, ca}, {ab, t[1], bc}, {ca, bc, t[2]}, {ab, bc, ca}});
    }
    mesh.triangles = std::move(quarters);
  }
  return mesh;
}

/// An octahedron, refined, with all points on a sphere.
inline TriangleMesh ballMesh(const Vec3<double>& centre, double radius, int cuts) {
  TriangleMesh mesh;
  mesh.points = {{1, 0, 0}, {-1, 0, 0}, {0, 1, 0}, {0, -1, 0}, {0, 0, 1}, {0, 0, -1}};
  mesh.triangles = {{0, 2, 4}, {2, 1, 4}, {1, 3, 4}, {3, 0, 4},
                    {2, 0, 5}, {1, 2, 5}, {3, 1, 5}, {0, 3, 5}};
  for (int cut = 0; cut < cuts; ++cut) {  // onto the sphere each time: triangles stay alike
    mesh = refined(std::move(mesh), 1);
    for (Vec3<double>& p : mesh.points) p = (1 / length(p)) * p;
  }
  for (Vec3<double>& p : mesh.points) p = centre + radius * p;
  return mesh;
}

/// A ring about the z axis through the origin.
inline TriangleMesh torusMesh(double ringRadius, double tubeRadius, int around, int across) {
  TriangleMesh mesh;
  const auto turn = 2 * std::numbers::pi;
  for (int i = 0; i < around; ++i)
    for (int j = 0; j < across; ++j) {
      const double u = turn * i / around, v = turn * j / across;
      const double r = ringRadius + tubeRadius * std::cos(v);
      mesh.points.push_back({r * std::cos(u), r * std::sin(u), tubeRadius * std::sin(v)});
    }
  const auto at = [&](int i, int j) { return (i % around) * across + j % across; };
  for (int i = 0; i < around; ++i)
    for (int j = 0; j < across; ++j) {
      mesh.triangles.push_back({at(i, j), at(i + 1, j), at(i + 1, j + 1)});
      mesh.triangles.push_back({at(i, j), at(i + 1, j + 1), at(i, j + 1)});
    }
  return mesh;
}

inline void insideOut(TriangleMesh& mesh) {
  for (auto& t : mesh.triangles) std::swap(t[1], t[2]);
}

inline TriangleMesh joined(TriangleMesh a, const TriangleMesh& b) {
  const auto offset = static_cast<std::int32_t>(a.points.size());
  a.points.insert(a.points.end(), b.points.begin(), b.points.end());
  for (const auto& t : b.triangles)
    a.triangles.push_back({t[0] + offset, t[1] + offset, t[2] + offset});
  return a;
}

/// Solid angle of the mesh seen from p over 4 pi, a whole number; NaN if p lies on the surface.
/// (Van Oosterom and Strackee 1983.)
inline double windingNumber(const TriangleMesh& mesh, const Vec3<double>& p) {
  double sum = 0;
  for (const auto& t : mesh.triangles) {
    const Vec3<double> a = mesh.points[static_cast<std::size_t>(t[0])] - p;
    const Vec3<double> b = mesh.points[static_cast<std::size_t>(t[1])] - p;
    const Vec3<double> c = mesh.points[static_cast<std::size_t>(t[2])] - p;
    const double la = length(a), lb = length(b), lc = length(c);
    const double above = dot(a, cross(b, c));
    const double below = la * lb * lc + dot(a, b) * lc + dot(b, c) * la + dot(c, a) * lb;
    if (below < 1e-12 && std::fabs(above) < 1e-12 * (1 + la * lb * lc))
      return std::numeric_limits<double>::quiet_NaN();
    sum += 2 * std::atan2(above, below);
  }
  return sum / (4 * std::numbers::pi);
}

/// The same mesh in the types of the public headers.
inline MeshShape toShape(const TriangleMesh& mesh) {
  MeshShape shape;
  for (const Vec3<double>& p : mesh.points)
    shape.points.push_back(
        {static_cast<float>(p.x), static_cast<float>(p.y), static_cast<float>(p.z)});
  for (const auto& t : mesh.triangles) shape.triangles.push_back({t[0], t[1], t[2]});
  return shape;
}

}  // namespace sinew::testing
