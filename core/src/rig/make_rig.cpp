// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cmath>
#include <exception>
#include <optional>

#include "base/sentences.h"
#include "geometry/bvh.h"
#include "geometry/mesh_pieces.h"
#include "rig/fit_bones.h"
#include "rig/flesh_guide.h"
#include "sinew/rig.h"

namespace sinew {
namespace {

std::optional<Error> findProblem(const RiggedModel& model, const RigSettings& settings) {
  if (auto problem = sinew::findProblem(settings)) return Error{ErrorCode::BadSetting, *problem};
  const auto pointCount = static_cast<std::int32_t>(model.skin.points.size());
  if (model.skin.triangles.empty())
    return Error{ErrorCode::BadMesh, "The model has no skin: it holds no triangles."};
  for (const Vec3f& p : model.skin.points)
    if (!std::isfinite(p.x) || !std::isfinite(p.y) || !std::isfinite(p.z))
      return Error{ErrorCode::BadMesh, "The skin has points that are not finite numbers."};
  for (const Triangle& t : model.skin.triangles)
    for (const std::int32_t i : {t.a, t.b, t.c})
      if (i < 0 || i >= pointCount)
        return Error{ErrorCode::BadMesh, "The skin has triangles that name points it lacks."};
  if (model.joints.empty() || model.influences.empty())
    return Error{ErrorCode::BadBone,
                 "The model has no joints that move its skin; bind the skin to a skeleton."};
  return std::nullopt;
}

// The bone mesh of a joint, all its meshes as one; nothing if it has none.
std::optional<MeshShape> boneMeshOf(const RiggedModel& model, std::size_t joint) {
  MeshShape shape;
  for (const BoneMesh& bone : model.bones) {
    if (static_cast<std::size_t>(bone.joint) != joint) continue;
    const auto offset = static_cast<std::int32_t>(shape.points.size());
    shape.points.insert(shape.points.end(), bone.mesh.points.begin(), bone.mesh.points.end());
    for (const Triangle& t : bone.mesh.triangles)
      shape.triangles.push_back({t.a + offset, t.b + offset, t.c + offset});
  }
  if (shape.triangles.empty()) return std::nullopt;
  return shape;
}

// Diagonal of the bounding box [m].
double sizeOf(const MeshShape& mesh) {
  Box box = kEmptyBox;
  for (const Vec3f& p : mesh.points)
    include(box, Vec3<double>{static_cast<double>(p.x), static_cast<double>(p.y),
                              static_cast<double>(p.z)});
  return diagonal(box);
}

int depthOf(const RiggedModel& model, std::int32_t joint) {
  int depth = 0;
  while ((joint = model.joints[static_cast<std::size_t>(joint)].parent) >= 0) ++depth;
  return depth;
}

// Bone 0 carries the body when a pose is approached in parts: the joint highest up, among equals
// the one with most skin.
void putRootFirst(const RiggedModel& model, const FleshGuide& flesh, Rig& rig) {
  const auto key = [&](std::int32_t joint) {
    return std::pair(depthOf(model, joint), -flesh.region(static_cast<std::size_t>(joint)).area);
  };
  const auto root =
      std::min_element(rig.jointOfBone.begin(), rig.jointOfBone.end(),
                       [&](std::int32_t a, std::int32_t b) { return key(a) < key(b); });
  const auto at = root - rig.jointOfBone.begin();
  std::rotate(rig.jointOfBone.begin(), root, root + 1);
  auto& bones = rig.character.bones;
  std::rotate(bones.begin(), bones.begin() + at, bones.begin() + at + 1);
}

void addBones(const RiggedModel& model, const FleshGuide& flesh, const RigSettings& settings,
              Rig& rig) {
  const auto targets = bonesLeadTo(model, flesh);
  std::vector<std::string> idle, lost;
  for (std::size_t j = 0; j < model.joints.size(); ++j) {
    Bone bone;
    bone.name = model.joints[j].name;
    bone.attachment = Attachment::Auto;
    if (auto mesh = settings.useBoneMeshes ? boneMeshOf(model, j) : std::nullopt) {
      bone.freeZones = fitFreeZones(model, flesh, j, targets[j], sizeOf(*mesh));
      bone.shape = std::move(*mesh);
    } else if (flesh.region(j).area > 0) {
      CapsuleSetShape shape{fitCapsules(model, flesh, j, targets[j], settings.boneThickness)};
      if (shape.capsules.empty()) {
        lost.push_back(bone.name);
        continue;
      }
      bone.shape = std::move(shape);
    } else {
      idle.push_back(bone.name);
      continue;
    }
    rig.character.bones.push_back(std::move(bone));
    rig.jointOfBone.push_back(static_cast<std::int32_t>(j));
  }
  if (!idle.empty())
    rig.notes.push_back(counted(std::ssize(idle), "joint moves", "joints move") +
                        " no skin and got no bone: " + listed(idle) + ".");
  if (!lost.empty())
    rig.warnings.push_back(counted(std::ssize(lost), "joint moves", "joints move") +
                           " skin but no flesh was found for a bone: " + listed(lost) + ".");
}

void copySkinWeights(const RiggedModel& model, Rig& rig) {
  std::vector<std::int32_t> boneOfJoint(model.joints.size(), -1);
  for (std::size_t b = 0; b < rig.jointOfBone.size(); ++b)
    boneOfJoint[static_cast<std::size_t>(rig.jointOfBone[b])] = static_cast<std::int32_t>(b);
  SkinWeights& weights = rig.character.skinWeights;
  weights.begin.push_back(0);
  for (std::size_t v = 0; v + 1 < model.influenceBegin.size(); ++v) {
    for (auto i = model.influenceBegin[v]; i < model.influenceBegin[v + 1]; ++i) {
      const Influence& influence = model.influences[static_cast<std::size_t>(i)];
      const std::int32_t bone = boneOfJoint[static_cast<std::size_t>(influence.joint)];
      if (bone >= 0) weights.influences.push_back({bone, influence.weight});
    }
    weights.begin.push_back(static_cast<std::int32_t>(weights.influences.size()));
  }
}

// Custom attributes of the file that multiply the flesh. Values out of range are brought into it.
void copyMaps(const RiggedModel& model, Rig& rig) {
  VertexMaps& maps = rig.character.maps;
  const std::pair<const char*, std::vector<float>*> known[] = {{"_STIFFNESS", &maps.stiffness},
                                                               {"_VOLUME", &maps.volumeStiffness},
                                                               {"_DENSITY", &maps.density},
                                                               {"_ATTACHMENT", &maps.attachment}};
  for (const VertexMap& map : model.maps)
    for (const auto& [name, values] : known) {
      if (map.name != name) continue;
      if (map.components != 1 || map.values.size() != model.skin.points.size()) {
        rig.warnings.push_back("The attribute " + map.name + " has " +
                               std::to_string(map.components) +
                               " numbers per vertex instead of 1 and is not used.");
        continue;
      }
      *values = map.values;
      std::int64_t moved = 0;
      const float least = values == &maps.attachment ? 0 : kLeastMapValue;
      for (float& v : *values)
        if (!(v >= least && v <= kGreatestMapValue)) v = v > 1 ? kGreatestMapValue : least, ++moved;
      if (moved > 0)
        rig.warnings.push_back("The attribute " + map.name + " has " +
                               counted(moved, "value", "values") +
                               " outside 0.001 to 1000 (_ATTACHMENT: 0 to 1000), which were "
                               "brought into range.");
    }
}

Result<Rig> makeRigChecked(const RiggedModel& model, const RigSettings& settings) {
  if (auto problem = findProblem(model, settings)) return *problem;
  Rig rig;
  rig.character.points = model.skin.points;
  rig.character.triangles = model.skin.triangles;
  rig.character.material = settings.material;
  const FleshGuide flesh(model);
  addBones(model, flesh, settings, rig);
  if (rig.character.bones.empty())
    return Error{ErrorCode::BadBone, "None of the " + std::to_string(model.joints.size()) +
                                         " joints moves skin with flesh below it."};
  putRootFirst(model, flesh, rig);
  copySkinWeights(model, rig);
  copyMaps(model, rig);
  return rig;
}

}  // namespace

std::optional<std::string> findProblem(const RigSettings& settings) {
  if (auto problem = findProblem(settings.material)) return problem;
  if (!(settings.boneThickness >= 0.05 && settings.boneThickness <= 0.9))
    return "Setting boneThickness is " + std::to_string(settings.boneThickness) +
           "; choose a value from 0.05 to 0.9.";
  return std::nullopt;
}

Result<Rig> makeRig(const RiggedModel& model, const RigSettings& settings) {
  try {
    return makeRigChecked(model, settings);
  } catch (const std::exception& e) {
    return Error{ErrorCode::TooLarge, std::string("Bones could not be fitted: ") + e.what() + "."};
  }
}

Pose bonePose(const Rig& rig, const RiggedModel& model, int clip, double seconds) {
  const Pose joints = poseAt(model, clip, seconds);
  Pose pose;
  for (const std::int32_t joint : rig.jointOfBone)
    pose.bones.push_back(static_cast<std::size_t>(joint) < joints.bones.size()
                             ? joints.bones[static_cast<std::size_t>(joint)]
                             : Affine3d{});
  return pose;
}

}  // namespace sinew
