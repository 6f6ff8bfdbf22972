// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
#include "lattice/tile_transfers.h"

#include <algorithm>
#include <span>

namespace sinew {
namespace {

constexpr std::int32_t kUnknown = -2, kNone = -1;  // none: held by bones

using Parents = std::array<std::int32_t, TileTransfers::kParents>;

// What the octets of the blocks around a tile say about the places of its parents; false if they
// do not agree.
bool findParents(const CoarseCells& cells, const Tiles& tiles, std::size_t tile, Parents& parents) {
  parents.fill(kUnknown);
  for (int part = 0; part < 8; ++part) {
    const std::int32_t block = tiles.blocksOf[tile][static_cast<std::size_t>(part)];
    if (block == tiles.blockCount) continue;
    const Int3 below = cornerOffset(part);  // the tile is that much above the block
    for (int octet = 0; octet < 8; ++octet) {
      const std::int32_t cell =
          cells.ofBlock[static_cast<std::size_t>(block) * 8 + static_cast<std::size_t>(octet)];
      if (cell < 0) continue;
      for (int a = 0; a < 8; ++a) {
        const Int3 at = cornerOffset(octet) + cornerOffset(a);
        const Int3 here{at.x - 2 * below.x, at.y - 2 * below.y, at.z - 2 * below.z};
        if (here.x < 0 || here.y < 0 || here.z < 0) continue;
        const std::int32_t node =
            cells.nodes[static_cast<std::size_t>(cell)][static_cast<std::size_t>(a)];
        std::int32_t& parent = parents[static_cast<std::size_t>(here.x + 3 * here.y + 9 * here.z)];
        if (parent != kUnknown && parent != node) return false;
        parent = node;
      }
    }
  }
  for (std::int32_t& parent : parents)
    if (parent == kUnknown) parent = kNone;
  return true;
}

// Whether a node at this place of a tile has the parents the place has.
bool isOfItsPlace(std::span<const WeightedNode> row, Int3 place, const Parents& parents) {
  std::size_t found = 0;
  const int halvings = (place.x & 1) + (place.y & 1) + (place.z & 1);
  for (int z = place.z / 2; z <= (place.z + 1) / 2; ++z)
    for (int y = place.y / 2; y <= (place.y + 1) / 2; ++y)
      for (int x = place.x / 2; x <= (place.x + 1) / 2; ++x) {
        const std::int32_t node = parents[static_cast<std::size_t>(x + 3 * y + 9 * z)];
        if (node == kNone) continue;
        if (std::find(row.begin(), row.end(), WeightedNode(node, halvings)) == row.end())
          return false;
        ++found;
      }
  return found == row.size();
}

// Copies of a node have to keep the same bits: all tiles it is in take the same way.
void spreadToCopies(const Tiles& tiles, std::vector<std::uint8_t>& isByTable) {
  for (bool spreads = true; spreads;) {
    spreads = false;
    for (std::size_t k = 0; k < tiles.sharedNode.size(); ++k) {
      const auto places =
          std::span(tiles.sharedPlaces)
              .subspan(tiles.sharedBegin[k], tiles.sharedBegin[k + 1] - tiles.sharedBegin[k]);
      const auto isMarked = [&](std::uint32_t place) {
        return isByTable[Tiles::tileOf(place)] != 0;
      };
      if (std::none_of(places.begin(), places.end(), isMarked)) continue;
      spreads = spreads || !std::all_of(places.begin(), places.end(), isMarked);
      for (const std::uint32_t place : places) isByTable[Tiles::tileOf(place)] = 1;
    }
  }
}

}  // namespace

TileTransfers::TileTransfers(const Hierarchy& hierarchy, const Tiles& tiles) {
  const CoarseLevel& level = hierarchy.levels[0];
  const auto count = static_cast<std::size_t>(tiles.count);
  const auto nodes = static_cast<std::size_t>(level.nodeCount);
  parents.resize(count);
  free.assign(count, 0);
  std::vector<std::uint8_t> isIrregular(nodes, 0);
  const auto rowAt = [&](std::size_t place) {
    const std::int32_t n = tiles.node[place];
    return n == tiles.nodeCount ? std::span<const WeightedNode>()
                                : level.parents.row(static_cast<std::size_t>(n));
  };
  std::vector<std::uint8_t> isByTable(count, 0);
  for (std::size_t t = 0; t < count; ++t) {
    bool isRegular = findParents(hierarchy.coarseCells, tiles, t, parents[t]);
    for (std::size_t local = 0; local < kTileNodes && isRegular; ++local) {
      const auto row = rowAt(t * kTileNodes + local);
      if (row.empty()) continue;
      isRegular = isOfItsPlace(row, localOfBlockCell(static_cast<int>(local)), parents[t]);
      free[t] |= std::uint64_t{1} << local;
    }
    isByTable[t] = !isRegular;
  }
  spreadToCopies(tiles, isByTable);
  for (std::size_t t = 0; t < count; ++t) {
    if (isByTable[t]) {
      irregular.push_back(static_cast<std::int32_t>(t));
      free[t] = 0;
      parents[t].fill(kNone);
      for (std::size_t local = 0; local < kTileNodes; ++local)
        for (const WeightedNode& parent : rowAt(t * kTileNodes + local))
          isIrregular[static_cast<std::size_t>(parent.node())] = 1;
    }
    for (std::int32_t& parent : parents[t])
      if (parent == kNone) parent = level.nodeCount;
  }

  const auto takes = [&](std::int32_t node) {
    return node != level.nodeCount && !isIrregular[static_cast<std::size_t>(node)];
  };
  sumBegin.assign(nodes + 1, 0);
  for (const auto& own : parents)
    for (const std::int32_t node : own)
      if (takes(node)) ++sumBegin[static_cast<std::size_t>(node) + 1];
  for (std::size_t n = 0; n < nodes; ++n) {
    sumBegin[n + 1] += sumBegin[n];
    if (sumBegin[n + 1] == sumBegin[n]) irregularNodes.push_back(static_cast<std::int32_t>(n));
  }
  sums.resize(sumBegin.back());
  std::vector<std::uint32_t> next(sumBegin.begin(), sumBegin.end() - 1);
  for (std::size_t t = 0; t < count; ++t)
    for (std::size_t k = 0; k < kParents; ++k)
      if (takes(parents[t][k]))
        sums[next[static_cast<std::size_t>(parents[t][k])]++] =
            static_cast<std::uint32_t>(t * (kTileFloats / 4) + k);
}

std::size_t TileTransfers::memoryBytes() const {
  return byteCount(parents) + byteCount(free) + byteCount(irregular) + byteCount(sumBegin) +
         byteCount(sums) + byteCount(irregularNodes);
}

}  // namespace sinew
