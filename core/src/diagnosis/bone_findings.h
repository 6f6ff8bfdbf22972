// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
//
// Where bones lie and how thick they are.
#pragma once

#include <vector>

#include "api/skin_solid.h"
#include "diagnosis/findings.h"
#include "lattice/lattice.h"
#include "sinew/character.h"

namespace sinew {

/// Bones that lie outside the skin. The bones must have passed findBoneProblem.
void findBonesOutside(const SkinSolid& skin, const std::vector<Bone>& bones, Diagnosis& d);

/// Bones too thin to hold lattice nodes.
void findThinBones(const Lattice& lattice, const std::vector<Bone>& bones, Diagnosis& d);

}  // namespace sinew
