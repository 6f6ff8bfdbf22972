// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
#include "scene_objects.h"

#include <maya/MFn.h>
#include <maya/MFnDependencyNode.h>
#include <maya/MTypeId.h>

#include <algorithm>

#include "convert.h"
#include "ids.h"
#include "sinew/rig.h"

namespace sinew::maya {
namespace {

bool isDeformer(const MObject& node) {
  return MFnDependencyNode(node).typeId() == MTypeId(kDeformerId);
}

// The nearest of the joints above a path, or -1.
std::int32_t jointAbove(MDagPath path, const std::vector<MDagPath>& joints) {
  while (path.length() > 1) {
    path.pop();
    for (std::size_t j = 0; j < joints.size(); ++j)
      if (path == joints[j]) return static_cast<std::int32_t>(j);
  }
  return -1;
}

// Parents before children, as models have it.
void sortByDepth(std::vector<MDagPath>& joints) {
  std::stable_sort(joints.begin(), joints.end(),
                   [](const MDagPath& a, const MDagPath& b) { return a.length() < b.length(); });
}

}  // namespace

Result<SceneObjects> sortObjects(const MSelectionList& objects) {
  SceneObjects result;
  std::vector<MDagPath> meshes;
  for (unsigned int i = 0; i < objects.length(); ++i) {
    MObject node;
    MDagPath path;
    if (!objects.getDagPath(i, path)) {
      if (objects.getDependNode(i, node) && isDeformer(node)) result.deformers.push_back(node);
      continue;
    }
    if (path.hasFn(MFn::kJoint))
      result.joints.push_back(path);
    else if (path.extendToShape() && path.hasFn(MFn::kMesh))
      meshes.push_back(path);
    else
      return Error{ErrorCode::BadMesh,
                   "'" + toText(path.partialPathName()) + "' is neither a mesh nor a joint."};
  }
  sortByDepth(result.joints);
  for (const MDagPath& mesh : meshes) {
    const std::int32_t joint = jointAbove(mesh, result.joints);
    if (joint < 0)
      result.skins.push_back(mesh);
    else
      result.boneMeshes.push_back({static_cast<std::size_t>(joint), mesh});
  }
  return result;
}

RiggedModel readModel(const MDagPath& skin, const SceneObjects& objects) {
  RiggedModel model;
  model.name = toText(skin.partialPathName());
  model.skin = readMesh(skin.node(), skin.inclusiveMatrix());
  for (const MDagPath& path : objects.joints) {
    ModelJoint joint;
    joint.name = toText(path.partialPathName());
    joint.parent = jointAbove(path, objects.joints);
    joint.node = static_cast<std::int32_t>(model.nodes.size());
    joint.bind = toAffine(path.inclusiveMatrix());
    joint.inverseBind = toAffine(path.inclusiveMatrixInverse());
    ModelNode node;
    node.name = joint.name;
    node.usesMatrix = true;
    node.matrix = joint.bind;
    model.nodes.push_back(node);
    model.joints.push_back(joint);
  }
  for (const BoneMeshPath& bone : objects.boneMeshes)
    model.bones.push_back({static_cast<std::int32_t>(bone.joint),
                           readMesh(bone.mesh.node(), bone.mesh.inclusiveMatrix())});
  followNearestJoints(model);
  return model;
}

}  // namespace sinew::maya
