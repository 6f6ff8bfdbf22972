// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
#include "diagnosis/skin_findings.h"

#include <algorithm>
#include <string_view>

#include "api/mesh_input.h"
#include "base/sentences.h"

namespace sinew {
namespace {

/// Nobody builds characters larger or smaller than this [m].
constexpr double kLargest = 10, kSmallest = 0.05;

const std::string kSkin = "The skin";

void count(const SurfaceCheck& check, SkinCounts& counts) {
  const MeshReport& report = check.report;
  counts.shells = std::ssize(report.shells);
  counts.closedShells = report.closedShells;
  counts.openEdges = report.openEdges;
  counts.holes = report.boundaryLoops;
  counts.nonManifoldEdges = report.nonManifoldEdges;
  counts.flippedTriangles = check.repairs.orient.turnedTriangles;
  counts.selfIntersections =
      report.intersections.crossingPairs + report.intersections.overlappingPairs;
  counts.insideSureness = report.inside.sureness;
  counts.volume = report.inside.insideVolume;
  counts.area = report.area;
  const Box& box = report.box;
  counts.least = {box.least.x, box.least.y, box.least.z};
  counts.greatest = {box.greatest.x, box.greatest.y, box.greatest.z};
}

void tellRepairs(const RepairReport& repairs, Diagnosis& d) {
  RepairReport turned, other = repairs;
  turned.orient = repairs.orient;
  other.orient = {};
  for (const std::string& sentence : other.sentences())
    note(d, "repaired", toldOf(kSkin, sentence));
  if (repairs.orient.wasInsideOut) return;  // which is refused
  for (const std::string& sentence : turned.sentences())
    warn(d, "flipped_faces", toldOf(kSkin, sentence));
}

void tellRemarks(const MeshReport& report, Diagnosis& d) {
  for (const MeshRemark& remark : report.warnings) {
    const std::string_view topic = remark.topic;
    const bool isHarmless = topic == "nested_shells" || topic == "cavities";
    (isHarmless ? note : warn)(d, remark.topic, toldOf(kSkin, remark.text));
  }
}

void tellSize(Diagnosis& d) {
  const Vec3d &a = d.skin.least, &b = d.skin.greatest;
  const double size = std::max({b.x - a.x, b.y - a.y, b.z - a.z});
  if (size > kLargest)
    warn(d, "units",
         "The skin is " + number(size) +
             " m large; if it was made in centimetres, scale it by 0.01 (lengths are metres).");
  else if (size < kSmallest)
    warn(d, "units",
         "The skin is only " + number(size) +
             " m large; check the unit it was exported in (lengths are metres).");
}

}  // namespace

std::optional<SkinSolid> examineSkin(const SurfaceMesh& skin, Diagnosis& d) {
  d.skin.vertices = std::ssize(skin.points);
  d.skin.triangles = std::ssize(skin.triangles);
  for (const std::string& warning : skin.warnings) warn(d, "file", warning);
  SurfaceCheck check;
  Result<SkinSolid> solid = makeSolid(skin.points, skin.triangles, &check);
  if (check.report.triangles > 0) {
    count(check, d.skin);
    tellRepairs(check.repairs, d);
    tellRemarks(check.report, d);
    tellSize(d);
  }
  if (!solid) {
    fail(d, solid.error());
    return std::nullopt;
  }
  d.skin.volume = solid.value().volume;
  return std::move(solid.value());
}

}  // namespace sinew
