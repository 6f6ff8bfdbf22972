// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <vector>

namespace sinew {

/// body(first, last) for the runs of `flag` among flags[begin .. end).
template <class Body>
void forRuns(const std::vector<std::uint8_t>& flags, std::uint8_t flag, std::int32_t begin,
             std::int32_t end, Body&& body) {
  const auto isSet = [&](std::int32_t i) { return flags[static_cast<std::size_t>(i)] == flag; };
  while (begin < end) {
    while (begin < end && !isSet(begin)) ++begin;
    std::int32_t last = begin;
    while (last < end && isSet(last)) ++last;
    if (begin < last) body(begin, last);
    begin = last;
  }
}

}  // namespace sinew
