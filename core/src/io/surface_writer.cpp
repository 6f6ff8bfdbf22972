// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
#include "io/number_text.h"
#include "io/safe_file.h"
#include "sinew/result_file.h"

namespace sinew {

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
  for (const Vec3f& p : points) {
    text += "v ";
    io::appendPoint(text, p, " ");
    text += '\n';
  }
  for (const Triangle& t : triangles) {
    text += 'f';
    for (const std::int32_t corner : {t.a, t.b, t.c}) {
      text += ' ';
      io::appendNumber(text, corner + 1);
    }
    text += '\n';
  }
  return writeText(path, text);
}

}  // namespace sinew
