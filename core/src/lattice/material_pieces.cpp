// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
#include "lattice/material_pieces.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

#include "base/parallel.h"
#include "geometry/row_caster.h"

namespace sinew {
namespace {

constexpr int kSamples = 4;  // along each axis of a cell

// Of one cell: which samples are inside, and which are connected to the next one along each axis
// (which may lie in the next cell).
struct CellSamples {
  std::uint64_t inside = 0;
  std::array<std::uint64_t, 3> toNext{};
};

constexpr std::int32_t kBrick = 8;  // cells along a brick

// A box of cells stored in bricks of 8x8x8, of which only those that hold material exist.
struct SampleGrid {
  Int3 least, size, bricks;           // size in cells and in bricks
  std::vector<std::int32_t> brickAt;  // number of the brick, -1: none
  std::vector<CellSamples> cells;     // [brick][512]

  std::size_t brickIndex(Int3 c) const {
    const Int3 p{(c.x - least.x) / kBrick, (c.y - least.y) / kBrick, (c.z - least.z) / kBrick};
    return static_cast<std::size_t>((static_cast<std::int64_t>(p.z) * bricks.y + p.y) * bricks.x +
                                    p.x);
  }
  // The samples of a cell, or null where there is no brick.
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

// Finds the bricks with samples inside, then the samples and their connections.
SampleGrid sampleSurface(const TriangleMesh& surface) {
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
  castAlong(surface, 0, grid, kBrick,
            [&](Int3 cell, std::uint64_t, bool) { grid.brickAt[grid.brickIndex(cell)] = 0; });
  std::int32_t count = 0;
  for (std::int32_t& brick : grid.brickAt)
    if (brick == 0) brick = count++;
  grid.cells.resize(static_cast<std::size_t>(count) * kBrick * kBrick * kBrick);

  for (int axis = 0; axis < 3; ++axis)
    castAlong(surface, axis, grid, 1, [&](Int3 coord, std::uint64_t bit, bool connected) {
      CellSamples* cell = grid.at(coord);
      if (!cell) return;  // rows along another axis may round differently at the rim
      if (axis == 0) cell->inside |= bit;
      if (connected) cell->toNext[static_cast<std::size_t>(axis)] |= bit;
    });
  return grid;
}

// Samples with a neighbour of their own cell along each axis, and how far that is in the mask.
constexpr std::uint64_t kHasNextX = 0x7777777777777777u, kHasNextY = 0x0fff0fff0fff0fffu,
                        kHasNextZ = 0x0000ffffffffffffu;
constexpr int kStep[3] = {1, 4, 16};
constexpr std::uint64_t kHasNext[3] = {kHasNextX, kHasNextY, kHasNextZ};

// Grows a set of samples to everything connected to it inside the cell.
std::uint64_t connectedTo(std::uint64_t seed, const CellSamples& cell) {
  for (;;) {
    std::uint64_t grown = seed;
    for (std::size_t axis = 0; axis < 3; ++axis) {
      const std::uint64_t links = cell.toNext[axis] & kHasNext[axis];
      grown |= (grown & links) << kStep[axis];
      grown |= (grown >> kStep[axis]) & links;
    }
    grown &= cell.inside;
    if (grown == seed) return seed;
    seed = grown;
  }
}

float fractionOf(std::uint64_t samples) {
  return static_cast<float>(std::popcount(samples)) / 64.f;
}

void collectPieces(const SampleGrid& grid, bool keepSeparate, MaterialPieces& pieces) {
  const auto collect = [&](Int3 coord, const CellSamples& cell) {
    std::uint64_t left = cell.inside;
    int count = 0;
    while (left != 0) {
      const std::uint64_t piece = keepSeparate ? connectedTo(left & (~left + 1), cell) : left;
      left &= ~piece;
      if (fractionOf(piece) < kLeastFraction) continue;
      if (count++ == 0) pieces.firstAt[coord] = static_cast<std::int32_t>(pieces.samples.size());
      pieces.complex.cells.push_back(coord);
      pieces.samples.push_back(piece);
      pieces.fraction.push_back(fractionOf(piece));
    }
    pieces.dividedCells += count > 1;
  };
  const Int3 end = grid.least + grid.size;
  for (std::int32_t z = grid.least.z; z < end.z; ++z)
    for (std::int32_t y = grid.least.y; y < end.y; ++y)
      for (std::int32_t x = grid.least.x; x < end.x;) {
        if (const CellSamples* cell = grid.at({x, y, z})) {
          collect({x, y, z}, *cell);
          ++x;
        } else {
          x += kBrick - (x - grid.least.x) % kBrick;  // nothing in this brick
        }
      }
}

// The piece at `coord` that holds one of these samples, or -1.
template <class Test>
std::int32_t findPiece(const MaterialPieces& pieces, Int3 coord, Test&& test) {
  const auto first = pieces.firstAt.find(coord);
  if (first == pieces.firstAt.end()) return -1;
  for (auto p = static_cast<std::size_t>(first->second);
       p < pieces.samples.size() && pieces.complex.cells[p] == coord; ++p)
    if (test(p)) return static_cast<std::int32_t>(p);
  return -1;
}

Int3 unit(int axis) { return {axis == 0, axis == 1, axis == 2}; }

// Makes the nodes of the common corners of two pieces one. The cells are equal or neighbours.
void joinCorners(const MaterialPieces& pieces, std::int32_t p, std::int32_t q,
                 DisjointSets& corners) {
  const Int3 a = pieces.complex.cells[static_cast<std::size_t>(p)],
             b = pieces.complex.cells[static_cast<std::size_t>(q)];
  for (int i = 0; i < 8; ++i)
    for (int j = 0; j < 8; ++j)
      if (a + cornerOffset(i) == b + cornerOffset(j)) corners.join(p * 8 + i, q * 8 + j);
}

// Pieces with connected samples across a face share its nodes.
void joinAcrossFaces(const SampleGrid& grid, const MaterialPieces& pieces, DisjointSets& corners) {
  for (std::size_t p = 0; p < pieces.samples.size(); ++p) {
    const Int3 coord = pieces.complex.cells[p];
    for (int axis = 0; axis < 3; ++axis) {
      const Int3 next = coord + unit(axis);
      const std::uint64_t last = ~kHasNext[axis];  // samples at the upper face
      const std::uint64_t links =
          pieces.samples[p] & grid.at(coord)->toNext[static_cast<std::size_t>(axis)] & last;
      if (links == 0) continue;
      const std::uint64_t opposite = links >> (3 * kStep[axis]);
      findPiece(pieces, next, [&](std::size_t q) {
        if (pieces.samples[q] & opposite)
          joinCorners(pieces, static_cast<std::int32_t>(p), static_cast<std::int32_t>(q), corners);
        return false;  // there may be several
      });
    }
  }
}

// Walks along the surface's edges in steps of an eighth of a cell: where the surface goes from one
// piece to another, they are connected however thin the material is there.
void joinAlongSurface(const TriangleMesh& surface, const std::vector<Vec3<double>>& normals,
                      const MaterialPieces& pieces, DisjointSets& corners) {
  for (const auto& t : surface.triangles)
    for (std::size_t k = 0; k < 3; ++k) {
      const auto a = static_cast<std::size_t>(t[k]), b = static_cast<std::size_t>(t[(k + 1) % 3]);
      if (a > b) continue;  // each edge of a closed surface comes once in this direction
      const Vec3<double> d = surface.points[b] - surface.points[a];
      const int steps = static_cast<int>(std::ceil(8 * std::sqrt(dot(d, d)))) + 1;
      std::int32_t before = -1;
      for (int s = 0; s <= steps; ++s) {
        const double f = static_cast<double>(s) / steps;
        const std::int32_t piece =
            pieces.pieceUnder(surface.points[a] + f * d, (1 - f) * normals[a] + f * normals[b]);
        if (piece >= 0 && before >= 0 && piece != before)
          joinCorners(pieces, before, piece, corners);
        if (piece >= 0) before = piece;
      }
    }
}

void numberNodes(MaterialPieces& pieces, DisjointSets& corners) {
  CellComplex& complex = pieces.complex;
  std::vector<std::int32_t> nodeOf(complex.cells.size() * 8, -1);
  for (std::size_t p = 0; p < complex.cells.size(); ++p) {
    std::array<std::int32_t, 8> nodes;
    for (int a = 0; a < 8; ++a) {
      std::int32_t& node =
          nodeOf[static_cast<std::size_t>(corners.find(static_cast<std::int32_t>(p) * 8 + a))];
      if (node < 0) {
        node = complex.nodeCount();
        complex.nodeCoord.push_back(complex.cells[p] + cornerOffset(a));
      }
      nodes[static_cast<std::size_t>(a)] = node;
    }
    complex.nodes.push_back(nodes);
  }
}

}  // namespace

std::int32_t MaterialPieces::pieceUnder(const Vec3<double>& point, const Vec3<double>& normal,
                                        int reach) const {
  if (!(std::max({std::fabs(point.x), std::fabs(point.y), std::fabs(point.z)}) < 1e8)) return -1;
  const Int3 home{static_cast<std::int32_t>(std::floor(point.x)),
                  static_cast<std::int32_t>(std::floor(point.y)),
                  static_cast<std::int32_t>(std::floor(point.z))};
  std::int32_t best = -1;
  double bestDistance = std::numeric_limits<double>::infinity();
  const auto search = [&](Int3 coord) {
    findPiece(*this, coord, [&](std::size_t p) {
      for (std::uint64_t left = samples[p]; left != 0; left &= left - 1) {
        const int s = std::countr_zero(left);
        const Vec3<double> sample{coord.x + ((s & 3) + 0.5) / kSamples,
                                  coord.y + ((s >> 2 & 3) + 0.5) / kSamples,
                                  coord.z + ((s >> 4) + 0.5) / kSamples};
        const Vec3<double> d = sample - point;
        const double distance = dot(d, d);
        if (dot(d, normal) <= 0 && distance < bestDistance)
          bestDistance = distance, best = static_cast<std::int32_t>(p);
      }
      return false;
    });
  };
  search(home);
  for (int r = 1; r <= reach && best < 0; ++r)
    for (int z = -r; z <= r; ++z)
      for (int y = -r; y <= r; ++y)
        for (int x = -r; x <= r; ++x) search(home + Int3{x, y, z});
  return best;
}

std::vector<Vec3<double>> pointNormals(const TriangleMesh& surface) {
  std::vector<Vec3<double>> normals(surface.points.size(), Vec3<double>{0, 0, 0});
  for (const auto& t : surface.triangles) {
    const auto at = [&](std::size_t k) { return surface.points[static_cast<std::size_t>(t[k])]; };
    const Vec3<double> n = cross(at(1) - at(0), at(2) - at(0));
    for (const std::int32_t i : t) normals[static_cast<std::size_t>(i)] += n;
  }
  for (Vec3<double>& n : normals) {
    const double length = std::sqrt(dot(n, n));
    if (length > 0) n = (1 / length) * n;
  }
  return normals;
}

MaterialPieces fillSurface(const TriangleMesh& surface, bool keepSeparate) {
  const SampleGrid grid = sampleSurface(surface);
  MaterialPieces pieces;
  collectPieces(grid, keepSeparate, pieces);
  if (!keepSeparate) {
    pieces.complex = weldCells(pieces.complex.cells);
    return pieces;
  }
  DisjointSets corners(pieces.complex.cells.size() * 8);
  joinAcrossFaces(grid, pieces, corners);
  joinAlongSurface(surface, pointNormals(surface), pieces, corners);
  numberNodes(pieces, corners);
  return pieces;
}

}  // namespace sinew
