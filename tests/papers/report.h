// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
//
// What the experiments hand on: rows of the table of docs/results/papers.md, curves for its plots,
// and claims, which decide whether the run has passed. Timings never are claims.
#pragma once

#include <chrono>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace sinew::papers {

using Json = nlohmann::ordered_json;

enum class Verdict { Agrees, Partly, Disagrees, Faster, Slower, Note };

struct Row {
  std::string place, what, theirs, ours, setUp;
  Verdict verdict = Verdict::Note;
  std::string why;  // where it disagrees, or what is to be known
};

class Report {
 public:
  explicit Report(bool isQuick) : isQuick_(isQuick) {}

  /// Quick runs take smaller bodies and leave out what is only measured.
  bool isQuick() const { return isQuick_; }

  void startExperiment(const std::string& id, const std::string& title);
  void row(const Row& row);
  /// A curve or a set of them for the plot `plot`.
  void series(const std::string& plot, const Json& data) {
    all_[experiment_]["plots"][plot].push_back(data);
  }
  void claim(const std::string& sentence, bool holds);
  bool allHold() const { return failed_.empty(); }

  void finishExperiment();
  /// All of it, by experiment.
  Json toJson() const { return {{"quick", isQuick_}, {"experiments", all_}}; }

 private:
  bool isQuick_;
  std::string experiment_;
  std::chrono::steady_clock::time_point start_{};
  Json all_ = Json::object();
  std::vector<std::string> failed_;
};

/// Like printf, into a string.
[[gnu::format(printf, 1, 2)]] std::string text(const char* format, ...);

/// Shortest of `repeats` runs [s].
template <class Action>
double secondsOf(int repeats, Action&& action) {
  double best = 1e300;
  for (int k = 0; k < repeats; ++k) {
    const auto start = std::chrono::steady_clock::now();
    action();
    const std::chrono::duration<double> passed = std::chrono::steady_clock::now() - start;
    best = std::min(best, passed.count());
  }
  return best;
}

}  // namespace sinew::papers
