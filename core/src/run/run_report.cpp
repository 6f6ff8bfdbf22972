// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
#include "run/run_report.h"

#include <cinttypes>
#include <cstdio>
#include <nlohmann/json.hpp>
#include <thread>

#include "sinew/version.h"

namespace sinew {
namespace {

using Json = nlohmann::ordered_json;

// Not a template: GCC 12 sees out-of-bounds reads where it merges the instances for two arrays.
std::string choiceName(const char* const* names, int choice) { return names[choice]; }

struct FieldWriter {
  Json& json;

  template <class Number>
  void operator()(const char* name, Number value, Number, Number, const char*) {
    json[name] = value;
  }
  template <class Choice, std::size_t N>
  void operator()(const char* name, Choice value, const char* const (&names)[N], const char*) {
    json[name] = choiceName(names, static_cast<int>(value));
  }
};

template <class Settings>
void addFields(Settings settings, Json& json) {
  visitFields(settings, FieldWriter{json});
}

Json toJson(const CharacterSummary& c) {
  return {{"vertices", c.vertices},
          {"bones", c.bones},
          {"cells", c.cells},
          {"nodes", c.nodes},
          {"blocks", c.blocks},
          {"fixed_nodes", c.fixedNodes},
          {"springs", c.springs},
          {"levels", c.levels},
          {"cell_size", c.cellSize},
          {"bind_seconds", c.bindSeconds},
          {"memory_bytes", c.memoryBytes},
          {"warnings", c.warnings}};
}

Json toJson(int frame, const FrameReport& r) {
  Json json{{"frame", frame},
            {"status", name(r.status)},
            {"newton", r.newton},
            {"vcycles", r.vcycles},
            {"sub_poses", r.subPoses},
            {"halvings", r.halvings},
            {"projected_steps", r.projectedSteps},
            {"eigenvalue_raises", r.eigenvalueRaises},
            {"step", r.step},
            {"residual", r.residual},
            {"min_j", r.minJ},
            {"max_j", r.maxJ},
            {"inverted_cells", r.invertedCells},
            {"contacts", r.contacts},
            {"contacts_changed", r.contactsChanged},
            {"max_penetration", r.maxPenetration},
            {"mean_penetration", r.meanPenetration},
            {"volume_ratio", r.volumeRatio},
            {"motion_jump", r.motionJump},
            {"other_shape", r.otherShape},
            {"energy",
             {{"elastic", r.energy.elastic},
              {"kinetic", r.energy.kinetic},
              {"gravity", r.energy.gravity}}},
            {"seconds",
             {{"total", r.seconds.total},
              {"start", r.seconds.start},
              {"contact", r.seconds.contact},
              {"linearise", r.seconds.linearise},
              {"setup", r.seconds.setup},
              {"linear", r.seconds.linear},
              {"embed", r.seconds.embed}}}};
  if (!r.message.empty()) json["message"] = r.message;
  return json;
}

}  // namespace

std::string frameJson(int frame, const FrameReport& report) { return toJson(frame, report).dump(); }

std::string reportText(const ReportHead& head, const std::vector<std::string>& frames) {
  const int threads = head.solve.threads;
  Json report{{"schema", 1}};
  report["sinew"] = {
      {"version", version()},
      {"target", target()},
      {"threads", threads > 0 ? threads : static_cast<int>(std::thread::hardware_concurrency())}};
  report["character"] = toJson(head.character);
  report["settings"] = Json::object();
  addFields(head.material, report["settings"]);
  addFields(head.bind, report["settings"]);
  addFields(head.solve, report["settings"]);
  if (!head.run.empty()) report["run"] = Json::parse(head.run);
  report["frames"] = Json::array();
  for (const std::string& frame : frames) report["frames"].push_back(Json::parse(frame));
  return report.dump(2) + "\n";
}

int countNotConverged(const std::vector<std::string>& frames) {
  int count = 0;
  for (const std::string& frame : frames) {
    count += Json::parse(frame)["status"] != name(SolveStatus::Converged);
  }
  return count;
}

std::string runIdentity(const RunInput& input, const SolveSettings& settings) {
  char hash[17];
  std::snprintf(hash, sizeof hash, "%016" PRIx64, input.inputHash);
  Json identity{{"input", hash},           {"version", version()},   {"target", target()},
                {"clip", input.clip},      {"frames", input.frames}, {"fps", input.framesPerSecond},
                {"formats", input.formats}};
  addFields(settings, identity);
  identity.erase("threads");  // they do not change the result
  return identity.dump();
}

}  // namespace sinew
