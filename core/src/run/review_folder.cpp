// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
#include "run/review_folder.h"

#include <cmath>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <stdexcept>
#include <utility>

#include "run/result_value.h"

namespace sinew {
namespace {

using Json = nlohmann::ordered_json;
namespace fs = std::filesystem;

[[noreturn]] void fail(const std::string& sentence) { throw std::runtime_error(sentence); }

void requireFinished(const fs::path& folder) {
  const std::string name = folder.string();
  if (!fs::is_directory(folder)) fail(name + ": there is no such folder.");
  if (fs::exists(folder / "report.part"))
    fail(name + ": the run is not finished; go on with sinew solve --resume.");
  if (!fs::exists(folder / "report.json"))
    fail(name + ": there is no report.json, so it is not a result folder of sinew solve.");
  if (!fs::exists(folder / "surface.pc2"))
    fail(name + ": there is no surface.pc2; solve again with --format pc2.");
}

bool isFrameReport(const Json& frame) {
  return frame.is_object() && frame.contains("frame") && frame["frame"].is_number_integer() &&
         frame.contains("status") && frame["status"].is_string();
}

Json readReport(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  Json report = Json::parse(file, nullptr, false);
  const bool isReport = report.is_object() && report.contains("frames") &&
                        report["frames"].is_array() && !report["frames"].empty();
  if (!isReport) fail(path + ": it is damaged or not a report of sinew solve.");
  for (const Json& frame : report["frames"])
    if (!isFrameReport(frame)) fail(path + ": the report of a frame is damaged.");
  return report;
}

bool isNumber(const Vec3f& v) {
  return std::isfinite(v.x) && std::isfinite(v.y) && std::isfinite(v.z);
}

[[noreturn]] void failFrames(const std::string& path, std::size_t there, std::size_t told) {
  fail(path + ": it has " + std::to_string(there) + " frames and report.json tells of " +
       std::to_string(told) + "; solve again.");
}

/// The cache of that name, nothing if there is none; it must have as many frames as the report.
std::optional<FolderCache> openCache(const fs::path& folder, const char* name, std::size_t frames) {
  const std::string path = (folder / name).string();
  if (!fs::exists(path)) return std::nullopt;
  FolderCache cache{path, valueOf(pointCache(path))};
  if (cache.head.frames != static_cast<std::int64_t>(frames))
    failFrames(path, static_cast<std::size_t>(cache.head.frames), frames);
  return cache;
}

void requirePoints(const std::optional<FolderCache>& cache, std::size_t vertices) {
  if (!cache || cache->head.points == static_cast<std::int64_t>(vertices)) return;
  fail(cache->path + ": its frames have " + std::to_string(cache->head.points) +
       " points and mesh.obj has " + std::to_string(vertices) + " vertices; solve again.");
}

void requireTriangles(const SurfaceMesh& skin, const std::string& path) {
  const auto vertices = static_cast<std::int32_t>(skin.points.size());
  if (skin.triangles.empty()) fail(path + ": it has no triangles.");
  for (const Triangle& t : skin.triangles)
    for (const std::int32_t corner : {t.a, t.b, t.c})
      if (corner < 0 || corner >= vertices) fail(path + ": a triangle has no such vertex.");
}

std::vector<std::array<std::int32_t, 2>> linesOf(const fs::path& path, const FolderCache& cache) {
  auto lines = valueOf(readObjLines(path.string()));
  for (const auto& line : lines)
    for (const std::int32_t end : line)
      if (end >= cache.head.points)
        fail(path.string() + ": it has more points than " + cache.path + "; solve again.");
  return lines;
}

std::vector<std::vector<ContactPoint>> contactsOf(const fs::path& folder, std::size_t frames) {
  const std::string path = (folder / "contacts.bin").string();
  if (!fs::exists(path)) return {};
  auto contacts = valueOf(readContacts(path));
  if (contacts.size() != frames) failFrames(path, contacts.size(), frames);
  for (const auto& frame : contacts)
    for (const ContactPoint& c : frame)
      for (const Vec3f& v : {c.point, c.normal})
        if (!isNumber(v)) fail(path + ": it holds something that is no number.");
  return contacts;
}

std::string nameOf(const fs::path& folder) {
  const fs::path whole = fs::absolute(folder).lexically_normal();
  return (whole.has_filename() ? whole : whole.parent_path()).filename().string();
}

}  // namespace

int ReviewFolder::frameNumber(std::int64_t index) const {
  return report["frames"][static_cast<std::size_t>(index)]["frame"].get<int>();
}

float ReviewFolder::cellSize() const {
  const Json::json_pointer place("/character/cell_size");
  return report.contains(place) && report[place].is_number() ? report[place].get<float>() : 0;
}

ReviewFolder openReviewFolder(const std::string& path) {
  const fs::path folder = path;
  requireFinished(folder);
  ReviewFolder opened;
  opened.path = path;
  opened.name = nameOf(folder);
  opened.report = readReport((folder / "report.json").string());
  const std::string meshPath = (folder / "mesh.obj").string();
  opened.skin = valueOf(readSurface(meshPath));
  requireTriangles(opened.skin, meshPath);
  const std::size_t frames = opened.report["frames"].size();
  opened.surface = *openCache(folder, "surface.pc2", frames);
  opened.skinned = openCache(folder, "skinned.pc2", frames);
  opened.strain = openCache(folder, "strain.pc2", frames);
  opened.quality = openCache(folder, "quality.pc2", frames);
  opened.contacts = contactsOf(folder, frames);
  opened.bones = openCache(folder, "bones.pc2", frames);
  opened.springs = openCache(folder, "springs.pc2", frames);
  opened.lattice = openCache(folder, "lattice.pc2", frames);
  if (opened.lattice) opened.latticeLines = linesOf(folder / "lattice.obj", *opened.lattice);
  for (const auto& cache :
       {std::optional(opened.surface), opened.skinned, opened.strain, opened.quality})
    requirePoints(cache, opened.skin.points.size());
  return opened;
}

std::vector<Vec3f> pointsOf(const FolderCache& cache, std::int64_t frame) {
  std::vector<Vec3f> points = valueOf(readFrame(cache.path, frame));
  for (const Vec3f& p : points) {
    if (!isNumber(p))
      fail(cache.path + ": sample " + std::to_string(frame) +
           " holds something that is no number.");
  }
  return points;
}

}  // namespace sinew
