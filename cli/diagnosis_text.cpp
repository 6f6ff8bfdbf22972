// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
#include "diagnosis_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

namespace sinew::cli {
namespace {

using Json = nlohmann::ordered_json;

std::string counted(std::int64_t count, const char* one, const char* many) {
  return fmt::format("{} {}", count, count == 1 ? one : many);
}

std::int64_t countOf(const Diagnosis& d, Severity severity) {
  return std::count_if(d.findings.begin(), d.findings.end(),
                       [&](const Finding& f) { return f.severity == severity; });
}

std::string verdict(const Diagnosis& d) {
  const std::int64_t warnings = countOf(d, Severity::Warning);
  if (!d.isUsable()) {
    return "cannot be used: " + counted(countOf(d, Severity::Error), "error", "errors");
  }
  return warnings == 0 ? "usable" : "usable, with " + counted(warnings, "warning", "warnings");
}

std::string skinLines(const SkinCounts& s) {
  if (s.shells == 0) return "";
  std::string text = fmt::format(
      "  skin      {} vertices, {} triangles, {} ({} closed), {:.3g} x {:.3g} x {:.3g} m\n",
      s.vertices, s.triangles, counted(s.shells, "shell", "shells"), s.closedShells,
      s.greatest.x - s.least.x, s.greatest.y - s.least.y, s.greatest.z - s.least.z);
  text += fmt::format(
      "  surface   {} in {}, {} non-manifold edges, {} flipped faces, {} self-intersections, "
      "inside {:.3g} % sure\n",
      counted(s.openEdges, "open edge", "open edges"), counted(s.holes, "hole", "holes"),
      s.nonManifoldEdges, s.flippedTriangles, s.selfIntersections, 100 * s.insideSureness);
  return text;
}

std::string fleshLines(const Diagnosis& d) {
  const Prediction& p = d.prediction;
  if (p.cells == 0) return "";
  std::string text = fmt::format("  flesh     {} cells of {:.3g} mm", p.cells, 1e3 * p.cellSize);
  if (d.medianThickness > 0) {
    text += fmt::format(", at least {:.2g} of them below half of the skin", d.medianThickness);
  }
  text += fmt::format(
      "\n  cost      {:.3g} MB ({}), about {:.2g} s a frame (a guess: {:.0f} us per cell and "
      "V-cycle on two busy cores, {:.0f} V-cycles a frame)\n",
      1e-6 * static_cast<double>(p.memoryBytes),
      p.memoryIsCounted ? "counted in a trial bind" : "estimated from the cells", p.secondsPerFrame,
      1e6 * kSecondsPerCellCycle, kCyclesPerFrame);
  return text;
}

Json vectorJson(const Vec3d& v) { return {v.x, v.y, v.z}; }

Json skinJson(const SkinCounts& s) {
  return {{"vertices", s.vertices},
          {"triangles", s.triangles},
          {"shells", s.shells},
          {"closed_shells", s.closedShells},
          {"open_edges", s.openEdges},
          {"holes", s.holes},
          {"non_manifold_edges", s.nonManifoldEdges},
          {"flipped_triangles", s.flippedTriangles},
          {"self_intersections", s.selfIntersections},
          {"inside_sureness", s.insideSureness},
          {"volume", s.volume},
          {"area", s.area},
          {"least", vectorJson(s.least)},
          {"greatest", vectorJson(s.greatest)}};
}

Json fleshJson(const Diagnosis& d) {
  Json places = Json::array();
  for (const ThinPlace& place : d.thinPlaces) {
    places.push_back({{"joint", place.joint},
                      {"thickness", place.thickness},
                      {"position", vectorJson(place.position)}});
  }
  return {{"median_thickness", d.medianThickness}, {"thin_places", places}};
}

Json predictionJson(const Prediction& p) {
  return {{"cells", p.cells},
          {"cell_size", p.cellSize},
          {"divided_cells", p.dividedCells},
          {"memory_bytes", p.memoryBytes},
          {"memory_is_counted", p.memoryIsCounted},
          {"seconds_per_frame", p.secondsPerFrame}};
}

}  // namespace

std::string diagnosisText(const std::string& file, const Diagnosis& d) {
  std::string text = fmt::format("{}: {}\n", file, verdict(d)) + skinLines(d.skin);
  if (d.joints > 0) {
    text += fmt::format("  skeleton  {}, {}, {}\n", counted(d.joints, "joint", "joints"),
                        counted(d.bones, "bone", "bones"), counted(d.clips, "clip", "clips"));
  }
  text += fleshLines(d);
  for (const Finding& f : d.findings) text += fmt::format("{}: {}\n", name(f.severity), f.message);
  return text;
}

std::string diagnosisJson(const std::string& file, const Diagnosis& d) {
  Json findings = Json::array();
  for (const Finding& f : d.findings) {
    findings.push_back(
        {{"severity", name(f.severity)}, {"topic", f.topic}, {"message", f.message}});
  }
  const Json all = {{"schema", 1},
                    {"file", file},
                    {"usable", d.isUsable()},
                    {"skin", skinJson(d.skin)},
                    {"skeleton", {{"joints", d.joints}, {"bones", d.bones}, {"clips", d.clips}}},
                    {"flesh", fleshJson(d)},
                    {"prediction", predictionJson(d.prediction)},
                    {"findings", findings}};
  return all.dump(1, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace sinew::cli
