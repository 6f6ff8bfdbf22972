// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
#include "io/safe_file.h"

#include <cerrno>
#include <filesystem>
#include <system_error>

namespace sinew::io {

void failToWrite() {
  const std::string reason = errno == 0 ? "" : " (" + std::generic_category().message(errno) + ")";
  fail("it cannot be written" + reason + ".");
}

SafeFile::SafeFile(const std::string& path) : path_(path), temporary_(path + ".tmp") {
  errno = 0;
  file_.open(temporary_, std::ios::binary | std::ios::trunc);
  if (!file_) failToWrite();
}

SafeFile::~SafeFile() {
  if (temporary_.empty()) return;
  file_.close();
  std::error_code ignored;
  std::filesystem::remove(temporary_, ignored);
}

void SafeFile::write(Bytes bytes) {
  write(std::string_view(reinterpret_cast<const char*>(bytes.data()), bytes.size()));
}

void SafeFile::write(std::string_view text) {
  errno = 0;
  file_.write(text.data(), static_cast<std::streamsize>(text.size()));
  if (!file_) failToWrite();
  size_ += static_cast<std::int64_t>(text.size());
}

std::int64_t SafeFile::commit() {
  errno = 0;
  file_.close();
  if (!file_) failToWrite();
  std::error_code error;
  std::filesystem::rename(temporary_, path_, error);
  if (error) fail("it cannot be written (" + error.message() + ").");
  temporary_.clear();
  return size_;
}

}  // namespace sinew::io
