// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
#include <maya/MAnimControl.h>
#include <maya/MComputation.h>
#include <maya/MFnDependencyNode.h>
#include <maya/MFnGeometryFilter.h>
#include <maya/MFnMesh.h>
#include <maya/MGlobal.h>
#include <maya/MPointArray.h>
#include <maya/MPxGeometryFilter.h>
#include <maya/MTime.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>

#include "bind_node.h"
#include "command.h"
#include "convert.h"
#include "sinew/result_file.h"

namespace sinew::maya {
namespace {

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

/// One mesh of a node, and the files it goes to.
struct BakedMesh {
  unsigned int geometry;
  std::string path, cache;  ///< the same for point caches
};

// Of several meshes each has a file with its name: flesh.skin.pc2.
std::vector<BakedMesh> filesOf(const MObject& node, const std::string& path) {
  std::vector<BakedMesh> files;
  const auto meshes = elementIndices(node, MPxGeometryFilter::input);
  for (const unsigned int geometry : meshes) {
    std::filesystem::path file(path);
    if (MDagPath mesh;
        meshes.size() > 1 && MFnGeometryFilter(node).getPathAtIndex(geometry, mesh)) {
      mesh.pop();
      std::string name = toText(mesh.partialPathName());
      std::replace_if(
          name.begin(), name.end(), [](char c) { return c == ':' || c == '|'; }, '_');
      file.replace_extension(name + file.extension().string());
    }
    const std::string end = endsWith(path, ".usda") ? ".pc2" : "";
    files.push_back({geometry, file.string(), file.string() + end});
  }
  return files;
}

// A USD file of the frames in a point cache, in Maya's centimetres and with its axis up.
Problem writeBakedUsd(const BakedMesh& file, const MObject& node) {
  const MObject mesh = elementPlug(node, MPxGeometryFilter::outputGeom, file.geometry).asMObject();
  UsdStage stage;
  stage.meshName = toText(MFnDependencyNode(node).name());
  stage.framesPerSecond = MTime(1, MTime::kSeconds).as(MTime::uiUnit());
  stage.metersPerUnit = kMetresPerCentimetre;
  stage.upAxis = MGlobal::isYAxisUp() ? 'Y' : 'Z';
  const auto first = readFrame(file.cache, 0);
  if (!first) return first.error().message;
  const auto written =
      writeUsd(file.path, first.value(), readMesh(mesh, MMatrix()).triangles, file.cache, stage);
  return written ? Problem() : Problem(written.error().message);
}

}  // namespace

Problem bake(const MArgDatabase& flags, const MObject& node, MStringArray& result) {
  const std::vector<BakedMesh> files = filesOf(node, textFlag(flags, "-bake", ""));
  if (files.empty()) return "The deformer moves no mesh.";
  const auto [first, last] = bakeRange(flags);
  if (!(last >= first)) return "The last frame to bake is before the first.";
  const MTime before = MAnimControl::currentTime();
  Problem problem;
  const auto note = [&](const Result<PointCache>& cache) {
    if (!cache && !problem) problem = cache.error().message;
  };
  for (const BakedMesh& file : files) {
    const auto points = static_cast<std::int64_t>(outputPoints(node, file.geometry).size());
    note(createPointCache(file.cache, points, first, 1));
  }
  MComputation computation;
  computation.beginComputation(true);
  bool isStopped = false;
  int frames = 0;
  for (double frame = first; !problem && frame <= last && !isStopped; ++frame, ++frames) {
    MAnimControl::setCurrentTime(MTime(frame, MTime::uiUnit()));
    for (const BakedMesh& file : files)
      note(appendFrame(file.cache, outputPoints(node, file.geometry)));
    isStopped = computation.isInterruptRequested();
  }
  computation.endComputation();
  MAnimControl::setCurrentTime(before);
  for (const BakedMesh& file : files) {
    if (file.cache != file.path) {
      if (!problem) problem = writeBakedUsd(file, node);
      std::remove(file.cache.c_str());
    }
    result.append(toMString(file.path));
  }
  if (problem) return problem;
  result.append(toMString(std::to_string(frames) + " frames"));
  return isStopped ? Problem("Stopped; '" + files[0].path + "' holds the frames up to here.")
                   : Problem();
}

}  // namespace sinew::maya
