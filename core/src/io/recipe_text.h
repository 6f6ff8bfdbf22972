// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
//
// What a character.json says, before the files it names are read.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "sinew/character.h"
#include "sinew/collider.h"
#include "sinew/rig.h"
#include "sinew/settings.h"

namespace sinew::io {

/// A file, and the key that names it.
struct NamedFile {
  std::string key, path;

  explicit operator bool() const { return !path.empty(); }
};

struct RecipeBoneText {
  std::string key;    // "bones[2]"
  std::string joint;  // its name
  Bone bone;          // without a shape if `mesh` is given
  NamedFile mesh;
};

struct RecipeColliderText {
  std::string key;        // "colliders[2]"
  std::string joint;      // its name; "": none
  ClipCollider collider;  // without a shape if `mesh` is given
  NamedFile mesh;
};

struct RecipeText {
  NamedFile mesh, skeleton;
  double metresPerUnit = 1;  // of .obj, .stl and .ply files
  bool fitBones = true;
  std::vector<RecipeBoneText> bones;
  std::vector<RecipeColliderText> colliders;
  NamedFile stiffness, volumeStiffness, density, attachment;
  RigSettings rig;
  BindSettings bind;
  SolveSettings solve;
};

/// Throws FileProblem.
RecipeText parseRecipe(std::string_view text);

}  // namespace sinew::io
