// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
//
// From a model out of a file to something bind() takes, with nothing to configure:
//
//   auto model = sinew::readModel("character.glb");
//   auto rig = sinew::makeRig(model.value());
//   auto character = sinew::bind(rig.value().character);
//   sinew::Pose pose = sinew::bonePose(rig.value(), model.value(), clip, seconds);
//
// Every joint that moves skin gets one bone. Its shape is the bone mesh that hangs on the joint, if
// the file has one; otherwise capsules are fitted into the flesh (docs/theory/rig.md).
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "sinew/character.h"
#include "sinew/export.h"
#include "sinew/model_file.h"
#include "sinew/result.h"

namespace sinew {

struct RigSettings {
  /// The flesh.
  Material material;

  /// Radius of a fitted capsule as a part of the distance from its axis to the skin. Range 0.05
  /// to 0.9. Thicker bones leave less flesh to bulge and fold.
  double boneThickness = 0.4;

  /// Bone meshes of the file are used as shapes. Off: every bone is fitted.
  bool useBoneMeshes = true;
};

/// The first setting out of range as a sentence, or nothing.
SINEW_API std::optional<std::string> findProblem(const RigSettings& settings);

/// Calls field(name, value, least, greatest, help) for every number of the struct.
template <class Visitor>
void visitFields(RigSettings& s, Visitor&& field) {
  field("boneThickness", s.boneThickness, 0.05, 0.9,
        Meaning{"radius of a fitted bone over its distance to the skin",
                "less flesh is left to bulge, fold and swing"});
}

struct Rig {
  /// Skin points and triangles are those of model.skin, in the same order. Skin weights and vertex
  /// maps (_STIFFNESS, _VOLUME, _DENSITY, _ATTACHMENT) of the file are in it too.
  CharacterDesc character;

  /// Per bone of the character: the joint it follows. Joints that move no skin have no bone.
  std::vector<std::int32_t> jointOfBone;

  /// What had to be interpreted, as sentences with numbers. Notes ask for nothing: joints that got
  /// no bone because they move no skin.
  std::vector<std::string> warnings, notes;
};

/// For skins that no host has weighted: lets every vertex follow the joint whose bones (the lines
/// to the joints below it, or the joint itself) are nearest, with weight 1. Replaces the
/// influences.
SINEW_API void followNearestJoints(RiggedModel& model);

/// Fits bones into the skin of a model. Refused: a model without skin triangles, without joints, or
/// whose joints move nothing.
SINEW_API Result<Rig> makeRig(const RiggedModel& model, const RigSettings& settings = {});

/// Where the bones are at `seconds` of a clip of the model the rig was made from (kRestPose: the
/// nodes as they rest). One transform per bone, as Simulation::solve wants it.
SINEW_API Pose bonePose(const Rig& rig, const RiggedModel& model, int clip, double seconds);

}  // namespace sinew
