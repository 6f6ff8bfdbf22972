// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
#include "sinew/model_file.h"

#include <filesystem>

#include "io/file_problem.h"
#include "io/gltf_model.h"
#include "io/whole_file.h"

namespace sinew {

namespace {

RiggedModel readNamed(io::Bytes bytes, const std::string& folder, const std::string& name) {
  RiggedModel model = io::readGltf(bytes, folder);
  model.name = model.skin.name = std::filesystem::path(name).stem().string();
  return model;
}

}  // namespace

Result<RiggedModel> readModel(const std::string& path) {
  return io::guarded<RiggedModel>(path, [&] {
    const std::vector<unsigned char> bytes = io::readWholeFile(path, "the file");
    const std::string folder = std::filesystem::path(path).parent_path().string();
    return readNamed(bytes, folder.empty() ? "." : folder, path);
  });
}

Result<RiggedModel> readModel(Span<const unsigned char> bytes, const std::string& name) {
  return io::guarded<RiggedModel>(name, [&] {
    return readNamed({bytes.data(), bytes.size()}, "", name);
  });
}

}  // namespace sinew
