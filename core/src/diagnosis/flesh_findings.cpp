// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
#include "diagnosis/flesh_findings.h"

#include <algorithm>
#include <cmath>
#include <map>

#include "api/body_size.h"
#include "base/sentences.h"
#include "diagnosis/thickness.h"

namespace sinew {
namespace {

constexpr double kThinFlesh = 2;     // [cells]
constexpr double kThinShare = 0.05;  // of a skin without joints
constexpr std::size_t kFewSamples = 3;

std::string placeText(const Vec3d& p) {
  return "(" + number(p.x) + ", " + number(p.y) + ", " + number(p.z) + ")";
}

ThinPlace placeOf(const std::vector<ThicknessSample>& samples, double cellSize,
                  const std::string& joint) {
  const auto thinnest =
      std::min_element(samples.begin(), samples.end(),
                       [](const auto& a, const auto& b) { return a.thickness < b.thickness; });
  const Vec3<double>& p = thinnest->position;
  return {joint, medianThickness(samples) / cellSize, {p.x, p.y, p.z}};
}

std::string advice(double thickness, double cellSize) {
  const double wanted = cellSize * thickness / kThinFlesh;
  return "; --cellSize " + number(wanted) + " would put " + number(kThinFlesh) +
         " cells across, for about " + number(std::pow(cellSize / wanted, 3)) +
         " times as many cells.";
}

void tellThinJoints(double cellSize, Diagnosis& d) {
  if (d.thinPlaces.empty()) return;
  std::vector<std::pair<double, std::string>> named;
  for (const ThinPlace& place : d.thinPlaces) named.emplace_back(place.thickness, place.joint);
  const ThinPlace& thinnest = d.thinPlaces.front();
  warn(d, "thin_flesh",
       "Flesh is less than " + number(kThinFlesh) + " cells thick at " +
           counted(std::ssize(named), "joint", "joints") + ": " + leastNamed(named, " cells") +
           ", the thinnest near " + placeText(thinnest.position) +
           advice(thinnest.thickness, cellSize));
}

void tellThinSkin(const std::vector<ThicknessSample>& samples, double cellSize, Diagnosis& d) {
  std::vector<ThicknessSample> thin;
  double area = 0, thinArea = 0;
  for (const ThicknessSample& s : samples) {
    area += s.area;
    if (s.thickness >= kThinFlesh * cellSize) continue;
    thinArea += s.area;
    thin.push_back(s);
  }
  if (!(thinArea > kThinShare * area)) return;
  d.thinPlaces.push_back(placeOf(thin, cellSize, ""));
  const ThinPlace& place = d.thinPlaces.back();
  warn(d, "thin_flesh",
       percent(thinArea / area) + " of the skin has flesh of less than " + number(kThinFlesh) +
           " cells below it, half of that less than " + number(place.thickness) +
           ", the thinnest near " + placeText(place.position) + advice(place.thickness, cellSize));
}

void tellSeparate(Diagnosis& d) {
  if (d.prediction.dividedCells > 0)
    note(d, "separate_parts",
         "Parts less than a cell apart are kept separate in " +
             counted(d.prediction.dividedCells, "place", "places") +
             " (fingers, lips, an arm along the body); each has cells of its own.");
}

}  // namespace

void findThinFlesh(const SkinSolid& skin, double cellSize,
                   const std::vector<std::int32_t>& jointOfVertex,
                   const std::vector<std::string>& jointNames, Diagnosis& d) {
  const std::vector<ThicknessSample> samples = measureThickness(skin.mesh, cellSize);
  d.medianThickness = medianThickness(samples) / cellSize;
  if (jointOfVertex.empty()) return tellThinSkin(samples, cellSize, d);
  std::map<std::int32_t, std::vector<ThicknessSample>> samplesOfJoint;
  for (const ThicknessSample& s : samples) {
    const auto vertex =
        static_cast<std::size_t>(skin.triangles[static_cast<std::size_t>(s.triangle)][0]);
    samplesOfJoint[jointOfVertex[vertex]].push_back(s);
  }
  for (const auto& [joint, own] : samplesOfJoint) {
    if (joint < 0 || own.size() < kFewSamples) continue;
    const ThinPlace place = placeOf(own, cellSize, jointNames[static_cast<std::size_t>(joint)]);
    if (place.thickness < kThinFlesh) d.thinPlaces.push_back(place);
  }
  std::stable_sort(d.thinPlaces.begin(), d.thinPlaces.end(),
                   [](const auto& a, const auto& b) { return a.thickness < b.thickness; });
  tellThinJoints(cellSize, d);
}

void predictFrom(const FilledBody& body, bool hasPressures, Diagnosis& d) {
  CharacterSummary summary;
  summary.cells = body.lattice.cellCount;
  summary.cellSize = body.lattice.cellSize;
  summary.dividedCells = body.dividedCells;
  summary.memoryBytes = static_cast<std::int64_t>(
      expectedBytes(body.lattice, std::ssize(body.cellOfPoint), hasPressures));
  predictFrom(summary, d);
  d.prediction.memoryIsCounted = false;
  tellSeparate(d);
}

void predictFrom(const CharacterSummary& summary, Diagnosis& d) {
  Prediction& p = d.prediction;
  p.cells = summary.cells;
  p.cellSize = summary.cellSize;
  p.dividedCells = summary.dividedCells;
  p.memoryBytes = summary.memoryBytes;
  p.memoryIsCounted = true;
  p.secondsPerFrame = static_cast<double>(p.cells) * kCyclesPerFrame * kSecondsPerCellCycle;
}

}  // namespace sinew
