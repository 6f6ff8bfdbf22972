// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
#include "io/gltf_document.h"

#include <array>
#include <cctype>
#include <filesystem>
#include <limits>
#include <utility>

#include "io/byte_reader.h"
#include "io/gltf_json.h"
#include "io/whole_file.h"

namespace sinew::io {

namespace {

using nlohmann::json;

constexpr std::uint32_t kMagic = 0x46546C67, kJsonChunk = 0x4E4F534A, kBinaryChunk = 0x004E4942;

/// The two chunks of a GLB.
struct Container {
  Bytes json, binary;
};

Container openContainer(Bytes bytes, std::vector<std::string>& warnings) {
  ByteReader header(bytes);
  header.read<std::uint32_t>("the header");
  const auto version = header.read<std::uint32_t>("the header");
  const auto length = header.read<std::uint32_t>("the header");
  if (version != 2) {
    fail("it is glTF version " + std::to_string(version) + "; only version 2 is read.");
  }
  if (length > bytes.size() || length < 12) {
    fail("it is cut short: its header promises " + std::to_string(length) + " bytes, it has " +
         std::to_string(bytes.size()) + ".");
  }
  if (length < bytes.size()) {
    warnings.push_back(std::to_string(bytes.size() - length) +
                       " bytes after the end of the GLB were left out.");
  }
  ByteReader reader(bytes.subspan(12, length - 12));
  Container container;
  bool hasBinary = false;
  for (int chunk = 0; reader.remaining() > 0; ++chunk) {
    const auto size = reader.read<std::uint32_t>("a chunk's header");
    const auto type = reader.read<std::uint32_t>("a chunk's header");
    const Bytes content = reader.take(size, "a chunk");
    if ((chunk == 0) != (type == kJsonChunk)) fail("its first chunk, and no other, must be JSON.");
    if (chunk == 0) container.json = content;
    if (type == kBinaryChunk && !std::exchange(hasBinary, true)) container.binary = content;
  }
  if (container.json.empty()) fail("it has no JSON.");
  return container;
}

std::string_view asText(Bytes bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

void refuseUnknownExtensions(const tinygltf::Model& model) {
  // These change how a model looks, not its shape or motion.
  constexpr std::array<std::string_view, 6> kHarmless = {"KHR_materials_", "KHR_texture_",
                                                         "EXT_texture_",   "KHR_lights_",
                                                         "KHR_xmp",        "KHR_mesh_quantization"};
  for (const std::string& name : model.extensionsRequired) {
    bool harmless = false;
    for (const std::string_view prefix : kHarmless) harmless = harmless || name.starts_with(prefix);
    if (!harmless) {
      fail("it requires the extension " + inQuotes(name) +
           ", which Sinew does not read; export it again without (no compression).");
    }
  }
}

/// tinygltf leaves out primitives and channels it does not understand, and says so nowhere.
void refuseLosses(const json& document, const tinygltf::Model& model) {
  const auto compare = [&](const char* list, const char* member, auto countOf) {
    if (!document.contains(list) || !document[list].is_array()) return;
    const json& items = document[list];
    for (std::size_t i = 0; i < items.size(); ++i) {
      if (!items[i].contains(member)) continue;
      const json& inner = items[i][member];
      if (!inner.is_array() || inner.size() != countOf(i)) {
        fail(std::string(list) + " " + std::to_string(i) + " has damaged " + member + ".");
      }
    }
  };
  compare("meshes", "primitives", [&](std::size_t i) { return model.meshes[i].primitives.size(); });
  compare("nodes", "children", [&](std::size_t i) { return model.nodes[i].children.size(); });
}

int digitOfBase64(char c) {
  if (c >= 'A' && c <= 'Z') return c - 'A';
  if (c >= 'a' && c <= 'z') return c - 'a' + 26;
  if (c >= '0' && c <= '9') return c - '0' + 52;
  if (c == '+' || c == '-') return 62;
  return c == '/' || c == '_' ? 63 : -1;
}

std::vector<unsigned char> decodeBase64(std::string_view text, const std::string& what) {
  while (!text.empty() && text.back() == '=') text.remove_suffix(1);
  std::vector<unsigned char> bytes;
  bytes.reserve(text.size() / 4 * 3 + 3);
  std::uint32_t bits = 0;
  int bitCount = 0;
  for (const char c : text) {
    const int digit = digitOfBase64(c);
    if (digit < 0) fail(what + " is not proper base64.");
    bits = (bits << 6 | static_cast<std::uint32_t>(digit)) & 0xffff;
    bitCount += 6;
    if (bitCount >= 8) {
      bitCount -= 8;
      bytes.push_back(static_cast<unsigned char>(bits >> bitCount & 0xff));
    }
  }
  return bytes;
}

std::string decodePercent(std::string_view uri) {
  std::string path;
  for (std::size_t i = 0; i < uri.size(); ++i) {
    const auto hex = [&](std::size_t k) {
      return k < uri.size() && std::isxdigit(static_cast<unsigned char>(uri[k]));
    };
    if (uri[i] == '%' && hex(i + 1) && hex(i + 2)) {
      path += static_cast<char>(std::stoi(std::string(uri.substr(i + 1, 2)), nullptr, 16));
      i += 2;
    } else {
      path += uri[i];
    }
  }
  return path;
}

/// A path that stays in the file's folder; throws FileProblem for any other.
std::filesystem::path pathInFolder(const std::string& uri, const std::string& what) {
  const std::string decoded = decodePercent(uri);
  const std::filesystem::path path(decoded);
  bool inside = !path.empty() && path.is_relative() &&
                decoded.find_first_of(std::string_view("\\:\0", 3)) == decoded.npos;
  for (const auto& step : path) inside = inside && step != "..";
  if (!inside) {
    fail(what + " is " + inQuotes(uri) + ", which is not a path inside the file's own folder.");
  }
  return path.lexically_normal();
}

}  // namespace

GltfDocument::GltfDocument(Bytes bytes, std::string folder)
    : folder_(std::move(folder)), budget_(bytes.size()) {
  if (bytes.size() >= 4 && loadNumber<std::uint32_t>(bytes.data()) == kMagic) {
    const Container container = openContainer(bytes, warnings_);
    isBinary_ = true;
    chunk_ = container.binary;
    parse(asText(container.json));
  } else {
    const std::string_view text = asText(bytes);
    const std::size_t start = text.find_first_not_of("\xEF\xBB\xBF \t\r\n");
    if (start == text.npos || text[start] != '{') fail("it is neither GLB nor glTF.");
    parse(text.substr(start));
  }
}

void GltfDocument::parse(std::string_view text) {
  json document = parseGltfJson(text);

  const auto version = document.value(json::json_pointer("/asset/version"), json());
  if (!version.is_string() || !version.get_ref<const std::string&>().starts_with("2.")) {
    fail("it does not say that it is glTF 2 (asset.version).");
  }
  if (document.contains("buffers")) {
    const json list = std::move(document["buffers"]);
    document.erase("buffers");
    for (const json& item : list) {
      const std::string what = "buffer " + std::to_string(buffers_.size());
      const json* length =
          item.is_object() && item.contains("byteLength") ? &item["byteLength"] : nullptr;
      if (!length || !length->is_number_unsigned()) fail(what + " has no proper byteLength.");
      Buffer buffer;
      buffer.length = length->get<std::uint64_t>();
      if (item.contains("uri")) {
        if (!item["uri"].is_string()) fail(what + " has a uri that is not text.");
        buffer.uri = item["uri"].get<std::string>();
        if (buffer.uri.empty()) fail(what + " has an empty uri.");
      }
      buffers_.push_back(std::move(buffer));
    }
  }

  const std::string rest = document.dump();
  if (rest.size() > std::numeric_limits<unsigned>::max()) failTooLarge("its JSON is too long.");
  std::string error, warning;
  tinygltf::TinyGLTF parser;
  if (!parser.LoadASCIIFromString(&model_, &error, &warning, rest.c_str(),
                                  static_cast<unsigned>(rest.size()), "",
                                  tinygltf::SectionCheck::NO_REQUIRE)) {
    while (!error.empty() && std::isspace(static_cast<unsigned char>(error.back())))
      error.pop_back();
    fail("its JSON is not valid glTF" + (error.empty() ? "." : " (" + shortened(error) + ")."));
  }
  refuseUnknownExtensions(model_);
  refuseLosses(document, model_);
}

Bytes GltfDocument::buffer(int index) {
  const Buffer& buffer = at(buffers_, index, "buffer", "a buffer view");
  if (!buffer.fetched) fetch(static_cast<std::size_t>(index));
  return buffer.bytes;
}

void GltfDocument::fetch(std::size_t index) {
  Buffer& buffer = buffers_[index];
  const std::string what = "buffer " + std::to_string(index);
  Bytes bytes;
  if (buffer.uri.empty()) {
    if (index != 0 || !isBinary_) fail(what + " has no uri.");
    bytes = chunk_;
  } else if (buffer.uri.starts_with("data:")) {
    const std::size_t comma = buffer.uri.find(',');
    if (comma == buffer.uri.npos || !buffer.uri.substr(0, comma).ends_with(";base64")) {
      fail(what + " is a data: uri that is not base64.");
    }
    budget_.take(buffer.uri.size());
    bytes = embedded_[index] = decodeBase64(std::string_view(buffer.uri).substr(comma + 1), what);
    buffer.uri = "data:";
  } else {
    bytes = external(buffer.uri, index);
  }
  if (buffer.length > bytes.size()) {
    fail(what + " is cut short: it should have " + std::to_string(buffer.length) +
         " bytes, it has " + std::to_string(bytes.size()) + ".");
  }
  buffer.bytes = bytes.first(buffer.length);
  buffer.fetched = true;
}

const std::vector<unsigned char>& GltfDocument::external(const std::string& uri,
                                                         std::size_t index) {
  const std::string what = "buffer " + std::to_string(index);
  const std::filesystem::path path = pathInFolder(uri, what);
  if (folder_.empty()) {
    fail(what + " lies in the file " + inQuotes(uri) +
         ", but only the model's own bytes were given.");
  }
  const auto [found, isNew] = files_.try_emplace(path.string());
  if (isNew) {
    found->second = readWholeFile((std::filesystem::path(folder_) / path).string(),
                                  what + " (" + inQuotes(uri) + ")");
    budget_.addInput(found->second.size());
  }
  return found->second;
}

}  // namespace sinew::io
