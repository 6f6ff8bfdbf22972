// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
#include "calling_thread.h"

#include <chrono>
#include <exception>
#include <thread>

namespace sinew::python {
namespace {

constexpr std::chrono::milliseconds kBetweenChecks{20};

void checkSignals() {
  if (PyErr_CheckSignals() != 0) throw py::error_already_set();
}

}  // namespace

void CallingThread::runInterruptibly(std::atomic<bool>& cancel, const std::function<void()>& work) {
  const py::gil_scoped_release withoutGil;
  std::exception_ptr failure;  // of the work itself
  std::thread worker([&] {
    try {
      work();
    } catch (...) {
      failure = std::current_exception();
    }
    const std::lock_guard lock(mutex_);
    isDone_ = true;
    changed_.notify_all();
  });
  const std::function<void()> check = checkSignals;
  std::unique_lock lock(mutex_);
  while (!isDone_) {
    const bool wasTold =
        changed_.wait_for(lock, kBetweenChecks, [&] { return isDone_ || asked_ != nullptr; });
    if (isDone_) break;
    const std::function<void()>& function = wasTold ? *asked_ : check;
    lock.unlock();  // the work must not wait for whoever has the GIL
    runAsked(cancel, function);
    lock.lock();
    if (wasTold) asked_ = nullptr;
    changed_.notify_all();
  }
  lock.unlock();
  worker.join();
  if (raised_) std::rethrow_exception(raised_);
  if (failure) std::rethrow_exception(failure);
}

void CallingThread::runAsked(std::atomic<bool>& cancel, const std::function<void()>& function) {
  const py::gil_scoped_acquire withGil;
  try {
    function();
  } catch (...) {
    if (!raised_) raised_ = std::current_exception();
    cancel.store(true);
  }
}

void CallingThread::call(const std::function<void()>& function) {
  std::unique_lock lock(mutex_);
  asked_ = &function;
  changed_.notify_all();
  changed_.wait(lock, [&] { return asked_ == nullptr; });
}

}  // namespace sinew::python
