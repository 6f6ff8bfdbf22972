// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
//
// A solved frame as bytes: where bones, colliders and nodes are, how fast those are, and where
// flesh sticks. Made for the machine and the bind that solved it, not for keeping.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "api/character_parts.h"
#include "base/aligned_vector.h"

namespace sinew {

/// What there is of a frame, in lists that are borrowed or owned.
template <template <class> class List>
struct FrameStateOf {
  List<Affine> bones, colliders;
  List<double> positions;  // double[4] per node
  List<double> velocity;   // the same; empty: the frame does not move
  List<Grip> grips;
};
template <class T>
using ConstSpan = std::span<const T>;
using FrameStateView = FrameStateOf<ConstSpan>;
using FrameStateData = FrameStateOf<AlignedVector>;

std::vector<unsigned char> packFrameState(const CharacterParts& parts, const FrameStateView& state);

/// A sentence if the bytes are not a state of this character; otherwise "" and the state.
std::string unpackFrameState(const CharacterParts& parts, std::span<const unsigned char> bytes,
                             FrameStateData& state);

}  // namespace sinew
