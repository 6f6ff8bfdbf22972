// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
//
// Which cells a closed surface fills, and how much of each.
#pragma once

#include <functional>
#include <vector>

#include "geometry/triangle_mesh.h"
#include "lattice/lattice.h"

namespace sinew {

struct FilledCell {
  Int3 cell;
  float fraction;  // material in the cell, 0..1
};

/// Cells of a surface given in lattice coordinates, sampled at 4x4x4 points each; ordered by z, y,
/// x.
std::vector<FilledCell> fillCells(const TriangleMesh& surface);

/// Cells whose centre has a negative signed distance; for shapes given as a function.
std::vector<FilledCell> fillCells(const std::function<double(const Vec3<double>&)>& signedDistance,
                                  Int3 least, Int3 greatest);

/// Edge of a cell so that a body of this volume and area has about `cells` cells.
double cellSizeFor(double volume, double area, double cells);
/// The count that cellSizeFor inverts.
double expectedCells(double volume, double area, double cellSize);

}  // namespace sinew
