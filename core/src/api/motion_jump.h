// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
//
// Whether the skin pops from one frame to the next, and whether that is another shape of the pose
// (docs/theory/start_value.md, section 6).
#pragma once

#include <array>
#include <span>
#include <vector>

#include "api/character_parts.h"
#include "solver/frame.h"

namespace sinew {

/// Bones and skin of a frame, in lattice coordinates.
struct SkinFrame {
  std::span<const Affine> bones;
  std::span<const Vec3<double>> surface;
};

/// A motion jump that is worth a second look [cells].
inline constexpr double kJump = 0.5;

/// Largest move of the skin beyond the blended motion of the bones [cells]; `motions` becomes
/// theirs.
double findMotionJump(const CharacterParts& parts, const SkinFrame& before, const SkinFrame& now,
                      std::vector<BoneMotion>& motions);

/// Node positions and skin of a frame.
struct FleshFrame {
  std::span<const double> positions;  // double[4]
  SkinFrame skin;
};

/// What looking for other shapes takes: a place to solve, and poses between two frames.
struct ShapeSearch {
  explicit ShapeSearch(const CharacterParts& parts);

  struct Between {
    std::vector<Affine> bones;
    AlignedVector<double> positions;
    std::vector<Vec3<double>> surface;
    FleshFrame frame() const { return {positions, {bones, surface}}; }
  };
  Workspace w;
  std::array<Between, 3> between;
};

/// Of two poses next to each other, whether one has another shape: that to which the flesh of the
/// other leads; or whether the flesh snaps at a pose between them. The distance of the two shapes
/// [cells], of the pose `now` if it has any; 0 if none was found. The loads of `search.w` are set.
double findOtherShape(const CharacterParts& parts, const FleshFrame& before, const FleshFrame& now,
                      const FrameStop& stop, ShapeSearch& search);

}  // namespace sinew
