// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
//
// How much a test does. Sanitizers slow code down ten to fifty times and find what they look for in
// a few rounds, so under them long tests do less.
#pragma once

namespace sinew::testing {

#if defined(SINEW_CHECKED)
inline constexpr bool kUnderSanitizer = true;
#else
inline constexpr bool kUnderSanitizer = false;
#endif

/// `full` rounds, or `few` of them under a sanitizer.
template <class Count>
constexpr Count rounds(Count full, Count few) {
  return kUnderSanitizer ? few : full;
}

}  // namespace sinew::testing
