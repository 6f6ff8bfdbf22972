// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "api/character_parts.h"
#include "sinew/simulation.h"

namespace sinew {

/// Why a character cannot be posed so, as a sentence; "" if it can. `surfaceSize`: of the array the
/// skin is to be written to.
std::string findPoseProblem(const CharacterParts& parts, const Pose& pose, std::size_t surfaceSize);

/// What is wrong with a transform, to be told of "The transform of ..."; null if nothing is.
const char* findMotionProblem(const CharacterParts& parts, const Affine3d& transform);

}  // namespace sinew
