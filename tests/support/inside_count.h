// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
//
// Skin that is in other flesh, by winding numbers: contact knows nothing of them.
#pragma once

#include <vector>

#include "geometry/winding_number.h"
#include "lattice/material_pieces.h"
#include "sinew/character.h"

namespace sinew::testing {

/// Skin points that are deeper than `depth` [m] in other flesh: moved into their own by that much,
/// the skin winds around them twice.
inline int countInside(const CharacterDesc& desc, const std::vector<Vec3f>& surface, double depth) {
  TriangleMesh mesh;
  for (const Vec3f& p : surface) mesh.points.push_back({p.x, p.y, p.z});
  for (const Triangle& t : desc.triangles) mesh.triangles.push_back({t.a, t.b, t.c});
  const std::vector<Vec3<double>> normals = pointNormals(mesh);
  const WindingNumber winding(mesh);
  int count = 0;
  for (std::size_t v = 0; v < mesh.points.size(); ++v)
    count += winding.at(mesh.points[v] - depth * normals[v]) > 1.5;
  return count;
}

}  // namespace sinew::testing
