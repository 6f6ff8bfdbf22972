// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
//
// Cells that a closed surface fills, with material that is separate inside a cell kept separate:
// two fingers half a cell apart give two cells at one coordinate, with nodes of their own
// (docs/theory/lattice.md, section 3).
//
// A cell is sampled at 4x4x4 points. Neighbouring samples are connected when the line between them
// stays inside; a connected set of samples of a cell is a piece, and each piece is a cell of its
// own. Pieces of neighbouring cells share the nodes of their common face when samples across it are
// connected, or when the surface runs from one to the other.
#pragma once

#include <array>
#include <cstdint>
#include <unordered_map>
#include <vector>

#include "geometry/triangle_mesh.h"
#include "geometry/winding_number.h"
#include "lattice/cell_complex.h"

namespace sinew {

/// Pieces holding less than this much of a cell are dropped (design 4.2): fewer than 2 of 64
/// samples.
inline constexpr float kLeastFraction = 0.02f;

struct MaterialPieces {
  CellComplex complex;          // a cell per piece, ordered by coordinate (z, y, x), then piece
  std::vector<float> fraction;  // material of the piece in its cell, 0..1
  std::vector<std::uint64_t> samples;  // of the piece; bit x + 4 y + 16 z
  std::unordered_map<Int3, std::int32_t, Int3Hash>
      firstAt;                    // first piece at a coordinate; others follow
  std::int64_t dividedCells = 0;  // coordinates with more than one piece

  /// The piece under a surface point with outward normal: of the samples that lie on the inner
  /// side, in its cell or at most `reach` cells away, the nearest one's. -1 if there is none.
  std::int32_t pieceUnder(const Vec3<double>& point, const Vec3<double>& normal,
                          int reach = 0) const;
};

/// Surface in lattice coordinates. `keepSeparate` off welds everything that touches. A surface that
/// is not closed comes with its winding number, which tells the inside then.
MaterialPieces fillSurface(const TriangleMesh& surface, bool keepSeparate = true,
                           const WindingNumber* winding = nullptr);

/// Unit outward normals per point, weighted by area; zero for points without triangles.
std::vector<Vec3<double>> pointNormals(const TriangleMesh& surface);

}  // namespace sinew
