// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
#include "fuzz/corpus.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>

#include "io/file_problem.h"
#include "io/recipe_text.h"
#include "io/surface_formats.h"
#include "sinew/character_file.h"
#include "support/bound_model.h"
#include "support/sinew_file.h"

namespace sinew::testing {

namespace {

#define REQUIRE(condition)                                                       \
  if (!(condition)) {                                                            \
    std::fprintf(stderr, "%s:%d: broken: %s\n", __FILE__, __LINE__, #condition); \
    std::abort();                                                                \
  }

bool isFinite(const Vec3f& p) {
  return std::isfinite(p.x) && std::isfinite(p.y) && std::isfinite(p.z);
}

void checkSurface(const SurfaceMesh& mesh) {
  REQUIRE(!mesh.triangles.empty());
  const auto count = static_cast<std::int32_t>(mesh.points.size());
  for (const Vec3f& p : mesh.points) REQUIRE(isFinite(p));
  for (const Triangle& t : mesh.triangles) {
    REQUIRE(std::min({t.a, t.b, t.c}) >= 0 && std::max({t.a, t.b, t.c}) < count);
  }
  std::int32_t next = 0;
  for (const SurfacePart& part : mesh.parts) {
    REQUIRE(part.firstTriangle == next && part.triangleCount >= 0);
    next += part.triangleCount;
  }
  REQUIRE(mesh.parts.empty() || next == static_cast<std::int32_t>(mesh.triangles.size()));
}

void checkModel(const RiggedModel& model) {
  checkSurface(model.skin);
  const std::size_t vertices = model.skin.points.size();
  const auto joints = static_cast<std::int32_t>(model.joints.size());
  const auto nodes = static_cast<std::int32_t>(model.nodes.size());
  for (const std::int32_t v : model.vertexOfFile) {
    REQUIRE(v >= 0 && v < static_cast<std::int32_t>(vertices));
  }
  REQUIRE(model.influenceBegin.size() == (joints > 0 ? vertices + 1 : 0));
  for (std::size_t v = 0; v + 1 < model.influenceBegin.size(); ++v) {
    double sum = 0;
    std::int32_t last = -1;
    for (std::int32_t k = model.influenceBegin[v]; k < model.influenceBegin[v + 1]; ++k) {
      const Influence& i = model.influences[static_cast<std::size_t>(k)];
      REQUIRE(i.joint > last && i.joint < joints && i.weight >= 0);
      last = i.joint;
      sum += double{i.weight};
    }
    REQUIRE(last < 0 || std::fabs(sum - 1) < 1e-4);
  }
  for (const VertexMap& map : model.maps) {
    REQUIRE(map.values.size() == vertices * static_cast<std::size_t>(map.components));
  }
  for (std::int32_t i = 0; i < nodes; ++i)
    REQUIRE(model.nodes[static_cast<std::size_t>(i)].parent < i);
  for (const ModelJoint& joint : model.joints) {
    REQUIRE(joint.parent >= -1 && joint.parent < joints && joint.node >= 0 && joint.node < nodes);
  }
  for (const BoneMesh& bone : model.bones) {
    REQUIRE(bone.joint >= 0 && bone.joint < joints);
    checkSurface(bone.mesh);
  }
  std::vector<Vec3f> out(vertices);
  REQUIRE(skinLinear(model, poseAt(model, kRestPose, 0), out));
  for (int clip = 0; clip < static_cast<int>(model.clips.size()) && clip < 3; ++clip) {
    for (const double at : {-1.0, 0.25, 0.5, 1.0}) poseAt(model, clip, at);
  }
}

/// JSON, a zero, the binary.
std::vector<unsigned char> unwrapped(const GlbWriter& file) {
  nlohmann::json all = file.json;
  all["buffers"] = {{{"byteLength", file.binary.size()}}};
  const std::string text = all.dump();
  std::vector<unsigned char> bytes(text.begin(), text.end());
  bytes.push_back(0);
  bytes.insert(bytes.end(), file.binary.begin(), file.binary.end());
  return bytes;
}

/// Two skins, a bone, maps, a sparse accessor, a strip, all interpolations, a matrix, a mirror.
GlbWriter richFile() {
  GlbWriter file = barFile();
  nlohmann::json& attributes = file.json["meshes"][0]["primitives"][0]["attributes"];
  attributes["_STIFFNESS"] = file.addAccessor(std::vector<float>(12, 2.0f), "SCALAR");
  attributes["COLOR_0"] = file.addAccessor(std::vector<std::uint8_t>(36, 128), "VEC3", true);
  const int indices = file.addView(std::vector<std::uint16_t>{0, 11});
  const int values = file.addView(std::vector<float>{-0.2f, 0, 0.1f, 0.1f, 2, 0.1f});
  file.json["accessors"][0]["sparse"] = {
      {"count", 2},
      {"indices", {{"bufferView", indices}, {"componentType", 5123}}},
      {"values", {{"bufferView", values}}}};
  const int strip = file.addAccessor(std::vector<std::uint8_t>{0, 1, 4, 5, 8}, "SCALAR");
  file.json["meshes"].push_back(
      {{"primitives", {{{"attributes", {{"POSITION", 0}}}, {"indices", strip}, {"mode", 5}}}}});
  file.json["nodes"][1]["children"] = {3};
  file.json["nodes"].push_back({{"name", "bone"}, {"mesh", 1}, {"scale", {-0.5, 0.5, 0.5}}});
  file.json["nodes"].push_back({{"name", "hair"},
                                {"mesh", 0},
                                {"skin", 1},
                                {"matrix", {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1}}});
  file.json["skins"].push_back({{"joints", {1, 0}}});
  file.json["scenes"][0]["nodes"].push_back(4);
  const int cubic = file.addAccessor(std::vector<float>(18, 0.5f), "VEC3");
  nlohmann::json& clip = file.json["animations"][0];
  clip["samplers"].push_back({{"input", 5}, {"output", cubic}, {"interpolation", "CUBICSPLINE"}});
  const int steps = file.addAccessor(std::vector<float>(6, 1.5f), "VEC3");
  clip["samplers"].push_back({{"input", 5}, {"output", steps}, {"interpolation", "STEP"}});
  clip["channels"].push_back({{"sampler", 1}, {"target", {{"node", 0}, {"path", "translation"}}}});
  clip["channels"].push_back({{"sampler", 2}, {"target", {{"node", 4}, {"path", "scale"}}}});
  return file;
}

GlbWriter staticFile() {
  GlbWriter file = barFile();
  file.json.erase("skins");
  file.json.erase("animations");
  file.json["nodes"] = {
      {{"mesh", 0}, {"rotation", {0, 0, 1, 0}}, {"extras", {{"a", {1, {2, 3}}}}}}};
  file.json["scenes"][0]["nodes"] = {0};
  file.json["images"] = {{{"bufferView", 0}, {"mimeType", "image/png"}}};
  return file;
}

Seed textSeed(const std::string& name, const std::string& text) {
  return {name, std::vector<unsigned char>(text.begin(), text.end())};
}

std::vector<Seed> objSeeds() {
  const std::string points = "v 0 0 0\nv 1 0 0.5\nv 1 1 0\nv 0.25 1e-3 -1\n";
  return {
      textSeed("faces", points + "vt 0 0\nvn 0 0 1\nf 1/1/1 2/1/1 3/1/1\nf -4//1 -3//1 -1//1\n"),
      textSeed("quads", "# quads\r\nmtllib a.mtl\r\no left\r\n" + points +
                            "f 1 2 3 4\r\ng b\nf 1 2 \\\n4\n"),
      textSeed("hollow",
               "v 0 0 0\nv 1 .5 0\nv 2 0 0\nv 1 2 0\nv 0 1 0\nf 3 4 5 1 2\ns off\nl 1 2\nl 5 3\n")};
}

std::vector<Seed> stlSeeds() {
  const std::string facet =
      "facet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1 0 0\nvertex 0 1 "
      "0\nendloop\nendfacet\n";
  Seed binary = textSeed(
      "binary", std::string(80, ' ') + std::string("\2\0\0\0", 4) + std::string(100, '\0'));
  for (std::size_t i = 96; i + 4 < binary.bytes.size(); i += 20) binary.bytes[i + 3] = 0x3f;
  return {binary, textSeed("text", "solid a\n" + facet + facet + "endsolid a\n")};
}

std::vector<Seed> plySeeds() {
  const std::string vertices =
      "element vertex 3\nproperty float x\nproperty float y\nproperty double z\n";
  const std::string faces =
      "element face 1\nproperty list uchar int vertex_indices\nproperty uchar flags\n";
  const auto header = [](const std::string& format, const std::string& elements) {
    return "ply\nformat " + format + " 1.0\ncomment c\n" + elements + "end_header\n";
  };
  const std::string body = std::string(48, '\0') + std::string("\3\0\0\0\0\1\0\0\0\2\0\0\0\7", 14);
  const std::string bigBody =
      std::string(48, '\0') + std::string("\3\0\0\0\0\0\0\0\1\0\0\0\2\7", 14);
  return {textSeed("text", header("ascii", vertices + faces) + "0 0 0\n1 0 0\n0 1 0\n3 0 1 2 9\n"),
          textSeed("little", header("binary_little_endian", vertices + faces) + body),
          textSeed("big", header("binary_big_endian", vertices + faces) + bigBody),
          textSeed("others", header("ascii", "element odd 2\nproperty list ushort short a\n" +
                                                 faces + vertices) +
                                 "1 5\n0\n3 0 1 2 1\n0 0 0\n1 0 0\n0 1 0\n")};
}

std::vector<Seed> jsonSeeds() {
  return {textSeed("plain", R"({"mesh": "a.glb"})"), textSeed("rich", R"(// all keys
{"mesh": "skin.obj", "skeleton": "clips.glb", "metresPerUnit": 0.01, "fitBones": false,
 "bones": [
  {"joint": "a", "name": "A", "mesh": "a.obj", "mode": "hard"},
  {"joint": "b", "capsule": {"head": [0, 0, 0], "tail": [0, 1, 0], "radius": 0.1}, "mode": "spring",
   "springStiffness": 30, "freeZones": [{"center": [0, 1, 0], "radius": 0.2}]},
  {"joint": "c", "capsules": [{"head": [0, 0, 0], "tail": [0, 1, 0], "radius": 1e-1}]},
  {"joint": "d", "ellipsoid": {"center": [0, 0, 0], "axes": [[1, 0, 0], [0, 1, 0], [0, 0, 1]]}}],
 "material": {"law": "mooneyRivlin", "youngsModulus": 1e5, "poissonsRatio": 0.3},
 "maps": {"stiffness": "s.txt", "attachment": "a.txt"}, /* and */
 "settings": {"targetCells": 5000, "boneThickness": 0.3, "stepTolerance": 0.1,
              "useBoneMeshes": true}})")};
}

/// The content of bind files: the fuzzer's input gets its header and checksums from sealed().
std::vector<Seed> sinewSeeds() {
  std::vector<Seed> seeds;
  for (const bool withSource : {false, true}) {
    CharacterFile file = boundBarModel(0.2);
    if (!withSource) file.source.reset();
    std::vector<unsigned char> bytes = packCharacter(file).value();
    bytes.erase(bytes.begin(), bytes.begin() + kSinewHeaderBytes);
    seeds.push_back({withSource ? "model" : "character", std::move(bytes)});
  }
  return seeds;
}

// The other reader of OBJ: its lines.
void checkLines(io::Bytes bytes) {
  using Lines = std::vector<std::array<std::int32_t, 2>>;
  const auto lines = io::guarded<Lines>("fuzz.obj", [&] { return io::readObjLines(bytes); });
  REQUIRE(lines || lines.error().message.back() == '.');
  if (!lines) return;
  // Each line but the first needs a line break, and a point takes at least two bytes.
  REQUIRE(lines.value().size() <= bytes.size() / 2);
  for (const auto& line : lines.value())
    for (const std::int32_t end : line)
      REQUIRE(end >= 0 && static_cast<std::size_t>(end) < bytes.size() / 2 + 1);
}

/// What is accepted must be solvable.
void checkCharacter(const CharacterFile& file) {
  SolveSettings settings;
  settings.newtonIterations = settings.threads = 1;
  settings.poseSplits = 0;
  const CharacterSummary& summary = file.character->summary();
  Pose pose;
  pose.bones.resize(static_cast<std::size_t>(summary.bones));
  pose.bones.back().rows[0][3] = 0.1;
  std::vector<Vec3f> surface(static_cast<std::size_t>(summary.vertices));
  Simulation(file.character).solve(pose, settings, surface);
  if (!file.source) return;
  const RiggedModel& model = file.source->model;
  REQUIRE(skinLinear(model, poseAt(model, kRestPose, 0), surface));
  for (int clip = 0; clip < static_cast<int>(model.clips.size()) && clip < 3; ++clip) {
    poseAt(model, clip, 0.5);
  }
}

}  // namespace

std::vector<Seed> seedsFor(const std::string& format) {
  if (format == "obj") return objSeeds();
  if (format == "stl") return stlSeeds();
  if (format == "ply") return plySeeds();
  if (format == "json") return jsonSeeds();
  if (format == "sinew") return sinewSeeds();
  std::vector<Seed> seeds;
  const std::pair<const char*, GlbWriter> files[] = {
      {"bar", barFile()}, {"rich", richFile()}, {"static", staticFile()}};
  for (const auto& [name, file] : files) {
    if (format == "glb") {
      seeds.push_back({name, file.glb()});
      seeds.push_back({std::string(name) + "_text", file.gltf()});
    } else {
      seeds.push_back({name, unwrapped(file)});
    }
  }
  return seeds;
}

std::vector<unsigned char> wrapGltf(const unsigned char* data, std::size_t size) {
  const unsigned char* zero = std::find(data, data + size, '\0');
  const unsigned char* binary = zero == data + size ? zero : zero + 1;
  return GlbWriter::container(std::string(data, zero),
                              std::vector<unsigned char>(binary, data + size));
}

void readAndCheck(const std::string& format, const unsigned char* data, std::size_t size) {
  if (format == "glb" || format == "gltf") {
    const std::vector<unsigned char> wrapped =
        format == "gltf" ? wrapGltf(data, size) : std::vector<unsigned char>();
    const Span<const unsigned char> bytes = format == "gltf"
                                                ? Span<const unsigned char>(wrapped)
                                                : Span<const unsigned char>(data, size);
    const Result<RiggedModel> model = readModel(bytes, "fuzz.glb");
    if (model) checkModel(model.value());
    REQUIRE(model || !model.error().message.empty());
  } else if (format == "json") {
    const auto recipe = io::guarded<io::RecipeText>("fuzz.json", [&] {
      return io::parseRecipe({reinterpret_cast<const char*>(data), size});
    });
    if (recipe) REQUIRE(recipe.value().mesh && !findProblem(recipe.value().bind));
    REQUIRE(recipe || recipe.error().message.back() == '.' || recipe.error().message.back() == '?');
  } else if (format == "sinew") {
    const Result<CharacterFile> file = loadCharacter(sealed({data, size}), "fuzz.sinew");
    if (file) checkCharacter(file.value());
    REQUIRE(file || !file.error().message.empty());
  } else {
    const Result<SurfaceMesh> mesh = readSurface({data, size}, "fuzz." + format);
    if (mesh) checkSurface(mesh.value());
    REQUIRE(mesh || !mesh.error().message.empty());
    if (format == "obj") checkLines({data, size});
  }
}

}  // namespace sinew::testing
