// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "io/gltf_document.h"
#include "sinew/model_file.h"

namespace sinew::io {

/// The nodes of a file as a forest, checked: no cycles, one parent each, finite transforms.
struct NodeTree {
  std::vector<ModelNode> nodes;          ///< parents first
  std::vector<std::int32_t> nodeOfFile;  ///< per node of the file, its place in `nodes`
  std::vector<std::int32_t> fileOfNode;  ///< the other way round
  std::vector<char> inScene;             ///< per entry of `nodes`: reachable from the default scene
};

/// Throws FileProblem.
NodeTree readNodes(const GltfDocument& document);

/// Entry of `nodes` for a node index of the file; throws FileProblem if there is none.
std::int32_t findNode(const NodeTree& tree, int fileIndex, const std::string& user);

}  // namespace sinew::io
