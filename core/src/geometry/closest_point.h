// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
//
// The point of a triangle or a mesh closest to a given one, and how far inside or outside that is.
#pragma once

#include <cstdint>
#include <limits>
#include <span>

#include "geometry/bvh.h"
#include "geometry/triangle_mesh.h"
#include "geometry/winding_number.h"

namespace sinew {

/// Also for triangles without area: then the closest point of their edges.
Vec3<double> closestOnTriangle(const Vec3<double>& a, const Vec3<double>& b, const Vec3<double>& c,
                               const Vec3<double>& p);

struct ClosestPoint {
  std::int32_t triangle = -1;  // -1: none within the limit; the lowest index among equals
  Vec3<double> point{0, 0, 0};
  double squaredDistance = std::numeric_limits<double>::infinity();
};

/// `bvh` must be that of the mesh. `limit`: points farther away are not looked for.
ClosestPoint closestOnMesh(const TriangleMesh& mesh, const Bvh& bvh, const Vec3<double>& p,
                           double limit = std::numeric_limits<double>::infinity());

/// Distance to a mesh that may be open, overlapping or in many shells: negative where the winding
/// number exceeds one half. A mesh that is inside out has no inside. Keeps a reference to the mesh.
class SignedDistance {
 public:
  explicit SignedDistance(const TriangleMesh& mesh, const WindingSettings& settings = {});

  double at(const Vec3<double>& p) const;

  /// The same for many points at once, on all threads of the arena.
  void at(std::span<const Vec3<double>> points, std::span<double> distance) const;

  const Bvh& bvh() const { return bvh_; }
  const WindingNumber& winding() const { return winding_; }

 private:
  const TriangleMesh& mesh_;
  Bvh bvh_;
  WindingNumber winding_;
};

}  // namespace sinew
