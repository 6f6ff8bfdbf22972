// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
#include <array>

#include "io/number_text.h"
#include "io/safe_file.h"
#include "sinew/result_file.h"

namespace sinew {
namespace {

void appendVertexLines(std::string& text, Span<const Vec3f> points) {
  for (const Vec3f& p : points) {
    text += "v ";
    io::appendPoint(text, p, " ");
    text += '\n';
  }
}

template <class Corners>
void appendElement(std::string& text, char kind, const Corners& corners) {
  text += kind;
  for (const std::int32_t corner : corners) {
    text += ' ';
    io::appendNumber(text, corner + 1);
  }
  text += '\n';
}

}  // namespace

Result<std::int64_t> writeText(const std::string& path, const std::string& text) {
  return io::guarded<std::int64_t>(path, [&] {
    io::SafeFile file(path);
    file.write(text);
    return file.commit();
  });
}

Result<std::int64_t> writeObj(const std::string& path, Span<const Vec3f> points,
                              Span<const Triangle> triangles) {
  std::string text;
  appendVertexLines(text, points);
  for (const Triangle& t : triangles) appendElement(text, 'f', std::array{t.a, t.b, t.c});
  return writeText(path, text);
}

Result<std::int64_t> writeObjLines(const std::string& path, Span<const Vec3f> points,
                                   Span<const std::array<std::int32_t, 2>> lines) {
  std::string text;
  appendVertexLines(text, points);
  for (const auto& line : lines) appendElement(text, 'l', line);
  return writeText(path, text);
}

}  // namespace sinew
