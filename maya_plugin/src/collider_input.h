// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
//
// What the flesh touches: collider[] of a node, from its data block or, in commands and the
// viewport, from its plugs.
#pragma once

#include <maya/MDataBlock.h>
#include <maya/MMatrix.h>
#include <maya/MObject.h>

#include <cstdint>
#include <string>
#include <vector>

#include "deformer_attributes.h"
#include "sinew/collider.h"

namespace sinew::maya {

/// One element, as its attributes say. Lengths in metres.
struct ColliderValues {
  ColliderShape shape = ColliderShape::None;  ///< none also if it is not enabled
  MMatrix place;
  MObject mesh;
  double radius = 0, length = 0, friction = 0;
  double axes[3] = {0, 0, 0};
};
ColliderValues readCollider(const MObject& node, unsigned int index);

/// All of them in one frame.
struct FrameColliders {
  std::vector<Collider> colliders;
  std::vector<Affine3d> places;
  std::uint64_t hash = 0;  ///< of the colliders, not of their places
  std::string remark;      ///< about one that was left out, or ""
};
FrameColliders readColliders(MDataBlock& block);

}  // namespace sinew::maya
