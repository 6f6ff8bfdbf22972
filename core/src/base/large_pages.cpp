// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
#include "base/large_pages.h"

#include <cstdint>

#if defined(__linux__)
#include <sys/mman.h>
#endif

namespace sinew {

void preferLargePages([[maybe_unused]] const void* data, [[maybe_unused]] std::size_t bytes) {
#if defined(__linux__) && defined(MADV_HUGEPAGE)
  constexpr std::uintptr_t kPage = std::uintptr_t{1} << 21;
  const auto begin = (reinterpret_cast<std::uintptr_t>(data) + kPage - 1) & ~(kPage - 1);
  const auto end = (reinterpret_cast<std::uintptr_t>(data) + bytes) & ~(kPage - 1);
  if (end <= begin) return;
  void* first = reinterpret_cast<void*>(begin);
  // What a system refuses, it does without.
  if (madvise(first, end - begin, MADV_HUGEPAGE) != 0) return;
  constexpr int kCollapse = 25;  // MADV_COLLAPSE of Linux 6.1: at once, though already written to
  static_cast<void>(madvise(first, end - begin, kCollapse));
#endif
}

}  // namespace sinew
