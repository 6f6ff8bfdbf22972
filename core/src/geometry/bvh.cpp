// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
#include "geometry/bvh.h"

#include <numeric>
#include <span>

#include "base/assert.h"
#include "base/parallel.h"

namespace sinew {
namespace {

constexpr std::size_t kHeuristicLevels = 40;
constexpr int kBins = 16;
constexpr std::int64_t kBoxGrain = 4096;

Vec3<double> centre(const Box& box) { return 0.5 * box.least + 0.5 * box.greatest; }

double along(const Vec3<double>& v, int axis) { return axis == 0 ? v.x : axis == 1 ? v.y : v.z; }

double halfArea(const Box& box) {
  const Vec3<double> d = box.greatest - box.least;
  return d.x * d.y + d.y * d.z + d.z * d.x;
}

// Cuts the range an axis spans into equal bins.
struct Bins {
  int axis;
  double least, scale;

  int of(const Box& box) const {
    return std::min(kBins - 1, static_cast<int>((along(centre(box), axis) - least) * scale));
  }
};

// The longest axis of the box around the centres of the triangles.
Bins chooseBins(std::span<const std::int32_t> triangles, const std::vector<Box>& boxes) {
  Box centres = kEmptyBox;
  for (const std::int32_t t : triangles)
    include(centres, centre(boxes[static_cast<std::size_t>(t)]));
  const Vec3<double> extent = centres.greatest - centres.least;
  const int axis = extent.x >= extent.y && extent.x >= extent.z ? 0 : extent.y >= extent.z ? 1 : 2;
  return {axis, along(centres.least, axis), kBins / along(extent, axis)};
}

// Last bin of the first child by the surface area heuristic: the fewest triangle tests expected of
// a random line; the more even split among equals, which flat boxes are. -1 when all triangles fall
// into one bin.
int chooseLastBin(std::span<const std::int32_t> triangles, const std::vector<Box>& boxes,
                  const Bins& bins) {
  std::array<Box, kBins> box;
  std::array<std::int64_t, kBins> count{};
  box.fill(kEmptyBox);
  for (const std::int32_t t : triangles) {
    const Box& b = boxes[static_cast<std::size_t>(t)];
    const auto bin = static_cast<std::size_t>(bins.of(b));
    include(box[bin], b);
    ++count[bin];
  }
  std::array<double, kBins> costBehind{};  // of the bins behind this one; 0 if they are empty
  Box sum = kEmptyBox;
  std::int64_t triangleCount = 0;
  for (std::size_t b = kBins - 1; b > 0; --b) {
    include(sum, box[b]);
    triangleCount += count[b];
    if (triangleCount > 0) costBehind[b - 1] = static_cast<double>(triangleCount) * halfArea(sum);
  }
  int best = -1;
  double leastCost = HUGE_VAL;
  std::int64_t leastDifference = 0;
  sum = kEmptyBox;
  triangleCount = 0;
  for (std::size_t b = 0; b + 1 < kBins; ++b) {
    include(sum, box[b]);
    triangleCount += count[b];
    if (triangleCount == 0 || triangleCount == std::ssize(triangles)) continue;
    const double cost = static_cast<double>(triangleCount) * halfArea(sum) + costBehind[b];
    const std::int64_t difference = std::abs(2 * triangleCount - std::ssize(triangles));
    if (cost < leastCost || (cost == leastCost && difference < leastDifference))
      leastCost = cost, leastDifference = difference, best = static_cast<int>(b);
  }
  return best;
}

// Sorts the triangles of a node into two children and returns the size of the first.
std::ptrdiff_t split(std::span<std::int32_t> triangles, const std::vector<Box>& boxes, bool halve) {
  const Bins bins = chooseBins(triangles, boxes);
  const auto boxOf = [&](std::int32_t t) -> const Box& {
    return boxes[static_cast<std::size_t>(t)];
  };
  if (!halve && bins.scale > 0 && bins.scale < HUGE_VAL) {
    const int last = chooseLastBin(triangles, boxes, bins);
    if (last >= 0)
      return std::partition(triangles.begin(), triangles.end(),
                            [&](std::int32_t t) { return bins.of(boxOf(t)) <= last; }) -
             triangles.begin();
  }
  const auto middle = std::ssize(triangles) / 2;
  std::nth_element(triangles.begin(), triangles.begin() + middle, triangles.end(),
                   [&](std::int32_t s, std::int32_t t) {
                     const double cs = along(centre(boxOf(s)), bins.axis);
                     const double ct = along(centre(boxOf(t)), bins.axis);
                     return cs != ct ? cs < ct : s < t;
                   });
  return middle;
}

}  // namespace

Box triangleBox(const TriangleMesh& mesh, std::int32_t triangle) {
  Box box = kEmptyBox;
  for (const std::int32_t i : mesh.triangles[static_cast<std::size_t>(triangle)])
    include(box, mesh.points[static_cast<std::size_t>(i)]);
  return box;
}

Bvh::Bvh(const TriangleMesh& mesh, std::int32_t leafSize) {
  SINEW_ASSERT(leafSize > 0);
  const auto count = std::ssize(mesh.triangles);
  if (count == 0) return;
  std::vector<Box> boxes(mesh.triangles.size());
  parallelFor(count, kBoxGrain, [&](std::int64_t begin, std::int64_t end) {
    for (std::int64_t t = begin; t < end; ++t)
      boxes[static_cast<std::size_t>(t)] = triangleBox(mesh, static_cast<std::int32_t>(t));
  });
  order_.resize(mesh.triangles.size());
  std::iota(order_.begin(), order_.end(), 0);
  nodes_.reserve(2 * mesh.triangles.size());
  nodes_.push_back({{}, 0, static_cast<std::int32_t>(count), 0});

  // The nodes of a level are split side by side, and numbered in order afterwards.
  std::vector<std::ptrdiff_t> firstChildSize;
  levels_ = {0};
  while (levels_.back() < nodes_.size()) {
    const std::size_t levelBegin = levels_.back(), levelEnd = nodes_.size();
    SINEW_ASSERT(levels_.size() <= kMostLevels);
    const bool halve = levels_.size() > kHeuristicLevels;
    const auto nodeCount = static_cast<std::int64_t>(levelEnd - levelBegin);
    firstChildSize.assign(levelEnd - levelBegin, 0);
    parallelFor(nodeCount, 1 + nodeCount / 256, [&](std::int64_t begin, std::int64_t end) {
      for (std::int64_t i = begin; i < end; ++i) {
        const BvhNode& node = nodes_[levelBegin + static_cast<std::size_t>(i)];
        const std::span triangles(order_.begin() + node.begin, order_.begin() + node.end);
        if (std::ssize(triangles) > leafSize)
          firstChildSize[static_cast<std::size_t>(i)] = split(triangles, boxes, halve);
        else
          std::sort(triangles.begin(), triangles.end());
      }
    });
    levels_.push_back(levelEnd);
    for (std::size_t i = levelBegin; i < levelEnd; ++i) {
      const auto size = static_cast<std::int32_t>(firstChildSize[i - levelBegin]);
      if (size == 0) continue;
      nodes_[i].child = static_cast<std::int32_t>(nodes_.size());
      const std::int32_t begin = nodes_[i].begin, end = nodes_[i].end;
      nodes_.push_back({{}, begin, begin + size, 0});
      nodes_.push_back({{}, begin + size, end, 0});
    }
  }
  refit(mesh);
}

void Bvh::refit(const TriangleMesh& mesh) {
  SINEW_ASSERT(mesh.triangles.size() == order_.size());
  boxes_.resize(order_.size());
  parallelFor(std::ssize(order_), kBoxGrain, [&](std::int64_t begin, std::int64_t end) {
    for (auto i = static_cast<std::size_t>(begin); i < static_cast<std::size_t>(end); ++i)
      boxes_[i] = triangleBox(mesh, order_[i]);
  });
  for (std::size_t level = levelCount(); level-- > 0;) {
    const std::size_t first = levels_[level];
    parallelFor(static_cast<std::int64_t>(levels_[level + 1] - first), kBoxGrain,
                [&](std::int64_t begin, std::int64_t end) {
                  for (std::int64_t i = begin; i < end; ++i) {
                    BvhNode& node = nodes_[first + static_cast<std::size_t>(i)];
                    node.box = kEmptyBox;
                    if (node.isLeaf()) {
                      for (std::int32_t t = node.begin; t < node.end; ++t)
                        include(node.box, boxes_[static_cast<std::size_t>(t)]);
                    } else {
                      include(node.box, nodes_[static_cast<std::size_t>(node.child)].box);
                      include(node.box, nodes_[static_cast<std::size_t>(node.child) + 1].box);
                    }
                  }
                });
  }
}

}  // namespace sinew
