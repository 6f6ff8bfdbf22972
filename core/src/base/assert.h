// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
//
// Wrong code, not wrong data: on in debug and sanitizer builds (SINEW_CHECKED), free otherwise.
#pragma once

#if defined(SINEW_CHECKED) || !defined(NDEBUG)
#include <cstdio>
#include <cstdlib>
#define SINEW_ASSERT(condition)                                                              \
  do {                                                                                       \
    if (!(condition)) {                                                                      \
      std::fprintf(stderr, "%s:%d: assertion failed: %s\n", __FILE__, __LINE__, #condition); \
      std::abort();                                                                          \
    }                                                                                        \
  } while (false)
#else
#define SINEW_ASSERT(condition) static_cast<void>(0)
#endif
