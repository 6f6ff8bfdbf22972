// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
#include <maya/MDGMessage.h>
#include <maya/MFnDependencyNode.h>
#include <maya/MFnGeometryFilter.h>
#include <maya/MFnMatrixData.h>
#include <maya/MObjectHandle.h>
#include <maya/MPxGeometryFilter.h>
#include <maya/MSelectionList.h>

#include "bind_node.h"
#include "command.h"
#include "convert.h"
#include "deformer_attributes.h"
#include "setting_attributes.h"

namespace sinew::maya {
namespace {

void remember(MObject& node, void* found) { *static_cast<MObjectHandle*>(found) = node; }

// Maya's own command does what every deformer needs: membership, order, original shape. Its result
// is a name, which may be in use elsewhere; the node is caught as it is made.
MObject makeNode(const std::string& name, const std::vector<MDagPath>& skins, SceneEdit& edit) {
  std::string command = std::string("deformer -type ") + kDeformerName;
  if (!name.empty()) command += " -name \"" + name + "\"";
  for (const MDagPath& skin : skins) command += " " + toText(skin.fullPathName());
  MObjectHandle found;
  const MCallbackId id = MDGMessage::addNodeAddedCallback(remember, kDeformerName, &found);
  const bool done = edit.execute(command);
  MMessage::removeCallback(id);
  return done && found.isValid() ? found.object() : MObject::kNullObj;
}

// The index of a skin's output. On referenced geometry Maya makes a new shape beside the old one,
// so that any shape below the transform will do.
std::optional<unsigned int> outputOf(const MObject& node, const MDagPath& skin) {
  std::optional<unsigned int> beside;
  for (const unsigned int index : elementIndices(node, MPxGeometryFilter::input)) {
    MDagPath shape;
    if (!MFnGeometryFilter(node).getPathAtIndex(index, shape)) continue;
    if (shape == skin) return index;
    MDagPath transform = skin;
    shape.pop();
    transform.pop();
    if (shape == transform) beside = index;
  }
  return beside;
}

// Of the transform, not of the shape: the shape hangs on the deformer's output, and the Evaluation
// Manager would see a cycle.
void connectPlaces(const MObject& node, const std::vector<MDagPath>& skins, SceneEdit& edit) {
  for (const MDagPath& skin : skins) {
    MDagPath transform = skin;
    transform.pop();
    if (const auto geometry = outputOf(node, skin))
      edit.connect(worldMatrix(transform), elementPlug(node, attributes().geomMatrix, *geometry));
  }
}

void connectJoints(const MObject& node, const std::vector<MDagPath>& joints, SceneEdit& edit) {
  for (std::size_t j = 0; j < joints.size(); ++j) {
    const auto index = static_cast<unsigned int>(j);
    edit.connect(worldMatrix(joints[j]), elementPlug(node, attributes().matrix, index));
    MFnMatrixData inverse;
    edit.set(elementPlug(node, attributes().bindPreMatrix, index),
             inverse.create(joints[j].inclusiveMatrixInverse()));
  }
}

// The meshes as they are now, in world space, become part of the scene's node.
void setBoneMeshes(const MObject& node, const std::vector<BoneMeshPath>& meshes, SceneEdit& edit) {
  const DeformerAttributes& a = attributes();
  for (const BoneMeshPath& bone : meshes) {
    const auto index = static_cast<unsigned int>(bone.joint);
    const MPlug mesh = MFnDependencyNode(bone.mesh.node())
                           .findPlug("worldMesh", false)
                           .elementByLogicalIndex(bone.mesh.instanceNumber());
    edit.set(childPlug(node, a.bone, index, a.boneMesh), mesh.asMObject());
    edit.setChoice(childPlug(node, a.bone, index, a.boneShape),
                   static_cast<short>(BoneShape::Mesh));
  }
}

Problem bindSkins(const MObject& node, const SceneObjects& objects,
                  const std::vector<RiggedModel>& models, SceneEdit& edit) {
  std::vector<unsigned int> joints(objects.joints.size());
  for (std::size_t j = 0; j < joints.size(); ++j) joints[j] = static_cast<unsigned int>(j);
  for (std::size_t i = 0; i < models.size(); ++i) {
    const MDagPath& skin = objects.skins[i];
    const auto geometry = outputOf(node, skin);
    if (!geometry)
      return "Maya did not attach the deformer to '" + toText(skin.partialPathName()) + "'.";
    const Recipe recipe = readRecipe(node, *geometry, models[i], joints);
    auto bound = bindRecipe(node, recipe, models[i], joints);
    if (!bound) return bound.error().message;
    setBind(edit, node, *geometry, bound.value(), joints, "");
  }
  return std::nullopt;
}

}  // namespace

MPlug worldMatrix(const MDagPath& path) {
  const MFnDependencyNode fn(path.node());
  return fn.findPlug("worldMatrix", false).elementByLogicalIndex(path.instanceNumber());
}

Problem setSettings(const MArgDatabase& flags, const MObject& node, SceneEdit& edit) {
  NodeSettings settings = readSettings(node);
  if (auto problem = applySettingFlags(flags, settings)) return problem;
  if (flags.numberOfFlagUses("-setting") == 0 && !flags.isFlagSet("-preset")) return std::nullopt;
  forEachValue(settings, [&](const SettingAttribute& a, double value) {
    const MPlug plug(node, a.attribute);
    switch (a.kind) {
      case SettingKind::Real:
        return edit.set(plug, value);
      case SettingKind::Integer:
        return edit.set(plug, static_cast<int>(value));
      case SettingKind::Choice:
        return edit.setChoice(plug, static_cast<short>(value));
      case SettingKind::Length:
        return edit.setLength(plug, value / kMetresPerCentimetre);
    }
  });
  return std::nullopt;
}

Problem createDeformer(const MArgDatabase& flags, const SceneObjects& objects, SceneEdit& edit,
                       MStringArray& result) {
  if (objects.skins.empty() || objects.joints.empty())
    return "Select the skin mesh (or several) and the joints that move it; meshes below the joints "
           "become bones.";
  std::vector<RiggedModel> models;  // before the node: it would deform what is read
  for (const MDagPath& skin : objects.skins) models.push_back(readModel(skin, objects));
  const MObject node = makeNode(textFlag(flags, "-name", ""), objects.skins, edit);
  if (node.isNull()) return "Maya could not make the deformer; see the messages above.";
  connectPlaces(node, objects.skins, edit);
  connectJoints(node, objects.joints, edit);
  setBoneMeshes(node, objects.boneMeshes, edit);
  if (auto problem = setSettings(flags, node, edit)) return problem;
  if (!edit.apply()) return "Maya refused to connect the joints.";
  if (auto problem = bindSkins(node, objects, models, edit)) return problem;
  if (!edit.apply()) return "Maya refused to store the bind.";
  result.append(MFnDependencyNode(node).name());
  return std::nullopt;
}

}  // namespace sinew::maya
