// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
//
// Long work without the GIL that Ctrl-C can stop. Python runs signal handlers on its main thread
// only, and only when that thread asks; so the work goes to a thread of its own while the calling
// thread keeps asking.
#pragma once

#include <pybind11/pybind11.h>

#include <atomic>
#include <condition_variable>
#include <functional>
#include <mutex>

namespace sinew::python {

namespace py = pybind11;

class CallingThread {
 public:
  /// Runs `work` without the GIL and returns when it has ended. On Ctrl-C, or if another signal
  /// handler raises, sets `cancel`, waits for the work to end, and raises.
  void runInterruptibly(std::atomic<bool>& cancel, const std::function<void()>& work);

  /// For the work: runs `function` with the GIL on the calling thread, and waits for it. What it
  /// raises sets `cancel` and is raised by runInterruptibly.
  void call(const std::function<void()>& function);

 private:
  void runAsked(std::atomic<bool>& cancel, const std::function<void()>& function);

  std::mutex mutex_;
  std::condition_variable changed_;
  const std::function<void()>* asked_ = nullptr;
  bool isDone_ = false;
  std::exception_ptr raised_;
};

}  // namespace sinew::python
