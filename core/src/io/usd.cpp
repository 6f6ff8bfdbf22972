// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
//
// USD as text: one stage with one UsdGeomMesh.
#include <algorithm>
#include <cctype>

#include "io/number_text.h"
#include "io/safe_file.h"
#include "sinew/result_file.h"

namespace sinew {

namespace {

std::string identifier(const std::string& name) {
  std::string result;
  for (const char c : name) {
    const auto byte = static_cast<unsigned char>(c);
    result += byte < 128 && std::isalnum(byte) ? c : '_';
  }
  if (result.empty() || std::isdigit(static_cast<unsigned char>(result[0]))) result.insert(0, "_");
  return result;
}

/// "[item, item, ...]" with add(i) for each item.
template <class Add>
void appendList(std::string& text, std::size_t count, Add&& add) {
  text += '[';
  for (std::size_t i = 0; i < count; ++i) {
    if (i > 0) text += ", ";
    add(i);
  }
  text += ']';
}

void appendPointList(std::string& text, Span<const Vec3f> points) {
  appendList(text, points.size(), [&](std::size_t i) {
    text += '(';
    io::appendPoint(text, points[i], ", ");
    text += ')';
  });
}

void appendExtent(std::string& text, Span<const Vec3f> points) {
  Vec3f corners[2] = {points[0], points[0]};
  for (const Vec3f& p : points) {
    corners[0] = {std::min(corners[0].x, p.x), std::min(corners[0].y, p.y),
                  std::min(corners[0].z, p.z)};
    corners[1] = {std::max(corners[1].x, p.x), std::max(corners[1].y, p.y),
                  std::max(corners[1].z, p.z)};
  }
  appendPointList(text, {corners, 2});
}

void appendSetting(std::string& text, const char* name, double value) {
  text += std::string("    ") + name + " = ";
  io::appendNumber(text, value);
  text += '\n';
}

std::string stageHeader(const PointCache& cache, const UsdStage& stage, const std::string& mesh) {
  const double lastFrame =
      cache.firstFrame +
      cache.frameStep * static_cast<double>(std::max<std::int64_t>(cache.frames - 1, 0));
  std::string text = "#usda 1.0\n(\n    defaultPrim = \"" + mesh + "\"\n";
  appendSetting(text, "endTimeCode", lastFrame);
  appendSetting(text, "framesPerSecond", stage.framesPerSecond);
  appendSetting(text, "metersPerUnit", stage.metersPerUnit);
  appendSetting(text, "startTimeCode", cache.firstFrame);
  appendSetting(text, "timeCodesPerSecond", stage.framesPerSecond);
  return text + "    upAxis = \"" + stage.upAxis + "\"\n)\n\n";
}

std::string meshTopology(Span<const Triangle> triangles) {
  std::string text =
      "    uniform token subdivisionScheme = \"none\"\n    int[] faceVertexCounts = ";
  appendList(text, triangles.size(), [&](std::size_t) { text += '3'; });
  text += "\n    int[] faceVertexIndices = ";
  appendList(text, 3 * triangles.size(), [&](std::size_t i) {
    const Triangle& t = triangles[i / 3];
    io::appendNumber(text, i % 3 == 0 ? t.a : i % 3 == 1 ? t.b : t.c);
  });
  return text + '\n';
}

/// A property with a rest value and one time sample per frame, read back frame by frame.
template <class Append>
void writeSamples(io::SafeFile& file, const std::string& property, Span<const Vec3f> rest,
                  const std::string& cachePath, const PointCache& cache, Append&& append) {
  std::string text = "    " + property + " = ";
  append(text, rest);
  text += "\n    " + property + ".timeSamples = {\n";
  for (std::int64_t k = 0; k < cache.frames; ++k) {
    const Result<std::vector<Vec3f>> points = readFrame(cachePath, k);
    if (!points) io::fail("the points cannot be read: " + points.error().message);
    text += "        ";
    io::appendNumber(text, cache.firstFrame + cache.frameStep * static_cast<double>(k));
    text += ": ";
    append(text, Span<const Vec3f>(points.value()));
    text += ",\n";
    file.write(text);
    text.clear();
  }
  file.write(text + "    }\n");
}

}  // namespace

Result<std::int64_t> writeUsd(const std::string& path, Span<const Vec3f> restPoints,
                              Span<const Triangle> triangles, const std::string& pointCachePath,
                              const UsdStage& stage) {
  return io::guarded<std::int64_t>(path, [&] {
    const Result<PointCache> cache = pointCache(pointCachePath);
    if (!cache) io::fail("the points cannot be read: " + cache.error().message);
    if (static_cast<std::int64_t>(restPoints.size()) != cache.value().points) {
      io::fail("the mesh has " + std::to_string(restPoints.size()) + " points and its frames " +
               std::to_string(cache.value().points) + ".");
    }
    if (stage.upAxis != 'Y' && stage.upAxis != 'Z') io::fail("USD knows Y or Z as the up axis.");
    const std::string mesh = identifier(stage.meshName);
    io::SafeFile file(path);
    file.write(stageHeader(cache.value(), stage, mesh));
    file.write("def Mesh \"" + mesh + "\"\n{\n");
    file.write(meshTopology(triangles));
    writeSamples(file, "float3[] extent", restPoints, pointCachePath, cache.value(), appendExtent);
    writeSamples(file, "point3f[] points", restPoints, pointCachePath, cache.value(),
                 appendPointList);
    file.write("}\n");
    return file.commit();
  });
}

}  // namespace sinew
