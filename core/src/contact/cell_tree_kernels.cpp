// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
#include "contact/cell_tree_kernels.h"

#include <algorithm>
#include <cmath>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "contact/cell_tree_kernels.cpp"
#include <hwy/cache_control.h>
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "contact/cell_lanes-inl.h"

HWY_BEFORE_NAMESPACE();
namespace sinew {
namespace HWY_NAMESPACE {
namespace {

// Positions are rounded to float: boxes are this much larger than they need be [part of |p|].
constexpr float kRounding = 2.4e-7f;
// Pairs of planes likewise [part of |n| times the size of the octet]: q, n . q, the middle and the
// scale of a plane are off by less than 20 roundings of 6e-8.
constexpr float kPlaneSlack = 4e-6f;
constexpr float kFlat = 1e-20f;  // a cell so flat has no sides: its planes hold everything

// The pair of planes across n around the corners of eight cells; `reach` bounds their coordinates.
SINEW_INLINE void putPlanes(const Vec3<Lanes>& n, const Vec3<Lanes> corners[8], int first,
                            float reach, OctetPlanes& planes, int pair) {
  Lanes low = dot(n, corners[0]), high = low;
  for (int a = 1; a < 8; ++a) {
    const Lanes along = dot(n, corners[a]);
    low = min(low, along);
    high = max(high, along);
  }
  const Lanes slack = Lanes(kPlaneSlack * reach) * (abs(n.x) + abs(n.y) + abs(n.z));
  const Lanes scale = Lanes(1) / max(Lanes(0.5f) * (high - low) + slack, Lanes(kFlat));
  store(scale * n.x, planes.normal[pair][0] + first);
  store(scale * n.y, planes.normal[pair][1] + first);
  store(scale * n.z, planes.normal[pair][2] + first);
  store(scale * (Lanes(0.5f) * (low + high)), planes.middle[pair] + first);
}

void fitPlanes(const Octet& octet, const OctetCorners& corners, OctetPlanes& planes) {
  for (int first = 0; first < kTreeWidth; first += kLanes) {
    Vec3<Lanes> x[8], side[3];  // 4 dx / d(lattice axis) at the middle
    for (int a = 0; a < 8; ++a) x[a] = corners.at(a, first);
    for (int i = 0; i < 3; ++i) {
      side[i] = x[1 << i] - x[0];
      for (int a = 1; a < 8; ++a)
        if (!(a >> i & 1)) side[i] += x[a | 1 << i] - x[a];
    }
    for (int i = 0; i < 3; ++i)
      putPlanes(cross(side[(i + 1) % 3], side[(i + 2) % 3]), x, first, corners.reach(), planes, i);
  }
  for (int c = 0; c < kTreeWidth; ++c)
    if (!(octet.active >> c & 1)) {  // a cell that is not there holds nothing
      for (int axis = 0; axis < 3; ++axis) planes.normal[0][axis][c] = 0;
      planes.middle[0][c] = 2;
    }
}

void fitOctet(const Octet& octet, const double* positions, OctetPlanes& planes, TreeNode& node,
              int child) {
  const double* origin = positions + 4 * static_cast<std::size_t>(octet.nodes[0]);
  OctetCorners corners;
  corners.gather(octet, positions, origin);
  for (std::size_t axis = 0; axis < 3; ++axis) {
    planes.origin[axis] = origin[axis];
    const float low = corners.least(axis), high = corners.greatest(axis);
    const float from = static_cast<float>(origin[axis] + static_cast<double>(low));
    const float to = static_cast<float>(origin[axis] + static_cast<double>(high));
    node.least[axis][child] = from - kRounding * (std::fabs(from) + std::fabs(low));
    node.greatest[axis][child] = to + kRounding * (std::fabs(to) + std::fabs(high));
  }
  fitPlanes(octet, corners, planes);
}

// Nodes are where blocks have put them: the next octet's are asked for while this one is fitted.
SINEW_INLINE void prefetchNodes(const Octet& octet, const double* positions) {
  for (std::size_t k = 0; k < kOctetNodes; ++k)
    hwy::Prefetch(positions + 4 * static_cast<std::size_t>(octet.nodes[k]));
}

// A child that is not there holds nothing.
void closeChildren(TreeNode& node, int count) {
  for (int axis = 0; axis < 3; ++axis) {
    std::fill(node.least[axis] + count, node.least[axis] + kTreeWidth, HUGE_VALF);
    std::fill(node.greatest[axis] + count, node.greatest[axis] + kTreeWidth, -HUGE_VALF);
  }
}

int childCount(std::int64_t node, std::int64_t children) {
  return static_cast<int>(std::min<std::int64_t>(kTreeWidth, children - node * kTreeWidth));
}

void fitOctetsHere(const Octet* octets, std::int64_t octetCount, const double* positions,
                   std::int64_t begin, std::int64_t end, OctetPlanes* planes, TreeNode* nodes) {
  for (std::int64_t n = begin; n < end; ++n) {
    const int count = childCount(n, octetCount);
    closeChildren(nodes[n], count);
    for (int c = 0; c < count; ++c) {
      const std::int64_t o = n * kTreeWidth + c;
      if (o + 1 < octetCount) prefetchNodes(octets[o + 1], positions);
      fitOctet(octets[o], positions, planes[o], nodes[n], c);
    }
  }
}

void fitNodesHere(const TreeNode* below, std::int64_t belowCount, std::int64_t begin,
                  std::int64_t end, TreeNode* nodes) {
  for (std::int64_t n = begin; n < end; ++n) {
    const int count = childCount(n, belowCount);
    closeChildren(nodes[n], count);
    for (int c = 0; c < count; ++c)
      for (int axis = 0; axis < 3; ++axis) {
        const TreeNode& child = below[n * kTreeWidth + c];
        nodes[n].least[axis][c] = leastOf(child.least[axis]);
        nodes[n].greatest[axis][c] = greatestOf(child.greatest[axis]);
      }
  }
}

// The points of a group as lanes, and their box.
struct GroupLanes {
  explicit GroupLanes(const PointGroup& group) : count(group.count) {
    for (int i = 0; i < PointGroup::kMost; ++i) {
      const Vec3<double>& p = group.points[static_cast<std::size_t>(i < group.count ? i : 0)];
      at[0][i] = static_cast<float>(p.x);
      at[1][i] = static_cast<float>(p.y);
      at[2][i] = static_cast<float>(p.z);
    }
    for (int axis = 0; axis < 3; ++axis) {
      least[axis] = std::min(leastOf(at[axis]), leastOf(at[axis] + 8));
      greatest[axis] = std::max(greatestOf(at[axis]), greatestOf(at[axis] + 8));
    }
  }
  int count;
  alignas(64) float at[3][PointGroup::kMost];
  float least[3], greatest[3];
};

// The children of a node whose boxes meet that of the group.
SINEW_INLINE unsigned childrenAt(const TreeNode& node, const GroupLanes& group) {
  unsigned bits = 0;
  for (int first = 0; first < kTreeWidth; first += kLanes) {
    const auto meets = [&](int axis) {
      return (Lanes(group.greatest[axis]) >= loadLanes(node.least[axis] + first)) &
             (Lanes(group.least[axis]) <= loadLanes(node.greatest[axis] + first));
    };
    bits |= bitsOf(meets(0) & meets(1) & meets(2)) << first;
  }
  return bits;
}

// The points in the box of one child.
SINEW_INLINE unsigned pointsIn(const TreeNode& node, std::uint32_t child, const GroupLanes& group) {
  unsigned bits = 0;
  for (int first = 0; first < group.count; first += kLanes) {
    const auto holds = [&](int axis) {
      const Lanes at = loadLanes(group.at[axis] + first);
      return (at >= Lanes(node.least[axis][child])) & (at <= Lanes(node.greatest[axis][child]));
    };
    bits |= bitsOf(holds(0) & holds(1) & holds(2)) << first;
  }
  return bits & ((1u << group.count) - 1);
}

// The cells of an octet between whose planes p is.
SINEW_INLINE unsigned cellsAt(const OctetPlanes& planes, const Vec3<double>& p) {
  const Vec3<Lanes> q{Lanes(static_cast<float>(p.x - planes.origin[0])),
                      Lanes(static_cast<float>(p.y - planes.origin[1])),
                      Lanes(static_cast<float>(p.z - planes.origin[2]))};
  unsigned bits = 0;
  for (int first = 0; first < kTreeWidth; first += kLanes) {
    const auto between = [&](int pair) {
      const auto& n = planes.normal[pair];
      const Lanes along =
          mulAdd(loadLanes(n[0] + first), q.x,
                 mulAdd(loadLanes(n[1] + first), q.y, loadLanes(n[2] + first) * q.z));
      return abs(along - loadLanes(planes.middle[pair] + first)) <= Lanes(1);
    };
    bits |= bitsOf(between(0) & between(1) & between(2)) << first;
  }
  return bits;
}

bool findCandidatesHere(const CellTreeView& tree, const PointGroup& group, TreeWalk& walk) {
  walk.foundCount = 0;
  if (tree.levelCount == 0 || group.count == 0) return false;
  const GroupLanes lanes(group);
  if (walk.level == 0) {
    walk.level = tree.levelCount;
    walk.open[walk.level - 1] = {0, childrenAt(tree.nodes[tree.levelBegin[walk.level - 1]], lanes)};
  }
  constexpr std::size_t kMostOfAnOctet = std::size_t{kTreeWidth} * PointGroup::kMost;
  while (walk.foundCount + kMostOfAnOctet <= TreeWalk::kMostFound) {
    TreeWalk::Open& open = walk.open[walk.level - 1];
    if (open.children == 0) {
      if (walk.level++ == tree.levelCount) return false;
      continue;
    }
    const auto child = static_cast<std::uint32_t>(__builtin_ctz(open.children));
    open.children &= open.children - 1;
    const std::size_t number = std::size_t{open.node} * kTreeWidth + child;
    if (walk.level > 1) {
      --walk.level;
      walk.open[walk.level - 1] = {
          static_cast<std::uint32_t>(number),
          childrenAt(tree.nodes[tree.levelBegin[walk.level - 1] + number], lanes)};
      continue;
    }
    for (unsigned points = pointsIn(tree.nodes[open.node], child, lanes); points;
         points &= points - 1) {
      const int point = __builtin_ctz(points);
      unsigned cells = cellsAt(tree.planes[number], group.points[static_cast<std::size_t>(point)]);
      for (; cells; cells &= cells - 1)
        walk.found[walk.foundCount++] = {point, tree.octets[number].cell(__builtin_ctz(cells))};
    }
  }
  return true;
}

}  // namespace
}  // namespace HWY_NAMESPACE
}  // namespace sinew
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace sinew {

HWY_EXPORT(fitOctetsHere);
HWY_EXPORT(fitNodesHere);
HWY_EXPORT(findCandidatesHere);

void fitOctets(const Octet* octets, std::int64_t octetCount, const double* positions,
               std::int64_t begin, std::int64_t end, OctetPlanes* planes, TreeNode* nodes) {
  HWY_DYNAMIC_DISPATCH(fitOctetsHere)(octets, octetCount, positions, begin, end, planes, nodes);
}

void fitNodes(const TreeNode* below, std::int64_t belowCount, std::int64_t begin, std::int64_t end,
              TreeNode* nodes) {
  HWY_DYNAMIC_DISPATCH(fitNodesHere)(below, belowCount, begin, end, nodes);
}

bool findCandidates(const CellTreeView& tree, const PointGroup& group, TreeWalk& walk) {
  return HWY_DYNAMIC_DISPATCH(findCandidatesHere)(tree, group, walk);
}

}  // namespace sinew
#endif  // HWY_ONCE
