// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
#include "io/gltf_json.h"

#include <algorithm>
#include <array>
#include <string>

#include "io/file_problem.h"

namespace sinew::io {

namespace {

using nlohmann::json;

constexpr std::array<std::string_view, 11> kKept = {
    "accessors", "animations", "asset", "bufferViews", "buffers", "extensionsRequired",
    "meshes",    "nodes",      "scene", "scenes",      "skins"};

constexpr int kDeepest = 64;  // glTF itself needs 6

// tinygltf makes up to about 1 KB of each object, nlohmann about 100 bytes of each value. A clip
// library with 100 clips for 100 joints has about 200000 objects.
constexpr std::size_t kMostObjects = 500000, kMostValues = 4000000;

/// Walks over the text without keeping anything, and stops at what would take too much to keep.
/// (nlohmann can leave parts out while it parses, but takes quadratic time for long lists then.)
class SizeCheck : public nlohmann::json_sax<json> {
 public:
  bool null() override { return value(); }
  bool boolean(bool) override { return value(); }
  bool number_integer(number_integer_t) override { return value(); }
  bool number_unsigned(number_unsigned_t) override { return value(); }
  bool number_float(number_float_t, const string_t&) override { return value(); }
  bool string(string_t&) override { return value(); }
  bool binary(binary_t&) override { return value(); }
  bool key(string_t&) override { return true; }
  bool start_object(std::size_t) override {
    if (++objects_ > kMostObjects) {
      failTooLarge("its JSON has more than " + std::to_string(kMostObjects) + " objects.");
    }
    return open();
  }
  bool start_array(std::size_t) override { return open(); }
  bool end_object() override { return close(); }
  bool end_array() override { return close(); }
  bool parse_error(std::size_t, const std::string&, const json::exception& e) override {
    fail(std::string("its JSON is damaged (") + shortened(e.what()) + ").");
  }

 private:
  bool value() {
    if (++values_ > kMostValues) {
      failTooLarge("its JSON has more than " + std::to_string(kMostValues) + " values.");
    }
    return true;
  }
  bool open() {
    if (++depth_ > kDeepest) failTooLarge("its JSON is nested too deeply.");
    return value();
  }
  bool close() {
    --depth_;
    return true;
  }

  int depth_ = 0;
  std::size_t objects_ = 0, values_ = 0;
};

void removeExtras(json& value) {
  if (value.is_object()) {
    value.erase("extras");
    value.erase("extensions");
  }
  if (value.is_structured()) {
    for (json& inner : value) removeExtras(inner);
  }
}

}  // namespace

json parseGltfJson(std::string_view text) {
  SizeCheck check;
  json::sax_parse(text, &check);
  json document = json::parse(text);
  if (!document.is_object()) fail("its JSON is not an object.");
  for (auto item = document.begin(); item != document.end();) {
    const bool kept = std::find(kKept.begin(), kKept.end(), item.key()) != kKept.end();
    item = kept ? std::next(item) : document.erase(item);
  }
  removeExtras(document);
  return document;
}

}  // namespace sinew::io
