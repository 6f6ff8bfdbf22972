// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>

namespace sinew {

/// A 64-bit hash for checksums and for telling inputs apart; not against forgery.
///
/// Words of 8 bytes go to four lanes in turn, each by h -> rotate((h ^ word) * odd). That is
/// one-to-one in the word and in h, and so is the mixing of the lanes at the end: two inputs of the
/// same length that differ in one word only never have the same hash.
inline std::uint64_t hash64(std::span<const unsigned char> bytes) {
  constexpr std::uint64_t kOdd = 0x9e3779b97f4a7c15u, kMix = 0xbf58476d1ce4e5b9u;
  std::uint64_t lane[4] = {kOdd, kMix, ~kOdd, ~kMix};
  const auto absorb = [&](std::size_t at, std::size_t count) {
    std::uint64_t word = 0;
    std::memcpy(&word, bytes.data() + at, count);
    std::uint64_t& h = lane[at / 8 % 4];
    h = std::rotl((h ^ word) * kOdd, 29);
  };
  const std::size_t whole = bytes.size() & ~std::size_t{7};
  for (std::size_t at = 0; at < whole; at += 8) absorb(at, 8);
  if (whole < bytes.size()) absorb(whole, bytes.size() - whole);

  std::uint64_t h = bytes.size();
  for (const std::uint64_t part : lane) {
    h = (h ^ part) * kMix;
    h ^= h >> 32;
  }
  return h;
}

}  // namespace sinew
