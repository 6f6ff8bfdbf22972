// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
//
// Binding the meshes of a node from its attributes. For commands: reads plugs, on the main thread.
#pragma once

#include <maya/MObject.h>
#include <maya/MPlug.h>

#include <vector>

#include "scene_edit.h"
#include "scene_objects.h"
#include "sinew/character_file.h"
#include "sinew/recipe.h"
#include "sinew/result.h"

namespace sinew::maya {

/// attribute[index] of a node, or attribute of the compound array[index].
MPlug elementPlug(const MObject& node, const MObject& array, unsigned int index);
MPlug childPlug(const MObject& node, const MObject& array, unsigned int index,
                const MObject& attribute);

/// The elements that exist, in order.
std::vector<unsigned int> elementIndices(const MObject& node, const MObject& array);

/// What a node's attributes say about binding `model`, whose joints have these indices of matrix[].
Recipe readRecipe(const MObject& node, unsigned int geometry, const RiggedModel& model,
                  const std::vector<unsigned int>& joints);

/// Binds; shows progress, and stops if the user presses Escape.
Result<CharacterFile> bindRecipe(const MObject& node, const Recipe& recipe,
                                 const RiggedModel& model, const std::vector<unsigned int>& joints);

/// The bind of a mesh of a node; null if it has none.
std::shared_ptr<const BoundCharacter> boundOf(const MObject& node, unsigned int geometry);
std::vector<unsigned int> boundJoints(const MObject& node, unsigned int geometry);

/// Puts a bind into the scene: embedded, or as a link to a file if `path` is not empty.
void setBind(SceneEdit& edit, const MObject& node, unsigned int geometry, const CharacterFile& file,
             const std::vector<unsigned int>& joints, const std::string& path);

}  // namespace sinew::maya
