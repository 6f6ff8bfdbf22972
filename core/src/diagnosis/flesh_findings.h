// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
//
// How the flesh comes out at the wanted cell size.
#pragma once

#include <string>
#include <vector>

#include "api/fill_body.h"
#include "api/skin_solid.h"
#include "diagnosis/findings.h"

namespace sinew {

/// Thin flesh, per joint where there are joints (`jointOfVertex` by vertex, -1 or empty: none).
void findThinFlesh(const SkinSolid& skin, double cellSize,
                   const std::vector<std::int32_t>& jointOfVertex,
                   const std::vector<std::string>& jointNames, Diagnosis& d);

/// Parts that are close to each other, and what solving will cost by the number of cells.
void predictFrom(const FilledBody& body, bool hasPressures, Diagnosis& d);

/// The same of a character that was bound.
void predictFrom(const CharacterSummary& summary, Diagnosis& d);

}  // namespace sinew
