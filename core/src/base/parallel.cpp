// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
#include "base/parallel.h"

#include <tbb/parallel_for.h>
#include <tbb/partitioner.h>
#include <tbb/task_arena.h>

#if defined(SINEW_THREAD_SANITIZER)
extern "C" void __tsan_acquire(void* address);
extern "C" void __tsan_release(void* address);
#endif

namespace sinew {
namespace {

// A point in time other threads wait for. Does nothing but tell TSan, which cannot see it: the
// system's libtbb, which does the waiting, is not compiled for it.
struct Moment {
#if defined(SINEW_THREAD_SANITIZER)
  void reached() { __tsan_release(this); }
  void awaited() { __tsan_acquire(this); }
#else
  void reached() {}
  void awaited() {}
#endif
};

}  // namespace

struct ThreadArena::Impl {
  explicit Impl(int threads) : arena(threads > 0 ? threads : tbb::task_arena::automatic) {}
  tbb::task_arena arena;
};

ThreadArena::ThreadArena(int threads) : impl_(std::make_unique<Impl>(threads)) {
  impl_->arena.initialize();
}
ThreadArena::~ThreadArena() = default;
ThreadArena::ThreadArena(ThreadArena&&) noexcept = default;
ThreadArena& ThreadArena::operator=(ThreadArena&&) noexcept = default;

int ThreadArena::threads() const { return impl_->arena.max_concurrency(); }

void ThreadArena::runErased(void (*call)(void*), void* body) {
  Moment start, end;
  start.reached();
  impl_->arena.execute([&] {  // on this thread, or on another if the arena is full
    start.awaited();
    call(body);
    end.reached();
  });
  end.awaited();
}

int workerCount() { return tbb::this_task_arena::max_concurrency(); }

namespace detail {

void forEachChunk(std::int64_t chunks, void (*call)(void*, std::int64_t), void* body) {
  if (workerCount() == 1) {
    for (std::int64_t k = 0; k < chunks; ++k) call(body, k);
    return;
  }
  Moment start, end;
  start.reached();
  tbb::parallel_for(
      tbb::blocked_range<std::int64_t>(0, chunks),
      [&](const tbb::blocked_range<std::int64_t>& range) {
        start.awaited();
        for (std::int64_t k = range.begin(); k != range.end(); ++k) call(body, k);
        end.reached();
      },
      tbb::static_partitioner());
  end.awaited();
}

}  // namespace detail
}  // namespace sinew
