// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
//
// Surface nets: one vertex in every cell of a grid of samples that the surface passes through, one
// quad for every grid edge it crosses. Seen from the samples this is the outside of a heap of
// bricks, one brick around each inside sample. Such a heap is a 2-manifold if and only if no two
// bricks, and no two holes, touch along an edge or at a corner only (Latecki 1995), so bricks are
// removed until that is so.
#include "scenes/surface_nets.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <utility>

namespace sinew::scenes {
namespace {

constexpr int kRelaxations = 6;
constexpr int kFinalProjections = 3;

using Quad = std::array<std::int32_t, 4>;

/// Samples at origin + spacing * (i, j, k). A cell has the index of its least corner; corner c of a
/// cell is one sample further along x, y, z where bit 0, 1, 2 of c is set.
struct Grid {
  Vec3d origin;
  double spacing = 0;
  std::array<int, 3> count{};
  std::array<std::ptrdiff_t, 3> stride{};
  std::array<std::ptrdiff_t, 8> corner{};
  std::vector<double> value;

  bool inside(std::ptrdiff_t sample) const { return value[sample] < 0; }

  std::array<int, 3> coordinates(std::ptrdiff_t sample) const {
    return {static_cast<int>(sample % count[0]), static_cast<int>(sample / stride[1] % count[1]),
            static_cast<int>(sample / stride[2])};
  }
  Vec3d point(std::ptrdiff_t sample) const {
    const auto [i, j, k] = coordinates(sample);
    return origin + spacing * Vec3d{1.0 * i, 1.0 * j, 1.0 * k};
  }
  bool isCell(std::ptrdiff_t sample) const {
    const auto [i, j, k] = coordinates(sample);
    return i + 1 < count[0] && j + 1 < count[1] && k + 1 < count[2];
  }
  /// Bit c is set where corner c is inside.
  unsigned insideCorners(std::ptrdiff_t cell) const {
    unsigned mask = 0;
    for (unsigned c = 0; c < 8; ++c) mask |= unsigned{inside(cell + corner[c])} << c;
    return mask;
  }
};

/// Samples `shape`, skipping along each row as far as the last value allows. The outermost samples
/// are made outside, so that what comes out is closed.
Grid sampleShape(const Implicit& shape, const Bounds& box, double spacing) {
  Grid grid;
  grid.origin = box.lo - Vec3d{spacing, spacing, spacing};
  grid.spacing = spacing;
  const Vec3d size = box.size();
  grid.count = {static_cast<int>(std::ceil(size.x / spacing)) + 3,
                static_cast<int>(std::ceil(size.y / spacing)) + 3,
                static_cast<int>(std::ceil(size.z / spacing)) + 3};
  grid.stride = {1, grid.count[0], std::ptrdiff_t{grid.count[0]} * grid.count[1]};
  for (unsigned c = 0; c < 8; ++c) {
    for (unsigned d = 0; d < 3; ++d) grid.corner[c] += (c >> d & 1) * grid.stride[d];
  }
  grid.value.assign(grid.stride[2] * grid.count[2], spacing);

  for (int k = 1; k + 1 < grid.count[2]; ++k) {
    for (int j = 1; j + 1 < grid.count[1]; ++j) {
      const std::ptrdiff_t row = j * grid.stride[1] + k * grid.stride[2];
      for (int i = 1; i + 1 < grid.count[0]; ++i) {
        const double f = shape(grid.point(row + i));
        grid.value[row + i] = f;
        // Samples left with |f| >= spacing touch no crossed edge, so only their sign matters.
        const int skipped = static_cast<int>(std::abs(f) / spacing) - 1;
        for (int s = 0; s < skipped && i + 2 < grid.count[0]; ++s) grid.value[row + ++i] = f;
      }
    }
  }
  return grid;
}

/// The inside corners of a cell between which the heap of bricks is not a manifold; 0 if it is one.
unsigned criticalCorners(unsigned mask) {
  for (unsigned d = 0; d < 3; ++d) {
    const unsigned u = 1u << (d + 1) % 3, v = 1u << (d + 2) % 3;
    for (unsigned base : {0u, 1u << d}) {
      const unsigned pair = 1u << base | 1u << (base + u + v);
      const unsigned otherPair = 1u << (base + u) | 1u << (base + v);
      const unsigned face = mask & (pair | otherPair);
      if (face == pair || face == otherPair) return face;
    }
  }
  for (unsigned c = 0; c < 4; ++c) {
    const unsigned pair = 1u << c | 1u << (7 - c);
    if (mask == pair || mask == (pair ^ 255u)) return mask;
  }
  return 0;
}

/// Moves samples outside, those nearest to the surface first, until the surface is a manifold.
/// Samples only ever leave, so this ends.
void makeManifold(Grid& grid) {
  const auto cellCount = static_cast<std::ptrdiff_t>(grid.value.size()) - grid.corner[7];
  for (bool changed = true; changed;) {
    changed = false;
    for (std::ptrdiff_t cell = 0; cell < cellCount; ++cell) {
      const unsigned mask = grid.insideCorners(cell);
      if (mask == 0 || mask == 255 || !grid.isCell(cell)) continue;
      const unsigned critical = criticalCorners(mask);
      if (critical == 0) continue;
      double* nearest = nullptr;
      for (unsigned c = 0; c < 8; ++c) {
        double& f = grid.value[cell + grid.corner[c]];
        if ((critical >> c & 1) && (!nearest || f > *nearest)) nearest = &f;
      }
      *nearest = 1e-6 * grid.spacing;
      changed = true;
    }
  }
}

/// The mean of the points where the surface crosses the edges of `cell`.
Vec3d meanCrossing(const Grid& grid, std::ptrdiff_t cell) {
  Vec3d sum;
  int crossings = 0;
  for (unsigned c = 0; c < 8; ++c) {
    for (unsigned d = 0; d < 3; ++d) {
      if (c >> d & 1) continue;
      const std::ptrdiff_t a = cell + grid.corner[c], b = a + grid.stride[d];
      if (grid.inside(a) == grid.inside(b)) continue;
      const double t = grid.value[a] / (grid.value[a] - grid.value[b]);
      sum = sum + grid.point(a) + t * (grid.point(b) - grid.point(a));
      ++crossings;
    }
  }
  return (1.0 / crossings) * sum;
}

struct Net {
  std::vector<Vec3d> points;
  std::vector<Quad> quads;
};

Net connect(const Grid& grid) {
  Net net;
  const auto sampleCount = static_cast<std::ptrdiff_t>(grid.value.size());
  std::vector<std::int32_t> vertexOfCell(sampleCount, -1);
  for (std::ptrdiff_t cell = 0; cell < sampleCount - grid.corner[7]; ++cell) {
    const unsigned mask = grid.insideCorners(cell);
    if (mask == 0 || mask == 255 || !grid.isCell(cell)) continue;
    vertexOfCell[cell] = static_cast<std::int32_t>(net.points.size());
    net.points.push_back(meanCrossing(grid, cell));
  }
  for (std::ptrdiff_t sample = 0; sample < sampleCount; ++sample) {
    for (int d = 0; d < 3; ++d) {
      const std::ptrdiff_t next = sample + grid.stride[d];
      if (next >= sampleCount || grid.inside(sample) == grid.inside(next)) continue;
      const std::ptrdiff_t u = grid.stride[(d + 1) % 3], v = grid.stride[(d + 2) % 3];
      Quad quad{vertexOfCell[sample - u - v], vertexOfCell[sample - v], vertexOfCell[sample],
                vertexOfCell[sample - u]};
      if (!grid.inside(sample)) std::swap(quad[1], quad[3]);
      net.quads.push_back(quad);
    }
  }
  return net;
}

/// `point` moved along the gradient to where the surface should be, by at most `reach`: one step of
/// Newton's method.
Vec3d projected(const Implicit& shape, const Vec3d& point, double reach) {
  const Vec3d g = gradient(shape, point, 1e-3 * reach);
  const double slope = dot(g, g);
  if (slope < 1e-12) return point;
  const Vec3d move = (-shape(point) / slope) * g;
  return point + std::min(1.0, reach / std::max(length(move), 1e-300)) * move;
}

/// Spreads the vertices evenly: half way to the mean of the neighbours, then back onto the surface.
void relax(const Implicit& shape, double spacing, Net& net) {
  for (int round = 0; round < kRelaxations; ++round) {
    std::vector<Vec3d> sum(net.points.size());
    std::vector<int> count(net.points.size());
    for (const Quad& quad : net.quads) {
      for (int i = 0; i < 4; ++i) {
        const std::int32_t a = quad[i], b = quad[(i + 1) % 4];
        sum[a] = sum[a] + net.points[b];
        sum[b] = sum[b] + net.points[a];
        ++count[a];
        ++count[b];
      }
    }
    for (std::size_t i = 0; i < net.points.size(); ++i) {
      const Vec3d middle = 0.5 * (net.points[i] + (1.0 / count[i]) * sum[i]);
      net.points[i] = projected(shape, middle, spacing);
    }
  }
  for (int step = 0; step < kFinalProjections; ++step) {
    for (Vec3d& p : net.points) p = projected(shape, p, spacing);
  }
}

}  // namespace

Mesh surfaceNets(const Implicit& shape, const Bounds& box, double spacing) {
  Grid grid = sampleShape(shape, box, spacing);
  makeManifold(grid);
  Net net = connect(grid);
  relax(shape, spacing, net);

  Mesh mesh;
  for (const Vec3d& p : net.points) mesh.points.push_back(toFloat(p));
  for (const auto& [a, b, c, d] : net.quads) {
    if (length(net.points[a] - net.points[c]) < length(net.points[b] - net.points[d])) {
      mesh.triangles.insert(mesh.triangles.end(), {{a, b, c}, {a, c, d}});
    } else {
      mesh.triangles.insert(mesh.triangles.end(), {{a, b, d}, {b, c, d}});
    }
  }
  return mesh;
}

}  // namespace sinew::scenes
