// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
//
// A solved frame as bytes: where the bones and the nodes are, and how fast those are. Made for the
// machine and the bind that solved it, not for keeping.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "api/character_parts.h"

namespace sinew {

/// `positions` are double[4] per node, and so is `velocity`, unless it is empty: nothing moved.
std::vector<unsigned char> packFrameState(const CharacterParts& parts,
                                          std::span<const Affine> bones,
                                          std::span<const double> positions,
                                          std::span<const double> velocity);

/// Fills bones and positions, which have the character's sizes, and velocity, which is emptied if
/// nothing moved. Otherwise one sentence, and nothing is written.
std::string unpackFrameState(const CharacterParts& parts, std::span<const unsigned char> bytes,
                             std::span<Affine> bones, std::span<double> positions,
                             AlignedVector<double>& velocity);

}  // namespace sinew
