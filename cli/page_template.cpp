// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
#include "page_template.h"

#include <filesystem>

namespace sinew::cli {

std::string pageTemplate() {
  std::error_code error;
  const auto tool = std::filesystem::read_symlink("/proc/self/exe", error);
  const auto root = error ? std::filesystem::path(".") : tool.parent_path().parent_path();
  return (root / "share" / "sinew" / "review.html").string();
}

}  // namespace sinew::cli
