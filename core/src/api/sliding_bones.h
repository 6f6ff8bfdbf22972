// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
//
// Bones that flesh slides over: their distances, the points of flesh on them, and what fills them
// (docs/theory/objects.md, section 6).
#pragma once

#include <string>
#include <vector>

#include "contact/object_contact.h"
#include "elasticity/cell_kernels.h"
#include "sinew/character.h"

namespace sinew {

/// Cells inside such a bone have this part of the flesh's stiffness: they are only there to fill
/// it.
inline constexpr float kFillerStiffness = 0.01f;

struct SlidingPlan {
  std::vector<SlidingBone> bones;
  std::vector<std::vector<CellSlot>> cellsOfBone;  // per bone: those it reaches into, if it slides
  std::vector<float> filled;  // per slot: which part of the cell is inside such a bone; or empty
  std::vector<std::string> warnings;
};

bool slides(const Bone& bone);

/// `material` is that of the flesh before it is softened.
SlidingPlan planSlidingBones(const Lattice& lattice, const CellMaterial& material,
                             const std::vector<Bone>& bones);

/// Makes what fills sliding bones soft.
void softenFiller(const Lattice& lattice, const SlidingPlan& plan, CellMaterial& material);

}  // namespace sinew
