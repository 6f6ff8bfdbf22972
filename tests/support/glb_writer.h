// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
//
// Small glTF files made in memory. The JSON is open, so that a test can break whatever it likes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <nlohmann/json.hpp>
#include <string>
#include <type_traits>
#include <vector>

namespace sinew::testing {

using FileBytes = std::vector<unsigned char>;

class GlbWriter {
 public:
  nlohmann::json json = {{"asset", {{"version", "2.0"}}}};
  FileBytes binary;

  /// Appends numbers to the binary; returns the number of the new buffer view.
  template <class T>
  int addView(const std::vector<T>& numbers) {
    while (binary.size() % 4 != 0) binary.push_back(0);
    const std::size_t offset = binary.size(), size = numbers.size() * sizeof(T);
    binary.resize(offset + size);
    if (size > 0) std::memcpy(binary.data() + offset, numbers.data(), size);
    return add("bufferViews", {{"buffer", 0}, {"byteOffset", offset}, {"byteLength", size}});
  }

  /// Appends numbers; returns the number of the new accessor. `type` such as "VEC3".
  template <class T>
  int addAccessor(const std::vector<T>& numbers, const std::string& type, bool normalized = false) {
    const int view = addView(numbers);
    nlohmann::json accessor = {{"bufferView", view},
                               {"componentType", componentType<T>()},
                               {"count", numbers.size() / components(type)},
                               {"type", type}};
    if (normalized) accessor["normalized"] = true;
    return add("accessors", accessor);
  }

  /// Appends to a list of the JSON; returns the place.
  int add(const char* list, nlohmann::json item) {
    json[list].push_back(std::move(item));
    return static_cast<int>(json[list].size()) - 1;
  }

  FileBytes glb() const {
    nlohmann::json all = json;
    if (!all.contains("buffers")) all["buffers"] = {{{"byteLength", binary.size()}}};
    return container(all.dump(), binary);
  }

  /// The same as text, with the buffer in a data: uri, or in the file `uri` (to be written by the
  /// caller).
  FileBytes gltf(const std::string& uri = "") const {
    nlohmann::json all = json;
    const std::string place =
        uri.empty() ? "data:application/octet-stream;base64," + base64(binary) : uri;
    if (!all.contains("buffers")) {
      all["buffers"] = {{{"byteLength", binary.size()}, {"uri", place}}};
    }
    const std::string text = all.dump(1);
    return FileBytes(text.begin(), text.end());
  }

  static FileBytes container(std::string text, FileBytes chunk) {
    while (text.size() % 4 != 0) text += ' ';
    while (chunk.size() % 4 != 0) chunk.push_back(0);
    FileBytes file;
    const auto put = [&](std::size_t number) {
      for (int i = 0; i < 4; ++i) file.push_back(static_cast<unsigned char>(number >> 8 * i & 255));
    };
    put(0x46546C67);
    put(2);
    put(12 + 8 + text.size() + (chunk.empty() ? 0 : 8 + chunk.size()));
    put(text.size());
    put(0x4E4F534A);
    file.insert(file.end(), text.begin(), text.end());
    if (!chunk.empty()) {
      put(chunk.size());
      put(0x004E4942);
      file.insert(file.end(), chunk.begin(), chunk.end());
    }
    return file;
  }

  static std::string base64(const FileBytes& bytes) {
    const char* digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    std::string text;
    for (std::size_t i = 0; i < bytes.size(); i += 3) {
      std::uint32_t bits = 0;
      for (std::size_t k = i; k < i + 3; ++k) bits = bits << 8 | (k < bytes.size() ? bytes[k] : 0u);
      for (std::size_t k = 0; k < 4; ++k) {
        text += i + k <= bytes.size() ? digits[bits >> (18 - 6 * k) & 63] : '=';
      }
    }
    return text;
  }

 private:
  template <class T>
  static int componentType() {
    if (std::is_same_v<T, float>) return 5126;
    const int kind = sizeof(T) == 1 ? 5120 : sizeof(T) == 2 ? 5122 : 5124;
    return kind + (std::is_unsigned_v<T> ? 1 : 0);
  }

  static std::size_t components(const std::string& type) {
    if (type == "SCALAR") return 1;
    if (type == "MAT4") return 16;
    return static_cast<std::size_t>(type.back() - '0');
  }
};

/// A square bar along y from 0 to 2 [m], 0.2 thick, in three rings of four points and 20 triangles,
/// with two joints: "root" at the origin holds the lowest ring, its child "tip" at (0, 1, 0) the
/// highest, and the ring between follows both alike. The clip "bend" turns the tip about z by 90
/// degrees in one second.
///
///   nodes:     0 root, 1 tip, 2 bar (mesh 0, skin 0)
///   accessors: 0 POSITION, 1 JOINTS_0, 2 WEIGHTS_0, 3 indices, 4 inverse bind matrices, 5 times,
///              6 rotations
inline GlbWriter barFile() {
  std::vector<float> points;
  std::vector<std::uint8_t> joints;
  std::vector<float> weights;
  for (int ring = 0; ring < 3; ++ring) {
    for (int k = 0; k < 4; ++k) {
      const float y = static_cast<float>(ring), tip = 0.5f * y;
      points.insert(points.end(), {k == 0 || k == 3 ? -0.1f : 0.1f, y, k < 2 ? 0.1f : -0.1f});
      joints.insert(joints.end(), {0, 1, 0, 0});
      weights.insert(weights.end(), {1 - tip, tip, 0, 0});
    }
  }
  std::vector<std::uint16_t> indices = {0, 2, 1, 0, 3, 2, 8, 9, 10, 8, 10, 11};
  for (std::uint16_t ring = 0; ring < 2; ++ring) {
    for (std::uint16_t k = 0; k < 4; ++k) {
      const auto at = [&](int r, int i) {
        return static_cast<std::uint16_t>(4 * (ring + r) + i % 4);
      };
      indices.insert(indices.end(),
                     {at(0, k), at(0, k + 1), at(1, k + 1), at(0, k), at(1, k + 1), at(1, k)});
    }
  }
  std::vector<float> inverseBinds(32, 0.0f);
  for (int joint = 0; joint < 2; ++joint) {
    for (int i = 0; i < 4; ++i) inverseBinds[static_cast<std::size_t>(16 * joint + 5 * i)] = 1;
  }
  inverseBinds[16 + 13] = -1;

  GlbWriter file;
  file.addAccessor(points, "VEC3");
  file.addAccessor(joints, "VEC4");
  file.addAccessor(weights, "VEC4");
  file.addAccessor(indices, "SCALAR");
  file.addAccessor(inverseBinds, "MAT4");
  file.addAccessor(std::vector<float>{0, 1}, "SCALAR");
  file.addAccessor(std::vector<float>{0, 0, 0, 1, 0, 0, 0.70710678f, 0.70710678f}, "VEC4");
  file.json["nodes"] = {{{"name", "root"}, {"children", {1}}},
                        {{"name", "tip"}, {"translation", {0, 1, 0}}},
                        {{"name", "bar"}, {"mesh", 0}, {"skin", 0}}};
  file.json["scenes"] = {{{"nodes", {0, 2}}}};
  file.json["scene"] = 0;
  file.json["meshes"] = {
      {{"primitives",
        {{{"attributes", {{"POSITION", 0}, {"JOINTS_0", 1}, {"WEIGHTS_0", 2}}}, {"indices", 3}}}}}};
  file.json["skins"] = {{{"joints", {0, 1}}, {"inverseBindMatrices", 4}}};
  file.json["animations"] = {
      {{"name", "bend"},
       {"samplers", {{{"input", 5}, {"output", 6}}}},
       {"channels", {{{"sampler", 0}, {"target", {{"node", 1}, {"path", "rotation"}}}}}}}};
  return file;
}

}  // namespace sinew::testing
