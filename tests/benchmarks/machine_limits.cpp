// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
#include "machine_limits.h"

#include <algorithm>
#include <barrier>
#include <chrono>
#include <cmath>
#include <functional>
#include <map>
#include <stdexcept>
#include <thread>
#include <utility>
#include <vector>

#include "base/aligned_vector.h"
#include "limit_kernels.h"

namespace sinew::bench {
namespace {

using Clock = std::chrono::steady_clock;
constexpr int kRounds = 5;
constexpr double kRoundSeconds = 0.02;

// Least seconds per call when all threads call body(thread) over and over, each from its own start
// value made by prepare(thread) on that thread.
double secondsTogether(int threads, const std::function<void(int)>& prepare,
                       const std::function<void(int)>& body) {
  std::vector<double> seconds(static_cast<std::size_t>(threads) * kRounds);
  std::int64_t calls = 1;
  std::barrier together(threads);
  const auto run = [&](int thread) {
    prepare(thread);
    body(thread);
    const auto warm = Clock::now();
    body(thread);
    const double once = std::chrono::duration<double>(Clock::now() - warm).count();
    if (thread == 0) calls = std::max<std::int64_t>(1, std::llround(kRoundSeconds / once));
    for (int round = 0; round < kRounds; ++round) {
      together.arrive_and_wait();
      const auto begin = Clock::now();
      for (std::int64_t k = 0; k < calls; ++k) body(thread);
      seconds[static_cast<std::size_t>(round * threads + thread)] =
          std::chrono::duration<double>(Clock::now() - begin).count() / static_cast<double>(calls);
    }
  };
  std::vector<std::thread> pool;
  for (int thread = 0; thread < threads; ++thread) pool.emplace_back(run, thread);
  for (std::thread& thread : pool) thread.join();
  double best = seconds[0] * 1e9;
  for (int round = 0; round < kRounds; ++round)  // a round takes as long as its slowest thread
    best = std::min(best, *std::max_element(seconds.begin() + round * threads,
                                            seconds.begin() + (round + 1) * threads));
  return best;
}

double triadOf(Stores stores, int threads, std::size_t count) {
  struct Arrays {
    AlignedVector<float> a, b, c;
  };
  std::vector<Arrays> arrays(static_cast<std::size_t>(threads));
  const double seconds = secondsTogether(
      threads,
      [&](int thread) {
        Arrays& own = arrays[static_cast<std::size_t>(thread)];
        own.a.assign(count, 0.f), own.b.assign(count, 1.f), own.c.assign(count, 2.f);
      },
      [&](int thread) {
        Arrays& own = arrays[static_cast<std::size_t>(thread)];
        triad(stores, own.b.data(), own.c.data(), 3.f, own.a.data(), count);
      });
  for (const Arrays& own : arrays)
    if (own.a.front() != 7.f || own.a.back() != 7.f) throw std::runtime_error("triad is wrong.");
  return 12.0 * static_cast<double>(count) * threads / seconds;
}

}  // namespace

double triadBandwidth(int threads, double footprint) {
  const double perThread = footprint / (12.0 * threads);
  const auto count = static_cast<std::size_t>(std::max(1.0, std::round(perThread / 16))) * 16;
  const double ordinary = triadOf(Stores::Ordinary, threads, count);
  return std::max(ordinary, triadOf(Stores::Streaming, threads, count));
}

double fmaPeak(int threads) {
  constexpr std::int64_t kSpins = 100000;
  std::vector<float> sums(static_cast<std::size_t>(threads) * 16);
  const double seconds = secondsTogether(
      threads, [](int) {},
      [&](int thread) { sums[static_cast<std::size_t>(thread) * 16] += spinFma(kSpins); });
  if (!(sums[0] > 0)) throw std::runtime_error("the FMA loop is wrong.");
  return fmaFlops(kSpins) * threads / seconds;
}

double boundSeconds(const Work& work, int threads) {
  static std::map<std::pair<int, double>, double> bandwidths;
  static std::map<int, double> peaks;
  const double footprint = std::max(work.footprint, 12.0 * 16 * threads);
  double& bandwidth = bandwidths[{threads, footprint}];
  if (bandwidth == 0) bandwidth = triadBandwidth(threads, footprint);
  double& peak = peaks[threads];
  if (peak == 0) peak = fmaPeak(threads);
  return std::max(work.bytes / bandwidth, work.flops / peak);
}

}  // namespace sinew::bench
