// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
#include "command.h"

#include <maya/MArgList.h>
#include <maya/MSelectionList.h>

#include <algorithm>
#include <exception>
#include <iterator>

#include "convert.h"
#include "messages.h"
#include "setting_attributes.h"
#include "sinew/settings_table.h"

namespace sinew::maya {
namespace {

constexpr std::size_t kFirstPreset = 1;  // 0 is "none"

// What is asked for, in this order: a command line says one of them.
Problem perform(const MArgDatabase& flags, SceneEdit& edit, MStringArray& result) {
  if (flags.isFlagSet("-listSettings")) {
    result = listSettings();
    return std::nullopt;
  }
  if (flags.isFlagSet("-listPresets")) {
    for (std::size_t i = kFirstPreset; i < std::size(kMaterialPresetNames); ++i)
      result.append(kMaterialPresetNames[i]);
    return std::nullopt;
  }
  MSelectionList selected;
  flags.getObjects(selected);
  auto sorted = sortObjects(selected);
  if (!sorted) return sorted.error().message;
  const SceneObjects& objects = sorted.value();
  if (flags.isFlagSet("-check")) return check(flags, objects, result);

  const bool onNode =
      flags.isEdit() || flags.isQuery() || flags.isFlagSet("-bake") || flags.isFlagSet("-export");
  if (!onNode) return createDeformer(flags, objects, edit, result);
  if (objects.deformers.size() != 1) return "Name one sinewDeformer.";
  const MObject& node = objects.deformers[0];
  if (flags.isQuery()) return query(flags, node, result);
  if (flags.isFlagSet("-bake")) return bake(flags, node, result);
  if (flags.isFlagSet("-export")) return exportFile(textFlag(flags, "-export", ""), node);
  if (flags.isFlagSet("-import"))
    return importFile(textFlag(flags, "-import", ""), false, node, edit);
  if (flags.isFlagSet("-link")) return importFile(textFlag(flags, "-link", ""), true, node, edit);
  if (flags.isFlagSet("-mode")) return setMode(textFlag(flags, "-mode", ""), node, edit);
  if (flags.isFlagSet("-addCollider")) return addColliders(flags, node, edit, result);
  if (flags.isFlagSet("-removeCollider")) return removeColliders(flags, node, edit);
  const bool setsValues = flags.isFlagSet("-preset") || flags.isFlagSet("-setting");
  if (setsValues) {
    if (auto problem = setSettings(flags, node, edit)) return problem;
    if (!edit.apply()) return "Maya refused to set a value.";
  }
  if (flags.isFlagSet("-rebind")) return rebind(flags, node, edit);
  if (setsValues) return std::nullopt;
  return "Say what to edit: -rebind, -import, -link, -mode, -addCollider, -removeCollider, -preset "
         "or "
         "-setting.";
}

}  // namespace

MSyntax SinewCommand::makeSyntax() {
  MSyntax s;
  s.setObjectType(MSyntax::kSelectionList);
  s.useSelectionAsDefault(true);
  s.enableEdit(true);
  s.enableQuery(true);
  s.addFlag("-n", "-name", MSyntax::kString);
  s.addFlag("-s", "-setting", MSyntax::kString, MSyntax::kDouble);
  s.makeFlagMultiUse("-s");
  s.addFlag("-rb", "-rebind");
  s.addFlag("-cp", "-currentPose");
  s.addFlag("-im", "-import", MSyntax::kString);
  s.addFlag("-ln", "-link", MSyntax::kString);
  s.addFlag("-ex", "-export", MSyntax::kString);
  s.addFlag("-md", "-mode", MSyntax::kString);
  s.addFlag("-ch", "-check");
  s.addFlag("-bk", "-bake", MSyntax::kString);
  s.addFlag("-st", "-startFrame", MSyntax::kDouble);
  s.addFlag("-et", "-endFrame", MSyntax::kDouble);
  s.addFlag("-ss", "-status");
  s.addFlag("-rp", "-report");
  s.addFlag("-nf", "-info");
  s.addFlag("-ps", "-preset", MSyntax::kString);
  s.addFlag("-ac", "-addCollider", MSyntax::kString);
  s.makeFlagMultiUse("-ac");
  s.addFlag("-rc", "-removeCollider", MSyntax::kString);
  s.makeFlagMultiUse("-rc");
  s.addFlag("-cs", "-colliderShape", MSyntax::kString);
  s.addFlag("-fr", "-friction", MSyntax::kDouble);
  s.addFlag("-ls", "-listSettings");
  s.addFlag("-lp", "-listPresets");
  return s;
}

std::string textFlag(const MArgDatabase& flags, const char* flag, const std::string& otherwise) {
  MString value;
  return flags.isFlagSet(flag) && flags.getFlagArgument(flag, 0, value) ? toText(value) : otherwise;
}

Problem applySettingFlags(const MArgDatabase& flags, NodeSettings& settings) {
  if (flags.isFlagSet("-preset")) {
    const std::string name = textFlag(flags, "-preset", "");
    const auto* const end = std::end(kMaterialPresetNames);
    const auto* const found = std::find(kMaterialPresetNames + kFirstPreset, end, name);
    if (found == end) return "There is no preset '" + name + "'; -listPresets names them.";
    settings.material = settings.rig.material =
        presetMaterial(static_cast<MaterialPreset>(found - kMaterialPresetNames));
  }
  for (unsigned int i = 0; i < flags.numberOfFlagUses("-setting"); ++i) {
    MArgList use;
    flags.getFlagArgumentList("-setting", i, use);
    const std::string problem = changeSetting(settings, toText(use.asString(0)), use.asDouble(1));
    if (!problem.empty()) return problem;
  }
  for (const auto& p : {findProblem(settings.material), findProblem(settings.rig),
                        findProblem(settings.bind), findProblem(settings.solve)})
    if (p) return p;
  return std::nullopt;
}

MStatus SinewCommand::doIt(const MArgList& arguments) {
  showWaitingMessages();
  MStatus status;
  const MArgDatabase flags(syntax(), arguments, &status);
  if (!status) return status;
  Problem problem;
  MStringArray result;
  try {
    problem = perform(flags, edit_, result);
  } catch (const std::exception& e) {
    problem = std::string("sinew could not finish: ") + e.what();
  }
  if (problem) {
    edit_.undo();
    displayError(toMString(*problem));
    return MS::kFailure;
  }
  setResult(result);
  return MS::kSuccess;
}

MStatus SinewCommand::undoIt() {
  edit_.undo();
  return MS::kSuccess;
}

MStatus SinewCommand::redoIt() { return edit_.redo() ? MS::kSuccess : MS::kFailure; }

MStringArray listSettings() {
  MStringArray result;
  const char* kinds[] = {"real", "integer", "length", "choice"};
  const std::vector<SettingRow> rows = sinew::listSettings();
  for (const SettingAttribute& a : settingAttributes()) {
    const auto row = std::find_if(rows.begin(), rows.end(),
                                  [&](const SettingRow& r) { return r.name == a.name; });
    std::string help = a.help;
    if (row != rows.end() && !row->effect.empty())
      help += (row->isChoice ? ". Decides: " : ". Up: ") + row->effect;
    result.append(a.group);
    result.append(a.name);
    result.append(toMString(help));
    result.append(kinds[static_cast<int>(a.kind)]);
  }
  return result;
}

}  // namespace sinew::maya
