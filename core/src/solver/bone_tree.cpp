// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
#include "solver/bone_tree.h"

#include <algorithm>

namespace sinew {
namespace {

// Sums of w_na w_nb, a row per bone a.
std::vector<double> sharedFlesh(std::span<const BoneWeights> nodeWeights, std::size_t boneCount) {
  std::vector<double> shared(boneCount * boneCount, 0.0);
  for (const BoneWeights& w : nodeWeights)
    for (std::size_t i = 0; i < 4; ++i)
      for (std::size_t j = 0; j < 4; ++j)
        if (i != j)
          shared[static_cast<std::size_t>(w.bone[i]) * boneCount +
                 static_cast<std::size_t>(w.bone[j])] +=
              static_cast<double>(w.weight[i]) * static_cast<double>(w.weight[j]);
  return shared;
}

// From the rest pose of the parent to where the bone is in it.
Affine againstParent(const BoneTree& tree, std::span<const Affine> bones, std::size_t b) {
  return inverse(bones[static_cast<std::size_t>(tree.parent[b])]) * bones[b];
}

}  // namespace

// Prim's algorithm. Of equal links the first is taken; bones that share nothing hang on bone 0.
BoneTree boneTree(std::span<const BoneWeights> nodeWeights, std::int32_t boneCount) {
  const auto count = static_cast<std::size_t>(boneCount);
  const std::vector<double> shared = sharedFlesh(nodeWeights, count);
  BoneTree tree{std::vector<std::int32_t>(count, 0), {}};
  std::vector<double> link(count, -1.0);  // to the tree so far; -1: no bone of it yet
  std::vector<bool> isIn(count, false);
  for (std::size_t next = 0; tree.order.size() < count;) {
    isIn[next] = true;
    tree.order.push_back(static_cast<std::int32_t>(next));
    std::size_t best = count;
    for (std::size_t b = 0; b < count; ++b) {
      if (isIn[b]) continue;
      if (shared[next * count + b] > link[b]) {
        link[b] = shared[next * count + b];
        tree.parent[b] = static_cast<std::int32_t>(next);
      }
      if (best == count || link[b] > link[best]) best = b;
    }
    next = best;
  }
  if (count > 0) tree.parent[0] = -1;
  return tree;
}

double largestTurn(const BoneTree& tree, std::span<const Affine> bones) {
  double largest = 0;
  for (std::size_t b = 1; b < bones.size(); ++b)
    largest = std::max(largest, turnOf(againstParent(tree, bones, b)));
  return largest;
}

void subPose(const BoneTree& tree, std::span<const Affine> bones, double t,
             std::vector<Affine>& out) {
  for (const std::int32_t bone : tree.order) {
    const auto b = static_cast<std::size_t>(bone);
    out[b] = t >= 1 || tree.parent[b] < 0 ? bones[b]
                                          : out[static_cast<std::size_t>(tree.parent[b])] *
                                                partOfTheWay(againstParent(tree, bones, b), t);
  }
}

void poseBetween(const BoneTree& tree, std::span<const Affine> from, std::span<const Affine> to,
                 double t, std::vector<Affine>& out) {
  for (const std::int32_t bone : tree.order) {
    const auto b = static_cast<std::size_t>(bone);
    if (t >= 1) {
      out[b] = to[b];
    } else if (tree.parent[b] < 0) {
      out[b] = partOfTheWay(to[b] * inverse(from[b]), t) * from[b];
    } else {
      const Affine start = againstParent(tree, from, b), end = againstParent(tree, to, b);
      out[b] = out[static_cast<std::size_t>(tree.parent[b])] *
               partOfTheWay(end * inverse(start), t) * start;
    }
  }
}

}  // namespace sinew
