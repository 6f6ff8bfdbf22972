// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
#include "sinew/diagnosis.h"

#include <algorithm>
#include <exception>
#include <new>
#include <set>

#include "api/body_size.h"
#include "api/bone_shape.h"
#include "base/sentences.h"
#include "diagnosis/bone_findings.h"
#include "diagnosis/flesh_findings.h"
#include "diagnosis/skin_findings.h"

namespace sinew {
namespace {

// Errors first; within a severity in the order in which they were found.
Diagnosis concluded(Diagnosis d) {
  std::stable_sort(d.findings.begin(), d.findings.end(),
                   [](const Finding& a, const Finding& b) { return a.severity > b.severity; });
  return d;
}

template <class Examine>
Diagnosis guarded(Examine&& examine) {
  Diagnosis d;
  try {
    examine(d);
  } catch (const std::bad_alloc&) {
    fail(d, "too_large", "There is not enough memory to examine it; use larger cells.");
  } catch (const std::exception& e) {
    fail(d, "bad_mesh", std::string("It could not be examined: ") + e.what() + ".");
  }
  return concluded(std::move(d));
}

// The joint that each vertex follows most, -1: none.
std::vector<std::int32_t> jointOfVertex(const RiggedModel& model) {
  if (model.influenceBegin.size() != model.skin.points.size() + 1 || model.influences.empty())
    return {};
  std::vector<std::int32_t> joints;
  for (std::size_t v = 0; v + 1 < model.influenceBegin.size(); ++v) {
    const auto first = model.influences.begin() + model.influenceBegin[v];
    const auto last = model.influences.begin() + model.influenceBegin[v + 1];
    const auto most = std::max_element(
        first, last, [](const Influence& a, const Influence& b) { return a.weight < b.weight; });
    joints.push_back(most == last ? -1 : most->joint);
  }
  return joints;
}

std::vector<std::string> jointNames(const RiggedModel& model) {
  std::vector<std::string> names;
  for (const ModelJoint& joint : model.joints) names.push_back(joint.name);
  return names;
}

void findLooseVertices(const std::vector<std::int32_t>& joints, Diagnosis& d) {
  const auto loose = std::count(joints.begin(), joints.end(), -1);
  if (loose > 0)
    warn(d, "unweighted_vertices",
         counted(loose, "vertex follows", "vertices follow") +
             " no joint; give them skin weights, or linear skinning leaves them behind.");
}

// What bind says beyond what was said about the skin.
void tellBindWarnings(const CharacterSummary& summary, const std::vector<std::string>& told,
                      Diagnosis& d) {
  const std::set<std::string> known(told.begin(), told.end());
  for (const std::string& warning : summary.warnings)
    if (known.count(warning) == 0) warn(d, "bind", warning);
}

// Bones and flesh of a skin that can be filled.
void examineRig(const RiggedModel& model, const Rig& rig, const SkinSolid& skin,
                const FilledBody& body, const BindSettings& settings, Diagnosis& d) {
  const CharacterDesc& desc = rig.character;
  const bool boneIsBroken = std::any_of(desc.bones.begin(), desc.bones.end(), [](const Bone& b) {
    return findBoneProblem(b).has_value();
  });
  if (!boneIsBroken) {
    findBonesOutside(skin, desc.bones, d);
    findThinBones(body.lattice, desc.bones, d);
  }
  const Result<std::shared_ptr<const Character>> bound = bind(desc, settings);
  if (!bound) return fail(d, bound.error());
  tellBindWarnings(bound.value()->summary(), skin.warnings, d);
  predictFrom(bound.value()->summary(), d);
  if (model.clips.empty())
    note(d, "no_clips", "There are no clips; only the rest pose can be solved.");
}

void examineModel(const RiggedModel& model, const Result<Rig>& rig, const BindSettings& settings,
                  Diagnosis& d) {
  d.joints = std::ssize(model.joints);
  d.clips = std::ssize(model.clips);
  for (const std::string& warning : model.warnings) warn(d, "file", warning);
  const std::optional<SkinSolid> skin = examineSkin(model.skin, d);
  if (rig) {
    d.bones = std::ssize(rig.value().character.bones);
    for (const std::string& warning : rig.value().warnings) warn(d, "rig", warning);
    for (const std::string& text : rig.value().notes) note(d, "joints_without_weights", text);
  } else {
    fail(d, rig.error());
  }
  const std::vector<std::int32_t> joints = jointOfVertex(model);
  findLooseVertices(joints, d);
  if (!skin) return;
  const bool hasPressures = rig && needsPressures(rig.value().character);
  const Result<FilledBody> body = fillToSettings(*skin, settings, hasPressures);
  if (!body) return fail(d, body.error());
  predictFrom(body.value(), hasPressures, d);
  findThinFlesh(*skin, body.value().lattice.cellSize, joints, jointNames(model), d);
  if (rig) examineRig(model, rig.value(), *skin, body.value(), settings, d);
}

void examineBound(const CharacterFile& file, Diagnosis& d) {
  const CharacterSummary& summary = file.character->summary();
  d.bones = summary.bones;
  d.skin.vertices = summary.vertices;
  predictFrom(summary, d);
  if (!file.source) {
    note(d, "no_skeleton", "It holds no skeleton and clips, so only its numbers can be told.");
    return tellBindWarnings(summary, {}, d);
  }
  const RiggedModel& model = file.source->model;
  d.joints = std::ssize(model.joints);
  d.clips = std::ssize(model.clips);
  const std::optional<SkinSolid> skin = examineSkin(model.skin, d);
  if (!skin) return;
  findThinFlesh(*skin, summary.cellSize, jointOfVertex(model), jointNames(model), d);
  tellBindWarnings(summary, skin->warnings, d);
}

}  // namespace

const char* name(Severity severity) {
  switch (severity) {
    case Severity::Note:
      return "note";
    case Severity::Warning:
      return "warning";
    case Severity::Error:
      break;
  }
  return "error";
}

Diagnosis diagnose(const SurfaceMesh& skin, const BindSettings& settings) {
  return guarded([&](Diagnosis& d) {
    const std::optional<SkinSolid> solid = examineSkin(skin, d);
    if (!solid) return;
    note(d, "no_skeleton", "There is no skeleton in this file, so only the surface was examined.");
    const Result<FilledBody> body = fillToSettings(*solid, settings, false);
    if (!body) return fail(d, body.error());
    predictFrom(body.value(), false, d);
    findThinFlesh(*solid, body.value().lattice.cellSize, {}, {}, d);
  });
}

Diagnosis diagnose(const RiggedModel& model, const Result<Rig>& rig, const BindSettings& settings) {
  return guarded([&](Diagnosis& d) { examineModel(model, rig, settings, d); });
}

Diagnosis diagnose(const CharacterFile& file) {
  return guarded([&](Diagnosis& d) { examineBound(file, d); });
}

}  // namespace sinew
