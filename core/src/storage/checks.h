// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
//
// A checksum tells damage from luck, not from intent: whatever the solver uses as an index or a
// length is checked after reading, so that no file makes it leave an array. The same is checked
// before writing: what was saved can be loaded.
#pragma once

#include <cstdint>
#include <string>

#include "api/character_parts.h"
#include "io/file_problem.h"
#include "sinew/character_file.h"

namespace sinew::storage {

/// Throws io::FileProblem if any index or length of the character is wrong.
void checkParts(const CharacterParts& parts);

/// The same for the model; `vertices` and `bones` are those of the character.
void checkSource(const CharacterSource& source, std::int64_t vertices, std::int64_t bones);

inline void require(bool holds, const char* what) {
  if (!holds) {
    io::fail(std::string("its ") + what + " contradict each other; bind the character again.");
  }
}

/// All numbers of `list` are in [least, end).
template <class List>
void requireRange(const List& list, std::int64_t least, std::int64_t end, const char* what) {
  bool inside = true;
  for (const auto number : list) {
    inside &= static_cast<std::int64_t>(number) >= least && static_cast<std::int64_t>(number) < end;
  }
  require(inside, what);
}

/// `begin` cuts `entries` entries into `rows` rows.
template <class List>
void requireRows(const List& begin, std::size_t rows, std::size_t entries, const char* what) {
  require(begin.size() == rows + 1 && begin.front() == 0, what);
  require(static_cast<std::uint64_t>(begin.back()) == entries, what);
  bool ascending = true;
  for (std::size_t r = 0; r < rows; ++r) ascending &= begin[r] <= begin[r + 1];
  require(ascending, what);
}

}  // namespace sinew::storage
