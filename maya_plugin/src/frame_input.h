// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
//
// What one evaluation of one mesh reads from the data block.
#pragma once

#include <maya/MDataBlock.h>
#include <maya/MMatrix.h>

#include <memory>
#include <string>

#include "bind_data.h"
#include "collider_input.h"
#include "linked_files.h"
#include "sinew/result.h"
#include "sinew/simulation.h"

namespace sinew::maya {

struct FrameInput {
  std::shared_ptr<const BoundCharacter> bound;
  Pose pose;
  FrameColliders touched;
  SolveSettings settings;
  MMatrix localToWorld;                                    ///< of the mesh
  double seconds = 0, startSeconds = 0, frameSeconds = 0;  ///< used unless the mode is static
  bool isStale = false;  ///< material or bind settings changed since the bind
};

/// The error is a sentence for the rigger; the mesh is then passed through.
Result<FrameInput> readFrame(MDataBlock& block, unsigned int geometry, const MMatrix& localToWorld,
                             LinkedFiles& files);

}  // namespace sinew::maya
