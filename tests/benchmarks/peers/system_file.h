// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
//
// A symmetric linear system as sinew-bench hands it to the peers, and their solution back: plain
// arrays in the byte order of the machine, read a moment later on the same one.
#pragma once

#include <cstdint>
#include <fstream>
#include <stdexcept>
#include <string>
#include <vector>

namespace sinew::bench {

/// Compressed rows, all of them (not a triangle), three per node.
struct LinearSystem {
  std::vector<std::int32_t> begin, column;
  std::vector<double> value, f;
  std::int32_t rows() const { return static_cast<std::int32_t>(f.size()); }
};

namespace detail {
template <class T>
void write(std::ofstream& file, const T* data, std::size_t count) {
  const auto size = static_cast<std::uint64_t>(count);
  file.write(reinterpret_cast<const char*>(&size), sizeof size);
  file.write(reinterpret_cast<const char*>(data), static_cast<std::streamsize>(count * sizeof(T)));
}
template <class T>
void read(std::ifstream& file, std::vector<T>& data) {
  std::uint64_t size = 0;
  file.read(reinterpret_cast<char*>(&size), sizeof size);
  data.resize(file ? size : 0);
  file.read(reinterpret_cast<char*>(data.data()), static_cast<std::streamsize>(size * sizeof(T)));
}
}  // namespace detail

inline LinearSystem readSystem(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  LinearSystem system;
  detail::read(file, system.begin);
  detail::read(file, system.column);
  detail::read(file, system.value);
  detail::read(file, system.f);
  if (!file) throw std::runtime_error(path + " is not a whole system.");
  return system;
}

inline void writeVector(const std::string& path, const std::vector<double>& x) {
  std::ofstream file(path, std::ios::binary);
  detail::write(file, x.data(), x.size());
}

inline std::vector<double> readVector(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  std::vector<double> x;
  detail::read(file, x);
  if (!file) throw std::runtime_error(path + " is not a whole vector.");
  return x;
}

}  // namespace sinew::bench
