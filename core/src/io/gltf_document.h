// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
#pragma once

#include <tiny_gltf.h>

#include <cstddef>
#include <map>
#include <string>
#include <vector>

#include "io/file_problem.h"

namespace sinew::io {

/// A glTF file taken apart: its JSON as tinygltf's structs, and the bytes of its buffers. All
/// indices and sizes in `model` are still those of the file: check them before use.
class GltfDocument {
 public:
  /// `bytes` must outlive this. Buffers in other files are looked for in `folder`; empty: refused.
  /// Throws FileProblem.
  GltfDocument(Bytes bytes, std::string folder);

  const tinygltf::Model& model() const { return model_; }
  Budget& budget() { return budget_; }
  std::vector<std::string>& warnings() { return warnings_; }

  /// The bytes of buffer `index`, fetched when first asked for; throws FileProblem.
  Bytes buffer(int index);

 private:
  struct Buffer {
    std::uint64_t length = 0;
    std::string uri;  ///< empty: the binary chunk
    bool fetched = false;
    Bytes bytes;
  };

  void parse(std::string_view json);
  void fetch(std::size_t index);
  const std::vector<unsigned char>& external(const std::string& uri, std::size_t index);

  std::string folder_;
  Budget budget_;
  tinygltf::Model model_;
  std::vector<std::string> warnings_;
  bool isBinary_ = false;
  Bytes chunk_;
  std::vector<Buffer> buffers_;
  std::map<std::string, std::vector<unsigned char>> files_;     ///< by path
  std::map<std::size_t, std::vector<unsigned char>> embedded_;  ///< by buffer
};

/// `list[index]`, or FileProblem saying that `user` asks for a `kind` that does not exist.
template <class T>
const T& at(const std::vector<T>& list, int index, const char* kind, const std::string& user) {
  if (index < 0 || static_cast<std::size_t>(index) >= list.size()) {
    fail(user + " uses " + kind + " " + std::to_string(index) +
         ", which does not exist (there are " + std::to_string(list.size()) + ").");
  }
  return list[static_cast<std::size_t>(index)];
}

}  // namespace sinew::io
