// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "sinew/model_file.h"

namespace sinew::io {

/// Polygons as a file lists them, before its points are known.
struct Polygons {
  std::vector<std::int64_t> corners;  ///< point indices, not yet checked
  std::vector<std::size_t> begin = {
      0};  ///< polygon i is corners[begin[i]] to corners[begin[i + 1] - 1]

  std::size_t count() const { return begin.size() - 1; }
  void close() {
    begin.push_back(corners.size());
  }  ///< what was appended to `corners` is a polygon
};

/// A named run of polygons, up to the next one.
struct PolygonPart {
  std::string name;
  std::size_t firstPolygon = 0;
};

/// Fills mesh.triangles and mesh.parts. Convex polygons become fans from their first corner, others
/// are cut ear by ear if they have at most 32 corners; fewer than three corners give a warning.
/// Throws FileProblem at an index that has no point.
void triangulate(const Polygons& polygons, const std::vector<PolygonPart>& parts,
                 SurfaceMesh& mesh);

}  // namespace sinew::io
