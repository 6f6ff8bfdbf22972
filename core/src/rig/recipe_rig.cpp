// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
#include <algorithm>

#include "sinew/recipe.h"

namespace sinew {
namespace {

// The skin alone.
Rig bareRig(const Recipe& recipe) {
  Rig rig;
  rig.character.points = recipe.model.skin.points;
  rig.character.triangles = recipe.model.skin.triangles;
  rig.character.material = recipe.rig.material;
  return rig;
}

// Given bones take the place of the fitted bone of their joint; further ones come last.
void placeBones(const Recipe& recipe, Rig& rig) {
  std::vector<std::uint8_t> isTaken(rig.jointOfBone.size(), 0);
  for (const RecipeBone& given : recipe.bones) {
    std::size_t at = 0;
    while (at < isTaken.size() && (isTaken[at] || rig.jointOfBone[at] != given.joint)) ++at;
    if (at < isTaken.size()) {
      isTaken[at] = 1;
      rig.character.bones[at] = given.bone;
    } else {
      rig.character.bones.push_back(given.bone);
      rig.jointOfBone.push_back(given.joint);
    }
  }
}

std::size_t jointsAbove(const RiggedModel& model, std::int32_t joint) {
  std::size_t count = 0;
  for (; joint >= 0 && count <= model.joints.size(); ++count)
    joint = model.joints[static_cast<std::size_t>(joint)].parent;
  return count;
}

// Bone 0 carries the body: the one with fewest joints above.
void putRootFirst(const RiggedModel& model, Rig& rig) {
  const auto root = std::min_element(rig.jointOfBone.begin(), rig.jointOfBone.end(),
                                     [&](std::int32_t a, std::int32_t b) {
                                       return jointsAbove(model, a) < jointsAbove(model, b);
                                     });
  const auto at = root - rig.jointOfBone.begin();
  std::rotate(rig.jointOfBone.begin(), root, root + 1);
  auto& bones = rig.character.bones;
  std::rotate(bones.begin(), bones.begin() + at, bones.begin() + at + 1);
}

void replaceMaps(const VertexMaps& given, VertexMaps& maps) {
  const auto replace = [](const std::vector<float>& from, std::vector<float>& to) {
    if (!from.empty()) to = from;
  };
  replace(given.stiffness, maps.stiffness);
  replace(given.volumeStiffness, maps.volumeStiffness);
  replace(given.density, maps.density);
  replace(given.attachment, maps.attachment);
}

}  // namespace

Result<Rig> makeRig(const Recipe& recipe) {
  for (const RecipeBone& bone : recipe.bones)
    if (bone.joint < 0 || static_cast<std::size_t>(bone.joint) >= recipe.model.joints.size())
      return Error{ErrorCode::BadBone,
                   "Bone '" + bone.bone.name + "' follows a joint that the skeleton lacks."};
  const bool fits = recipe.fitBones && !recipe.model.influences.empty();
  if (!fits && recipe.bones.empty())
    return Error{ErrorCode::BadBone,
                 "The character has no bones: its skin has no weights to fit them by (or fitBones "
                 "is false), and it lists none under 'bones'."};
  Result<Rig> made = fits ? makeRig(recipe.model, recipe.rig) : Result<Rig>(bareRig(recipe));
  if (!made) return made;
  Rig& rig = made.value();
  placeBones(recipe, rig);
  if (!fits) putRootFirst(recipe.model, rig);
  replaceMaps(recipe.maps, rig.character.maps);
  return made;
}

}  // namespace sinew
