// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
//
// Separate pieces of flesh that no bone touches: eyes, teeth, buttons.
#pragma once

#include <optional>
#include <span>

#include "api/attach_bones.h"
#include "sinew/result.h"

namespace sinew {

/// Why skin weights cannot be used, as a sentence, or nothing.
std::optional<std::string> findWeightsProblem(const CharacterDesc& desc);

/// Gives pieces that no bone holds springs to the bones their skin follows: in each cell with skin,
/// to the bone with most weight there. `cellOfVertex` is the cell each skin vertex hangs on, or -1.
/// `stiffness` is that of a spring of multiple 1. All of a piece without weights is held by
/// the bone nearest to its middle. Each way has its warning; that no bone touches any flesh is an
/// error.
std::optional<Error> holdLoosePieces(const Lattice& lattice, const CharacterDesc& desc,
                                     std::span<const CellSlot> cellOfVertex, double stiffness,
                                     BonePlan& plan);

}  // namespace sinew
