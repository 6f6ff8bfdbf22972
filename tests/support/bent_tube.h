// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
//
// A finely tessellated tube on a lattice so coarse that its cells show, bent by a formula: what the
// embedding makes of it is compared with the formula.
#pragma once

#include <algorithm>
#include <cmath>
#include <numbers>
#include <vector>

#include "lattice/embedding.h"
#include "support/meshes.h"

namespace sinew::testing {

struct BentTube {
  static constexpr double kRadius = 2.3, kLength = 16, kBendRadius = 6;  // [cells]
  static constexpr int kAround = 240, kAlong = 480;                      // points

  /// The line x of the tube becomes a circle about z; sections stay plane.
  static Vec3<double> bend(const Vec3<double>& p) {
    const double angle = p.x / kBendRadius, r = kBendRadius + p.y;
    return {r * std::sin(angle), r * std::cos(angle), p.z};
  }

  static Vec3<double> restPoint(int i, int j) {
    const double angle = 2 * std::numbers::pi * j / kAround;
    return {kLength * i / (kAlong - 1), kRadius * std::cos(angle), kRadius * std::sin(angle)};
  }

  /// Cells with a sample inside, grown by `padding` cells.
  static std::vector<Int3> cells(int padding) {
    const auto isFilled = [](Int3 c) {
      const auto gap = [](int low) { return std::max({0.0, double(low), -1.0 - low}); };
      return c.x >= 0 && c.x < kLength && std::hypot(gap(c.y), gap(c.z)) < kRadius - 0.1;
    };
    std::vector<Int3> result;
    for (int z = -6; z < 6; ++z)
      for (int y = -6; y < 6; ++y)
        for (int x = -2; x < kLength + 2; ++x) {
          bool near = false;
          for (int k = 0; k < 27; ++k)
            near |= isFilled({x + padding * (k % 3 - 1), y + padding * (k / 3 % 3 - 1),
                              z + padding * (k / 9 - 1)});
          if (near) result.push_back({x, y, z});
        }
    return result;
  }

  /// Points by row along the tube, then around.
  static std::vector<Vec3<double>> embedded(EmbeddingKind kind, int padding = 0) {
    const Lattice lattice = buildLattice(cells(padding));
    std::vector<double> x(static_cast<std::size_t>(lattice.nodeCount + 1) * 4, 0.0);
    for (std::size_t n = 0; n < lattice.nodeCoord.size(); ++n) {
      const Int3 c = lattice.nodeCoord[n];
      const Vec3<double> p = bend({double(c.x), double(c.y), double(c.z)});
      x[4 * n] = p.x, x[4 * n + 1] = p.y, x[4 * n + 2] = p.z;
    }
    std::vector<Vec3<double>> points;
    for (int i = 0; i < kAlong; ++i)
      for (int j = 0; j < kAround; ++j) points.push_back(restPoint(i, j));
    const Embedding embedding = embedPoints(lattice, points, {}, kind);
    for (std::size_t p = 0; p < points.size(); ++p) points[p] = interpolate(embedding, p, x.data());
    return points;
  }

  static std::vector<Vec3<double>> exact() {
    std::vector<Vec3<double>> points;
    for (int i = 0; i < kAlong; ++i)
      for (int j = 0; j < kAround; ++j) points.push_back(bend(restPoint(i, j)));
    return points;
  }

  /// Of the quad between rows i, i+1 and columns j, j+1.
  static Vec3<double> normal(const std::vector<Vec3<double>>& points, int i, int j) {
    const auto at = [&](int a, int b) {
      return points[static_cast<std::size_t>((i + a) * kAround + (j + b) % kAround)];
    };
    const Vec3<double> n = cross(at(1, 1) - at(0, 0), at(1, 0) - at(0, 1));
    return (1 / length(n)) * n;
  }

  struct Error {
    double crease = 0;  // greatest angle between neighbouring faces, too much or too little [rad]
    double normal = 0;  // greatest angle between a face and where it should face [rad]
    double place = 0;   // greatest distance of a point from where it should be [cells]
  };

  static Error errorOf(const std::vector<Vec3<double>>& points) {
    const std::vector<Vec3<double>> wanted = exact();
    const auto angle = [](const Vec3<double>& a, const Vec3<double>& b) {
      return std::atan2(length(cross(a, b)), dot(a, b));
    };
    Error error;
    for (std::size_t p = 0; p < points.size(); ++p)
      error.place = std::max(error.place, length(points[p] - wanted[p]));
    for (int i = 0; i + 2 < kAlong; ++i)
      for (int j = 0; j < kAround; ++j) {
        const Vec3<double> n = normal(points, i, j), m = normal(wanted, i, j);
        error.normal = std::max(error.normal, angle(n, m));
        for (const int next : {0, 1})  // the face after this along the tube, and around
          error.crease =
              std::max(error.crease, std::fabs(angle(n, normal(points, i + 1 - next, j + next)) -
                                               angle(m, normal(wanted, i + 1 - next, j + next))));
      }
    return error;
  }
};

}  // namespace sinew::testing
