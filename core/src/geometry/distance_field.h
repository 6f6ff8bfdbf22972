// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
//
// How far a point is from a solid, negative inside, and in which direction that grows: what flesh
// that touches objects and bones asks (docs/theory/objects.md, section 1). Capsules, ellipsoids and
// half spaces are exact; a mesh is a grid of distances with a smooth interpolation.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "geometry/triangle_mesh.h"

namespace sinew {

struct DistanceSample {
  double distance;
  Vec3<double> gradient;  // of `distance`, exactly (not beyond a grid); about 1 long
};

struct SolidCapsule {
  Vec3<double> head{0, 0, 0}, tail{0, 0, 0};
  double radius = 0;

  DistanceSample at(const Vec3<double>& p) const;
};

struct SolidEllipsoid {
  Vec3<double> center{0, 0, 0};
  Mat3<double> axes{1, 0, 0, 0, 1, 0, 0, 0, 1};  // rows: directions of unit length
  Vec3<double> half{1, 1, 1};                    // how far it reaches along them

  DistanceSample at(const Vec3<double>& p) const;
};

/// All points with normal . p <= offset; the normal has unit length.
struct SolidHalfSpace {
  Vec3<double> normal{0, 1, 0};
  double offset = 0;

  DistanceSample at(const Vec3<double>& p) const;
};

/// Distances at the points of a grid, x fastest, joined by Catmull-Rom splines: once continuously
/// differentiable, exact at the points.
struct DistanceGrid {
  Vec3<double> least{0, 0, 0};
  double spacing = 1;
  std::array<std::int32_t, 3> size{};  // at least 4 each, or no grid
  std::vector<float> values;

  bool isEmpty() const { return values.empty(); }
  /// Beyond the grid, the distance at its rim and from there.
  DistanceSample at(const Vec3<double>& p) const;
};

/// Most points of a grid (4 MB); a mesh gets a coarser one rather than more.
inline constexpr std::int64_t kMostGridPoints = std::int64_t{1} << 20;

/// The distances of a mesh, no more than `spacing` apart unless that takes more than
/// kMostGridPoints. Inside is where it winds around more than half. On all threads of the arena.
DistanceGrid distanceGrid(const TriangleMesh& mesh, double spacing);

/// The union of some solids.
struct DistanceField {
  std::vector<SolidCapsule> capsules;
  std::vector<SolidEllipsoid> ellipsoids;
  std::vector<SolidHalfSpace> halfSpaces;
  DistanceGrid grid;
  Box box;  // outside, `at` is positive

  /// Of the solid that is nearest; some solid must be there.
  DistanceSample at(const Vec3<double>& p) const;
  std::size_t memoryBytes() const;
};

}  // namespace sinew
