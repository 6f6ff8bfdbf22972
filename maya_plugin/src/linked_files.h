// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <mutex>
#include <string>

#include "bind_data.h"

namespace sinew::maya {

/// The .sinew files that meshes of a node are linked to, each read once.
class LinkedFiles {
 public:
  /// Read at the first call with this path and hash; a hash that is not the file's is a problem.
  std::shared_ptr<const BoundCharacter> get(const std::string& path, const std::string& hash);

 private:
  struct Entry {
    std::string path, hash;
    std::shared_ptr<const BoundCharacter> bound;
  };
  std::mutex mutex_;
  std::vector<Entry> entries_;
};

}  // namespace sinew::maya
