// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <vector>

#include "sinew/model_file.h"

namespace sinew::io {

/// Scale, then rotation, then translation.
Affine3d toAffine(const LocalTransform& local);

/// The LocalTransform that makes `matrix`; nothing if it has shear.
std::optional<LocalTransform> toLocal(const Affine3d& matrix);

/// Node to scene, one per node, with `local` in place of the nodes' own rest transforms.
std::vector<Affine3d> worldTransforms(const std::vector<ModelNode>& nodes,
                                      const std::vector<LocalTransform>& local);

/// Node to scene as the nodes rest.
std::vector<Affine3d> worldTransforms(const std::vector<ModelNode>& nodes);

}  // namespace sinew::io
