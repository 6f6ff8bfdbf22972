// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
#include <maya/MAnimControl.h>
#include <maya/MComputation.h>
#include <maya/MFnDependencyNode.h>
#include <maya/MFnMesh.h>
#include <maya/MGlobal.h>
#include <maya/MPointArray.h>
#include <maya/MPxGeometryFilter.h>
#include <maya/MTime.h>

#include <cstdio>

#include "bind_node.h"
#include "command.h"
#include "convert.h"
#include "deformer_attributes.h"
#include "setting_attributes.h"
#include "sinew/diagnosis.h"
#include "sinew/result_file.h"

namespace sinew::maya {
namespace {

void append(MStringArray& result, const std::string& text) { result.append(toMString(text)); }

void appendFindings(const Diagnosis& diagnosis, MStringArray& result) {
  for (const Finding& f : diagnosis.findings)
    append(result, std::string(name(f.severity)) + ": " + f.message);
}

std::vector<Vec3f> outputPoints(const MObject& node, unsigned int geometry) {
  const MPlug plug = elementPlug(node, MPxGeometryFilter::outputGeom, geometry);
  const MObject mesh = plug.asMObject();
  const MFnMesh fn(mesh);
  MPointArray points;
  fn.getPoints(points, MSpace::kObject);
  std::vector<Vec3f> result;
  for (unsigned int i = 0; i < points.length(); ++i)
    result.push_back({static_cast<float>(points[i].x), static_cast<float>(points[i].y),
                      static_cast<float>(points[i].z)});
  return result;
}

struct BakeRange {
  double first, last;
};

BakeRange bakeRange(const MArgDatabase& flags) {
  const MTime::Unit unit = MTime::uiUnit();
  BakeRange range{MAnimControl::minTime().as(unit), MAnimControl::maxTime().as(unit)};
  if (flags.isFlagSet("-startFrame")) flags.getFlagArgument("-startFrame", 0, range.first);
  if (flags.isFlagSet("-endFrame")) flags.getFlagArgument("-endFrame", 0, range.last);
  return range;
}

bool endsWith(const std::string& text, const std::string& end) {
  return text.size() >= end.size() && text.compare(text.size() - end.size(), end.size(), end) == 0;
}

// A USD file of the frames in a point cache, in Maya's centimetres and with its axis up.
Problem writeBakedUsd(const std::string& path, const std::string& cache, const MObject& node,
                      unsigned int geometry) {
  const MObject mesh = elementPlug(node, MPxGeometryFilter::outputGeom, geometry).asMObject();
  UsdStage stage;
  stage.meshName = toText(MFnDependencyNode(node).name());
  stage.framesPerSecond = MTime(1, MTime::kSeconds).as(MTime::uiUnit());
  stage.metersPerUnit = kMetresPerCentimetre;
  stage.upAxis = MGlobal::isYAxisUp() ? 'Y' : 'Z';
  const auto first = readFrame(cache, 0);
  if (!first) return first.error().message;
  const auto written =
      writeUsd(path, first.value(), readMesh(mesh, MMatrix()).triangles, cache, stage);
  return written ? Problem() : Problem(written.error().message);
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

Problem bake(const MArgDatabase& flags, const MObject& node, MStringArray& result) {
  const auto meshes = elementIndices(node, MPxGeometryFilter::input);
  if (meshes.size() != 1) return "Point caches hold one mesh, and this deformer moves several.";
  const std::string path = textFlag(flags, "-bake", "");
  const bool isUsd = endsWith(path, ".usda");
  const std::string cachePath = isUsd ? path + ".pc2" : path;
  const auto [first, last] = bakeRange(flags);
  if (!(last >= first)) return "The last frame to bake is before the first.";
  const MTime before = MAnimControl::currentTime();
  const auto points = static_cast<std::int64_t>(outputPoints(node, meshes[0]).size());
  auto cache = createPointCache(cachePath, points, first, 1);
  MComputation computation;
  computation.beginComputation(true);
  bool isStopped = false;
  for (double frame = first; cache && frame <= last && !isStopped; ++frame) {
    MAnimControl::setCurrentTime(MTime(frame, MTime::uiUnit()));
    cache = appendFrame(cachePath, outputPoints(node, meshes[0]));
    isStopped = computation.isInterruptRequested();
  }
  computation.endComputation();
  MAnimControl::setCurrentTime(before);
  if (!cache) return cache.error().message;
  if (isUsd) {
    const Problem problem = writeBakedUsd(path, cachePath, node, meshes[0]);
    std::remove(cachePath.c_str());
    if (problem) return problem;
  }
  append(result, path);
  append(result, std::to_string(cache.value().frames) + " frames");
  return isStopped ? Problem("Stopped; '" + path + "' holds the frames up to here.") : Problem();
}

}  // namespace sinew::maya
