// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
//
// Repairs that cannot make a mesh worse: they change what it encloses only where that was plainly
// wrong. Each says what it did. Points must be finite and indices valid.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "geometry/triangle_mesh.h"

namespace sinew {

struct WeldReport {
  std::int64_t mergedPoints = 0;
  std::vector<std::int32_t> newPoint;  // per old point
};

/// Makes points at exactly the same position one; the first of them stays. Order is kept.
WeldReport weldPoints(TriangleMesh& mesh);

struct DropReport {
  std::int64_t repeatedCorners = 0;  // triangles that name a point twice
  std::int64_t duplicates = 0;       // copies of a triangle that stays
  std::int64_t cancelledPairs =
      0;  // triangles gone together with an opposite copy: they enclosed nothing
};

/// Drops triangles with a repeated corner, and all but one of those with the same three points. Of
/// copies that face both ways equally often the one stays that fits the neighbours on all three
/// edges; if there is none, all go, which changes the winding number nowhere. Triangles without
/// area but with three different corners stay: they close the gap between their neighbours.
DropReport dropBadTriangles(TriangleMesh& mesh);

struct OrientReport {
  std::int64_t turnedTriangles = 0;      // to agree with the larger part of their patch
  std::int64_t turnedPatches = 0;        // patches that were inside out as a whole
  std::int64_t unorientablePatches = 0;  // one-sided like a Moebius strip; left alone
  bool wasInsideOut = false;             // every outer patch was, so all patches were turned
};

/// Makes the triangles of each patch (connected by edges of two triangles) agree, and patches with
/// an inside face outwards. A patch inside out within another is a cavity and stays one.
OrientReport orientPatches(TriangleMesh& mesh);

struct RepairReport {
  WeldReport weld;
  DropReport drop;
  OrientReport orient;

  bool didNothing() const;
  std::vector<std::string> sentences() const;  // one per kind of repair made
};

/// The three above, in this order.
RepairReport repairMesh(TriangleMesh& mesh);

}  // namespace sinew
