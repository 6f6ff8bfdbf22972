// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
//
// Numbers painted on the skin, carried into the body.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "api/fill_body.h"
#include "sinew/character.h"

namespace sinew {

/// Per cell slot; empty: 1 everywhere.
struct CellMaps {
  std::vector<float> stiffness, volumeStiffness, density, attachment;
};

/// Why the maps cannot be used, as a sentence, or nothing.
std::optional<std::string> findMapProblem(const CharacterDesc& desc);

/// Cells under the skin take its value (the mean in the logarithm, so that 0.1 and 10 meet in 1);
/// those within take that of the nearest skin along paths inside the body, so nothing passes from
/// one finger to the next.
CellMaps makeCellMaps(const CharacterDesc& desc, const Lattice& lattice, const FilledBody& body);

}  // namespace sinew
