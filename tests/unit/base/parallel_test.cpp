// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
#include "base/parallel.h"

#include <gtest/gtest.h>
#include <tbb/global_control.h>

#include <atomic>
#include <chrono>
#include <cmath>
#include <numeric>
#include <thread>
#include <utility>
#include <vector>

#include "base/runs.h"

namespace sinew::testing {
namespace {

// TBB makes no more threads than cores unless it is told to.
const tbb::global_control kManyThreads(tbb::global_control::max_allowed_parallelism, 8);

constexpr int kThreadCounts[] = {1, 2, 3, 7};

TEST(ParallelFor, VisitsEveryIndexOnceInChunksOfTheGrain) {
  for (const int threads : kThreadCounts) {
    ThreadArena arena(threads);
    for (const std::int64_t count : {1, 15, 16, 17, 1000, 100003}) {
      std::vector<std::uint8_t> visits(static_cast<std::size_t>(count), 0);
      std::atomic<int> odd = 0;  // chunks that do not start and end on the grain
      arena.run([&] {
        parallelFor(count, 16, [&](std::int64_t begin, std::int64_t end) {
          odd += begin % 16 != 0 || (end != count && end - begin != 16) || begin >= end;
          for (auto i = begin; i < end; ++i) ++visits[static_cast<std::size_t>(i)];
        });
      });
      EXPECT_EQ(odd, 0);
      EXPECT_EQ(visits, std::vector<std::uint8_t>(static_cast<std::size_t>(count), 1));
    }
  }
}

TEST(ForRuns, FindsEveryRunWithinTheLimits) {
  const std::vector<std::uint8_t> flags{1, 1, 0, 0, 1, 0, 1, 1, 1};
  std::vector<std::pair<std::int32_t, std::int32_t>> ones, zeros;
  forRuns(flags, 1, 1, 8, [&](std::int32_t begin, std::int32_t end) {
    ones.push_back({begin, end});
  });
  forRuns(flags, 0, 0, 9, [&](std::int32_t begin, std::int32_t end) {
    zeros.push_back({begin, end});
  });
  EXPECT_EQ(ones, (decltype(ones){{1, 2}, {4, 5}, {6, 8}}));
  EXPECT_EQ(zeros, (decltype(zeros){{2, 4}, {5, 6}}));
}

TEST(ParallelFor, OfNothingDoesNothing) {
  parallelFor(0, 16, [](std::int64_t, std::int64_t) { FAIL(); });
}

TEST(ParallelFor, SeesTheWritesOfTheLoopBefore) {  // a race here is what TSan looks for
  ThreadArena arena(7);
  std::vector<double> a(50000, 1), b(a.size());
  arena.run([&] {
    for (int pass = 0; pass < 10; ++pass) {
      parallelFor(
          static_cast<std::int64_t>(a.size()), 100, [&](std::int64_t begin, std::int64_t end) {
            for (auto i = static_cast<std::size_t>(begin); i < static_cast<std::size_t>(end); ++i)
              b[i] = a[a.size() - 1 - i] + 1;
          });
      a.swap(b);
    }
  });
  EXPECT_EQ(a, std::vector<double>(a.size(), 11));
}

TEST(ParallelFor, MayBeNested) {
  ThreadArena arena(3);
  std::vector<std::vector<int>> visits(40, std::vector<int>(300, 0));
  arena.run([&] {
    parallelFor(40, 1, [&](std::int64_t begin, std::int64_t) {
      auto& row = visits[static_cast<std::size_t>(begin)];
      parallelFor(300, 7, [&](std::int64_t from, std::int64_t to) {
        for (auto i = from; i < to; ++i) ++row[static_cast<std::size_t>(i)];
      });
    });
  });
  for (const auto& row : visits) EXPECT_EQ(std::accumulate(row.begin(), row.end(), 0), 300);
}

/// Numbers whose sum depends on the order they are added in.
std::vector<double> roughNumbers(std::size_t count) {
  std::vector<double> numbers(count);
  std::uint32_t state = 1;
  for (double& v : numbers) {
    state = state * 1664525u + 1013904223u;
    v = std::ldexp(static_cast<double>(state) - 2147483648.0, static_cast<int>(state >> 27) - 16);
  }
  return numbers;
}

double sumOf(const std::vector<double>& numbers, std::int64_t grain) {
  return parallelSum(static_cast<std::int64_t>(numbers.size()), grain,
                     [&](std::int64_t begin, std::int64_t end) {
                       double sum = 0;
                       for (auto i = begin; i < end; ++i)
                         sum += numbers[static_cast<std::size_t>(i)];
                       return sum;
                     });
}

TEST(ParallelSum, HasTheSameBitsForAnyNumberOfThreads) {
  const std::vector<double> numbers = roughNumbers(300001);
  ThreadArena one(1);
  double expected = 0;
  one.run([&] { expected = sumOf(numbers, 64); });
  for (const int threads : kThreadCounts) {
    ThreadArena arena(threads);
    for (int repeat = 0; repeat < 5; ++repeat) {
      double sum = 0;
      arena.run([&] { sum = sumOf(numbers, 64); });
      EXPECT_EQ(sum, expected);
    }
  }
  EXPECT_NE(expected, std::accumulate(numbers.rbegin(), numbers.rend(), 0.0))
      << "these numbers would not notice another order";
}

TEST(ParallelReduce, CombinesTheChunksInOrder) {
  for (const int threads : kThreadCounts) {
    ThreadArena arena(threads);
    for (const std::int64_t count : {1, 999, 5000, 100000}) {  // over kMaxSumChunks chunks of 3 too
      std::vector<std::pair<std::int64_t, std::int64_t>> order;
      arena.run([&] {
        using Range = std::pair<std::int64_t, std::int64_t>;
        parallelReduce(
            count, 3, Range{},
            [&](std::int64_t begin, std::int64_t end) { return Range(begin, end); },
            [&](Range&, const Range& part) { order.push_back(part); });
      });
      ASSERT_FALSE(order.empty());
      EXPECT_LE(order.size(), static_cast<std::size_t>(kMaxSumChunks));
      EXPECT_EQ(order.front().first, 0);
      EXPECT_EQ(order.back().second, count);
      for (std::size_t k = 1; k < order.size(); ++k) EXPECT_EQ(order[k - 1].second, order[k].first);
    }
  }
}

TEST(ParallelReduce, OfNothingIsTheStartValue) {
  EXPECT_EQ(parallelReduce(
                0, 16, 42.0, [](std::int64_t, std::int64_t) { return 1.0; },
                [](double& total, double part) { total += part; }),
            42.0);
}

TEST(ThreadArena, RunsLoopsOnAtMostItsThreads) {
  for (const int threads : kThreadCounts) {
    ThreadArena arena(threads);
    EXPECT_EQ(arena.threads(), threads);
    std::atomic<int> running = 0, most = 0;
    arena.run([&] {
      parallelFor(200, 1, [&](std::int64_t, std::int64_t) {
        const int now = ++running;
        for (int seen = most; now > seen && !most.compare_exchange_weak(seen, now);) {
        }
        std::this_thread::sleep_for(std::chrono::microseconds(20));
        --running;
      });
    });
    EXPECT_LE(most, threads);
    EXPECT_GE(most, 1);
  }
}

TEST(ThreadArena, CanBeMovedAndUsedAgain) {
  ThreadArena arena(2);
  arena = ThreadArena(3);
  int runs = 0;
  for (int k = 0; k < 3; ++k) arena.run([&] { ++runs; });
  EXPECT_EQ(runs, 3);
  EXPECT_EQ(arena.threads(), 3);
}

}  // namespace
}  // namespace sinew::testing
