// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
//
// How the cells of a lattice hang together, for distances and smooth fields inside the body.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "lattice/cell_complex.h"
#include "lattice/lattice.h"

namespace sinew {

/// Per cell of the complex, the cells it shares a node with and how far their centres are [cells].
struct CellGraph {
  std::vector<std::uint32_t> begin{0};
  std::vector<std::pair<std::int32_t, float>> edges;
};

CellGraph cellGraph(const CellComplex& complex);

/// Cells of complexOf(lattice) by slot, -1 where not active.
std::vector<std::int32_t> cellOfSlot(const Lattice& lattice);

/// Pieces of lattice that share no node, as a piece number per cell slot (-1 where not active).
std::vector<std::int32_t> connectedPieces(const Lattice& lattice, std::int32_t& pieceCount);

}  // namespace sinew
