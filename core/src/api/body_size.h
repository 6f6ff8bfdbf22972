// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
//
// How large cells are, and whether that many of them can be afforded.
#pragma once

#include "api/fill_body.h"
#include "sinew/character.h"
#include "sinew/result.h"
#include "sinew/settings.h"

namespace sinew {

/// What bind, a character and one simulation together need at most, by what is built [bytes]: with
/// contact of the flesh with itself, which takes its memory in the first frame that asks for it.
/// Fitted to the peaks of the scenes gesture, arm and hand with 20K, 100K and 1M cells and 1.3K to
/// 27K vertices, and within 7 % of all of them (docs/results/memory.md). What pressures need comes
/// on top, by the sizes of its arrays.
double expectedBytes(const Lattice& lattice, std::int64_t vertices, bool hasPressures);

/// Whether some of the flesh is so nearly incompressible that it is solved with pressures.
bool needsPressures(const CharacterDesc& desc);

/// Fills the skin with cells of settings.cellSize, or with about settings.targetCells of them.
/// Refused: more than settings.memoryLimit, or no cell at all.
Result<FilledBody> fillToSettings(const SkinSolid& skin, const BindSettings& settings,
                                  bool hasPressures);

/// The refusal of a body that needs `bytes`.
Error tooLarge(double cellSize, double bytes, double affordable);

}  // namespace sinew
