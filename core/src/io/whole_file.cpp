// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
#include "io/whole_file.h"

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <system_error>

#include "io/file_problem.h"

namespace sinew::io {

namespace {
constexpr std::uint64_t kMostBytes = (std::uint64_t{1} << 32) - 1;  // what a GLB header can say
}

std::vector<unsigned char> readWholeFile(const std::string& path, const std::string& what) {
  std::error_code error;
  const std::filesystem::file_status status = std::filesystem::status(path, error);
  if (!std::filesystem::exists(status)) fail(what + " does not exist.");
  if (!std::filesystem::is_regular_file(status)) fail(what + " is not a file.");
  const std::uint64_t size = std::filesystem::file_size(path, error);
  if (error) fail(what + " cannot be opened (" + error.message() + ").");
  if (size > kMostBytes) {
    failTooLarge(what + " has " + std::to_string(size >> 20) + " MiB; 4 GiB is the most.");
  }

  std::ifstream file(path, std::ios::binary);
  if (!file) fail(what + " cannot be opened.");
  std::vector<unsigned char> bytes(size);
  file.read(reinterpret_cast<char*>(bytes.data()), static_cast<std::streamsize>(size));
  if (static_cast<std::uint64_t>(file.gcount()) != size)
    fail(what + " could not be read to its end.");
  return bytes;
}

}  // namespace sinew::io
