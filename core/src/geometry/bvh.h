// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
//
// A tree of boxes over the triangles of a mesh: which triangles are near this box, which is nearest
// to this point. The tree depends on the mesh alone, never on the thread count; its depth is
// bounded whatever the mesh looks like, so queries need no recursion.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

#include "geometry/triangle_mesh.h"

namespace sinew {

/// Holds no point; grows to what it is made to include.
inline constexpr Box kEmptyBox{{HUGE_VAL, HUGE_VAL, HUGE_VAL}, {-HUGE_VAL, -HUGE_VAL, -HUGE_VAL}};

inline void include(Box& box, const Box& other) {
  box.least = {std::min(box.least.x, other.least.x), std::min(box.least.y, other.least.y),
               std::min(box.least.z, other.least.z)};
  box.greatest = {std::max(box.greatest.x, other.greatest.x),
                  std::max(box.greatest.y, other.greatest.y),
                  std::max(box.greatest.z, other.greatest.z)};
}

inline void include(Box& box, const Vec3<double>& p) { include(box, Box{p, p}); }

inline bool overlaps(const Box& a, const Box& b) {
  return a.least.x <= b.greatest.x && b.least.x <= a.greatest.x && a.least.y <= b.greatest.y &&
         b.least.y <= a.greatest.y && a.least.z <= b.greatest.z && b.least.z <= a.greatest.z;
}

/// From p to the nearest point of the box; 0 inside.
inline double squaredDistance(const Box& box, const Vec3<double>& p) {
  const Vec3<double> d{std::max({box.least.x - p.x, 0.0, p.x - box.greatest.x}),
                       std::max({box.least.y - p.y, 0.0, p.y - box.greatest.y}),
                       std::max({box.least.z - p.z, 0.0, p.z - box.greatest.z})};
  return dot(d, d);
}

Box triangleBox(const TriangleMesh& mesh, std::int32_t triangle);

/// Triangles order()[begin, end) lie in the box. Children lie behind their parent, side by side.
struct BvhNode {
  Box box;
  std::int32_t begin = 0, end = 0;
  std::int32_t child = 0;  // the first of two; 0: a leaf

  bool isLeaf() const { return child == 0; }
};

class Bvh {
 public:
  /// Levels of a tree over any mesh. Splits follow the surface area heuristic for 40 levels, which
  /// a sane mesh never reaches, and then halve the count.
  static constexpr std::size_t kMostLevels = 40 + 32;

  Bvh() = default;
  /// Points must be finite and indices valid. `leafSize`: most triangles in a leaf.
  explicit Bvh(const TriangleMesh& mesh, std::int32_t leafSize = 4);

  /// Moves the boxes after the points of the mesh moved. Queries stay right, and get slower the
  /// more the shape differs from the one the tree was built for.
  void refit(const TriangleMesh& mesh);

  const std::vector<BvhNode>& nodes() const { return nodes_; }  ///< root first; none: no triangles
  const std::vector<std::int32_t>& order() const { return order_; }
  std::size_t levelCount() const { return levels_.empty() ? 0 : levels_.size() - 1; }

  /// visit(triangle) for every triangle whose own box meets `box`, touching included.
  template <class Visit>
  void forOverlaps(const Box& box, Visit&& visit) const;

  struct Nearest {
    std::int32_t triangle = -1;  // -1: nothing within the limit
    double squaredDistance = std::numeric_limits<double>::infinity();
  };

  /// The triangle with the least squaredDistanceTo(triangle), which must not be less than that of
  /// the triangle's box; the lower index among equals. Triangles beyond the limit are not looked
  /// at.
  template <class Distance>
  Nearest findNearest(const Vec3<double>& p, double squaredLimit,
                      Distance&& squaredDistanceTo) const;

 private:
  std::vector<BvhNode> nodes_;       // level after level
  std::vector<std::size_t> levels_;  // first node of each level, and the node count
  std::vector<std::int32_t> order_;  // triangles, those of a node side by side
  std::vector<Box> boxes_;           // of triangle order_[i]
};

template <class Visit>
void Bvh::forOverlaps(const Box& box, Visit&& visit) const {
  if (nodes_.empty()) return;
  std::array<std::int32_t, kMostLevels + 1> stack;
  std::size_t height = 0;
  stack[height++] = 0;
  while (height > 0) {
    const BvhNode& node = nodes_[static_cast<std::size_t>(stack[--height])];
    if (!overlaps(node.box, box)) continue;
    if (node.isLeaf()) {
      for (auto i = static_cast<std::size_t>(node.begin); i < static_cast<std::size_t>(node.end);
           ++i)
        if (overlaps(boxes_[i], box)) visit(order_[i]);
    } else {
      stack[height++] = node.child + 1;
      stack[height++] = node.child;
    }
  }
}

template <class Distance>
Bvh::Nearest Bvh::findNearest(const Vec3<double>& p, double squaredLimit,
                              Distance&& squaredDistanceTo) const {
  Nearest best;
  if (nodes_.empty()) return best;
  struct Entry {
    std::int32_t node;
    double squaredDistance;
  };
  double bound = squaredLimit;
  std::array<Entry, kMostLevels + 1> stack;
  std::size_t height = 0;
  stack[height++] = {0, sinew::squaredDistance(nodes_[0].box, p)};
  while (height > 0) {
    const Entry entry = stack[--height];
    if (!(entry.squaredDistance <= bound)) continue;
    const BvhNode& node = nodes_[static_cast<std::size_t>(entry.node)];
    if (node.isLeaf()) {
      for (auto i = static_cast<std::size_t>(node.begin); i < static_cast<std::size_t>(node.end);
           ++i) {
        if (!(sinew::squaredDistance(boxes_[i], p) <= bound)) continue;
        const double d = squaredDistanceTo(order_[i]);
        if (!(d <= bound)) continue;
        if (d == best.squaredDistance && order_[i] > best.triangle) continue;
        best = {order_[i], d};
        bound = d;
      }
      continue;
    }
    Entry near{node.child,
               sinew::squaredDistance(nodes_[static_cast<std::size_t>(node.child)].box, p)};
    Entry far{node.child + 1,
              sinew::squaredDistance(nodes_[static_cast<std::size_t>(node.child) + 1].box, p)};
    if (far.squaredDistance < near.squaredDistance) std::swap(near, far);
    stack[height++] = far;
    stack[height++] = near;
  }
  return best;
}

}  // namespace sinew
