// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
//
// Which points of a regular grid, four along each axis of a cell, lie inside a surface, and which
// of them are connected to the next.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "geometry/triangle_mesh.h"
#include "geometry/winding_number.h"
#include "lattice/cell_complex.h"

namespace sinew {

inline constexpr int kSamples = 4;  // along each axis of a cell

/// Of one cell: which samples are inside, and which are connected to the next one along each axis
/// (which may lie in the next cell).
struct CellSamples {
  std::uint64_t inside = 0;
  std::array<std::uint64_t, 3> toNext{};
};

inline constexpr std::int32_t kBrick = 8;  // cells along a brick

/// A box of cells stored in bricks of 8x8x8, of which only those that hold material exist.
struct SampleGrid {
  Int3 least, size, bricks;           // size in cells and in bricks
  std::vector<std::int32_t> brickAt;  // number of the brick, -1: none
  std::vector<CellSamples> cells;     // [brick][512]

  /// Of a cell of the box, x fastest.
  std::size_t cellIndex(Int3 c) const {
    return static_cast<std::size_t>(
        (static_cast<std::int64_t>(c.z - least.z) * size.y + (c.y - least.y)) * size.x +
        (c.x - least.x));
  }
  std::size_t brickIndex(Int3 c) const {
    const Int3 p{(c.x - least.x) / kBrick, (c.y - least.y) / kBrick, (c.z - least.z) / kBrick};
    return static_cast<std::size_t>((static_cast<std::int64_t>(p.z) * bricks.y + p.y) * bricks.x +
                                    p.x);
  }
  /// The samples of a cell, or null where there is no brick.
  const CellSamples* at(Int3 c) const {
    const std::int32_t brick = brickAt[brickIndex(c)];
    if (brick < 0) return nullptr;
    const Int3 p{(c.x - least.x) % kBrick, (c.y - least.y) % kBrick, (c.z - least.z) % kBrick};
    return &cells[static_cast<std::size_t>(brick) * kBrick * kBrick * kBrick +
                  static_cast<std::size_t>((p.z * kBrick + p.y) * kBrick + p.x)];
  }
  CellSamples* at(Int3 c) {
    return const_cast<CellSamples*>(static_cast<const SampleGrid*>(this)->at(c));
  }
};

/// Where sample x + 4 y + 16 z of a cell lies.
inline Vec3<double> samplePoint(Int3 cell, int sample) {
  return {cell.x + ((sample & 3) + 0.5) / kSamples, cell.y + ((sample >> 2 & 3) + 0.5) / kSamples,
          cell.z + ((sample >> 4) + 0.5) / kSamples};
}

/// Samples of a closed surface in lattice coordinates, by casting rows.
SampleGrid sampleClosed(const TriangleMesh& surface);

/// The same for any surface: inside is where its winding number exceeds one half. Slower. Both give
/// the same on a closed surface, but for samples that lie on it.
SampleGrid sampleByWinding(const TriangleMesh& surface, const WindingNumber& winding);

}  // namespace sinew
