// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
//
// From a skin to a lattice, with every skin point on the right piece of flesh.
#pragma once

#include <cstdint>
#include <vector>

#include "api/skin_solid.h"
#include "contact/contact_surface.h"
#include "lattice/lattice.h"

namespace sinew {

struct FilledBody {
  Lattice lattice;                          // origin and cellSize set
  std::vector<CellSlot> cellOfPoint;        // the cell each skin vertex hangs on, -1: not known
  std::vector<std::uint64_t> pieceSamples;  // per slot: the samples of a piece that shares its
                                            // coordinate with another; kWholeCell where it does
                                            // not, 0 in padding
  std::vector<SurfaceSample> samples;       // of the skin, for contact
  std::int64_t dividedCells = 0;            // coordinates with several pieces
};

inline constexpr std::uint64_t kWholeCell = ~std::uint64_t{0};

/// Fills the skin with cells, the first at the least corner of its box, and puts `paddingLayers`
/// layers around them. No cells: an empty lattice.
FilledBody fillBody(const SkinSolid& skin, double cellSize, int paddingLayers = 0);

/// Of the pieces of one cell, the one with material nearest to p (lattice coordinates); -1 if there
/// is none.
CellSlot nearestPiece(const Lattice& lattice, const std::vector<std::uint64_t>& pieceSamples,
                      const std::vector<CellSlot>& slots, const Vec3<double>& p);

}  // namespace sinew
