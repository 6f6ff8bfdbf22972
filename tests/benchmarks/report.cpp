// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
#include <benchmark/benchmark.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <functional>
#include <limits>
#include <stdexcept>

#include "bench.h"
#include "elasticity/cell_kernels.h"
#include "machine_limits.h"

namespace sinew::bench {
namespace {

// Takes the best repetition and prints nothing.
class BestTime : public benchmark::BenchmarkReporter {
 public:
  bool ReportContext(const Context&) override { return true; }
  void ReportRuns(const std::vector<Run>& runs) override {
    for (const Run& run : runs)
      if (run.run_type == Run::RT_Iteration && run.iterations > 0)
        best = std::min(best, run.real_accumulated_time / static_cast<double>(run.iterations));
  }
  double best = std::numeric_limits<double>::infinity();
};

}  // namespace

Json& Report::add(const Subject& subject, double seconds) {
  Json row{{"name", subject.name},
           {"scene", subject.scene},
           {"cells", subject.cells},
           {"threads", options_.threads},
           {"target", kernelTarget()},
           {"seconds", seconds},
           {"ns_per_cell",
            1e9 * seconds / static_cast<double>(std::max<std::int64_t>(1, subject.cells))},
           {"gb_per_s", nullptr},
           {"gflop_per_s", nullptr},
           {"fraction_of_bound", nullptr}};
  if (subject.work) {
    row["gb_per_s"] = 1e-9 * subject.work->bytes / seconds;
    row["gflop_per_s"] = 1e-9 * subject.work->flops / seconds;
    row["fraction_of_bound"] = boundSeconds(*subject.work, options_.threads) / seconds;
  }
  rows_.push_back(std::move(row));
  return rows_.back();
}

void require(double error, double most, const std::string& what) {
  if (error <= most) return;
  char text[64];
  std::snprintf(text, sizeof text, "%.3g, at most %.3g", error, most);
  throw std::runtime_error("wrong answer: " + what + " is " + text + ".");
}

void require(bool isRight, const std::string& what) {
  if (!isRight) throw std::runtime_error("wrong answer: " + what + ".");
}

double secondsPerCall(const Options& options, const std::function<void()>& call) {
  auto* timed = benchmark::RegisterBenchmark("call", [&call](benchmark::State& state) {
    for (auto _ : state) {
      call();
      benchmark::ClobberMemory();
    }
  });
  timed->UseRealTime()->Repetitions(options.repetitions);
  if (options.seconds > 0)
    timed->MinTime(options.seconds);
  else
    timed->Iterations(1);
  call();  // caches, pages and the pool of threads
  BestTime reporter;
  benchmark::RunSpecifiedBenchmarks(&reporter, nullptr, "call");
  benchmark::ClearRegisteredBenchmarks();
  return reporter.best;
}

double secondsOfRuns(int runs, const std::function<void()>& call) {
  using Clock = std::chrono::steady_clock;
  double best = std::numeric_limits<double>::infinity();
  for (int k = 0; k < runs; ++k) {
    const auto begin = Clock::now();
    call();
    best = std::min(best, std::chrono::duration<double>(Clock::now() - begin).count());
  }
  return best;
}

}  // namespace sinew::bench
