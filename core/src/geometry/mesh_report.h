// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
//
// What a rigger needs to know about a surface before it is filled with flesh: what it is made of,
// what is wrong with it, and how sure one can be about its inside.
//
//   const SurfaceCheck check = checkSurface(mesh);
//   if (check.report.verdict == MeshVerdict::Refused) ...  // check.report.refusal says why
//   fill(check.repaired);                                  // its inside: winding number > 1/2
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "geometry/mesh_pieces.h"
#include "geometry/mesh_repair.h"
#include "geometry/triangle_intersection.h"
#include "geometry/triangle_mesh.h"

namespace sinew {

/// One thing that is wrong: a name for programs, and a sentence with numbers for people.
struct MeshRemark {
  const char* topic;
  std::string text;
};

enum class MeshVerdict { Usable, UsableWithWarnings, Refused };

/// How clearly the winding number w tells inside (w > 1/2) from outside. Clear means |w - nearest
/// whole number| <= 0.2: a hole or a wrong triangle matters only where w is not clear.
struct InsideReport {
  /// Share of the surface by area on both sides of which w is clear. 1 for closed meshes, however
  /// often they cross themselves; about 0 for a sheet or a soup, whose sides have w = 1/2 and -1/2.
  double surfaceSureness = 0;
  /// Of the space that is not clearly outside, the share that is clearly inside. From samples in
  /// the bounding box; as surfaceSureness when too few samples fall there (a very thin mesh).
  double volumeSureness = 0;
  /// The lesser of the two.
  double sureness = 0;

  double insideVolume = 0;    // where w > 1/2, by sampling
  double doubtfulVolume = 0;  // where w is not clear
  double reversedVolume = 0;  // where w < -1/2: enclosed by triangles that face inwards
  double doubledVolume = 0;  // where w > 3/2: enclosed twice, by overlapping parts or nested shells

  /// Shares of the surface, by area: between outside and inside; inside on both sides; the rest,
  /// which is outside on both sides.
  double skinShare = 0, buriedShare = 0, idleShare = 0;
  std::int64_t volumeSamples = 0, surfaceSamples = 0;
};

struct MeshReport {
  // --- What there is.
  std::int64_t points = 0, triangles = 0;
  std::int64_t unusedPoints = 0;
  Box box;  // of the points in use
  double area = 0;
  double volume = 0;  // signed; depends on the origin unless the mesh is closed

  // --- What cannot be worked with. If any of these is not 0 the rest below is not filled in.
  std::int64_t badPoints = 0;     // not finite
  std::int64_t badTriangles = 0;  // naming a point that does not exist

  // --- Triangles.
  std::int64_t coincidentPoints =
      0;  // at exactly the position of an earlier one: seams, or not welded
  std::int64_t repeatedCorners = 0;  // triangles that name a point twice
  std::int64_t zeroAreas = 0;        // triangles of three different points in a line
  std::int64_t duplicates = 0;       // triangles with the same three points as an earlier one

  // --- Edges, leaving out triangles with a repeated corner.
  std::int64_t openEdges = 0;          // of one triangle
  std::int64_t boundaryLoops = 0;      // groups of open edges joined at points: holes and rims
  double largestLoop = 0;              // diagonal of the largest group over that of the mesh
  std::int64_t nonManifoldEdges = 0;   // of three or more triangles
  std::int64_t inconsistentEdges = 0;  // of two triangles that face opposite ways

  // --- Shells.
  std::vector<MeshPiece> shells;
  std::int64_t closedShells = 0;     // without open edges
  std::int64_t insideOutShells = 0;  // and not within another
  std::int64_t cavities = 0;         // inside out within another: a hollow
  std::int64_t nestedShells = 0;     // facing outwards within another: united with it
  std::int64_t scraps = 0;           // shells that enclose nothing: sheets, fins, lone triangles

  SelfIntersections intersections;
  InsideReport inside;

  MeshVerdict verdict = MeshVerdict::Refused;
  std::string refusal;  // one sentence
  std::vector<MeshRemark> warnings;
};

struct ReportSettings {
  std::int64_t volumeSamples =
      1 << 15;  // 0: InsideReport is not filled in, and there is no verdict
  std::int64_t surfaceSamples = 1 << 13;
  bool intersections = true;
};

/// Less sure than this, and the mesh is refused.
inline constexpr double kLeastSureness = 0.5;

MeshReport reportMesh(const TriangleMesh& mesh, const ReportSettings& settings = {});

/// The mesh as given, what was repaired, and the report on the repaired mesh.
struct SurfaceCheck {
  MeshReport given;  // without intersections, inside and verdict
  RepairReport repairs;
  TriangleMesh repaired;
  MeshReport report;
};

SurfaceCheck checkSurface(const TriangleMesh& mesh);

}  // namespace sinew
