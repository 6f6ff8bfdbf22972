// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
#include "bind_node.h"
#include "command.h"
#include "convert.h"
#include "deformer_attributes.h"
#include "setting_attributes.h"
#include "sinew/diagnosis.h"

namespace sinew::maya {
namespace {

void append(MStringArray& result, const std::string& text) { result.append(toMString(text)); }

void appendFindings(const Diagnosis& diagnosis, MStringArray& result) {
  for (const Finding& f : diagnosis.findings)
    append(result, std::string(name(f.severity)) + ": " + f.message);
}

}  // namespace

Problem check(const MArgDatabase& flags, const SceneObjects& objects, MStringArray& result) {
  NodeSettings settings;
  if (auto problem = applySettingFlags(flags, settings)) return problem;
  for (const MObject& node : objects.deformers)
    for (const unsigned int geometry : elementIndices(node, attributes().bind))
      if (const auto bound = boundOf(node, geometry)) {
        if (!bound->problem.empty()) return bound->problem;
        appendFindings(diagnose(bound->file), result);
      }
  for (const MDagPath& skin : objects.skins) {
    const RiggedModel model = readModel(skin, objects);
    appendFindings(objects.joints.empty()
                       ? diagnose(model.skin, settings.bind)
                       : diagnose(model, makeRig(model, settings.rig), settings.bind),
                   result);
  }
  if (objects.deformers.empty() && objects.skins.empty())
    return "Select a skin mesh with its joints, or a sinewDeformer.";
  return std::nullopt;
}

Problem query(const MArgDatabase& flags, const MObject& node, MStringArray& result) {
  const DeformerAttributes& a = attributes();
  const bool wantsStatus = flags.isFlagSet("-status");
  if (wantsStatus || flags.isFlagSet("-report")) {
    for (const unsigned int geometry : elementIndices(node, a.report))
      append(result,
             toText(childPlug(node, a.report, geometry, wantsStatus ? a.status : a.frameReport)
                        .asString()));
    return std::nullopt;
  }
  if (!flags.isFlagSet("-info")) return "Say what to query: -status, -report or -info.";
  for (const unsigned int geometry : elementIndices(node, a.bind)) {
    const auto bound = boundOf(node, geometry);
    if (!bound) continue;
    if (!bound->problem.empty()) return bound->problem;
    const CharacterSummary& s = bound->file.character->summary();
    append(result, std::to_string(s.vertices) + " vertices, " + std::to_string(s.bones) +
                       " bones, " + std::to_string(s.cells) + " cells, " +
                       std::to_string(s.memoryBytes >> 20) + " MB");
    for (const std::string& warning : s.warnings) append(result, "warning: " + warning);
  }
  listColliders(node, result);
  return std::nullopt;
}

}  // namespace sinew::maya
