// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
#include "stills.h"

#include <fmt/format.h>
#include <sinew/result_file.h>

#include <algorithm>
#include <cctype>
#include <nlohmann/json.hpp>
#include <sstream>
#include <stdexcept>

#include "browser.h"
#include "result_value.h"

namespace sinew::cli {
namespace {

using Json = nlohmann::json;
namespace fs = std::filesystem;

constexpr std::size_t kFramesAtOnce = 40;  // their pictures are in the browser's memory together
constexpr int kSecondsToStart = 120, kSecondsPerFrame = 20;

std::string percentEncoded(const std::string& text) {
  std::string encoded;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    const bool isPlain = std::isalnum(byte) != 0 || c == '/' || c == '-' || c == '.' || c == '_';
    encoded += isPlain ? std::string(1, c) : fmt::format("%{:02X}", byte);
  }
  return encoded;
}

std::string bytesOf(const std::string& base64) {
  std::string bytes;
  unsigned group = 0;
  int bits = 0;
  for (const char c : base64) {
    const auto digit = std::string_view(
                           "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz01234567"
                           "89+/")
                           .find(c);
    if (digit == std::string_view::npos) break;
    group = group << 6 | static_cast<unsigned>(digit);
    if ((bits += 6) >= 8) bytes += static_cast<char>(group >> (bits -= 8) & 255);
  }
  return bytes;
}

std::string addressOf(const fs::path& page, const StillsOrder& order, std::size_t first,
                      std::size_t count) {
  const Json json{{"frames", order.frames},   {"first", first},
                  {"count", count},           {"width", order.width},
                  {"height", order.height},   {"view", order.view},
                  {"colour", order.colour},   {"compare", order.compare},
                  {"theme", order.theme},     {"sheet", order.sheet},
                  {"bones", order.bones},     {"springs", order.springs},
                  {"lattice", order.lattice}, {"contacts", order.contacts},
                  {"against", order.against}};
  return "file://" + percentEncoded(fs::absolute(page).string()) +
         "#render=" + percentEncoded(json.dump());
}

/// Writes the pictures that a loaded page holds as lines of a name and base64.
int writePictures(const std::string& loaded, const fs::path& folder) {
  std::istringstream lines(loaded);
  int count = 0;
  for (std::string line; std::getline(lines, line);) {
    const std::size_t space = line.find(' ');
    const std::string name = line.substr(0, space);
    if (name == "error") throw std::runtime_error(line.substr(space + 1));
    if (space == std::string::npos || !name.ends_with(".png")) continue;
    if (name.find('/') != std::string::npos) continue;
    valueOf(writeText((folder / name).string(), bytesOf(line.substr(space + 1))));
    ++count;
  }
  return count;
}

}  // namespace

Result<int> drawStills(const std::string& browser, const fs::path& page, const StillsOrder& order,
                       const fs::path& folder, const fs::path& work) {
  const std::size_t frames = order.frames.size(), atOnce = order.sheet ? frames : kFramesAtOnce;
  int drawn = 0;
  for (std::size_t first = 0; first < frames; first += atOnce) {
    const std::size_t count = std::min(atOnce, frames - first);
    const int seconds = kSecondsToStart + kSecondsPerFrame * static_cast<int>(count);
    const std::string address = addressOf(page, order, first, count);
    const Result<std::string> loaded = loadedPage(browser, address, work, seconds);
    if (!loaded) return loaded.error();
    const int more = writePictures(loaded.value(), folder);
    if (more == 0) throw std::runtime_error(browser + " drew nothing; does it support WebGL?");
    drawn += more;
  }
  return drawn;
}

}  // namespace sinew::cli
