// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <bit>

#include "unit/io/model_checks.h"

namespace sinew::testing {
namespace {

FileBytes toBytes(const std::string& text) { return FileBytes(text.begin(), text.end()); }

SurfaceMesh readGoodSurface(const FileBytes& bytes, const std::string& name) {
  Result<SurfaceMesh> mesh = readSurface(bytes, name);
  if (!mesh) {
    ADD_FAILURE() << mesh.error().message;
    return {};
  }
  return std::move(mesh.value());
}

std::string errorOf(const FileBytes& bytes, const std::string& name) {
  const Result<SurfaceMesh> mesh = readSurface(bytes, name);
  if (mesh) return "";
  EXPECT_EQ(mesh.error().message.rfind(name + ": ", 0), 0u) << mesh.error().message;
  EXPECT_EQ(mesh.error().message.back(), '.') << mesh.error().message;
  return mesh.error().message;
}

#define EXPECT_ERROR(bytes, name, part) \
  EXPECT_NE(errorOf(bytes, name).find(part), std::string::npos) << errorOf(bytes, name)

/// Numbers as bytes in the given order.
class Packer {
 public:
  explicit Packer(std::endian order = std::endian::little) : order_(order) {}

  template <class T>
  Packer& put(T number) {
    unsigned char raw[sizeof(T)];
    std::memcpy(raw, &number, sizeof(T));
    if (order_ != std::endian::native) std::reverse(raw, raw + sizeof(T));
    bytes.insert(bytes.end(), raw, raw + sizeof(T));
    return *this;
  }
  Packer& put(const std::string& text) {
    bytes.insert(bytes.end(), text.begin(), text.end());
    return *this;
  }

  FileBytes bytes;

 private:
  std::endian order_;
};

std::vector<std::vector<int>> corners(const SurfaceMesh& mesh) {
  std::vector<std::vector<int>> all;
  for (const Triangle& t : mesh.triangles) all.push_back({t.a, t.b, t.c});
  return all;
}

using Corners = std::vector<std::vector<int>>;

// --- OBJ

const std::string kSquare = "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\n";

TEST(ReadObj, TakesEveryWayToWriteAFace) {
  const SurfaceMesh mesh = readGoodSurface(
      toBytes(
          "# a comment\r\nmtllib x.mtl\r\n" + kSquare +
          "vt 0 0\nvn 0 0 1\nf 1 2 3\nf 1/1 2/1 3/1\nf 1//1 3//1 4//1\nf 1/1/1 2/1/1 4/1/1 # end\n"
          "f -4 -3 -1\nf 1 \\\n2 \\\n3\n\tf\t+1  2 3  \n"),
      "a.obj");
  EXPECT_EQ(mesh.name, "a");
  EXPECT_EQ(mesh.points.size(), 4u);
  EXPECT_EQ(corners(mesh),
            (Corners{{0, 1, 2}, {0, 1, 2}, {0, 2, 3}, {0, 1, 3}, {0, 1, 3}, {0, 1, 2}, {0, 1, 2}}));
  EXPECT_TRUE(mesh.parts.empty());
  EXPECT_TRUE(mesh.warnings.empty());
}

TEST(ReadObj, ReadsNumbersAsTheyAre) {
  const SurfaceMesh mesh = readGoodSurface(
      toBytes("v -1.5e-2 +2E1 .25 1 0.5 0.5 0.5\nv 1e-400 0 3\nv 0 0 0\nf 1 2 3"), "a.obj");
  EXPECT_EQ(distance(mesh.points[0], {-0.015f, 20, 0.25f}), 0);
  EXPECT_EQ(distance(mesh.points[1], {0, 0, 3}), 0);
}

TEST(ReadObj, CutsConvexPolygonsIntoFans) {
  const SurfaceMesh mesh = readGoodSurface(toBytes(kSquare + "f 1 2 3 4\n"), "a.obj");
  EXPECT_EQ(corners(mesh), (Corners{{0, 1, 2}, {0, 2, 3}}));
}

TEST(ReadObj, CutsHollowPolygonsWithoutOverlap) {
  // An arrow head: a fan from the first corner would cover the notch at (1, 0.5).
  const SurfaceMesh mesh = readGoodSurface(
      toBytes("v 0 0 0\nv 1 0.5 0\nv 2 0 0\nv 1 2 0\nf 3 4 1 2\nf 1 2 3 4\nf 2 3 4 1\n"), "a.obj");
  ASSERT_EQ(mesh.triangles.size(), 6u);
  for (std::size_t face = 0; face < 3; ++face) {
    double total = 0;
    for (std::size_t i = 2 * face; i < 2 * face + 2; ++i) {
      const Vec3f &a = mesh.points[mesh.triangles[i].a], &b = mesh.points[mesh.triangles[i].b],
                  &c = mesh.points[mesh.triangles[i].c];
      const double area =
          (double{b.x} - a.x) * (double{c.y} - a.y) - (double{c.x} - a.x) * (double{b.y} - a.y);
      EXPECT_GT(area, 0) << i;
      total += area / 2;
    }
    EXPECT_NEAR(total, 1.5, 1e-12);
  }
}

TEST(ReadObj, KeepsObjectsApart) {
  const SurfaceMesh mesh = readGoodSurface(
      toBytes(kSquare + "f 1 2 3\no left arm\ng empty\ng left\nf 1 2 3 4\no right\nf 1 2 4\n"),
      "a.obj");
  ASSERT_EQ(mesh.parts.size(), 3u);
  EXPECT_EQ(mesh.parts[0].name, "");
  EXPECT_EQ(mesh.parts[0].triangleCount, 1);
  EXPECT_EQ(mesh.parts[1].name, "left");
  EXPECT_EQ(mesh.parts[1].firstTriangle, 1);
  EXPECT_EQ(mesh.parts[1].triangleCount, 2);
  EXPECT_EQ(mesh.parts[2].name, "right");
  EXPECT_EQ(mesh.parts[2].firstTriangle, 3);
}

TEST(ReadObj, MayUsePointsBeforeTheyAreListed) {
  EXPECT_EQ(corners(readGoodSurface(toBytes("f 1 2 3\n" + kSquare), "a.obj")),
            (Corners{{0, 1, 2}}));
}

TEST(ReadObj, WarnsOfWhatItLeavesOut) {
  const SurfaceMesh mesh =
      readGoodSurface(toBytes(kSquare + "f 1 2\nf 1 2 3\nsurf 0 1 2\nhole 1\n"), "a.obj");
  EXPECT_TRUE(warns(mesh.warnings, "1 faces with fewer than 3"));
  EXPECT_TRUE(warns(mesh.warnings, "2 lines were not understood; the first begins with 'surf'"));
}

TEST(ReadObj, NamesTheLineThatIsWrong) {
  EXPECT_ERROR(toBytes("v 0 0\n"), "a.obj", "line 1: expected a finite number for z");
  EXPECT_ERROR(toBytes("\n\nv 0 0 nan\n"), "a.obj", "line 3: expected a finite number for z");
  EXPECT_ERROR(toBytes("v 0 inf 0\n"), "a.obj", "finite number for y, found 'inf'");
  EXPECT_ERROR(toBytes("v 0 1e39 0\n"), "a.obj", "finite number for y");
  EXPECT_ERROR(toBytes("v 0 1e999 0\n"), "a.obj", "finite number for y");
  EXPECT_ERROR(toBytes("v 0 1x 0\n"), "a.obj", "finite number for y, found '1x'");
  EXPECT_ERROR(toBytes(kSquare + "f 1 2 0\n"), "a.obj", "line 5: a face has the corner '0'");
  EXPECT_ERROR(toBytes(kSquare + "f 1 2 /3\n"), "a.obj", "corner '/3'");
  EXPECT_ERROR(toBytes(kSquare + "f 1 2 99999999999999999999\n"), "a.obj", "not a point number");
  EXPECT_ERROR(toBytes(kSquare + "f 1 2 -5\n"), "a.obj", "counts back '-5'");
  EXPECT_ERROR(toBytes(kSquare + "f 1 2 5\n"), "a.obj", "face 1 uses point 4");
  EXPECT_ERROR(toBytes(kSquare), "a.obj", "no faces");
  EXPECT_ERROR(toBytes("f 1 2 3\n"), "a.obj", "no line holds a point");
  EXPECT_ERROR(toBytes(""), "a.obj", "no line holds a point");
}

// --- STL

const std::string kTextFacet =
    " facet normal 0 0 1\n  outer loop\n   vertex 0 0 0\n   vertex 1 0 0\n   vertex 0 1 0\n"
    "  endloop\n endfacet\n";
const std::string kOtherFacet =
    " FACET NORMAL 0 0 1\n  OUTER LOOP\n   VERTEX 1 0 0\n   VERTEX 1 1 0\n   VERTEX 0 1 0\n"
    "  ENDLOOP\n ENDFACET\n";

FileBytes binaryStl(const std::string& header, std::uint32_t promised, int facets) {
  Packer packer;
  packer.put(header + std::string(80 - header.size(), ' ')).put(promised);
  for (int i = 0; i < facets; ++i) {
    for (const float v : {0, 0, 0, 0, 0, 0, 1, 0, 0, 1, 1, i}) packer.put(v);
    packer.put(std::uint16_t{0});
  }
  return packer.bytes;
}

TEST(ReadStl, JoinsCornersInText) {
  const SurfaceMesh mesh = readGoodSurface(
      toBytes("solid a square\n" + kTextFacet + kOtherFacet + "endsolid\n"), "a.stl");
  EXPECT_EQ(mesh.points.size(), 4u);
  EXPECT_EQ(corners(mesh), (Corners{{0, 1, 2}, {1, 3, 2}}));
  ASSERT_EQ(mesh.parts.size(), 1u);
  EXPECT_EQ(mesh.parts[0].name, "a square");
}

TEST(ReadStl, JoinsCornersInBinary) {
  const SurfaceMesh mesh = readGoodSurface(binaryStl("binary", 3, 3), "a.STL");
  EXPECT_EQ(mesh.points.size(), 5u);  // two shared ones, and a third corner each
  EXPECT_EQ(mesh.triangles.size(), 3u);
}

TEST(ReadStl, IsNotFooledByABinaryHeaderThatSaysSolid) {
  EXPECT_EQ(readGoodSurface(binaryStl("solid part exported", 3, 3), "a.stl").triangles.size(), 3u);
}

TEST(ReadStl, JoinsMinusZeroAndZero) {
  const SurfaceMesh mesh = readGoodSurface(
      toBytes(
          "solid\n" + kTextFacet +
          "facet\nouter loop\nvertex -0 0 -0.0\nvertex 0 1 0\nvertex -1 0 0\nendloop\nendfacet\n"),
      "a.stl");
  EXPECT_EQ(mesh.points.size(), 4u);
}

TEST(ReadStl, WarnsOfBytesAfterTheEnd) {
  FileBytes bytes = binaryStl("binary", 2, 2);
  bytes.resize(bytes.size() + 7);
  EXPECT_TRUE(warns(readGoodSurface(bytes, "a.stl").warnings, "7 bytes after the last facet"));
}

TEST(ReadStl, RefusesDamage) {
  EXPECT_ERROR(toBytes(""), "a.stl", "in the middle of the header");
  EXPECT_ERROR(toBytes("hello"), "a.stl", "in the middle of the header");
  EXPECT_ERROR(binaryStl("binary", 4, 3), "a.stl", "promises 4 facets, but there is room for 3");
  EXPECT_ERROR(binaryStl("binary", 4294967295u, 3), "a.stl", "promises 4294967295 facets");
  EXPECT_ERROR(binaryStl("binary", 0, 0), "a.stl", "no triangles");
  FileBytes infinite = binaryStl("binary", 1, 1);
  const float bad = HUGE_VALF;
  std::memcpy(infinite.data() + 84 + 12, &bad, 4);
  EXPECT_ERROR(infinite, "a.stl", "facet 0 has a corner that is not finite");

  EXPECT_ERROR(toBytes("solid a\n"), "a.stl", "no faces");
  EXPECT_ERROR(toBytes("solid a\n" + kTextFacet.substr(0, 60)), "a.stl",
               "expected a finite number");
  EXPECT_ERROR(toBytes("solid a\n" + kTextFacet.substr(0, 80)), "a.stl", "middle of a facet");
  EXPECT_ERROR(toBytes("solid a\nvertex 0 0 0\n"), "a.stl", "line 2: a vertex stands outside");
  EXPECT_ERROR(toBytes("solid a\nouter loop\nouter loop\n"), "a.stl", "inside another");
  EXPECT_ERROR(toBytes("solid a\nendloop\n"), "a.stl", "has not started");
  EXPECT_ERROR(toBytes("solid a\nfacet\nouter loop\nvertex 0 0 nan\n"), "a.stl",
               "finite number for z");
  EXPECT_ERROR(toBytes("solid a\nsomething else\n"), "a.stl", "found 'something'");
}

// --- PLY

std::string plyHeader(const std::string& format, const std::string& elements) {
  return "ply\nformat " + format + " 1.0\ncomment made by a test\n" + elements + "end_header\n";
}

const std::string kVertices =
    "element vertex 4\nproperty float x\nproperty float y\nproperty float z\n";
const std::string kFaces = "element face 2\nproperty list uchar int vertex_indices\n";

TEST(ReadPly, ReadsText) {
  const SurfaceMesh mesh =
      readGoodSurface(toBytes(plyHeader("ascii", kVertices + kFaces) +
                              "0 0 0\n1 0 0\n1 1 0\n0 1 0\n3 0 1 2\n4 0 1 2 3\n"),
                      "a.ply");
  EXPECT_EQ(mesh.points.size(), 4u);
  EXPECT_EQ(corners(mesh), (Corners{{0, 1, 2}, {0, 1, 2}, {0, 2, 3}}));
}

TEST(ReadPly, ReadsBinaryOfEitherOrderAndStepsOverTheRest) {
  const std::string elements =
      "obj_info x\n"
      "element camera 2\nproperty double pose\nproperty list ushort short tags\n"
      "element face 2\nproperty uchar flags\nproperty list uint8 uint32 vertex_index\nproperty "
      "list uchar float uv\n"
      "element vertex 4\nproperty double z\nproperty uchar red\nproperty float32 y\nproperty int16 "
      "x\n"
      "element edge 1\nproperty int a\n";
  for (const std::endian order : {std::endian::little, std::endian::big}) {
    Packer packer(order);
    packer.put(plyHeader(
        order == std::endian::little ? "binary_little_endian" : "binary_big_endian", elements));
    packer.put(1.5).put(std::uint16_t{2}).put(std::int16_t{7}).put(std::int16_t{8});
    packer.put(2.5).put(std::uint16_t{0});
    const auto face = [&](std::initializer_list<std::uint32_t> indices) {
      packer.put(std::uint8_t{9}).put(static_cast<std::uint8_t>(indices.size()));
      for (const std::uint32_t i : indices) packer.put(i);
      packer.put(std::uint8_t{1}).put(0.25f);
    };
    face({0, 1, 2});
    face({0, 1, 2, 3});
    for (const int v : {0, 1, 2, 3}) {
      packer.put(v * 0.5).put(std::uint8_t{255}).put(v < 2 ? 0.0f : 1.0f);
      packer.put(static_cast<std::int16_t>(v == 1 || v == 2 ? 300 : -300));
    }
    packer.put(std::int32_t{5});
    const SurfaceMesh mesh = readGoodSurface(packer.bytes, "a.ply");
    ASSERT_EQ(mesh.points.size(), 4u);
    EXPECT_EQ(distance(mesh.points[2], {300, 1, 1}), 0);
    EXPECT_EQ(distance(mesh.points[3], {-300, 1, 1.5f}), 0);
    EXPECT_EQ(mesh.triangles.size(), 3u);
  }
}

TEST(ReadPly, RefusesDamage) {
  const std::string rows = "0 0 0\n1 0 0\n1 1 0\n0 1 0\n3 0 1 2\n3 0 2 3\n";
  const auto text = [&](const std::string& elements, const std::string& body) {
    return toBytes(plyHeader("ascii", elements) + body);
  };
  EXPECT_FALSE(errorOf(text(kVertices + kFaces, rows), "a.ply").size() > 0);
  EXPECT_ERROR(toBytes(""), "a.ply", "does not begin with the word ply");
  EXPECT_ERROR(toBytes("ply\nformat ascii 1.0\n" + kVertices), "a.ply", "header does not end");
  EXPECT_ERROR(toBytes("ply\n" + kVertices + "end_header\n"), "a.ply", "names no format");
  EXPECT_ERROR(toBytes("ply\nformat gzip 1.0\n"), "a.ply", "line 2: the format 'gzip'");
  EXPECT_ERROR(toBytes("ply\nproperty float x\n"), "a.ply", "before the first element");
  EXPECT_ERROR(toBytes("ply\nelement vertex -1\n"), "a.ply", "no proper count");
  EXPECT_ERROR(toBytes("ply\nelement vertex 1\nproperty quad x\n"), "a.ply", "type 'quad'");
  EXPECT_ERROR(toBytes("ply\nelement face 1\nproperty list float int x\n"), "a.ply",
               "by a fraction");
  EXPECT_ERROR(toBytes("ply\nnonsense\n"), "a.ply", "found 'nonsense'");
  EXPECT_ERROR(text(kVertices + kFaces, "0 0 0\n1 0 0\n1 1 0\n0 1 0\n3 0 1 2\n3 0 2\n"), "a.ply",
               "middle of a row");
  EXPECT_ERROR(text(kVertices + kFaces, "0 0 0\n1 0 x\n"), "a.ply", "'x' is not a number");
  EXPECT_ERROR(text(kVertices + kFaces, "0 0 0\n1 0 nan\n1 1 0\n0 1 0\n3 0 1 2\n3 0 2 3\n"),
               "a.ply", "vertex 1 is not finite");
  EXPECT_ERROR(text(kVertices + kFaces, "0 0 0\n1 0 0\n1 1 0\n0 1 0\n3 0 1 2\n3 0 2 4\n"), "a.ply",
               "face 2 uses point 4");
  EXPECT_ERROR(text(kVertices + kFaces, "0 0 0\n1 0 0\n1 1 0\n0 1 0\n3 0 1 2\n3 0 2 -1\n"), "a.ply",
               "face 2 uses point -1");
  EXPECT_ERROR(text(kVertices + kFaces, "0 0 0\n1 0 0\n1 1 0\n0 1 0\n3 0 1 2\n-3 0 2 1\n"), "a.ply",
               "impossible length");
  EXPECT_ERROR(text(kVertices, rows), "a.ply", "no faces");
  EXPECT_ERROR(text(kFaces, "3 0 1 2\n3 0 2 3\n"), "a.ply", "no vertices");
  EXPECT_ERROR(text("element vertex 4\nproperty float x\n" + kFaces, rows), "a.ply",
               "no x, y and z");
  EXPECT_ERROR(text(kVertices + "element face 2\nproperty uchar a\n", rows), "a.ply",
               "no list vertex_indices");
  EXPECT_ERROR(
      text("element vertex 4000000000\nproperty float x\nproperty float y\nproperty float z\n",
           rows),
      "a.ply", "more than the file has room for");
  EXPECT_ERROR(text("element vertex 9223372036854775807\nproperty float x\n", rows), "a.ply",
               "more than the file has room for");
  EXPECT_ERROR(text("element nothing 9223372036854775807\n" + kVertices, rows), "a.ply",
               "more than the file has room for");

  Packer binary;
  binary.put(plyHeader("binary_little_endian", kVertices + kFaces));
  EXPECT_ERROR(binary.bytes, "a.ply", "more than the file has room for");
  for (int i = 0; i < 12; ++i) binary.put(1.0f);
  EXPECT_ERROR(binary.bytes, "a.ply", "2 rows of 'face'");
  binary.put(std::uint8_t{200}).put(std::uint8_t{0});
  EXPECT_ERROR(binary.bytes, "a.ply", "in the middle of a row");
}

// --- Any of them

TEST(ReadSurface, IsCutAnywhere) {
  const std::vector<std::pair<std::string, FileBytes>> files = {
      {"a.stl", binaryStl("binary", 3, 3)},
      {"a.stl", toBytes("solid\n" + kTextFacet + kOtherFacet)},
      {"a.obj", toBytes(kSquare + "f 1 2 3 4\n")},
      {"a.ply", toBytes(plyHeader("ascii", kVertices + kFaces) +
                        "0 0 0\n1 0 0\n1 1 0\n0 1 0\n3 0 1 2\n4 0 1 2 3\n")}};
  for (const auto& [name, bytes] : files) {
    for (std::size_t length = 0; length < bytes.size(); ++length) {
      const FileBytes cut(bytes.begin(), bytes.begin() + static_cast<std::ptrdiff_t>(length));
      const Result<SurfaceMesh> mesh = readSurface(cut, name);
      if (mesh) {
        EXPECT_GT(mesh.value().triangles.size(), 0u);
      } else {
        EXPECT_EQ(mesh.error().code, ErrorCode::BadFile);
      }
    }
  }
}

TEST(ReadSurface, KnowsItsFormats) {
  EXPECT_ERROR(toBytes(kSquare), "a.fbx", ".obj, .stl and .ply");
  EXPECT_ERROR(toBytes(kSquare), "obj", ".obj, .stl and .ply");
  const Result<SurfaceMesh> missing = readSurface("/no/such/file.obj");
  ASSERT_FALSE(missing.ok());
  EXPECT_EQ(missing.error().message, "/no/such/file.obj: the file does not exist.");
}

}  // namespace
}  // namespace sinew::testing
