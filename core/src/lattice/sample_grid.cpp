// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
#include "lattice/sample_grid.h"

#include <algorithm>
#include <cmath>

#include "base/parallel.h"
#include "geometry/bvh.h"
#include "geometry/row_caster.h"
#include "lattice/inside_search.h"

namespace sinew {
namespace {

int component(const Int3& c, int axis) { return axis == 0 ? c.x : axis == 1 ? c.y : c.z; }

// The mesh with axes rotated so that `axis` comes first: (x, y, z) -> (axis, axis + 1, axis + 2).
TriangleMesh turned(const TriangleMesh& mesh, int axis) {
  TriangleMesh result = mesh;
  for (Vec3<double>& p : result.points) {
    if (axis == 1) p = {p.y, p.z, p.x};
    if (axis == 2) p = {p.z, p.x, p.y};
  }
  return result;
}

// Casts all rows along one axis and calls visit(cell coordinate, bit of the sample, whether the
// next sample of the row is connected) for the samples inside. Layers of `layersAtOnce` cells run
// in parallel.
template <class Visit>
void castAlong(const TriangleMesh& surface, int axis, const SampleGrid& grid, int layersAtOnce,
               Visit&& visit) {
  const TriangleMesh mesh = turned(surface, axis);
  const RowCaster caster(mesh, 1.0);
  const int axis1 = (axis + 1) % 3, axis2 = (axis + 2) % 3;
  const int size0 = component(grid.size, axis), size1 = component(grid.size, axis1),
            size2 = component(grid.size, axis2);
  const int least0 = component(grid.least, axis), least1 = component(grid.least, axis1),
            least2 = component(grid.least, axis2);

  // Between two crossings with positive winding all samples of a row are inside and connected.
  const auto forRow = [&](int cell1, int s1, int layer, int s2,
                          const std::vector<Crossing>& crossings) {
    int winding = 0;
    std::int64_t runBegin = -1;
    for (const Crossing& crossing : crossings) {
      const int before = winding;
      winding += crossing.winding;
      const double at = (crossing.x - least0) * kSamples - 0.5;
      const auto next = static_cast<std::int64_t>(
          std::ceil(std::clamp(at, 0.0, static_cast<double>(size0) * kSamples)));
      if (before <= 0 && winding > 0) runBegin = next;
      if (before <= 0 || winding > 0) continue;
      for (std::int64_t s = runBegin; s < next; ++s) {
        int coord[3], local[3];
        coord[axis] = least0 + static_cast<int>(s / kSamples);
        coord[axis1] = least1 + cell1, coord[axis2] = least2 + layer;
        local[axis] = static_cast<int>(s % kSamples), local[axis1] = s1, local[axis2] = s2;
        visit(Int3{coord[0], coord[1], coord[2]},
              std::uint64_t{1} << (local[0] + 4 * local[1] + 16 * local[2]), s + 1 < next);
      }
    }
  };
  parallelFor(size2, layersAtOnce, [&](std::int64_t begin, std::int64_t end) {
    std::vector<Crossing> crossings;
    for (auto layer = static_cast<int>(begin); layer < static_cast<int>(end); ++layer)
      for (int cell1 = 0; cell1 < size1; ++cell1) {
        const double y = least1 + cell1, z = least2 + layer;
        if (!caster.mayHit(y, y + 1, z, z + 1)) continue;
        for (int s = 0; s < kSamples * kSamples; ++s) {
          const int s1 = s % kSamples, s2 = s / kSamples;
          caster.castRow(y + (s1 + 0.5) / kSamples, z + (s2 + 0.5) / kSamples, crossings);
          forRow(cell1, s1, layer, s2, crossings);
        }
      }
  });
}

// A grid around the surface, without bricks.
SampleGrid emptyGrid(const TriangleMesh& surface) {
  const Box box = boxOfTriangles(surface);
  const auto down = [](double v) { return static_cast<std::int32_t>(std::floor(v)); };
  SampleGrid grid;
  grid.least = {down(box.least.x), down(box.least.y), down(box.least.z)};
  grid.size = {down(box.greatest.x) - grid.least.x + 1, down(box.greatest.y) - grid.least.y + 1,
               down(box.greatest.z) - grid.least.z + 1};
  grid.bricks = {(grid.size.x + kBrick - 1) / kBrick, (grid.size.y + kBrick - 1) / kBrick,
                 (grid.size.z + kBrick - 1) / kBrick};
  grid.brickAt.assign(static_cast<std::size_t>(grid.bricks.x) *
                          static_cast<std::size_t>(grid.bricks.y) *
                          static_cast<std::size_t>(grid.bricks.z),
                      -1);
  return grid;
}

// Numbers the bricks marked with 0 and makes room for their cells.
void makeBricks(SampleGrid& grid) {
  std::int32_t count = 0;
  for (std::int32_t& brick : grid.brickAt)
    if (brick == 0) brick = count++;
  grid.cells.resize(static_cast<std::size_t>(count) * kBrick * kBrick * kBrick);
}

// Whether the way between two samples of a row, both inside, stays inside: asked in the middle
// between crossings. `from` and `to` are along the row, `place` makes a point of such a number.
template <class Place>
bool staysInside(const WindingNumber& winding, const std::vector<Crossing>& crossings, double from,
                 double to, Place&& place) {
  auto next = std::upper_bound(crossings.begin(), crossings.end(), from,
                               [](double x, const Crossing& c) { return x < c.x; });
  for (; next != crossings.end() && next->x < to; ++next) {
    const double end = next + 1 != crossings.end() ? std::min(to, next[1].x) : to;
    if (end < to && !winding.isInside(place(0.5 * (next->x + end)))) return false;
  }
  return true;
}

// Connects samples that are inside with the next one along an axis.
void connectAlong(const TriangleMesh& surface, const WindingNumber& winding, int axis,
                  SampleGrid& grid) {
  const TriangleMesh mesh = turned(surface, axis);
  const RowCaster caster(mesh, 1.0);
  const int axis1 = (axis + 1) % 3, axis2 = (axis + 2) % 3;
  const Int3 end = grid.least + grid.size;
  const auto hasMaterial = [&](int cell1, int layer) {
    int coord[3];
    coord[axis1] = cell1, coord[axis2] = layer;
    for (coord[axis] = component(grid.least, axis); coord[axis] < component(end, axis);
         ++coord[axis])
      if (const CellSamples* cell = grid.at({coord[0], coord[1], coord[2]}); cell && cell->inside)
        return true;
    return false;
  };
  parallelFor(component(grid.size, axis2), 1, [&](std::int64_t begin, std::int64_t layersEnd) {
    std::vector<Crossing> crossings;
    for (auto layer = static_cast<int>(begin); layer < static_cast<int>(layersEnd); ++layer)
      for (int row = 0; row < component(grid.size, axis1) * kSamples * kSamples; ++row) {
        const int s1 = row % kSamples, s2 = row / kSamples % kSamples;
        int coord[3], local[3];
        coord[axis1] = component(grid.least, axis1) + row / (kSamples * kSamples);
        coord[axis2] = component(grid.least, axis2) + layer;
        local[axis1] = s1, local[axis2] = s2;
        if (s1 == 0 && s2 == 0 && !hasMaterial(coord[axis1], coord[axis2])) {
          row += kSamples * kSamples - 1;  // nor have the other rows of these cells
          continue;
        }
        const double y = coord[axis1] + (s1 + 0.5) / kSamples,
                     z = coord[axis2] + (s2 + 0.5) / kSamples;
        const auto place = [&](double x) {
          double p[3];
          p[axis] = x, p[axis1] = y, p[axis2] = z;
          return Vec3<double>{p[0], p[1], p[2]};
        };
        caster.castRow(y, z, crossings);
        CellSamples* before = nullptr;
        std::uint64_t bitBefore = 0;
        for (coord[axis] = component(grid.least, axis); coord[axis] < component(end, axis);
             ++coord[axis]) {
          CellSamples* cell = grid.at({coord[0], coord[1], coord[2]});
          if (!cell || !cell->inside) {
            before = nullptr;
            continue;
          }
          for (local[axis] = 0; local[axis] < kSamples; ++local[axis]) {
            const std::uint64_t bit = std::uint64_t{1} << (local[0] + 4 * local[1] + 16 * local[2]);
            if (!(cell->inside & bit)) {
              before = nullptr;
              continue;
            }
            const double x = coord[axis] + (local[axis] + 0.5) / kSamples;
            if (before && staysInside(winding, crossings, x - 1.0 / kSamples, x, place))
              before->toNext[static_cast<std::size_t>(axis)] |= bitBefore;
            before = cell, bitBefore = bit;
          }
        }
      }
  });
}

}  // namespace

// Finds the bricks with samples inside, then the samples and their connections.
SampleGrid sampleClosed(const TriangleMesh& surface) {
  SampleGrid grid = emptyGrid(surface);
  castAlong(surface, 0, grid, kBrick,
            [&](Int3 cell, std::uint64_t, bool) { grid.brickAt[grid.brickIndex(cell)] = 0; });
  makeBricks(grid);
  for (int axis = 0; axis < 3; ++axis)
    castAlong(surface, axis, grid, 1, [&](Int3 coord, std::uint64_t bit, bool connected) {
      CellSamples* cell = grid.at(coord);
      if (!cell) return;  // rows along another axis may round differently at the rim
      if (axis == 0) cell->inside |= bit;
      if (connected) cell->toNext[static_cast<std::size_t>(axis)] |= bit;
    });
  return grid;
}

SampleGrid sampleByWinding(const TriangleMesh& surface, const WindingNumber& winding) {
  SampleGrid grid = emptyGrid(surface);
  const std::vector<std::uint64_t> inside = insideOfCells(surface, winding, grid);
  const Int3 end = grid.least + grid.size;
  const auto forCells = [&](auto&& visit) {
    for (std::int32_t z = grid.least.z; z < end.z; ++z)
      for (std::int32_t y = grid.least.y; y < end.y; ++y)
        for (std::int32_t x = grid.least.x; x < end.x; ++x)
          if (inside[grid.cellIndex({x, y, z})] != 0) visit(Int3{x, y, z});
  };
  forCells([&](Int3 cell) { grid.brickAt[grid.brickIndex(cell)] = 0; });
  makeBricks(grid);
  forCells([&](Int3 cell) { grid.at(cell)->inside = inside[grid.cellIndex(cell)]; });
  for (int axis = 0; axis < 3; ++axis) connectAlong(surface, winding, axis, grid);
  return grid;
}

}  // namespace sinew
