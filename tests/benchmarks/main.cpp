// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
//
// sinew-bench: what `sinew bench` runs. A program of its own, because it sees the inside of the
// library (decision 0045).
#include <fmt/format.h>
#include <hwy/targets.h>

#include <CLI/CLI.hpp>
#include <exception>
#include <filesystem>
#include <thread>

#include "bench.h"

namespace sinew::bench {
namespace {

std::string cellText(const Json& value, const char* format) {
  if (value.is_null() || (value.is_number_float() && !std::isfinite(value.get<double>())))
    return "-";
  return fmt::format(fmt::runtime(format), value.get<double>());
}

void printTable(const std::vector<Json>& rows) {
  fmt::print("{:<9} {:<44} {:>9} {:>3} {:>7} {:>12} {:>9} {:>8} {:>8} {:>6}  {}\n", "name", "scene",
             "cells", "thr", "target", "seconds", "ns/cell", "GB/s", "GFlop/s", "bound", "");
  for (const Json& row : rows) {
    std::string rest;
    for (const auto& [key, value] : row.items()) {
      const bool isColumn = key == "name" || key == "scene" || key == "cells" || key == "threads" ||
                            key == "target" || key == "seconds" || key == "ns_per_cell" ||
                            key == "gb_per_s" || key == "gflop_per_s" || key == "fraction_of_bound";
      if (isColumn) continue;
      rest += fmt::format("{} {}  ", key,
                          value.is_number_float() ? fmt::format("{:.3g}", value.get<double>())
                          : value.is_string()     ? value.get<std::string>()
                                                  : value.dump());
    }
    fmt::print("{:<9} {:<44} {:>9} {:>3} {:>7} {:>12} {:>9} {:>8} {:>8} {:>6}  {}\n",
               row["name"].get<std::string>(), row["scene"].get<std::string>(),
               row["cells"].get<std::int64_t>(), row["threads"].get<int>(),
               row["target"].get<std::string>(), cellText(row["seconds"], "{:.6f}"),
               cellText(row["ns_per_cell"], "{:.2f}"), cellText(row["gb_per_s"], "{:.2f}"),
               cellText(row["gflop_per_s"], "{:.2f}"), cellText(row["fraction_of_bound"], "{:.2f}"),
               rest);
  }
}

// Keeps to one instruction set. Returns what is wrong with the wish, or nothing.
std::string chooseTarget(const std::string& wanted) {
  std::string known;
  for (const std::int64_t target : hwy::SupportedAndGeneratedTargets()) {
    if (wanted == hwy::TargetName(target)) {
      hwy::SetSupportedTargetsForTest(target);
      return "";
    }
    known += std::string(known.empty() ? "" : ", ") + hwy::TargetName(target);
  }
  return fmt::format("--target '{}' cannot be used here; there are {}.", wanted, known);
}

}  // namespace
}  // namespace sinew::bench

int main(int argc, char** argv) {
  using namespace sinew::bench;
  CLI::App app("Timings of the stages of Sinew, each with its answer checked.", "sinew bench");
  Options options;
  options.scratch = std::filesystem::temp_directory_path().string();
  std::vector<std::string> names;
  std::string target;
  bool isJson = false, isQuick = false;
  std::string known = "all";
  for (const Benchmark& benchmark : kBenchmarks) known += std::string(", ") + benchmark.name;
  app.add_option("name", names, known)->required();
  app.add_flag("--json", isJson, "a list of objects instead of a table");
  app.add_option("--threads", options.threads, "0: one per core")->check(CLI::Range(0, 1024));
  app.add_option("--cells", options.cells, "about so many, instead of 100,000 or a cube of 64")
      ->check(CLI::Range(8, 100000000));
  app.add_option("--scene", options.scene, "cube, arm or hand; all of the benchmark if not given");
  app.add_option("--nu", options.nu, "Poisson's ratio; all of the benchmark if not given")
      ->check(CLI::Range(0.01, 0.48));
  app.add_option("--tolerance", options.tolerance,
                 "of linear and peers; 1e-3 and 1e-6 if not given")
      ->check(CLI::Range(1e-9, 0.9));
  app.add_flag(
      "--definite", options.isDefinite,
      "of linear and peers: with every cell's tangent made positive, as the V-cycle has it");
  app.add_option("--course", options.course,
                 "of frame: static_5, static_45 or sequential_5; all if not given");
  app.add_option("--peer", options.peer, "of peers; all that were found if not given");
  app.add_option("--target", target, "an instruction set by Highway's name, such as SSE4");
  app.add_option("--seconds", options.seconds, "least time of one repetition")
      ->capture_default_str();
  app.add_option("--repetitions", options.repetitions, "the best one counts")
      ->check(CLI::Range(1, 1000))
      ->capture_default_str();
  app.add_option("--scratch", options.scratch, "folder for the matrices handed to peers");
  app.add_flag("--quick", isQuick, "once each and small, to see that all answers are right");
  CLI11_PARSE(app, argc, argv);

  if (options.threads == 0) options.threads = static_cast<int>(std::thread::hardware_concurrency());
  if (isQuick) {
    options.seconds = 0, options.repetitions = 1;
    if (options.cells == 0) options.cells = 1000;
  }
  if (!target.empty()) {
    if (const std::string problem = chooseTarget(target); !problem.empty()) {
      fmt::print(stderr, "sinew bench: {}\n", problem);
      return 2;
    }
  }
  Report report(options);
  for (const std::string& name : names) {
    bool isKnown = name == "all";
    try {
      for (const Benchmark& benchmark : kBenchmarks) {
        if (name != benchmark.name && name != "all") continue;
        isKnown = true;
        benchmark.run(report);
      }
    } catch (const std::exception& error) {
      fmt::print(stderr, "sinew bench {}: {}\n", name, error.what());
      return 1;
    }
    if (!isKnown) {
      fmt::print(stderr, "sinew bench: there is no benchmark '{}'; there are {}.\n", name, known);
      return 2;
    }
  }
  if (isJson)
    fmt::print("{}\n", Json(report.rows()).dump(1));
  else
    printTable(report.rows());
  return 0;
}
