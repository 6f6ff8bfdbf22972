// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
#include "io/gltf_json.h"

#include <algorithm>
#include <array>
#include <string>

#include "io/bounded_json.h"
#include "io/file_problem.h"

namespace sinew::io {

namespace {

using nlohmann::json;

constexpr std::array<std::string_view, 11> kKept = {
    "accessors", "animations", "asset", "bufferViews", "buffers", "extensionsRequired",
    "meshes",    "nodes",      "scene", "scenes",      "skins"};

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
  json document = parseBoundedJson(text, JsonStyle::Generated);
  if (!document.is_object()) fail("its JSON is not an object.");
  for (auto item = document.begin(); item != document.end();) {
    const bool kept = std::find(kKept.begin(), kKept.end(), item.key()) != kKept.end();
    item = kept ? std::next(item) : document.erase(item);
  }
  removeExtras(document);
  return document;
}

}  // namespace sinew::io
