// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
#pragma once

#include <maya/MArgDatabase.h>
#include <maya/MPxCommand.h>
#include <maya/MStringArray.h>
#include <maya/MSyntax.h>

#include <optional>
#include <string>

#include "scene_edit.h"
#include "scene_objects.h"
#include "setting_attributes.h"

namespace sinew::maya {

/// The command `sinew` (docs/maya.md). Makes, binds, checks and bakes sinewDeformers.
class SinewCommand : public MPxCommand {
 public:
  static void* create() { return new SinewCommand; }
  static MSyntax makeSyntax();

  MStatus doIt(const MArgList& arguments) override;
  MStatus undoIt() override;
  MStatus redoIt() override;
  bool isUndoable() const override { return !edit_.isEmpty(); }
  bool hasSyntax() const override { return true; }

 private:
  SceneEdit edit_;
};

/// Why something cannot be done, as a sentence; nothing if it was.
using Problem = std::optional<std::string>;

/// The value of a flag; `otherwise` if it is not given.
std::string textFlag(const MArgDatabase& flags, const char* flag, const std::string& otherwise);

/// Puts what -preset and, on top, -setting say into `settings`; the sentence if one is wrong.
Problem applySettingFlags(const MArgDatabase& flags, NodeSettings& settings);

/// Writes what these flags change to the attributes of a node.
Problem setSettings(const MArgDatabase& flags, const MObject& node, SceneEdit& edit);

// What the command can do. Each leaves its changes of the scene in `edit`, applied.
Problem createDeformer(const MArgDatabase& flags, const SceneObjects& objects, SceneEdit& edit,
                       MStringArray& result);
Problem rebind(const MArgDatabase& flags, const MObject& node, SceneEdit& edit);
Problem importFile(const std::string& path, bool asLink, const MObject& node, SceneEdit& edit);
Problem exportFile(const std::string& path, const MObject& node);
Problem setMode(const std::string& mode, const MObject& node, SceneEdit& edit);
Problem addColliders(const MArgDatabase& flags, const MObject& node, SceneEdit& edit,
                     MStringArray& result);
Problem removeColliders(const MArgDatabase& flags, const MObject& node, SceneEdit& edit);
Problem check(const MArgDatabase& flags, const SceneObjects& objects, MStringArray& result);
Problem query(const MArgDatabase& flags, const MObject& node, MStringArray& result);
Problem bake(const MArgDatabase& flags, const MObject& node, MStringArray& result);

/// One line per collider of a node.
void listColliders(const MObject& node, MStringArray& result);

/// worldMatrix of an object.
MPlug worldMatrix(const MDagPath& path);

/// Group, name, help with its effect, and kind of every setting, one after the other: for the
/// Attribute Editor.
MStringArray listSettings();

/// Shared by rebind and create: joints of matrix[], in order of their index.
struct JointsOfNode {
  std::vector<unsigned int> indices;
  SceneObjects objects;  ///< joints only
};
Result<JointsOfNode> jointsOf(const MObject& node);

}  // namespace sinew::maya
