// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
#include "lattice/lattice_builder.h"

#include <algorithm>
#include <cmath>

#include "base/parallel.h"
#include "lattice/material_pieces.h"

namespace sinew {
namespace {

std::vector<FilledCell> joined(const std::vector<std::vector<FilledCell>>& layers) {
  std::vector<FilledCell> cells;
  for (const auto& layer : layers) cells.insert(cells.end(), layer.begin(), layer.end());
  return cells;
}

}  // namespace

std::vector<FilledCell> fillCells(const TriangleMesh& surface) {
  const MaterialPieces pieces = fillSurface(surface, false);
  std::vector<FilledCell> cells;
  for (std::size_t p = 0; p < pieces.fraction.size(); ++p)
    cells.push_back({pieces.complex.cells[p], pieces.fraction[p]});
  return cells;
}

std::vector<FilledCell> fillCells(const std::function<double(const Vec3<double>&)>& signedDistance,
                                  Int3 least, Int3 greatest) {
  std::vector<std::vector<FilledCell>> layers(static_cast<std::size_t>(greatest.z - least.z));
  parallelFor(greatest.z - least.z, 1, [&](std::int64_t begin, std::int64_t end) {
    for (std::int64_t k = begin; k < end; ++k)
      for (std::int32_t y = least.y; y < greatest.y; ++y)
        for (std::int32_t x = least.x; x < greatest.x; ++x) {
          const auto z = least.z + static_cast<std::int32_t>(k);
          if (signedDistance({x + 0.5, y + 0.5, z + 0.5}) < 0)
            layers[static_cast<std::size_t>(k)].push_back({{x, y, z}, 1.f});
        }
  });
  return joined(layers);
}

double expectedCells(double volume, double area, double cellSize) {
  // Whole cells plus about half a layer of cut ones.
  return volume / (cellSize * cellSize * cellSize) + 0.5 * area / (cellSize * cellSize);
}

double cellSizeFor(double volume, double area, double cells) {
  double low = 0, high = std::cbrt(volume) + std::sqrt(area);
  for (int i = 0; i < 100; ++i) {
    const double middle = 0.5 * (low + high);
    (expectedCells(volume, area, middle) > cells ? low : high) = middle;
  }
  return high;
}

}  // namespace sinew
