// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
//
// Whether triangles pass through each other, decided by signs that are exact: a filter in double
// precision, and sums of unrounded products where it cannot tell. Neighbours in a mesh share
// corners exactly, so nothing has to be guessed about them.
#pragma once

#include <array>
#include <cstdint>
#include <utility>
#include <vector>

#include "geometry/bvh.h"
#include "geometry/triangle_mesh.h"

namespace sinew {

/// Sign of the volume of (a, b, c, d): 1 when a, b, c turn clockwise seen from d, 0 exactly when
/// the four lie in a plane. Exact for coordinates whose triple products neither overflow nor
/// underflow.
int orientation(const Vec3<double>& a, const Vec3<double>& b, const Vec3<double>& c,
                const Vec3<double>& d);

enum class TriangleMeeting {
  Apart,       // or touching: at shared corners and edges, or anywhere without passing through
  Crossing,    // an edge of one passes from one side of the other to its other side
  Overlapping  // in one plane, with a common area
};

/// Triangles without area meet nothing.
TriangleMeeting meeting(const std::array<Vec3<double>, 3>& a, const std::array<Vec3<double>, 3>& b);

struct SelfIntersections {
  std::int64_t crossingPairs = 0, overlappingPairs = 0;
  bool isComplete = true;  // false: the search was stopped, there may be more
  std::vector<std::pair<std::int32_t, std::int32_t>> examples;  // a few
};

inline constexpr std::int64_t kMostPairTests = 20'000'000;  // seconds of work

/// Pairs of triangles that meet. Duplicates (the same three points) are not counted. The search
/// stops soon after `mostTests` pairs whose boxes overlap, with the same counts for any thread
/// count.
SelfIntersections findSelfIntersections(const TriangleMesh& mesh, const Bvh& bvh,
                                        std::int64_t mostTests = kMostPairTests);

}  // namespace sinew
