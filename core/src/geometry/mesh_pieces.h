// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
//
// A mesh seen as edges and as pieces that hang together, and which way the pieces face.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "geometry/bvh.h"
#include "geometry/triangle_mesh.h"

namespace sinew {

/// One side of one triangle. Uses of the same edge are neighbours in the table.
struct EdgeUse {
  std::int32_t a, b;  // points, a < b
  std::int32_t triangle;
  bool isForward;  // the triangle runs from a to b
};

inline bool hasRepeatedCorner(const std::array<std::int32_t, 3>& t) {
  return t[0] == t[1] || t[1] == t[2] || t[2] == t[0];
}

/// All sides of all triangles but those with a repeated corner, sorted by edge, then by triangle.
std::vector<EdgeUse> edgeTable(const TriangleMesh& mesh);

/// visit(uses) for every edge.
template <class Visit>
void forEdges(std::span<const EdgeUse> table, Visit&& visit) {
  for (std::size_t begin = 0; begin < table.size();) {
    std::size_t end = begin + 1;
    while (end < table.size() && table[end].a == table[begin].a && table[end].b == table[begin].b)
      ++end;
    visit(table.subspan(begin, end - begin));
    begin = end;
  }
}

/// Groups of things that were joined, numbered by their first member.
class Groups {
 public:
  explicit Groups(std::size_t count);
  void join(std::int32_t a, std::int32_t b);
  std::int32_t root(std::int32_t member);

 private:
  std::vector<std::int32_t> parent_;  // never greater than the member
};

/// A piece of a mesh: a shell (connected by points) or a patch (connected by edges of two
/// triangles).
struct MeshPiece {
  std::int64_t triangles = 0;
  std::int64_t openEdges = 0;  // edges with one triangle
  double area = 0;
  double volume = 0;                 // signed; depends on the origin unless the piece is closed
  Vec3<double> areaVector{0, 0, 0};  // sum of normal times area; 0 for a closed piece
  Box box = kEmptyBox;

  /// Mean winding number of the piece on itself: 1/2 when it faces outwards, -1/2 when it is inside
  /// out, about 0 for a sheet or a scrap, which has no inside to face away from.
  double side = 0;
  /// Mean winding number around it of the other pieces, all turned outwards: 1 inside one of them.
  double depth = 0;

  bool isClosed() const { return openEdges == 0; }
  bool hasSide() const { return side > 0.25 || side < -0.25; }
  bool isInsideOut() const { return side < -0.25; }
  bool isSurrounded() const { return depth > 0.5; }
};

struct MeshPieces {
  std::vector<MeshPiece> pieces;      // by their first triangle
  std::vector<std::int32_t> pieceOf;  // per triangle
};

/// Everything but side and depth.
MeshPieces findShells(const TriangleMesh& mesh, std::span<const EdgeUse> edges);
MeshPieces findPatches(const TriangleMesh& mesh, std::span<const EdgeUse> edges);

/// Fills in side and depth from samples on the surface of each piece.
void measureSides(const TriangleMesh& mesh, MeshPieces& parts);

/// Both sides of a triangle at its centroid, close enough to see the jump of the winding number
/// there.
struct TriangleSides {
  Vec3<double> front, back;
};
TriangleSides sidesOfTriangle(const TriangleMesh& mesh, std::int32_t triangle, double meshSize);

double triangleArea(const TriangleMesh& mesh, std::int32_t triangle);
double diagonal(const Box& box);

/// Swaps two corners.
inline void turn(std::array<std::int32_t, 3>& t) { std::swap(t[1], t[2]); }

}  // namespace sinew
