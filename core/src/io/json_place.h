// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
//
// A value of a JSON file that people write by hand, with the key under which it stands: whatever is
// wrong, the error names the key.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "sinew/types.h"

namespace sinew::io {

using Names = std::vector<std::string>;

/// The name most like `name`, in quotes, for "did you mean"; "" if there are none.
std::string nearestName(std::string_view name, const Names& names);

/// All methods throw FileProblem.
class JsonPlace {
 public:
  JsonPlace(const nlohmann::json& value, std::string key) : value_(value), key_(std::move(key)) {}

  const std::string& key() const { return key_; }  ///< such as "bones[2].capsule"
  [[noreturn]] void fail(const std::string& what) const;

  /// An object whose keys are all among `known`.
  void requireKeys(const Names& known) const;
  bool has(const std::string& key) const { return value_.contains(key); }
  JsonPlace at(const std::string& key) const;  ///< fails if it is missing
  std::vector<JsonPlace> list() const;

  double number(double least, double greatest) const;
  bool flag() const;
  std::string text() const;
  std::size_t choice(const Names& names) const;  ///< which of them it is
  Vec3d vector() const;                          ///< [x, y, z], finite as floats

 private:
  const nlohmann::json& value_;
  std::string key_;
};

}  // namespace sinew::io
