// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
#include <cctype>
#include <filesystem>

#include "io/file_problem.h"
#include "io/surface_formats.h"
#include "io/whole_file.h"
#include "sinew/model_file.h"

namespace sinew {

namespace {

SurfaceMesh readByEnding(io::Bytes bytes, const std::string& name) {
  const std::filesystem::path path(name);
  std::string ending = path.extension().string();
  for (char& c : ending) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  SurfaceMesh mesh;
  if (ending == ".obj") {
    mesh = io::readObj(bytes);
  } else if (ending == ".stl") {
    mesh = io::readStl(bytes);
  } else if (ending == ".ply") {
    mesh = io::readPly(bytes);
  } else {
    io::fail("surfaces are read from .obj, .stl and .ply files only.");
  }
  mesh.name = path.stem().string();
  return mesh;
}

}  // namespace

Result<SurfaceMesh> readSurface(const std::string& path) {
  return io::guarded<SurfaceMesh>(
      path, [&] { return readByEnding(io::readWholeFile(path, "the file"), path); });
}

Result<SurfaceMesh> readSurface(Span<const unsigned char> bytes, const std::string& name) {
  return io::guarded<SurfaceMesh>(name, [&] {
    return readByEnding({bytes.data(), bytes.size()}, name);
  });
}

}  // namespace sinew
