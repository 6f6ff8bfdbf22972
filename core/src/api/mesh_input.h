// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
//
// Meshes as users give them: in the types of geometry, and whether they can be worked with.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "geometry/triangle_mesh.h"
#include "sinew/types.h"

namespace sinew {

inline Vec3<double> toVec(const Vec3f& p) {
  return {static_cast<double>(p.x), static_cast<double>(p.y), static_cast<double>(p.z)};
}

inline Vec3<double> toVec(const Vec3d& p) { return {p.x, p.y, p.z}; }

TriangleMesh toMesh(const std::vector<Vec3f>& points, const std::vector<Triangle>& triangles);

/// Why a mesh is no mesh at all, or nothing. `what` names it: "The skin".
std::optional<std::string> findBrokenMesh(const MeshFacts& facts, const TriangleMesh& mesh,
                                          const std::string& what);

/// Why a closed mesh cannot be filled, or nothing.
std::optional<std::string> findEmptyMesh(const MeshFacts& facts, const std::string& what);

/// Why a mesh with holes or wrong triangles cannot be filled, or nothing.
std::optional<std::string> findUnclearInside(const TriangleMesh& mesh, const std::string& what);

/// A sentence about "The mesh", told of `what` instead.
std::string toldOf(const std::string& what, const std::string& sentence);

}  // namespace sinew
