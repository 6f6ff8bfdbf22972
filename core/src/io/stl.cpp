// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
//
// STL, text and binary. It has no shared vertices: corners in exactly the same place become one.
#include <cctype>
#include <cmath>
#include <string>
#include <string_view>

#include "io/affine.h"
#include "io/byte_reader.h"
#include "io/polygons.h"
#include "io/surface_formats.h"
#include "io/text_scanner.h"
#include "io/weld.h"

namespace sinew::io {

namespace {

constexpr std::size_t kHeader = 80,
                      kFacet = 50;  // binary [bytes]: normal, 3 corners, 2 bytes of attributes

std::string lowerCase(std::string_view word) {
  std::string lower(word);
  for (char& c : lower) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return lower;
}

bool startsWithSolid(Bytes bytes) {
  TextScanner text(bytes.first(std::min<std::size_t>(bytes.size(), 256)));
  return lowerCase(text.wordAcrossLines()) == "solid";
}

SurfaceMesh readBinary(Bytes bytes) {
  ByteReader reader(bytes);
  reader.take(kHeader, "the header of a binary STL");
  const auto count = reader.read<std::uint32_t>("the number of facets");
  if (count > reader.remaining() / kFacet) {
    fail("it is cut short or not an STL: its header promises " + std::to_string(count) +
         " facets, but there is room for " + std::to_string(reader.remaining() / kFacet) + ".");
  }
  SurfaceMesh mesh;
  mesh.points.reserve(std::size_t{count} * 3);
  mesh.triangles.reserve(count);
  for (std::uint32_t i = 0; i < count; ++i) {
    const Bytes facet = reader.take(kFacet, "a facet");
    for (std::size_t corner = 0; corner < 3; ++corner) {
      const unsigned char* at = facet.data() + 12 + 12 * corner;
      const Vec3f p = {loadNumber<float>(at), loadNumber<float>(at + 4), loadNumber<float>(at + 8)};
      if (!isFinite(p)) fail("facet " + std::to_string(i) + " has a corner that is not finite.");
      mesh.points.push_back(p);
    }
    const auto first = static_cast<std::int32_t>(mesh.points.size()) - 3;
    mesh.triangles.push_back({first, first + 1, first + 2});
  }
  if (reader.remaining() > 0) {
    mesh.warnings.push_back(std::to_string(reader.remaining()) +
                            " bytes after the last facet were left out.");
  }
  return mesh;
}

SurfaceMesh readText(Bytes bytes) {
  TextScanner text(bytes);
  SurfaceMesh mesh;
  Polygons polygons;
  std::vector<PolygonPart> parts;
  bool inLoop = false;
  while (text.nextLine()) {
    const std::string keyword = lowerCase(text.word());
    if (keyword == "solid") {
      parts.push_back({std::string(text.restOfLine()), polygons.count()});
    } else if (keyword == "outer") {
      if (inLoop) text.failHere("a loop starts inside another.");
      inLoop = true;
    } else if (keyword == "vertex") {
      if (!inLoop) text.failHere("a vertex stands outside of any loop.");
      const double x = text.number("x"), y = text.number("y"), z = text.number("z");
      polygons.corners.push_back(static_cast<std::int64_t>(mesh.points.size()));
      mesh.points.push_back(toFloat({x, y, z}));
    } else if (keyword == "endloop") {
      if (!inLoop) text.failHere("a loop ends that has not started.");
      inLoop = false;
      polygons.close();
    } else if (!keyword.empty() && keyword != "facet" && keyword != "endfacet" &&
               keyword != "endsolid") {
      text.failHere("expected an STL keyword, found " + inQuotes(keyword) + ".");
    }
  }
  if (inLoop) fail("it ends in the middle of a facet.");
  triangulate(polygons, parts, mesh);
  return mesh;
}

}  // namespace

SurfaceMesh readStl(Bytes bytes) {
  // Binary files may begin with "solid" too; only their length tells.
  bool binary = !startsWithSolid(bytes);
  if (bytes.size() >= kHeader + 4) {
    const std::uint64_t count = loadNumber<std::uint32_t>(bytes.data() + kHeader);
    binary = binary || bytes.size() == kHeader + 4 + kFacet * count;
  }
  SurfaceMesh mesh = binary ? readBinary(bytes) : readText(bytes);
  if (mesh.triangles.empty()) fail("it has no triangles.");
  applyWeld(weld(mesh.points), mesh.points, mesh.triangles);
  return mesh;
}

}  // namespace sinew::io
