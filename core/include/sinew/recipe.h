// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
//
// A character put together by hand: character.json names the mesh, the skeleton, bones with their
// shapes, materials, maps and settings (docs/files.md).
//
//   auto recipe = sinew::readRecipe("hero.json");
//   auto rig = sinew::makeRig(recipe.value());
//   auto character = sinew::bind(rig.value().character, recipe.value().bind);
#pragma once

#include <string>
#include <vector>

#include "sinew/character.h"
#include "sinew/collider.h"
#include "sinew/export.h"
#include "sinew/model_file.h"
#include "sinew/result.h"
#include "sinew/rig.h"
#include "sinew/settings.h"

namespace sinew {

/// A bone whose shape is given, and the joint it follows.
struct RecipeBone {
  std::int32_t joint = 0;
  Bone bone;
};

struct Recipe {
  RiggedModel model;              ///< the skin, its joints and clips
  std::vector<RecipeBone> bones;  ///< instead of those that would be fitted to their joints
  std::vector<ClipCollider> colliders;
  bool fitBones = true;  ///< other joints that move skin get fitted bones
  RigSettings rig;       ///< material included
  BindSettings bind;
  SolveSettings solve;
  VertexMaps maps;  ///< those not empty replace the model's
};

/// Reads a character.json and the files it names. Every error names the file and the key.
SINEW_API Result<Recipe> readRecipe(const std::string& path);

/// As makeRig of a model, with the bones and maps of the recipe.
SINEW_API Result<Rig> makeRig(const Recipe& recipe);

}  // namespace sinew
