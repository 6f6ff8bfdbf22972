// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
//
// Transfers between vectors in tiles and level 1 (lattice/tile_transfers.h).
#pragma once

#include <cstdint>
#include <span>

#include "lattice/tile_transfers.h"

namespace sinew {

/// coarse = P^T fine in three steps: irregular nodes of level 1, by the table, [begin, end) of
/// them; then tiles, which overwrite their own part of `fine` with the sums they leave; then all
/// other nodes of level 1.
void restrictByTable(const TileTransfers& transfers, const CoarseLevel& level, const Tiles& tiles,
                     const float* fine, float* coarse, std::int32_t begin, std::int32_t end);
void leaveTileSums(const TileTransfers& transfers, const Tiles& tiles, float* fine,
                   std::int32_t tileBegin, std::int32_t tileEnd);
void takeTileSums(const TileTransfers& transfers, const float* sums, float* coarse,
                  std::int32_t nodeBegin, std::int32_t nodeEnd);

/// fine += P coarse for tiles, and for irregular ones, [begin, end) of them.
void prolongAddTiles(const TileTransfers& transfers, const float* coarse, float* fine,
                     std::int32_t tileBegin, std::int32_t tileEnd);
void prolongAddByTable(const TileTransfers& transfers, const CoarseLevel& level, const Tiles& tiles,
                       const float* coarse, float* fine, std::int32_t begin, std::int32_t end);

}  // namespace sinew
