// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
//
// Moving the lattice with the bones: the start value of a frame (docs/theory/start_value.md).
// Rotations are blended as dual quaternions, so a twist does not collapse; what is not rotation
// (scale, shear) is blended linearly on top.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "math/rigid.h"

namespace sinew {

/// Up to four bones per node or surface point; weights sum to 1, unused ones are 0.
struct BoneWeights {
  std::array<std::uint16_t, 4> bone{};
  std::array<float, 4> weight{};
};

/// Bones a character may have.
inline constexpr std::int32_t kMostBones = 1 << 16;

/// A bone's motion taken apart for blending.
struct BoneMotion {
  Affine whole;
  DualQuaternion rigid;
  Mat3<double> rest;     // whole minus rigid
  bool isRigid = false;  // `rest` is rounding
};

/// Splits a motion into its rotation (by polar decomposition) and what is left.
BoneMotion takeApart(const Affine& motion);

/// Where the blended motions take points, double[4] each; that may be where they are.
void blend(std::span<const BoneWeights> weights, std::span<const BoneMotion> motions,
           const double* source, double* positions);

/// Where the blended motion takes p.
Vec3<double> blend(const BoneWeights& weights, std::span<const BoneMotion> motions,
                   const Vec3<double>& p);

/// The motion `t` of the way from identity to `motion`: rotation along the shortest screw, the rest
/// linearly.
Affine partOfTheWay(const Affine& motion, double t);

/// Angle of the rotation in `motion` [radians], 0 to pi.
double turnOf(const Affine& motion);

}  // namespace sinew
