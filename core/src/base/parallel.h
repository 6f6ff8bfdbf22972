// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
//
// The only door to threads. Results never depend on the thread count: work is cut into chunks by
// size alone, and sums are taken per chunk in double and then added in chunk order.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <type_traits>
#include <utility>

namespace sinew {

/// A pool a frame runs in. Loops inside run() use at most threads() workers.
class ThreadArena {
 public:
  explicit ThreadArena(int threads);  ///< 0: one per core
  ~ThreadArena();
  ThreadArena(ThreadArena&&) noexcept;
  ThreadArena& operator=(ThreadArena&&) noexcept;

  int threads() const;

  template <class Body>
  void run(Body&& body) {
    using B = std::remove_reference_t<Body>;
    runErased([](void* b) { (*static_cast<B*>(b))(); },
              const_cast<void*>(static_cast<const void*>(&body)));
  }

 private:
  void runErased(void (*call)(void*), void* body);
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

namespace detail {
void forEachChunk(std::int64_t chunks, void (*call)(void*, std::int64_t), void* body);
}

/// body(begin, end) over [0, count) in chunks of `grain`; chunks run in any order, on any thread.
template <class Body>
void parallelFor(std::int64_t count, std::int64_t grain, Body&& body) {
  const std::int64_t chunks = (count + grain - 1) / grain;
  if (chunks <= 1) {
    if (count > 0) body(std::int64_t{0}, count);
    return;
  }
  auto chunk = [&](std::int64_t k) { body(k * grain, k + 1 == chunks ? count : (k + 1) * grain); };
  detail::forEachChunk(
      chunks, [](void* b, std::int64_t k) { (*static_cast<decltype(chunk)*>(b))(k); }, &chunk);
}

/// Workers a loop called from here may use.
int workerCount();

inline constexpr std::int64_t kMaxSumChunks = 1024;

/// Folds body(begin, end) over fixed chunks with combine(total, part), in chunk order.
template <class T, class Body, class Combine>
T parallelReduce(std::int64_t count, std::int64_t leastGrain, T total, Body&& body,
                 Combine&& combine) {
  const std::int64_t needed = (count + kMaxSumChunks - 1) / kMaxSumChunks;
  const std::int64_t grain = needed > leastGrain ? needed : leastGrain;
  const std::int64_t chunks = (count + grain - 1) / grain;
  std::array<T, kMaxSumChunks> parts;
  parallelFor(count, grain, [&](std::int64_t begin, std::int64_t end) {
    parts[static_cast<std::size_t>(begin / grain)] = body(begin, end);
  });
  for (std::int64_t k = 0; k < chunks; ++k) combine(total, parts[static_cast<std::size_t>(k)]);
  return total;
}

/// Sum of body(begin, end) -> double over fixed chunks, in chunk order.
template <class Body>
double parallelSum(std::int64_t count, std::int64_t leastGrain, Body&& body) {
  return parallelReduce(count, leastGrain, 0.0, body,
                        [](double& total, double part) { total += part; });
}

}  // namespace sinew
