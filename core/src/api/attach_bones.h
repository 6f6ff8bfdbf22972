// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
//
// Which lattice nodes and points follow which bone.
#pragma once

#include <string>
#include <vector>

#include "constraints/spring_set.h"
#include "sinew/character.h"
#include "solver/model.h"

namespace sinew {

struct BonePlan {
  std::vector<std::int32_t> nodeBone;  // per node, -1: free
  std::vector<SpringSpec> springs;
  std::vector<std::int32_t> springBone;
  std::vector<Vec3<double>> springRest;
  std::vector<std::vector<CellSlot>> cellsOfBone;  // cells each bone holds on to
  std::vector<std::string> warnings;
};

/// How firmly flesh can be held from cell to cell.
struct AttachmentField {
  double elasticDiagonal = 1;     // nodal stiffness of plain flesh (docs/theory/springs.md, eq. 4)
  std::vector<float> stiffness;   // of the flesh per slot, over that of plain flesh; empty: 1
  std::vector<float> attachment;  // multiplies springs per slot; empty: 1

  /// A spring of `multiple` times the flesh's own stiffness, at most kMostSpring times. 0 where
  /// attachment leaves less than kLeastSpring times.
  float springIn(CellSlot slot, double multiple) const;
};

/// A bone this thick holds lattice nodes all along [cells].
inline constexpr double kThickBone = 2;

/// Stiffer springs are no more rigid to the eye and slow the solver; weaker ones hold nothing.
inline constexpr double kMostSpring = 100, kLeastSpring = 0.1;
/// Where attachment is painted below this, hard bones let go.
inline constexpr float kLoose = 0.5f;

/// A spring at `point`, which lies in `cell`; none if the stiffness is 0.
void addSpring(CellSlot slot, const Vec3<double>& point, Int3 cell, float stiffness,
               std::int32_t bone, BonePlan& plan);

/// Shapes are in world units. A node inside several bones follows the first.
/// Where a cell is divided into pieces, a bone holds only pieces it reaches into (pieceSamples of
/// FilledBody).
BonePlan planBones(const Lattice& lattice, const std::vector<std::uint64_t>& pieceSamples,
                   const std::vector<Bone>& bones, const AttachmentField& field);

}  // namespace sinew
