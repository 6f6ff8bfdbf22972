// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
//
// The skin as a solid to be filled: repaired where that cannot be wrong, with its inside told by
// row casting when it is closed and by the winding number when it is not.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "geometry/mesh_report.h"
#include "geometry/triangle_mesh.h"
#include "sinew/result.h"
#include "sinew/types.h"

namespace sinew {

struct SkinSolid {
  TriangleMesh mesh;                        // repaired, in world units
  std::vector<std::int32_t> pointOfVertex;  // point of `mesh` at each vertex as given
  bool isClosed = true;                     // and faces outwards everywhere
  double volume = 0, area = 0;              // of the inside; of the mesh
  Box box;
  std::vector<std::array<std::int32_t, 3>> triangles;  // those of `mesh`, by vertices as given
  std::vector<std::string> warnings;
};

/// Refused: a mesh that is broken, encloses nothing, is inside out or has no clear inside.
/// `checked`, if given, receives what was found out about the mesh, also if it is refused then;
/// a mesh that is no mesh at all leaves it as it is.
Result<SkinSolid> makeSolid(const std::vector<Vec3f>& points,
                            const std::vector<Triangle>& triangles,
                            SurfaceCheck* checked = nullptr);

}  // namespace sinew
