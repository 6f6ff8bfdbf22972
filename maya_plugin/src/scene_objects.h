// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
//
// What the command works on, sorted out of a selection.
#pragma once

#include <maya/MDagPath.h>
#include <maya/MObject.h>
#include <maya/MSelectionList.h>

#include <optional>
#include <string>
#include <vector>

#include "sinew/model_file.h"
#include "sinew/result.h"

namespace sinew::maya {

struct BoneMeshPath {
  std::size_t joint;  ///< of SceneObjects::joints
  MDagPath mesh;
};

/// Meshes below one of the joints are bones of that joint; the others are skins.
struct SceneObjects {
  std::vector<MDagPath> skins, joints;
  std::vector<BoneMeshPath> boneMeshes;
  std::vector<MObject> deformers;
};

Result<SceneObjects> sortObjects(const MSelectionList& objects);

/// A skin and its joints as they are in the scene now; vertices follow the nearest joint.
RiggedModel readModel(const MDagPath& skin, const SceneObjects& objects);

}  // namespace sinew::maya
