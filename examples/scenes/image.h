// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace sinew::scenes {

/// A colour as shown on a screen (sRGB).
struct Pixel {
  std::uint8_t r = 0, g = 0, b = 0;

  bool operator==(const Pixel&) const = default;
};

/// Rows from top to bottom.
struct Image {
  Image() = default;
  Image(int w, int h, Pixel fill) : width(w), height(h), pixels(std::size_t(w) * h, fill) {}

  int width = 0, height = 0;
  std::vector<Pixel> pixels;

  Pixel& at(int x, int y) { return pixels[std::size_t(y) * width + x]; }
  const Pixel& at(int x, int y) const { return pixels[std::size_t(y) * width + x]; }
};

/// Copies `source` into `target` with its top left corner at (x, y), cut at the edges.
void paste(const Image& source, int x, int y, Image& target);

/// Writes `text` with its top left corner at (x, y) in a 5x7 dot font, `scale` pixels per dot.
/// Letters come out as capitals; characters without a glyph as blanks.
void drawText(std::string_view text, int x, int y, int scale, Pixel colour, Image& target);

/// Width of `text` as drawText draws it [pixels]; its height is 7 * scale.
int textWidth(std::string_view text, int scale);

/// One row of a contact sheet: a title, and pictures of one size.
struct SheetRow {
  std::string title;
  std::vector<Image> pictures;
};

/// Pictures in rows under `title`, with one caption per column. Rows must have equal length.
Image contactSheet(std::string_view title, const std::vector<std::string>& captions,
                   const std::vector<SheetRow>& rows);

}  // namespace sinew::scenes
