// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
#include "io/json_place.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "io/file_problem.h"
#include "io/number_text.h"

namespace sinew::io {

namespace {

// Letters to change, add or leave out to get from one name to the other.
std::size_t editDistance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 0; i < a.size(); ++i) {
    std::size_t diagonal = std::exchange(row[0], i + 1);
    for (std::size_t j = 0; j < b.size(); ++j) {
      const std::size_t changed = diagonal + (a[i] == b[j] ? 0 : 1);
      diagonal = row[j + 1];
      row[j + 1] = std::min({changed, row[j] + 1, diagonal + 1});
    }
  }
  return row.back();
}

std::string digits(double number) {
  std::string text;
  appendNumber(text, number);
  return text;
}

}  // namespace

std::string nearestName(std::string_view name, const Names& names) {
  name = name.substr(0, 64);
  std::string best;
  std::size_t least = std::numeric_limits<std::size_t>::max();
  for (const std::string& other : names) {
    const std::size_t distance = editDistance(name, std::string_view(other).substr(0, 64));
    if (distance < least) least = distance, best = other;
  }
  return names.empty() ? "" : inQuotes(best);
}

void JsonPlace::fail(const std::string& what) const {
  io::fail((key_.empty() ? "it" : shortened(key_)) + " " + what);
}

void JsonPlace::requireKeys(const Names& known) const {
  if (!value_.is_object()) fail("must be an object, in { }.");
  for (const auto& item : value_.items())
    if (std::find(known.begin(), known.end(), item.key()) == known.end())
      fail("has the unknown key " + inQuotes(item.key()) + "; did you mean " +
           nearestName(item.key(), known) + "?");
}

JsonPlace JsonPlace::at(const std::string& key) const {
  const auto found = value_.find(key);
  if (found == value_.end()) fail("lacks the key " + inQuotes(key) + ".");
  return {*found, key_.empty() ? key : key_ + "." + key};
}

std::vector<JsonPlace> JsonPlace::list() const {
  if (!value_.is_array()) fail("must be a list, in [ ].");
  std::vector<JsonPlace> places;
  for (std::size_t i = 0; i < value_.size(); ++i)
    places.emplace_back(value_[i], key_ + "[" + std::to_string(i) + "]");
  return places;
}

double JsonPlace::number(double least, double greatest) const {
  if (!value_.is_number()) fail("must be a number.");
  const auto v = value_.get<double>();
  if (!(v >= least && v <= greatest))
    fail("is " + digits(v) + "; choose a value from " + digits(least) + " to " + digits(greatest) +
         ".");
  return v;
}

bool JsonPlace::flag() const {
  if (!value_.is_boolean()) fail("must be true or false.");
  return value_.get<bool>();
}

std::string JsonPlace::text() const {
  if (!value_.is_string() || value_.get_ref<const std::string&>().empty())
    fail("must be a text, in quotes.");
  return value_.get<std::string>();
}

std::size_t JsonPlace::choice(const Names& names) const {
  const std::string given = text();
  const auto found = std::find(names.begin(), names.end(), given);
  if (found == names.end()) {
    std::string all;
    for (const std::string& name : names) all += (all.empty() ? "" : ", ") + inQuotes(name);
    fail("is " + inQuotes(given) + "; choose one of " + all + ".");
  }
  return static_cast<std::size_t>(found - names.begin());
}

Vec3d JsonPlace::vector() const {
  const std::vector<JsonPlace> items = list();
  if (items.size() != 3) fail("must have 3 numbers, [x, y, z].");
  const double most = std::numeric_limits<float>::max();
  return {items[0].number(-most, most), items[1].number(-most, most), items[2].number(-most, most)};
}

}  // namespace sinew::io
