// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
#include "io/bounded_json.h"

#include <set>
#include <string>
#include <vector>

#include "io/file_problem.h"

namespace sinew::io {

namespace {

using nlohmann::json;

constexpr int kDeepest = 64;  // glTF needs 6, character.json 5

// tinygltf makes up to about 1 KB of each object, nlohmann about 100 bytes of each value. A clip
// library with 100 clips for 100 joints has about 200000 objects.
constexpr std::size_t kMostObjects = 500000, kMostValues = 4000000;

/// Walks over the text without keeping anything, and stops at what would take too much to keep.
/// (nlohmann can leave parts out while it parses, but takes quadratic time for long lists then.)
class SizeCheck : public nlohmann::json_sax<json> {
 public:
  explicit SizeCheck(JsonStyle style) : style_(style) {}

  bool null() override { return value(); }
  bool boolean(bool) override { return value(); }
  bool number_integer(number_integer_t) override { return value(); }
  bool number_unsigned(number_unsigned_t) override { return value(); }
  bool number_float(number_float_t, const string_t&) override { return value(); }
  bool string(string_t&) override { return value(); }
  bool binary(binary_t&) override { return value(); }
  bool key(string_t& name) override {
    if (style_ == JsonStyle::HandWritten && !keys_.back().insert(name).second) {
      fail("it has the key " + inQuotes(name) + " twice in one place.");
    }
    return true;
  }
  bool start_object(std::size_t) override {
    if (++objects_ > kMostObjects) {
      failTooLarge("its JSON has more than " + std::to_string(kMostObjects) + " objects.");
    }
    if (style_ == JsonStyle::HandWritten) keys_.emplace_back();
    return open();
  }
  bool start_array(std::size_t) override { return open(); }
  bool end_object() override {
    if (style_ == JsonStyle::HandWritten) keys_.pop_back();
    return close();
  }
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

  JsonStyle style_;
  std::vector<std::set<std::string>> keys_;  // of the objects around, if written by hand
  int depth_ = 0;
  std::size_t objects_ = 0, values_ = 0;
};

}  // namespace

json parseBoundedJson(std::string_view text, JsonStyle style) {
  const bool allowComments = style == JsonStyle::HandWritten;
  SizeCheck check(style);
  json::sax_parse(text, &check, json::input_format_t::json, true, allowComments);
  return json::parse(text, nullptr, true, allowComments);
}

}  // namespace sinew::io
