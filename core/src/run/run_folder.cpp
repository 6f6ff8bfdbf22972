// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
#include "run/run_folder.h"

#include <algorithm>
#include <cstring>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>
#include <stdexcept>
#include <string_view>
#include <utility>

#include "run/result_value.h"
#include "sinew/result_file.h"

namespace sinew {
namespace {

using Json = nlohmann::ordered_json;
namespace fs = std::filesystem;

constexpr const char* kJournal = "report.part";
constexpr const char* kReport = "report.json";
constexpr const char* kState = "state.part";  // number of frames done, then what the last one left

std::string partOf(const std::string& name) { return name + ".part"; }

/// With at least four characters for the number, as the tool always had it.
std::string objName(int frame) {
  const std::string digits = std::to_string(std::abs(frame));
  const std::size_t width = frame < 0 ? 3 : 4;
  return std::string(frame < 0 ? "surface.-" : "surface.") +
         std::string(width - std::min(width, digits.size()), '0') + digits + ".obj";
}

/// A name that objName gives, or the unfinished file of one.
bool isObjOfAFrame(std::string_view name) {
  constexpr std::string_view kStart = "surface.";
  if (!name.starts_with(kStart)) return false;
  name.remove_prefix(kStart.size());
  if (name.ends_with(".tmp")) name.remove_suffix(4);
  if (!name.ends_with(".obj")) return false;
  name.remove_suffix(4);
  if (name.starts_with('-')) name.remove_prefix(1);
  return name.size() >= 3 && name.find_first_not_of("0123456789") == std::string_view::npos;
}

/// What a file holds; "" if it does not exist.
std::string textOf(const std::string& path) {
  std::ostringstream text;
  text << std::ifstream(path, std::ios::binary).rdbuf();
  return text.str();
}

void requireSameRun(const std::string& folder, const Json& there, const std::string& identity) {
  const Json here = Json::parse(identity);
  for (const auto& [key, value] : here.items()) {
    const Json other = there.is_object() && there.contains(key) ? there[key] : Json();
    if (other == value) continue;
    throw std::runtime_error(folder + " holds another run: " + key + " is " + other.dump() +
                             " there and " + value.dump() +
                             " now; start over instead of resuming, or choose another folder.");
  }
}

const fs::path& made(const fs::path& folder) {
  std::error_code error;
  fs::create_directories(folder, error);
  if (error) {
    throw std::runtime_error(folder.string() + ": the folder cannot be made (" + error.message() +
                             ").");
  }
  return folder;
}

/// Only the last steps of a run rename: a missing part has its final name already.
void backToPart(const std::string& part, const std::string& final) {
  if (!fs::exists(part) && fs::exists(final)) fs::rename(final, part);
}

}  // namespace

RunFolder::RunFolder(const RunPlan& plan, const SurfaceMesh& skin, bool resume)
    : plan_(plan), skin_(skin), lock_(made(plan.folder)) {
  if (resume && readJournal()) {
    goOn();
  } else if (resume && fs::exists(path(kReport))) {
    readFinished();
  } else {
    start();
  }
}

/// All is there: nothing is left but to say how it went.
void RunFolder::readFinished() {
  const Json report = Json::parse(textOf(path(kReport)), nullptr, false);
  const bool isOurs = report.is_object() && report.contains("run") && report.contains("frames");
  requireSameRun(plan_.folder.string(), isOurs ? report["run"] : Json(), plan_.identity);
  for (const Json& frame : report["frames"]) reports_.push_back(frame.dump());
  complete_ = true;
  fs::remove(path(partOf(kSurfaceCache)));
}

void RunFolder::start() {
  fs::remove(path(kJournal));
  fs::remove(path(kState));
  fs::remove(path(kReport));
  valueOf(writeObj(path("mesh.obj"), skin_.points, skin_.triangles));
  valueOf(writeObjLines(path("lattice.obj"), plan_.wire.points, plan_.wire.edges));
  for (const RunCache& cache : plan_.caches) {
    valueOf(createPointCache(path(partOf(cache.name)), cache.points, plan_.firstFrame,
                             plan_.frameStep));
  }
  if (plan_.keepsContacts) valueOf(createContactFile(path(partOf(kContactFile))));
  writeJournal();
}

/// False if there is no run to go on with.
bool RunFolder::readJournal() {
  std::string text = textOf(path(kJournal));
  text.resize(text.rfind('\n') + 1);  // a line cut short was never finished
  std::istringstream lines(text);
  std::string line;
  if (!std::getline(lines, line)) return false;
  requireSameRun(plan_.folder.string(), Json::parse(line, nullptr, false), plan_.identity);
  while (std::getline(lines, line)) reports_.push_back(line);
  return true;
}

void RunFolder::goOn() {
  auto done = static_cast<std::int64_t>(reports_.size());
  for (const RunCache& cache : plan_.caches) {
    backToPart(path(partOf(cache.name)), path(cache.name));
    done = std::min(done, valueOf(pointCache(path(partOf(cache.name)))).frames);
  }
  if (plan_.keepsContacts) {
    backToPart(path(partOf(kContactFile)), path(kContactFile));
    done = valueOf(keepContactFrames(path(partOf(kContactFile)), done));
  }
  if (plan_.keepsState) {
    const std::int64_t known = readState();
    done = known <= done ? known : 0;  // ahead: frames were lost, as when the power fails
    if (done == 0) lastState_.clear();
  }
  for (const RunCache& cache : plan_.caches) valueOf(keepFrames(path(partOf(cache.name)), done));
  if (plan_.keepsContacts) valueOf(keepContactFrames(path(partOf(kContactFile)), done));
  reports_.resize(static_cast<std::size_t>(done));
  writeJournal();
}

/// After how many frames the state that is kept was. It is written last, and in one go: one behind
/// the frames if the run was killed in between.
std::int64_t RunFolder::readState() {
  const std::string text = textOf(path(kState));
  std::int64_t frames = 0;
  if (text.size() < sizeof frames) return 0;
  std::memcpy(&frames, text.data(), sizeof frames);
  lastState_.assign(text.begin() + sizeof frames, text.end());
  return frames;
}

void RunFolder::writeJournal() const {
  std::string text = plan_.identity + "\n";
  for (const std::string& report : reports_) text += report + "\n";
  valueOf(writeText(path(kJournal), text));
}

void RunFolder::add(int number, const RunFrame& frame, const std::string& report) {
  for (std::size_t c = 0; c < plan_.caches.size(); ++c)
    valueOf(appendFrame(path(partOf(plan_.caches[c].name)), frame.points[c]));
  if (plan_.keepsContacts) valueOf(appendContacts(path(partOf(kContactFile)), frame.contacts));
  if (plan_.obj) valueOf(writeObj(path(objName(number)), frame.points.front(), skin_.triangles));
  std::ofstream journal(path(kJournal), std::ios::binary | std::ios::app);
  journal << report << '\n';
  journal.close();
  if (!journal) {
    throw std::runtime_error(path(kJournal) + ": it cannot be written; is the disk full?");
  }
  reports_.push_back(report);
  if (!plan_.keepsState) return;
  const auto frames = static_cast<std::int64_t>(reports_.size());
  std::string text(sizeof frames, '\0');
  std::memcpy(text.data(), &frames, sizeof frames);
  text.append(frame.state.begin(), frame.state.end());
  valueOf(writeText(path(kState), text));
}

void RunFolder::finish(const std::string& report) {
  if (plan_.usda) {
    UsdStage stage;
    stage.meshName = skin_.name;
    stage.framesPerSecond = plan_.framesPerSecond;
    valueOf(writeUsd(path("surface.usda"), skin_.points, skin_.triangles,
                     path(partOf(kSurfaceCache)), stage));
  }
  for (const RunCache& cache : plan_.caches) {
    if (plan_.pc2 || cache.name != std::string_view(kSurfaceCache))
      fs::rename(path(partOf(cache.name)), path(cache.name));
  }
  if (plan_.keepsContacts) fs::rename(path(partOf(kContactFile)), path(kContactFile));
  removeFilesOfOtherRuns();
  valueOf(writeText(path(kReport), report));
  fs::remove(path(kJournal));
  fs::remove(path(partOf(kSurfaceCache)));
  fs::remove(path(kState));
}

/// What an earlier run with other formats or frames left under names of ours.
void RunFolder::removeFilesOfOtherRuns() const {
  if (!plan_.pc2) fs::remove(path(kSurfaceCache));
  if (!plan_.usda) fs::remove(path("surface.usda"));
  if (!plan_.keepsContacts) fs::remove(path(kContactFile));
  for (const std::string_view name : {kBonesCache, kSpringsCache}) {
    const bool isOurs = std::any_of(plan_.caches.begin(), plan_.caches.end(),
                                    [&](const RunCache& cache) { return cache.name == name; });
    if (!isOurs) fs::remove(path(std::string(name)));
  }
  std::vector<std::string> ours;
  for (int i = 0; plan_.obj && i < plan_.frameCount; ++i) {
    ours.push_back(objName(plan_.firstFrame + i * plan_.frameStep));
  }
  std::sort(ours.begin(), ours.end());
  std::vector<fs::path> others;
  for (const auto& entry : fs::directory_iterator(plan_.folder)) {
    const std::string name = entry.path().filename().string();
    if (isObjOfAFrame(name) && !std::binary_search(ours.begin(), ours.end(), name)) {
      others.push_back(entry.path());
    }
  }
  for (const fs::path& other : others) fs::remove(other);
}

}  // namespace sinew
