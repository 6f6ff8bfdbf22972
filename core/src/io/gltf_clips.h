// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "io/gltf_document.h"
#include "io/gltf_nodes.h"
#include "sinew/model_file.h"

namespace sinew::io {

/// All animations of a file, every key checked. Nodes given by a matrix that a clip moves get a
/// LocalTransform instead. Throws FileProblem.
std::vector<Clip> readClips(GltfDocument& document, NodeTree& tree);

}  // namespace sinew::io
