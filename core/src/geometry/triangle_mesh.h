// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
//
// A triangle mesh in double precision, and what can be said about it.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "math/mat3.h"

namespace sinew {

struct TriangleMesh {
  std::vector<Vec3<double>> points;
  std::vector<std::array<std::int32_t, 3>> triangles;
};

struct Box {
  Vec3<double> least{0, 0, 0}, greatest{0, 0, 0};
};

struct MeshFacts {
  bool finite = true;                 // no NaN or infinity among the points
  std::int64_t badIndices = 0;        // triangles naming a point that does not exist
  std::int64_t degenerate = 0;        // triangles with a repeated corner
  std::int64_t openEdges = 0;         // directed edges without an opposite of their own
  std::int64_t nonManifoldEdges = 0;  // directed edges used more than once
  double volume = 0, area = 0;        // signed volume: positive when triangles face outwards
  Box box;                            // of the points triangles use
};

/// Bounding box of the points triangles use; the mesh has triangles.
Box boxOfTriangles(const TriangleMesh& mesh);

MeshFacts inspect(const TriangleMesh& mesh);

/// Signed volume enclosed by the triangles.
double signedVolume(const TriangleMesh& mesh);

}  // namespace sinew
