// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
//
// Contacts and the last step of a solve, as a host shows them.
#pragma once

#include <vector>

#include "api/character_parts.h"
#include "sinew/simulation.h"
#include "solver/workspace.h"

namespace sinew {

/// Those of the skin under pressure: against itself, then against objects. Empty before the first
/// frame with contact.
std::vector<ContactPoint> contactPoints(const CharacterParts& parts, const Workspace& w);

/// One value per skin vertex. Depth and pressure go from the proxies to the nodes of their cells,
/// each the mean of those that touch, less where few do, and from there to the vertices: what is
/// near in space but not along the flesh does not mix.
void surfaceQuality(const CharacterParts& parts, const Workspace& w, Span<VertexQuality> quality);

}  // namespace sinew
