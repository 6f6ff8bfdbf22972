// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
//
// How large cells are, and whether that many of them can be afforded.
#pragma once

#include "api/fill_body.h"
#include "sinew/result.h"
#include "sinew/settings.h"

namespace sinew {

/// Character and simulation together need about this much per cell, for refusing in time [bytes].
inline constexpr double kBytesPerCell = 1500;

/// Fills the skin with cells of settings.cellSize, or with about settings.targetCells of them.
/// Refused: more than settings.memoryLimit, or no cell at all.
Result<FilledBody> fillToSettings(const SkinSolid& skin, const BindSettings& settings);

/// The refusal of a body that needs `bytes`.
Error tooLarge(double cellSize, double bytes, double affordable);

}  // namespace sinew
