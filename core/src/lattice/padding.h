// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
//
// Cells without material around a body, so that the nodes of its surface have neighbours on every
// side (docs/theory/embedding.md, section 4).
#pragma once

#include "lattice/cell_complex.h"

namespace sinew {

/// Appends `layers` layers of cells; those that were there keep their numbers and nodes. A new cell
/// belongs to material that is connected next to it: where two fingers face each other, each has
/// its own, however close they are.
void padCells(CellComplex& complex, int layers);

}  // namespace sinew
