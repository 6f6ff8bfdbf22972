// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
//
// Wavefront OBJ: points (v), faces (f) and the names of objects (o) and groups (g).
#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "io/polygons.h"
#include "io/surface_formats.h"
#include "io/text_scanner.h"

namespace sinew::io {

namespace {

// Not needed for a surface, and too common to warn about.
constexpr std::array<std::string_view, 9> kIgnored = {"vt",     "vn",     "vp", "s", "mg",
                                                      "mtllib", "usemtl", "l",  "p"};

Vec3f readPoint(TextScanner& text) {
  Vec3f p;
  p.x = static_cast<float>(text.number("x"));
  p.y = static_cast<float>(text.number("y"));
  p.z = static_cast<float>(text.number("z"));
  return p;
}

/// Corners such as 7, 7/1, 7//3 and 7/1/3; -1 is the last point so far.
void readFace(TextScanner& text, std::size_t pointCount, Polygons& polygons) {
  for (std::string_view word = text.word(); !word.empty() && word[0] != '#'; word = text.word()) {
    std::int64_t index = 0;
    if (!parseNumber(word.substr(0, word.find('/')), index) || index == 0) {
      text.failHere("a face has the corner " + inQuotes(word) + ", which is not a point number.");
    }
    const auto count = static_cast<std::int64_t>(pointCount);
    if (index < -count) {
      text.failHere("a face counts back " + inQuotes(word) + ", but only " +
                    std::to_string(pointCount) + " points came before it.");
    }
    polygons.corners.push_back(index > 0 ? index - 1 : count + index);
  }
  polygons.close();
}

}  // namespace

SurfaceMesh readObj(Bytes bytes) {
  TextScanner text(bytes);
  SurfaceMesh mesh;
  Polygons polygons;
  std::vector<PolygonPart> parts;
  std::size_t unknown = 0;
  std::string firstUnknown;
  while (text.nextLine()) {
    const std::string_view keyword = text.word();
    if (keyword.empty() || keyword[0] == '#') continue;
    if (keyword == "v") {
      mesh.points.push_back(readPoint(text));
    } else if (keyword == "f") {
      readFace(text, mesh.points.size(), polygons);
    } else if (keyword == "o" || keyword == "g") {
      parts.push_back({std::string(text.restOfLine()), polygons.count()});
    } else if (std::find(kIgnored.begin(), kIgnored.end(), keyword) == kIgnored.end()) {
      if (unknown++ == 0) firstUnknown = inQuotes(keyword);
    }
  }
  if (mesh.points.empty()) fail("no line holds a point (v x y z).");
  if (polygons.count() == 0) fail("it has points but no faces.");
  if (unknown > 0) {
    mesh.warnings.push_back(std::to_string(unknown) +
                            " lines were not understood; the first begins with " + firstUnknown +
                            ".");
  }
  triangulate(polygons, parts, mesh);
  return mesh;
}

}  // namespace sinew::io
