// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
//
// Every setting of the library as an attribute: name, default, range and help come from visitFields
// and are typed nowhere else.
#pragma once

#include <maya/MDataBlock.h>
#include <maya/MObject.h>

#include <functional>
#include <string>
#include <vector>

#include "sinew/rig.h"
#include "sinew/settings.h"

namespace sinew::maya {

enum class SettingKind { Real, Integer, Length, Choice };

struct SettingAttribute {
  const char* group;  ///< "material", "bones", "bind" or "solve"
  const char* name;
  const char* help;
  SettingKind kind;
  double initial, least, greatest;  ///< lengths in metres; a choice: its index
  std::vector<const char*> choices;
  MObject attribute;
};

/// All settings, in the order of the lists. Attributes are null before createSettingAttributes.
const std::vector<SettingAttribute>& settingAttributes();

/// Makes the attributes and adds them to the node type being initialised; those of group "solve"
/// affect `output`.
MStatus createSettingAttributes(const MObject& output);

/// The attribute of a setting.
const MObject& settingAttribute(const char* name);

/// Values of one node, from its data block or, in commands, from its plugs.
struct NodeSettings {
  Material material;
  RigSettings rig;
  BindSettings bind;
  SolveSettings solve;
};
SolveSettings readSolveSettings(MDataBlock& block);
bool differsFromBound(MDataBlock& block, const Material& material, const BindSettings& bind);
NodeSettings readSettings(const MObject& node);

/// Sets one by name. The sentence, if there is no such setting.
std::string changeSetting(NodeSettings& settings, const std::string& name, double value);

/// Calls visit(attribute, value) for all of them; lengths in metres, choices as indices.
void forEachValue(const NodeSettings& settings,
                  const std::function<void(const SettingAttribute&, double)>& visit);

}  // namespace sinew::maya
