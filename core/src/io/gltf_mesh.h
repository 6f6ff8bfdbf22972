// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "io/gltf_document.h"
#include "sinew/model_file.h"

namespace sinew::io {

/// Vertices as the file has them, before welding, in the space of the mesh.
struct RawMesh {
  std::vector<Vec3f> points;
  std::vector<Triangle> triangles;
  std::vector<std::int32_t> influenceBegin = {0};  ///< as in RiggedModel
  std::vector<Influence> influences;               ///< joint: index into the skin's list
  std::vector<VertexMap> maps;
};

/// What was interpreted or left out, to be told once for the whole file.
struct MeshTally {
  std::int64_t otherPrimitives = 0;    ///< points, lines, or without positions
  std::int64_t morphedPrimitives = 0;  ///< with morph targets, which are not read
  std::int64_t unweighted = 0;         ///< skinned vertices without any weight
  std::int64_t negative = 0;           ///< weights below 0, which were left out
  std::int64_t unbalanced = 0;         ///< vertices whose weights did not add up to 1 within 1 %
  std::int64_t unmapped = 0;           ///< numbers of maps that some vertices lack, taken as 1
};

/// Adds all triangles of a mesh. `jointCount` is the length of the skin's list, or 0: no skin,
/// weights are not read. Throws FileProblem.
void appendMesh(GltfDocument& document, int mesh, std::size_t jointCount, RawMesh& out,
                MeshTally& tally);

/// Adds everything of `from`, whose joints are joints[] of `out`.
void appendRaw(RawMesh&& from, const std::vector<std::int32_t>& joints, RawMesh& out,
               MeshTally& tally);

/// Moves the points; throws FileProblem if they do not stay finite. A mirror turns the triangles
/// round.
void transform(const Affine3d& transform, const std::string& what, RawMesh& mesh);

}  // namespace sinew::io
