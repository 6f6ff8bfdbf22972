// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
#include "api/mesh_input.h"

#include <cmath>

#include "geometry/mesh_report.h"

namespace sinew {

TriangleMesh toMesh(const std::vector<Vec3f>& points, const std::vector<Triangle>& triangles) {
  TriangleMesh mesh;
  mesh.points.reserve(points.size());
  for (const Vec3f& p : points) mesh.points.push_back(toVec(p));
  mesh.triangles.reserve(triangles.size());
  for (const Triangle& t : triangles) mesh.triangles.push_back({t.a, t.b, t.c});
  return mesh;
}

std::optional<std::string> findBrokenMesh(const MeshFacts& facts, const TriangleMesh& mesh,
                                          const std::string& what) {
  if (mesh.points.empty() || mesh.triangles.empty())
    return what + " has no " + (mesh.points.empty() ? "points" : "triangles") + ".";
  if (!facts.finite)
    return what + " has points that are not finite numbers; freeze or delete its history.";
  if (facts.badIndices > 0)
    return what + " has " + std::to_string(facts.badIndices) +
           " triangles that name points it does not have.";
  return std::nullopt;
}

std::optional<std::string> findEmptyMesh(const MeshFacts& facts, const std::string& what) {
  const double size = std::cbrt(std::fabs(facts.volume));
  if (!(size * size > 1e-9 * facts.area)) return what + " encloses no volume.";
  if (facts.volume < 0) return what + " is inside out; reverse its normals.";
  return std::nullopt;
}

std::optional<std::string> findUnclearInside(const TriangleMesh& mesh, const std::string& what) {
  const SurfaceCheck check = checkSurface(mesh);
  if (check.report.verdict != MeshVerdict::Refused) return std::nullopt;
  return toldOf(what, check.report.refusal);
}

std::string toldOf(const std::string& what, const std::string& sentence) {
  const std::string mesh = "The mesh ";
  if (sentence.compare(0, mesh.size(), mesh) == 0) return what + " " + sentence.substr(mesh.size());
  return what + ": " + sentence;
}

}  // namespace sinew
