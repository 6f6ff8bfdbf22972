// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
#include "bind_node.h"

#include <maya/MComputation.h>
#include <maya/MDataHandle.h>
#include <maya/MDistance.h>
#include <maya/MFnIntArrayData.h>
#include <maya/MFnPluginData.h>
#include <maya/MIntArray.h>
#include <maya/MPxGeometryFilter.h>

#include <algorithm>
#include <set>

#include "convert.h"
#include "deformer_attributes.h"
#include "linked_files.h"
#include "setting_attributes.h"

namespace sinew::maya {
namespace {

Vec3d readPlace(const MObject& node, unsigned int index, const MObject& attribute) {
  const MPlug place = childPlug(node, attributes().bone, index, attribute);
  const auto metres = [&](unsigned int k) { return place.child(k).asMDistance().asMeters(); };
  return {metres(0), metres(1), metres(2)};
}

// A capsule or mesh that the rigger gave; nothing if the bone is to be fitted.
bool readShape(const MObject& node, unsigned int index, Bone& bone) {
  const DeformerAttributes& a = attributes();
  const auto plug = [&](const MObject& at) { return childPlug(node, a.bone, index, at); };
  switch (static_cast<BoneShape>(plug(a.boneShape).asShort())) {
    case BoneShape::Capsule:
      bone.shape =
          CapsuleShape{readPlace(node, index, a.boneHead), readPlace(node, index, a.boneTail),
                       plug(a.boneRadius).asMDistance().asMeters()};
      return true;
    case BoneShape::Mesh: {
      SurfaceMesh mesh = readMesh(plug(a.boneMesh).asMObject(), MMatrix());
      bone.shape = MeshShape{std::move(mesh.points), std::move(mesh.triangles)};
      return true;
    }
    case BoneShape::Fitted:
      break;
  }
  return false;
}

// Without a bone, a joint moves nothing; vertices that followed it follow none.
void dropJoints(RiggedModel& model, const std::set<std::int32_t>& disabled) {
  std::vector<std::int32_t> begin{0};
  std::vector<Influence> kept;
  for (std::size_t v = 0; v + 1 < model.influenceBegin.size(); ++v) {
    for (auto i = model.influenceBegin[v]; i < model.influenceBegin[v + 1]; ++i)
      if (const Influence& in = model.influences[static_cast<std::size_t>(i)];
          disabled.count(in.joint) == 0)
        kept.push_back(in);
    begin.push_back(static_cast<std::int32_t>(kept.size()));
  }
  model.influenceBegin = std::move(begin);
  model.influences = std::move(kept);
}

void readBones(const MObject& node, const std::vector<unsigned int>& joints, Recipe& recipe) {
  const DeformerAttributes& a = attributes();
  std::set<std::int32_t> disabled;
  for (std::size_t j = 0; j < joints.size() && j < recipe.model.joints.size(); ++j) {
    const auto joint = static_cast<std::int32_t>(j);
    if (!childPlug(node, a.bone, joints[j], a.boneEnabled).asBool()) {
      disabled.insert(joint);
      continue;
    }
    RecipeBone given{joint, {}};
    given.bone.name = recipe.model.joints[j].name;
    if (readShape(node, joints[j], given.bone)) recipe.bones.push_back(std::move(given));
  }
  if (!disabled.empty()) dropJoints(recipe.model, disabled);
}

// One number per vertex, 1 where nothing is painted; empty if nothing is painted at all.
std::vector<float> readMap(const MObject& node, unsigned int geometry, const PaintedMap& map,
                           std::size_t vertices) {
  MPlug values = childPlug(node, map.list, geometry, map.values);
  MIntArray painted;
  values.getExistingArrayAttributeIndices(painted);
  if (painted.length() == 0) return {};
  std::vector<float> result(vertices, 1.0f);
  for (unsigned int i = 0; i < painted.length(); ++i)
    if (const auto v = static_cast<std::size_t>(painted[i]); v < vertices)
      result[v] = values.elementByLogicalIndex(static_cast<unsigned int>(painted[i])).asFloat();
  return result;
}

}  // namespace

MPlug elementPlug(const MObject& node, const MObject& array, unsigned int index) {
  return MPlug(node, array).elementByLogicalIndex(index);
}

MPlug childPlug(const MObject& node, const MObject& array, unsigned int index,
                const MObject& attribute) {
  MPlug plug(node, attribute);
  plug.selectAncestorLogicalIndex(index, array);
  return plug;
}

std::vector<unsigned int> elementIndices(const MObject& node, const MObject& array) {
  MPlug plug(node, array);
  MIntArray found;
  plug.getExistingArrayAttributeIndices(found);
  std::vector<unsigned int> result;
  for (unsigned int i = 0; i < found.length(); ++i)
    result.push_back(static_cast<unsigned int>(found[i]));
  std::sort(result.begin(), result.end());
  return result;
}

Recipe readRecipe(const MObject& node, unsigned int geometry, const RiggedModel& model,
                  const std::vector<unsigned int>& joints) {
  const NodeSettings settings = readSettings(node);
  Recipe recipe;
  recipe.model = model;
  recipe.rig = settings.rig;
  recipe.bind = settings.bind;
  readBones(node, joints, recipe);
  const std::size_t vertices = model.skin.points.size();
  std::vector<float>* maps[] = {&recipe.maps.stiffness, &recipe.maps.volumeStiffness,
                                &recipe.maps.density, &recipe.maps.attachment};
  for (std::size_t k = 0; k < 4; ++k)
    *maps[k] = readMap(node, geometry, attributes().maps[k], vertices);
  return recipe;
}

Result<CharacterFile> bindRecipe(const MObject& node, const Recipe& recipe,
                                 const RiggedModel& model,
                                 const std::vector<unsigned int>& joints) {
  auto rig = makeRig(recipe);
  if (!rig) return rig.error();
  CharacterDesc& desc = rig.value().character;
  const DeformerAttributes& a = attributes();
  for (std::size_t b = 0; b < desc.bones.size(); ++b) {
    const auto joint = static_cast<std::size_t>(rig.value().jointOfBone[b]);
    const auto plug = [&](const MObject& at) { return childPlug(node, a.bone, joints[joint], at); };
    desc.bones[b].attachment = static_cast<Attachment>(plug(a.boneAttachment).asShort());
    desc.bones[b].springStiffness = plug(a.boneStiffness).asDouble();
    desc.bones[b].friction = plug(a.boneFriction).asDouble();
  }

  MComputation computation;
  computation.beginComputation(true);
  computation.setProgressRange(0, 100);
  BindProgress progress;
  progress.update = [&](const char*, double part) {
    computation.setProgress(static_cast<int>(100 * part));
    return !computation.isInterruptRequested();
  };
  auto bound = sinew::bind(desc, recipe.bind, &progress);
  computation.endComputation();
  if (!bound) return bound.error();
  CharacterFile file;
  file.character = bound.value();
  file.inputHash = inputHash(desc, recipe.bind);
  file.source = CharacterSource{model, rig.value().jointOfBone};
  file.material = desc.material;
  file.settings = recipe.bind;
  return file;
}

std::shared_ptr<const BoundCharacter> boundOf(const MObject& node, unsigned int geometry) {
  const DeformerAttributes& a = attributes();
  const std::string path = toText(childPlug(node, a.bind, geometry, a.bindFile).asString());
  if (!path.empty()) {
    LinkedFiles files;
    return files.get(path, toText(childPlug(node, a.bind, geometry, a.bindHash).asString()));
  }
  MStatus status;
  MFnPluginData fn(childPlug(node, a.bind, geometry, a.bindData).asMObject(), &status);
  const auto* data = status ? dynamic_cast<BindData*>(fn.data()) : nullptr;
  return data ? data->bound() : nullptr;
}

std::vector<unsigned int> boundJoints(const MObject& node, unsigned int geometry) {
  const DeformerAttributes& a = attributes();
  std::vector<unsigned int> result;
  MStatus status;
  const MFnIntArrayData fn(childPlug(node, a.bind, geometry, a.bindJoints).asMObject(), &status);
  for (unsigned int i = 0; status && i < fn.length(); ++i)
    result.push_back(static_cast<unsigned int>(fn[i]));
  return result;
}

void setBind(SceneEdit& edit, const MObject& node, unsigned int geometry, const CharacterFile& file,
             const std::vector<unsigned int>& joints, const std::string& path) {
  const DeformerAttributes& a = attributes();
  const auto plug = [&](const MObject& at) { return childPlug(node, a.bind, geometry, at); };
  auto bound = std::make_shared<BoundCharacter>();
  if (path.empty()) bound->file = file;
  MFnPluginData data;
  MObject object = data.create(MTypeId(kBindDataId));
  if (path.empty()) static_cast<BindData*>(data.data())->setBound(std::move(bound));
  edit.set(plug(a.bindData), object);
  edit.set(plug(a.bindFile), toMString(path));
  edit.set(plug(a.bindHash), toMString(hashText(file.inputHash)));

  MIntArray indices;
  for (const unsigned int joint : joints) indices.append(static_cast<int>(joint));
  MFnIntArrayData jointData;
  edit.set(plug(a.bindJoints), jointData.create(indices));
  const MObject mesh =
      childPlug(node, MPxGeometryFilter::input, geometry, MPxGeometryFilter::inputGeom).asMObject();
  edit.set(plug(a.bindTopology), toMString(hashText(topologyOf(mesh))));
}

}  // namespace sinew::maya
