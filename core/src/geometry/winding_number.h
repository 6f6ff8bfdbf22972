// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
//
// How often a surface winds around a point, also when the surface has holes, overlaps itself or is
// partly inside out: its solid angle seen from the point over 4 pi. 1 inside and 0 outside a closed
// mesh that faces outwards, in between near a hole; "inside" is where it exceeds one half.
// (Jacobson et al. 2013; fast by far-field expansions over a tree, as in Barill et al. 2018.)
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "geometry/bvh.h"
#include "geometry/triangle_mesh.h"

namespace sinew {

/// Sums the solid angle of every triangle. Slow; exact up to round-off. A triangle whose plane
/// holds p counts 0, the mean of its two sides.
double exactWindingNumber(const TriangleMesh& mesh, const Vec3<double>& p);

struct WindingSettings {
  /// Triangles are summed up as one source from this many times their radius on. Range 1 to 100.
  /// Largest error seen, for each shell around the point: 0.03 at 1.5, 0.01 at 2, 0.003 at 3, 0.001
  /// at
  /// 4. Cost grows about as the square.
  double farRatio = 2;
};

class WindingNumber {
 public:
  /// Points must be finite and indices valid. The mesh is not needed afterwards.
  explicit WindingNumber(const TriangleMesh& mesh, const WindingSettings& settings = {});

  double at(const Vec3<double>& p) const;

  /// The same for many points at once, on all threads of the arena. Faster still when neighbours in
  /// the array are neighbours in space.
  void at(std::span<const Vec3<double>> points, std::span<double> winding) const;

  /// The same for points of the cell of edge 1 at `least`, several times faster if there are many:
  /// of what is far away only the corners of the cell are asked.
  void inUnitCell(const Vec3<double>& least, std::span<const Vec3<double>> points,
                  std::span<double> winding) const;

  bool isInside(const Vec3<double>& p) const { return at(p) > 0.5; }

  class AngleSum;

 private:
  // What a node's triangles look like from afar, as seen from q with r = centre - q:
  //   4 pi w = ( dipole(r) + (quadrupole(r) + octupole(r) / r^2) / r^2 ) / |r|^3
  // winding_number.cpp derives it.
  struct Source {
    Vec3<double> centre{0, 0, 0};
    double squaredReach = 0;  // nearer than this it cannot be used
    std::int32_t begin = 0, end = 0, child = 0;
    Vec3<double> dipole{0, 0, 0};
    std::array<double, 6> quadrupole{};
    std::array<double, 10> octupole{};

    /// 4 pi w, seen along r; rr is r . r.
    double from(const Vec3<double>& r, double rr) const;
  };
  void addTriangles(const Source& source, const Vec3<double>& p, AngleSum& sum) const;
  using Corners = std::array<Vec3<double>, 3>;

  std::vector<Source> sources_;     // numbered like the nodes of the tree
  std::vector<Corners> triangles_;  // in the order of the tree
};

}  // namespace sinew
