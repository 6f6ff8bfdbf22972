// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <vector>

#include "io/gltf_document.h"
#include "io/gltf_mesh.h"
#include "io/gltf_nodes.h"
#include "sinew/model_file.h"

namespace sinew::io {

/// One skin of the file and all meshes that it moves.
struct SkinnedMesh {
  std::int32_t meshNode = 0;  ///< the first that shows it
  std::vector<std::int32_t> jointNodes;
  std::vector<Affine3d> inverseBinds;  ///< as in the file: mesh to joint
  RawMesh mesh;
  std::vector<SurfacePart> parts;
};

/// Joint nodes and inverse bind matrices of a skin; throws FileProblem.
SkinnedMesh readSkin(GltfDocument& document, int skin, const NodeTree& tree);

/// The joints of a model while skins are added to it.
struct JointTable {
  std::vector<ModelJoint> joints;
  std::vector<std::int32_t> jointOfNode;  ///< per node, the first joint there, or -1
  std::vector<std::string> warnings;
};

/// Moves the mesh to rest space (sinew/model_file.h) and adds its joints to the table. Returns the
/// model's joint for each of the skin's. `world`: the nodes as they rest. Throws FileProblem.
std::vector<std::int32_t> addSkin(const NodeTree& tree, const std::vector<Affine3d>& world,
                                  SkinnedMesh& skinned, JointTable& table);

}  // namespace sinew::io
