// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
#include "io/gltf_mesh.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "io/affine.h"
#include "io/gltf_accessor.h"

namespace sinew::io {

namespace {

constexpr std::size_t kMostMaps = 64;

int findAttribute(const tinygltf::Primitive& primitive, const std::string& name) {
  const auto found = primitive.attributes.find(name);
  return found == primitive.attributes.end() ? -1 : found->second;
}

void requireCount(std::size_t numbers, std::size_t expected, const std::string& user) {
  if (numbers != expected) {
    fail(user + " does not have as many elements as the mesh has vertices.");
  }
}

void appendPoints(const std::vector<float>& numbers, std::vector<Vec3f>& points) {
  if (numbers.size() / 3 + points.size() > std::numeric_limits<std::int32_t>::max()) {
    failTooLarge("it has more than 2147483647 vertices.");
  }
  for (std::size_t i = 0; i + 2 < numbers.size(); i += 3) {
    points.push_back({numbers[i], numbers[i + 1], numbers[i + 2]});
  }
}

/// Corner indices of a primitive, from its index list or as counted.
std::vector<std::uint32_t> readCorners(GltfDocument& document, const tinygltf::Primitive& primitive,
                                       std::size_t vertexCount, const std::string& what) {
  std::vector<std::uint32_t> corners;
  if (primitive.indices >= 0) {
    corners = readIntegers(document, primitive.indices, 1, what + ", indices");
    for (const std::uint32_t corner : corners) {
      if (corner >= vertexCount) {
        fail(what + " uses vertex " + std::to_string(corner) + ", but has only " +
             std::to_string(vertexCount) + ".");
      }
    }
  } else {
    corners.resize(vertexCount);
    for (std::size_t i = 0; i < vertexCount; ++i) corners[i] = static_cast<std::uint32_t>(i);
  }
  return corners;
}

void appendTriangles(const std::vector<std::uint32_t>& corners, int mode, std::size_t base,
                     const std::string& what, std::vector<Triangle>& triangles) {
  const std::size_t n = corners.size();
  const auto corner = [&](std::size_t i) { return static_cast<std::int32_t>(base + corners[i]); };
  if (mode == TINYGLTF_MODE_TRIANGLES) {
    if (n % 3 != 0)
      fail(what + " has " + std::to_string(n) + " triangle corners, not a multiple of 3.");
    for (std::size_t i = 0; i < n; i += 3)
      triangles.push_back({corner(i), corner(i + 1), corner(i + 2)});
    return;
  }
  for (std::size_t i = 0; i + 2 < n; ++i) {
    Triangle t = {corner(i), corner(i + 1), corner(i + 2)};
    if (mode == TINYGLTF_MODE_TRIANGLE_FAN) t.a = corner(0);
    if (mode == TINYGLTF_MODE_TRIANGLE_STRIP && i % 2 == 1) std::swap(t.b, t.c);
    // Strips are stitched together by triangles without area.
    const bool stitch = t.a == t.b || t.b == t.c || t.c == t.a;
    if (!stitch) triangles.push_back(t);
  }
}

/// One vertex's weights: positive, one per joint, ordered by joint, adding up to 1.
void closeInfluences(std::vector<Influence>& found, RawMesh& out, MeshTally& tally) {
  std::sort(found.begin(), found.end(), [](const Influence& a, const Influence& b) {
    return a.joint < b.joint || (a.joint == b.joint && a.weight < b.weight);
  });
  double sum = 0;
  for (const Influence& i : found) sum += double{i.weight};
  if (!(sum > 1e-6)) {
    ++tally.unweighted;
    found.clear();
  } else if (std::fabs(sum - 1) > 0.01) {
    ++tally.unbalanced;
  }
  const std::size_t begin = out.influences.size();
  for (const Influence& i : found) {
    const auto weight = static_cast<float>(double{i.weight} / sum);
    if (out.influences.size() > begin && out.influences.back().joint == i.joint) {
      out.influences.back().weight += weight;
    } else {
      out.influences.push_back({i.joint, weight});
    }
  }
  if (out.influences.size() > std::numeric_limits<std::int32_t>::max()) {
    failTooLarge("it has more than 2147483647 weights.");
  }
  out.influenceBegin.push_back(static_cast<std::int32_t>(out.influences.size()));
}

void appendInfluences(GltfDocument& document, const tinygltf::Primitive& primitive,
                      std::size_t vertexCount, std::size_t jointCount, const std::string& what,
                      RawMesh& out, MeshTally& tally) {
  std::vector<std::vector<std::uint32_t>> joints;
  std::vector<std::vector<float>> weights;
  for (int set = 0;; ++set) {
    const std::string number = std::to_string(set);
    const int jointAccessor = findAttribute(primitive, "JOINTS_" + number);
    const int weightAccessor = findAttribute(primitive, "WEIGHTS_" + number);
    if (jointAccessor < 0 || weightAccessor < 0) break;
    joints.push_back(readIntegers(document, jointAccessor, 4, what + ", JOINTS_" + number));
    weights.push_back(readFloats(document, weightAccessor, 4, what + ", WEIGHTS_" + number));
    requireCount(joints.back().size(), 4 * vertexCount, what + ", JOINTS_" + number);
    requireCount(weights.back().size(), 4 * vertexCount, what + ", WEIGHTS_" + number);
  }
  document.budget().take(vertexCount * (joints.size() * 4 * sizeof(Influence) + 4));
  std::vector<Influence> found;
  for (std::size_t v = 0; v < vertexCount; ++v) {
    found.clear();
    for (std::size_t set = 0; set < joints.size(); ++set) {
      for (std::size_t k = 4 * v; k < 4 * v + 4; ++k) {
        const float weight = weights[set][k];
        if (weight < 0) ++tally.negative;
        if (!(weight > 0)) continue;
        if (joints[set][k] >= jointCount) {
          fail(what + ": vertex " + std::to_string(v) + " follows joint " +
               std::to_string(joints[set][k]) + ", but its skin has only " +
               std::to_string(jointCount) + ".");
        }
        found.push_back({static_cast<std::int32_t>(joints[set][k]), weight});
      }
    }
    closeInfluences(found, out, tally);
  }
}

/// The map of that name with room for all vertices; those that never had it get 1, which multiplies
/// nothing.
VertexMap& openMap(std::vector<VertexMap>& maps, const std::string& name, int components,
                   const std::string& what) {
  for (VertexMap& map : maps) {
    if (map.name != name) continue;
    if (map.components != components) fail(what + " changes its number of components.");
    return map;
  }
  if (maps.size() >= kMostMaps) failTooLarge("it has more than 64 vertex maps.");
  maps.push_back({name, components, {}});
  return maps.back();
}

void fillMaps(std::size_t vertexCount, std::vector<VertexMap>& maps, MeshTally& tally) {
  for (VertexMap& map : maps) {
    const std::size_t full = vertexCount * static_cast<std::size_t>(map.components);
    tally.unmapped += static_cast<std::int64_t>(full - map.values.size());
    map.values.resize(full, 1.0f);
  }
}

void appendMaps(GltfDocument& document, const tinygltf::Primitive& primitive, std::size_t base,
                const std::string& what, RawMesh& out, MeshTally& tally) {
  const std::size_t vertexCount = out.points.size() - base;
  for (const auto& [name, accessor] : primitive.attributes) {
    const bool isColor = name.starts_with("COLOR_");
    if (!isColor && !name.starts_with("_")) continue;
    const std::string user = what + ", " + shortened(name, 64);
    const int stored = accessorComponents(document, accessor, user);
    const int components = isColor ? 4 : stored;  // colours may lack alpha
    const std::vector<float> values = readFloats(document, accessor, stored, user);
    requireCount(values.size(), vertexCount * static_cast<std::size_t>(stored), user);
    if (isColor && stored != 3 && stored != 4) fail(user + " has neither 3 nor 4 numbers.");

    document.budget().take(out.points.size() * static_cast<std::size_t>(components) *
                           sizeof(float));
    VertexMap& map = openMap(out.maps, name, components, user);
    const std::size_t before = base * static_cast<std::size_t>(components);
    tally.unmapped += static_cast<std::int64_t>(before - map.values.size());
    map.values.resize(before, 1.0f);
    for (std::size_t v = 0; v < vertexCount; ++v) {
      for (int k = 0; k < components; ++k) {
        const std::size_t at = v * static_cast<std::size_t>(stored) + static_cast<std::size_t>(k);
        map.values.push_back(k < stored ? values[at] : 1.0f);
      }
    }
  }
  document.budget().take(vertexCount * out.maps.size() * 4 * sizeof(float));
  fillMaps(out.points.size(), out.maps, tally);
}

void appendPrimitive(GltfDocument& document, const tinygltf::Primitive& primitive,
                     std::size_t jointCount, const std::string& what, RawMesh& out,
                     MeshTally& tally) {
  document.budget().take(64);  // so that a mesh of many empty primitives, used often, is not free
  const int position = findAttribute(primitive, "POSITION");
  const int mode = primitive.mode;
  const bool solid = mode == TINYGLTF_MODE_TRIANGLES || mode == TINYGLTF_MODE_TRIANGLE_STRIP ||
                     mode == TINYGLTF_MODE_TRIANGLE_FAN;
  if (position < 0 || !solid) {
    ++tally.otherPrimitives;
    return;
  }
  if (!primitive.targets.empty()) ++tally.morphedPrimitives;

  const std::size_t base = out.points.size();
  const std::vector<float> positions = readFloats(document, position, 3, what + ", POSITION");
  appendPoints(positions, out.points);
  const std::size_t vertexCount = out.points.size() - base;
  const std::vector<std::uint32_t> corners = readCorners(document, primitive, vertexCount, what);
  document.budget().take(vertexCount * sizeof(Vec3f) + corners.size() * sizeof(Triangle));
  appendTriangles(corners, mode, base, what, out.triangles);
  if (out.triangles.size() > std::numeric_limits<std::int32_t>::max()) {
    failTooLarge("it has more than 2147483647 triangles.");
  }
  if (jointCount > 0) {
    appendInfluences(document, primitive, vertexCount, jointCount, what, out, tally);
  } else {
    out.influenceBegin.resize(out.points.size() + 1, out.influenceBegin.back());
  }
  appendMaps(document, primitive, base, what, out, tally);
}

}  // namespace

void appendMesh(GltfDocument& document, int mesh, std::size_t jointCount, RawMesh& out,
                MeshTally& tally) {
  const tinygltf::Mesh& from = at(document.model().meshes, mesh, "mesh", "a node");
  for (std::size_t i = 0; i < from.primitives.size(); ++i) {
    const std::string what = "mesh " + std::to_string(mesh) + ", primitive " + std::to_string(i);
    appendPrimitive(document, from.primitives[i], jointCount, what, out, tally);
  }
}

void appendRaw(RawMesh&& from, const std::vector<std::int32_t>& joints, RawMesh& out,
               MeshTally& tally) {
  const auto base = static_cast<std::int32_t>(out.points.size());
  const std::size_t total = out.points.size() + from.points.size();
  if (std::max({total, out.triangles.size() + from.triangles.size(),
                out.influences.size() + from.influences.size()}) >
      std::numeric_limits<std::int32_t>::max()) {
    failTooLarge("it has more than 2147483647 vertices, triangles or weights.");
  }
  for (VertexMap& map : from.maps) {
    VertexMap& to = openMap(out.maps, map.name, map.components, "map " + inQuotes(map.name));
    const std::size_t before =
        static_cast<std::size_t>(base) * static_cast<std::size_t>(map.components);
    tally.unmapped += static_cast<std::int64_t>(before - to.values.size());
    to.values.resize(before, 1.0f);
    to.values.insert(to.values.end(), map.values.begin(), map.values.end());
  }
  fillMaps(total, out.maps, tally);
  out.points.insert(out.points.end(), from.points.begin(), from.points.end());
  for (const Triangle& t : from.triangles) {
    out.triangles.push_back({base + t.a, base + t.b, base + t.c});
  }
  for (std::size_t v = 0; v + 1 < from.influenceBegin.size(); ++v) {
    const std::size_t begin = out.influences.size();
    for (std::int32_t k = from.influenceBegin[v]; k < from.influenceBegin[v + 1]; ++k) {
      out.influences.push_back({joints[from.influences[k].joint], from.influences[k].weight});
    }
    std::sort(out.influences.begin() + static_cast<std::ptrdiff_t>(begin), out.influences.end(),
              [](const Influence& a, const Influence& b) { return a.joint < b.joint; });
    out.influenceBegin.push_back(static_cast<std::int32_t>(out.influences.size()));
  }
}

void transform(const Affine3d& transform, const std::string& what, RawMesh& mesh) {
  for (Vec3f& p : mesh.points) {
    p = toFloat(apply(transform, p));
    if (!isFinite(p)) fail(what + " has points infinitely far away.");
  }
  if (determinant(transform) < 0) {
    for (Triangle& t : mesh.triangles) std::swap(t.b, t.c);
  }
}

}  // namespace sinew::io
