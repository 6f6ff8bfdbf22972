// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
//
// A solved frame as bytes: where the bones and the nodes are. Made for the machine and the bind
// that solved it, not for keeping.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "api/character_parts.h"

namespace sinew {

/// `positions` are double[4] per node.
std::vector<unsigned char> packFrameState(const CharacterParts& parts,
                                          std::span<const Affine> bones,
                                          std::span<const double> positions);

/// Fills bones and positions, which have the character's sizes. Otherwise one sentence, and nothing
/// is written.
std::string unpackFrameState(const CharacterParts& parts, std::span<const unsigned char> bytes,
                             std::span<Affine> bones, std::span<double> positions);

}  // namespace sinew
