// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
//
// Meshes of the shared data folder, which lies beside the repository or where SINEW_SHARED says.
// Tests that need one are skipped without it.
#pragma once

#include <cstdlib>
#include <filesystem>
#include <optional>
#include <string>

#include "geometry/triangle_mesh.h"
#include "sinew/model_file.h"

namespace sinew::testing {

inline std::filesystem::path sharedFolder() {
  if (const char* variable = std::getenv("SINEW_SHARED")) return variable;
#ifdef SINEW_SHARED_DIR
  return SINEW_SHARED_DIR;
#else
  return std::filesystem::path(__FILE__).parent_path() / "../../../shared";
#endif
}

/// `name` below data/, such as "dirty/soup.stl". Nothing if the file is not there or cannot be
/// read.
inline std::optional<TriangleMesh> sharedMesh(const std::string& name) {
  const std::filesystem::path path = sharedFolder() / "data" / name;
  if (!std::filesystem::exists(path)) return std::nullopt;
  const Result<SurfaceMesh> surface = readSurface(path.string());
  if (!surface.ok()) return std::nullopt;
  TriangleMesh mesh;
  for (const Vec3f& p : surface.value().points)
    mesh.points.push_back(
        {static_cast<double>(p.x), static_cast<double>(p.y), static_cast<double>(p.z)});
  for (const Triangle& t : surface.value().triangles) mesh.triangles.push_back({t.a, t.b, t.c});
  return mesh;
}

}  // namespace sinew::testing

#define SINEW_SKIP_WITHOUT(mesh, name) \
  if (!(mesh))                         \
  GTEST_SKIP() << "data/" << (name) << " not found; set SINEW_SHARED to the folder with data/"
