// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <string>

namespace sinew {

/// Keeps other runs out of a folder while this one writes there. The system lets go of it when the
/// process ends, however it ends: a file that a killed run leaves locks nothing.
class FolderLock {
 public:
  /// Throws std::runtime_error with one sentence if another process holds the folder.
  explicit FolderLock(const std::filesystem::path& folder);
  ~FolderLock();
  FolderLock(const FolderLock&) = delete;
  FolderLock& operator=(const FolderLock&) = delete;

 private:
  std::string path_;
  int file_ = -1;
};

}  // namespace sinew
