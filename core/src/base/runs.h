// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>
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

/// body(first, last) for the runs of numbers that follow each other among `numbers`, ascending.
template <class Body>
void forRunsOf(std::span<const std::int32_t> numbers, Body&& body) {
  for (std::size_t begin = 0, end = 0; begin < numbers.size(); begin = end) {
    while (++end < numbers.size() && numbers[end] == numbers[end - 1] + 1) {
    }
    body(numbers[begin], numbers[end - 1] + 1);
  }
}

}  // namespace sinew
