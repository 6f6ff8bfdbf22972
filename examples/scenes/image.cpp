// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
#include "scenes/image.h"

#include <algorithm>

#include "scenes/font.h"

namespace sinew::scenes {
namespace {

constexpr Pixel kPaper{250, 250, 249}, kInk{52, 54, 58}, kGrey{128, 130, 135};

}  // namespace

void paste(const Image& source, int x, int y, Image& target) {
  for (int row = std::max(0, -y); row < std::min(source.height, target.height - y); ++row) {
    for (int column = std::max(0, -x); column < std::min(source.width, target.width - x);
         ++column) {
      target.at(x + column, y + row) = source.at(column, row);
    }
  }
}

void drawText(std::string_view text, int x, int y, int scale, Pixel colour, Image& target) {
  const Image dot(scale, scale, colour);
  for (char letter : text) {
    const Glyph& glyph = glyphOf(letter);
    for (int row = 0; row < kGlyphHeight; ++row) {
      for (int column = 0; column < kGlyphWidth; ++column) {
        if (glyph[row][column] == '#') paste(dot, x + column * scale, y + row * scale, target);
      }
    }
    x += (kGlyphWidth + 1) * scale;
  }
}

int textWidth(std::string_view text, int scale) {
  return std::max(0, static_cast<int>(text.size()) * (kGlyphWidth + 1) - 1) * scale;
}

Image contactSheet(std::string_view title, const std::vector<std::string>& captions,
                   const std::vector<SheetRow>& rows) {
  const int margin = 36, gap = 8, titleScale = 4, scale = 2;
  const int header = margin + 7 * titleScale + 28, rowTitle = 7 * scale + 14, footer = 40;
  const Image& first = rows.front().pictures.front();
  const int columns = static_cast<int>(captions.size());
  const int rowHeight = rowTitle + first.height + 20;
  Image sheet(2 * margin + columns * (first.width + gap) - gap,
              header + static_cast<int>(rows.size()) * rowHeight + footer, kPaper);

  drawText(title, margin, margin, titleScale, kInk, sheet);
  int y = header;
  for (const SheetRow& row : rows) {
    drawText(row.title, margin, y, scale, kInk, sheet);
    for (int column = 0; column < columns; ++column) {
      paste(row.pictures[column], margin + column * (first.width + gap), y + rowTitle, sheet);
    }
    y += rowHeight;
  }
  for (int column = 0; column < columns; ++column) {
    const int center = margin + column * (first.width + gap) + first.width / 2;
    drawText(captions[column], center - textWidth(captions[column], scale) / 2, y, scale, kGrey,
             sheet);
  }
  return sheet;
}

}  // namespace sinew::scenes
