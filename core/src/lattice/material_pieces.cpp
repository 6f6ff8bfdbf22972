// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
#include "lattice/material_pieces.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

#include "lattice/sample_grid.h"

namespace sinew {
namespace {

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
        const Vec3<double> d = samplePoint(coord, s) - point;
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

MaterialPieces fillSurface(const TriangleMesh& surface, bool keepSeparate,
                           const WindingNumber* winding) {
  const SampleGrid grid = winding ? sampleByWinding(surface, *winding) : sampleClosed(surface);
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
