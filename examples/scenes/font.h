// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <string_view>

namespace sinew::scenes {

constexpr int kGlyphWidth = 5, kGlyphHeight = 7;

/// Rows from top to bottom; '#' is ink.
using Glyph = std::array<std::string_view, kGlyphHeight>;

/// The glyph of a digit, a letter (always a capital) or one of . , : - + = / % ( ) _ < >; otherwise
/// a blank.
const Glyph& glyphOf(char letter);

}  // namespace sinew::scenes
