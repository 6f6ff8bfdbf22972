// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
#include <maya/MFnDependencyNode.h>
#include <maya/MFnGeometryFilter.h>
#include <maya/MFnMatrixData.h>
#include <maya/MPxGeometryFilter.h>
#include <maya/MSelectionList.h>

#include <filesystem>

#include "bind_node.h"
#include "command.h"
#include "convert.h"
#include "deformer_attributes.h"
#include "setting_attributes.h"

namespace sinew::maya {
namespace {

// The skin as it comes into the node now, and its joints as they are now.
Result<RiggedModel> currentModel(const MObject& node, unsigned int geometry,
                                 const SceneObjects& joints) {
  MDagPath path;
  if (!MFnGeometryFilter(node).getPathAtIndex(geometry, path))
    return Error{ErrorCode::BadMesh,
                 "The deformer moves no mesh at index " + std::to_string(geometry) + "."};
  RiggedModel model = readModel(path, joints);
  const MObject mesh =
      childPlug(node, MPxGeometryFilter::input, geometry, MPxGeometryFilter::inputGeom).asMObject();
  model.skin = readMesh(mesh, path.inclusiveMatrix());
  followNearestJoints(model);
  return model;
}

void moveBindPose(const MObject& node, const JointsOfNode& joints, SceneEdit& edit) {
  for (std::size_t j = 0; j < joints.indices.size(); ++j) {
    MFnMatrixData inverse;
    edit.set(elementPlug(node, attributes().bindPreMatrix, joints.indices[j]),
             inverse.create(joints.objects.joints[j].inclusiveMatrixInverse()));
  }
}

// The pose and skin that the mesh was bound in before.
Result<RiggedModel> earlierModel(const MObject& node, unsigned int geometry) {
  const auto bound = boundOf(node, geometry);
  if (!bound || !bound->file.source)
    return Error{ErrorCode::BadFile,
                 "This mesh was not bound before, or by another program; go to the bind pose and "
                 "use -rebind -currentPose."};
  return bound->file.source->model;
}

}  // namespace

Result<JointsOfNode> jointsOf(const MObject& node) {
  JointsOfNode result;
  for (const unsigned int index : elementIndices(node, attributes().matrix)) {
    const MPlug source = elementPlug(node, attributes().matrix, index).source();
    MDagPath path;
    if (source.isNull() || !MDagPath::getAPathTo(source.node(), path)) continue;
    result.indices.push_back(index);
    result.objects.joints.push_back(path);
  }
  if (result.indices.empty())
    return Error{ErrorCode::BadBone, "No joint is connected to the deformer's matrix[]."};
  return result;
}

Problem rebind(const MArgDatabase& flags, const MObject& node, SceneEdit& edit) {
  const bool takesCurrentPose = flags.isFlagSet("-currentPose");
  auto joints = jointsOf(node);
  if (!joints) return joints.error().message;
  for (const unsigned int geometry : elementIndices(node, MPxGeometryFilter::input)) {
    auto model = takesCurrentPose ? currentModel(node, geometry, joints.value().objects)
                                  : earlierModel(node, geometry);
    if (!model) return model.error().message;
    const auto indices = takesCurrentPose ? joints.value().indices : boundJoints(node, geometry);
    const Recipe recipe = readRecipe(node, geometry, model.value(), indices);
    auto bound = bindRecipe(node, recipe, model.value(), indices);
    if (!bound) return bound.error().message;
    setBind(edit, node, geometry, bound.value(), indices, "");
  }
  if (takesCurrentPose) moveBindPose(node, joints.value(), edit);
  if (!edit.apply()) return "Maya refused to store the bind.";
  return std::nullopt;
}

Problem importFile(const std::string& path, bool asLink, const MObject& node, SceneEdit& edit) {
  auto file = loadCharacter(path);
  if (!file) return file.error().message;
  const auto meshes = elementIndices(node, MPxGeometryFilter::input);
  if (meshes.size() != 1) return "Files hold one mesh, and this deformer moves several.";
  MObject mesh = childPlug(node, MPxGeometryFilter::input, meshes[0], MPxGeometryFilter::inputGeom)
                     .asMObject();
  const auto vertices = static_cast<std::size_t>(file.value().character->summary().vertices);
  if (readMesh(mesh, MMatrix()).points.size() != vertices)
    return "The file '" + path + "' is of a mesh with " + std::to_string(vertices) + " vertices.";
  const auto joints = elementIndices(node, attributes().matrix);
  const std::size_t wanted =
      file.value().source ? file.value().source->model.joints.size()
                          : static_cast<std::size_t>(file.value().character->summary().bones);
  if (joints.size() != wanted)
    return "The file '" + path + "' has " + std::to_string(wanted) +
           " joints, and the deformer's matrix[] has " + std::to_string(joints.size()) + ".";
  const std::string link = asLink ? std::filesystem::absolute(path).generic_string() : "";
  setBind(edit, node, meshes[0], file.value(), joints, link);
  if (!edit.apply()) return "Maya refused to store the bind.";
  return std::nullopt;
}

Problem exportFile(const std::string& path, const MObject& node) {
  const auto meshes = elementIndices(node, attributes().bind);
  if (meshes.size() != 1)
    return "Files hold one mesh, and this deformer is bound to several or none.";
  const auto bound = boundOf(node, meshes[0]);
  if (!bound) return "This mesh is not bound.";
  if (!bound->problem.empty()) return bound->problem;
  const auto saved = saveCharacter(bound->file, path);
  return saved ? Problem() : Problem(saved.error().message);
}

Problem setMode(const std::string& mode, const MObject& node, SceneEdit& edit) {
  const MPlug time(node, attributes().time);
  const MPlug modePlug(node, settingAttribute("mode"));
  for (const SettingAttribute& a : settingAttributes()) {
    if (a.attribute != modePlug.attribute()) continue;
    for (std::size_t i = 0; i < a.choices.size(); ++i) {
      if (mode != a.choices[i]) continue;
      edit.setChoice(modePlug, static_cast<short>(i));
      // Static frames do not depend on the time: unconnected, a held pose is not solved again.
      MSelectionList found;
      MPlug clock;
      found.add("time1.outTime");
      if (i == 0)
        edit.disconnect(time);
      else if (!time.isDestination() && found.getPlug(0, clock))
        edit.connect(clock, time);
      return edit.apply() ? Problem() : Problem("Maya refused to change the mode.");
    }
  }
  return "There is no mode '" + mode + "'.";
}

}  // namespace sinew::maya
