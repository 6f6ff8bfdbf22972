// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
#include "obj.h"

#include <fmt/format.h>

#include <iterator>

namespace sinew::cli {

std::string objText(Span<const Vec3f> points, Span<const Triangle> triangles) {
  std::string text;
  auto out = std::back_inserter(text);
  for (const Vec3f& p : points) fmt::format_to(out, "v {:.9g} {:.9g} {:.9g}\n", p.x, p.y, p.z);
  for (const Triangle& t : triangles) {
    fmt::format_to(out, "f {} {} {}\n", t.a + 1, t.b + 1, t.c + 1);
  }
  return text;
}

}  // namespace sinew::cli
