// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
//
// What every benchmark of sinew-bench takes and gives. A benchmark is a function that adds rows to
// a Report. A row is timed, checked against something slower, and set against what the machine can
// do; a wrong answer throws, so no time of wrong work is ever printed.
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "work.h"

namespace sinew::bench {

using Json = nlohmann::ordered_json;

struct Options {
  int threads = 0;          // 0: one per core
  std::int64_t cells = 0;   // 0: what the benchmark is meant for
  std::string scene;        // empty: all of the benchmark
  double nu = 0;            // 0: all of the benchmark
  double tolerance = 0;     // 0: all of the benchmark
  bool isDefinite = false;  // linear, peers: with the projected tangent instead of the exact one
  std::string course;       // of frame; empty: all
  double seconds = 0.1;     // least time of one repetition
  int repetitions = 5;      // the best one counts
  std::string peer;         // empty: all that were found
  std::string scratch;      // folder for the systems handed to peers
};

/// What is timed: fields of the row that are not numbers of the clock.
struct Subject {
  std::string name, scene;
  std::int64_t cells = 0;
  std::optional<Work> work;  // none: no meaningful bound
};

class Report {
 public:
  explicit Report(const Options& options) : options_(options) {}

  /// Adds a row and returns it, for fields of its own.
  Json& add(const Subject& subject, double seconds);

  const Options& options() const { return options_; }
  const std::vector<Json>& rows() const { return rows_; }

 private:
  Options options_;
  std::vector<Json> rows_;
};

/// Throws with what was found unless `error` is a number not above `most`.
void require(double error, double most, const std::string& what);
void require(bool isRight, const std::string& what);

/// Seconds of one call, the best of options.repetitions, by Google Benchmark.
double secondsPerCall(const Options& options, const std::function<void()>& call);

/// Seconds of one call of something long: the best of `runs`, without a warm-up.
double secondsOfRuns(int runs, const std::function<void()>& call);

void benchLimits(Report& report);
void benchSvd(Report& report);
void benchOperator(Report& report);
void benchVcycle(Report& report);
void benchLinear(Report& report);
void benchFrame(Report& report);
void benchBind(Report& report);
void benchContact(Report& report);
void benchPeers(Report& report);

struct Benchmark {
  const char* name;
  void (*run)(Report&);
};

/// All of them. A new one is a file bench_<name>.cpp, a declaration above and a line here.
inline constexpr Benchmark kBenchmarks[] = {
    {"limits", benchLimits}, {"svd", benchSvd},         {"operator", benchOperator},
    {"vcycle", benchVcycle}, {"linear", benchLinear},   {"frame", benchFrame},
    {"bind", benchBind},     {"contact", benchContact}, {"peers", benchPeers},
};

}  // namespace sinew::bench
