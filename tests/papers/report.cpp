// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
#include "papers/report.h"

#include <cstdarg>
#include <cstdio>

namespace sinew::papers {

namespace {

constexpr const char* kVerdictNames[] = {"agrees",         "agrees in part", "disagrees",
                                         "ours is faster", "ours is slower", "for the record"};

}  // namespace

void Report::startExperiment(const std::string& id, const std::string& title) {
  experiment_ = id;
  all_[id] = {{"title", title},
              {"rows", Json::array()},
              {"claims", Json::array()},
              {"plots", Json::object()}};
  start_ = std::chrono::steady_clock::now();
  std::printf("--- %s: %s\n", id.c_str(), title.c_str());
  std::fflush(stdout);
}

void Report::finishExperiment() {
  const std::chrono::duration<double> passed = std::chrono::steady_clock::now() - start_;
  all_[experiment_]["seconds"] = passed.count();
  std::printf("    %.1f s\n", passed.count());
  std::fflush(stdout);
}

void Report::row(const Row& row) {
  all_[experiment_]["rows"].push_back({{"place", row.place},
                                       {"what", row.what},
                                       {"theirs", row.theirs},
                                       {"ours", row.ours},
                                       {"setUp", row.setUp},
                                       {"verdict", kVerdictNames[static_cast<int>(row.verdict)]},
                                       {"why", row.why}});
  std::printf("    %-34s | paper %-22s | ours %s\n", row.what.c_str(), row.theirs.c_str(),
              row.ours.c_str());
}

void Report::claim(const std::string& sentence, bool holds) {
  all_[experiment_]["claims"].push_back({{"claim", sentence}, {"holds", holds}});
  std::printf("    %s: %s\n", holds ? "holds" : "DOES NOT HOLD", sentence.c_str());
  if (!holds) failed_.push_back(sentence);
}

std::string text(const char* format, ...) {
  char buffer[1024];
  std::va_list arguments;
  va_start(arguments, format);
  std::vsnprintf(buffer, sizeof buffer, format, arguments);
  va_end(arguments);
  return buffer;
}

}  // namespace sinew::papers
