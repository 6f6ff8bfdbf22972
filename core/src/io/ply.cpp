// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
//
// PLY, text and binary of either byte order: x, y, z of the element "vertex" and the index lists of
// the element "face"; everything else is stepped over.
#include <array>
#include <bit>
#include <cmath>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "io/byte_reader.h"
#include "io/polygons.h"
#include "io/surface_formats.h"
#include "io/text_scanner.h"

namespace sinew::io {

namespace {

enum class Type { Int8, UInt8, Int16, UInt16, Int32, UInt32, Float, Double };
constexpr std::array<std::size_t, 8> kSizes = {1, 1, 2, 2, 4, 4, 4, 8};
constexpr std::array<std::array<std::string_view, 2>, 8> kNames = {{{"char", "int8"},
                                                                    {"uchar", "uint8"},
                                                                    {"short", "int16"},
                                                                    {"ushort", "uint16"},
                                                                    {"int", "int32"},
                                                                    {"uint", "uint32"},
                                                                    {"float", "float32"},
                                                                    {"double", "float64"}}};

struct Property {
  std::string name;
  Type type = Type::Float;
  std::optional<Type> countType;  ///< set: a list
};

struct Element {
  std::string name;
  std::uint64_t count = 0;
  std::vector<Property> properties;
};

struct Header {
  bool isText = false;
  std::endian order = std::endian::little;
  std::vector<Element> elements;
  std::size_t size = 0;  ///< [bytes]
};

Type readType(TextScanner& text) {
  const std::string_view word = text.word();
  for (std::size_t i = 0; i < kNames.size(); ++i) {
    if (word == kNames[i][0] || word == kNames[i][1]) return static_cast<Type>(i);
  }
  text.failHere("the type " + inQuotes(word) + " is not one of PLY's.");
}

void readFormat(TextScanner& text, Header& header) {
  const std::string_view format = text.word();
  header.isText = format == "ascii";
  header.order = format == "binary_big_endian" ? std::endian::big : std::endian::little;
  if (!header.isText && format != "binary_big_endian" && format != "binary_little_endian") {
    text.failHere("the format " + inQuotes(format) + " is not known.");
  }
}

Element readElement(TextScanner& text) {
  Element element;
  element.name = text.word();
  std::int64_t count = 0;
  if (!parseNumber(text.word(), count) || count < 0) {
    text.failHere("the element " + inQuotes(element.name) + " has no proper count.");
  }
  element.count = static_cast<std::uint64_t>(count);
  return element;
}

Property readProperty(TextScanner& text) {
  Property property;
  TextScanner ahead = text;
  if (ahead.word() == "list") {
    text = ahead;
    property.countType = readType(text);
    if (*property.countType >= Type::Float) text.failHere("a list is counted by a fraction.");
  }
  property.type = readType(text);
  property.name = text.word();
  return property;
}

Header readHeader(Bytes bytes) {
  TextScanner text(bytes);
  Header header;
  if (!text.nextLine() || text.word() != "ply") fail("it does not begin with the word ply.");
  bool hasFormat = false;
  while (text.nextLine()) {
    const std::string_view keyword = text.word();
    if (keyword == "format") {
      readFormat(text, header);
      hasFormat = true;
    } else if (keyword == "element") {
      header.elements.push_back(readElement(text));
    } else if (keyword == "property") {
      if (header.elements.empty()) text.failHere("a property stands before the first element.");
      header.elements.back().properties.push_back(readProperty(text));
    } else if (keyword == "end_header") {
      if (!hasFormat) fail("its header names no format.");
      header.size = std::min(text.offsetOfNextLine(), bytes.size());
      return header;
    } else if (!keyword.empty() && keyword != "comment" && keyword != "obj_info") {
      text.failHere("expected a PLY keyword, found " + inQuotes(keyword) + ".");
    }
  }
  fail("its header does not end.");
}

/// The numbers after the header, one by one, from text or binary.
class Body {
 public:
  Body(const Header& header, Bytes bytes)
      : isText_(header.isText), text_(bytes), binary_(bytes, header.order), size_(bytes.size()) {}

  /// Throws FileProblem if what is left cannot hold `count` rows.
  void require(const Element& element) const {
    std::uint64_t row = 0;  // least bytes of a row; a number in text needs a digit
    for (const Property& p : element.properties) {
      row += isText_ ? 1 : kSizes[static_cast<std::size_t>(p.countType.value_or(p.type))];
    }
    const std::uint64_t left = isText_ ? size_ : binary_.remaining();
    if (element.count > 0 && (row == 0 || element.count > left / row)) {
      fail("its header promises " + std::to_string(element.count) + " rows of " +
           inQuotes(element.name) + ", more than the file has room for.");
    }
  }

  double next(Type type) {
    if (isText_) return nextInText();
    switch (type) {
      case Type::Int8:
        return binary_.read<std::int8_t>("a row");
      case Type::UInt8:
        return binary_.read<std::uint8_t>("a row");
      case Type::Int16:
        return binary_.read<std::int16_t>("a row");
      case Type::UInt16:
        return binary_.read<std::uint16_t>("a row");
      case Type::Int32:
        return binary_.read<std::int32_t>("a row");
      case Type::UInt32:
        return binary_.read<std::uint32_t>("a row");
      case Type::Float:
        return binary_.read<float>("a row");
      case Type::Double:
        break;
    }
    return binary_.read<double>("a row");
  }

  /// Length of a list.
  std::uint64_t nextCount(const Property& list) {
    const double count = next(*list.countType);
    if (!(count >= 0) || count > std::numeric_limits<std::uint32_t>::max() ||
        count != std::floor(count)) {
      fail("a list " + inQuotes(list.name) + " has an impossible length.");
    }
    return static_cast<std::uint64_t>(count);
  }

 private:
  double nextInText() {
    const std::string_view word = text_.wordAcrossLines();
    double value = 0;
    if (word.empty()) fail("it ends in the middle of a row.");
    if (!parseNumber(word, value)) {
      fail("line " + std::to_string(text_.lineNumber()) + " after the header: " + inQuotes(word) +
           " is not a number.");
    }
    return value;
  }

  bool isText_;
  TextScanner text_;
  ByteReader binary_;
  std::size_t size_;
};

void skip(const Property& property, Body& body) {
  const std::uint64_t count = property.countType ? body.nextCount(property) : 1;
  for (std::uint64_t i = 0; i < count; ++i) body.next(property.type);
}

void readVertices(const Element& element, Body& body, SurfaceMesh& mesh) {
  if (element.count > std::numeric_limits<std::int32_t>::max()) {
    failTooLarge("it has more than 2147483647 points.");
  }
  bool has[3] = {false, false, false};
  for (const Property& p : element.properties) {
    for (int axis = 0; axis < 3; ++axis) {
      if (!p.countType && p.name == std::string(1, "xyz"[axis])) has[axis] = true;
    }
  }
  if (!has[0] || !has[1] || !has[2]) fail("its vertices have no x, y and z.");

  mesh.points.reserve(mesh.points.size() + element.count);
  for (std::uint64_t i = 0; i < element.count; ++i) {
    Vec3f point;
    for (const Property& p : element.properties) {
      const bool isAxis = !p.countType && (p.name == "x" || p.name == "y" || p.name == "z");
      if (!isAxis) {
        skip(p, body);
        continue;
      }
      const auto value = static_cast<float>(body.next(p.type));
      if (!std::isfinite(value)) fail("vertex " + std::to_string(i) + " is not finite.");
      (p.name == "x" ? point.x : p.name == "y" ? point.y : point.z) = value;
    }
    mesh.points.push_back(point);
  }
}

void readFaces(const Element& element, Body& body, Polygons& polygons) {
  const auto isIndices = [](const Property& p) {
    return p.countType && (p.name == "vertex_indices" || p.name == "vertex_index");
  };
  for (std::uint64_t i = 0; i < element.count; ++i) {
    bool found = false;
    for (const Property& p : element.properties) {
      if (found || !isIndices(p)) {
        skip(p, body);
        continue;
      }
      found = true;
      const std::uint64_t count = body.nextCount(p);
      for (std::uint64_t k = 0; k < count; ++k) {
        const double index = body.next(p.type);
        const bool fits = index >= 0 && index <= std::numeric_limits<std::int32_t>::max();
        polygons.corners.push_back(fits && index == std::floor(index)
                                       ? static_cast<std::int64_t>(index)
                                       : std::int64_t{-1});
      }
      polygons.close();
    }
    if (!found) fail("its faces have no list vertex_indices.");
  }
}

}  // namespace

SurfaceMesh readPly(Bytes bytes) {
  const Header header = readHeader(bytes);
  Body body(header, bytes.subspan(header.size));
  SurfaceMesh mesh;
  Polygons polygons;
  for (const Element& element : header.elements) {
    body.require(element);
    if (element.name == "vertex" && mesh.points.empty()) {
      readVertices(element, body, mesh);
    } else if (element.name == "face") {
      readFaces(element, body, polygons);
    } else {
      for (std::uint64_t i = 0; i < element.count; ++i) {
        for (const Property& p : element.properties) skip(p, body);
      }
    }
  }
  if (mesh.points.empty()) fail("it has no vertices.");
  if (polygons.count() == 0) fail("it has points but no faces.");
  triangulate(polygons, {}, mesh);
  return mesh;
}

}  // namespace sinew::io
