// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
#include "linked_files.h"

#include "convert.h"

namespace sinew::maya {
namespace {

std::shared_ptr<const BoundCharacter> load(const std::string& path, const std::string& hash) {
  auto made = std::make_shared<BoundCharacter>();
  auto loaded = loadCharacter(path);
  if (!loaded)
    made->problem = loaded.error().message;
  else if (hashText(loaded.value().inputHash) != hash)
    made->problem = "The file '" + path +
                    "' is not the one this mesh was linked to; link it again with sinew -edit "
                    "-link.";
  else
    made->file = std::move(loaded.value());
  return made;
}

}  // namespace

std::shared_ptr<const BoundCharacter> LinkedFiles::get(const std::string& path,
                                                       const std::string& hash) {
  const std::lock_guard<std::mutex> lock(mutex_);
  for (const Entry& entry : entries_)
    if (entry.path == path && entry.hash == hash && entry.bound->problem.empty())
      return entry.bound;
  auto bound = load(path, hash);
  if (bound->problem.empty()) entries_.push_back({path, hash, bound});
  return bound;
}

}  // namespace sinew::maya
