// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
//
// PNG (ISO/IEC 15948): a signature, then chunks of length, type, content and CRC. The content of
// IDAT is one zlib stream of rows, each led by the number of its filter.
#include "scenes/png.h"

#include <zlib.h>

#include "scenes/write_file.h"

namespace sinew::scenes {
namespace {

const Bytef* asBytes(const std::string& text) {
  return reinterpret_cast<const Bytef*>(text.data());
}

void appendNumber(std::uint32_t number, std::string& bytes) {
  for (int shift = 24; shift >= 0; shift -= 8) bytes += static_cast<char>(number >> shift & 255);
}

void appendChunk(const std::string& typeAndContent, std::string& file) {
  const auto size = static_cast<uInt>(typeAndContent.size());
  appendNumber(size - 4, file);
  file += typeAndContent;
  appendNumber(static_cast<std::uint32_t>(crc32(0, asBytes(typeAndContent), size)), file);
}

/// Rows with filter 1: each byte less the one a pixel to its left.
std::string filteredRows(const Image& image) {
  std::string rows;
  rows.reserve((3 * std::size_t(image.width) + 1) * image.height);
  for (int y = 0; y < image.height; ++y) {
    rows += '\1';
    Pixel left;
    for (int x = 0; x < image.width; ++x) {
      const Pixel pixel = image.at(x, y);
      rows += static_cast<char>(pixel.r - left.r);
      rows += static_cast<char>(pixel.g - left.g);
      rows += static_cast<char>(pixel.b - left.b);
      left = pixel;
    }
  }
  return rows;
}

std::string deflated(const std::string& bytes) {
  uLongf size = compressBound(bytes.size());
  std::string packed(size, '\0');
  compress2(reinterpret_cast<Bytef*>(packed.data()), &size, asBytes(bytes), bytes.size(),
            Z_BEST_COMPRESSION);
  packed.resize(size);
  return packed;
}

}  // namespace

std::string encodePng(const Image& image) {
  std::string header = "IHDR";
  appendNumber(image.width, header);
  appendNumber(image.height, header);
  header += {8, 2, 0, 0, 0};  // 8 bits, RGB, deflate, adaptive filters, not interlaced

  std::string file = "\x89PNG\r\n\x1a\n";
  appendChunk(header, file);
  appendChunk("IDAT" + deflated(filteredRows(image)), file);
  appendChunk("IEND", file);
  return file;
}

bool writePng(const Image& image, const std::filesystem::path& path) {
  return writeFile(path, encodePng(image));
}

}  // namespace sinew::scenes
