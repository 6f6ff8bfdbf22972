// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
//
// Where lines parallel to the x axis enter and leave a closed mesh. Inside is where the crossings
// so far add up to a positive winding number, so overlapping shells are united.
#pragma once

#include <cstdint>
#include <vector>

#include "geometry/triangle_mesh.h"

namespace sinew {

struct Crossing {
  double x;
  int winding;  // +1 entering, -1 leaving
};

class RowCaster {
 public:
  /// `bucket`: edge of the (y, z) buckets triangles are sorted into, about the row spacing.
  RowCaster(const TriangleMesh& mesh, double bucket);

  /// Crossings of the line (., y, z), ascending in x. A shared edge or point counts once, by the
  /// rule that a line is nudged towards +y, then +z.
  void castRow(double y, double z, std::vector<Crossing>& crossings) const;

  /// False if no row in [y0, y1] x [z0, z1] can cross anything.
  bool mayHit(double y0, double y1, double z0, double z1) const;

 private:
  const TriangleMesh& mesh_;
  double bucket_, leastY_, leastZ_;
  std::int64_t countY_, countZ_;
  std::vector<std::uint32_t> begin_;
  std::vector<std::int32_t> triangles_;
};

/// True where the winding number at x is positive.
bool isInside(const std::vector<Crossing>& crossings, double x);

}  // namespace sinew
