// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
//
// Which bone hangs on which, seen from the flesh: joints turn by less than half a turn, while a
// fingertip may turn further than that against the wrist.
#pragma once

#include <span>
#include <vector>

#include "solver/start_value.h"

namespace sinew {

struct BoneTree {
  std::vector<std::int32_t> parent;  // of each bone, -1 for bone 0
  std::vector<std::int32_t> order;   // all bones, parents before children
};

/// The tree from bone 0 that joins bones which share the most flesh: the spanning tree of greatest
/// sum of w_na w_nb over the nodes n, for all its pairs a, b.
BoneTree boneTree(std::span<const BoneWeights> nodeWeights, std::int32_t boneCount);

/// Largest turn of a bone against its parent [radians], at most pi.
double largestTurn(const BoneTree& tree, std::span<const Affine> bones);

/// The bones `t` of the way from rest, every bone along the screw against its parent. Bone 0
/// carries the whole body, so its motion is taken at once: where the body stands in space plays no
/// part.
void subPose(const BoneTree& tree, std::span<const Affine> bones, double t,
             std::vector<Affine>& out);

/// The bones `t` of the way from one pose to another, every bone along the screw against its
/// parent, bone 0 along its own. `out` may not be one of them.
void poseBetween(const BoneTree& tree, std::span<const Affine> from, std::span<const Affine> to,
                 double t, std::vector<Affine>& out);

}  // namespace sinew
