// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
#pragma once

#include "lattice/embedding.h"
#include "sinew/simulation.h"

namespace sinew {

/// Strain of the cell each point hangs in, from node positions (double[4], lattice coordinates).
void surfaceStrain(const Embedding& embedding, const double* positions, Span<VertexStrain> strain);

}  // namespace sinew
