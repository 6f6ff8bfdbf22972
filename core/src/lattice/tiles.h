// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
//
// Nodes in tiles of 4x4x4, the order in which the linear solver keeps them (decision 0043). Tile b
// holds the lower 4x4x4 nodes of block b; those on the block's upper faces lie in the tiles of its
// neighbours, or in further tiles where there are none. The part o of a block, bits as of
// cornerOffset, is what it has in the tile at the offset o; part 0 is its own tile.
//
// A tile holds at most one part o of any block and one node at each place. Where the lattice asks
// for more (parts that touch in space but are not joined), a node has a place in several tiles
// ("copies"), all of which hold the same numbers.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <utility>
#include <vector>

#include "lattice/lattice.h"

namespace sinew {

inline constexpr int kTileNodes = 64;                          // place = x + 4 y + 16 z
inline constexpr std::size_t kTileFloats = 3 * kTileNodes;     // [component][place]
inline constexpr std::size_t kTileSymmetric = 6 * kTileNodes;  // [xx, xy, xz, yy, yz, zz][place]

/// What a block adds to nodes of other tiles, per component: column x = 4 as [y][3 - z], row y = 4
/// as [z][x], layer z = 4 as [y][x], then as the first two of every four floats the edges x = z = 4
/// [y] and x = y = 4 [z], then the edge y = z = 4 [x] and the corner.
inline constexpr std::size_t kHaloX = 0, kHaloY = 16, kHaloZ = 32, kHaloXZ = 48, kHaloXY = 49,
                             kHaloYZ = 64, kHaloXYZ = 68, kHaloStride = 80;
inline constexpr std::size_t kHaloFloats = 3 * kHaloStride;

struct Tiles {
  Tiles() = default;
  explicit Tiles(const Lattice& lattice);

  /// A place among all tiles.
  static constexpr std::uint32_t kShift = 6;
  static std::size_t tileOf(std::uint32_t place) { return place >> kShift; }
  static std::size_t localOf(std::uint32_t place) { return place & (kTileNodes - 1); }
  /// Where the x of a place is in a tile vector; y and z follow kTileNodes later each.
  static std::size_t floatOf(std::uint32_t place) {
    return tileOf(place) * kTileFloats + localOf(place);
  }

  std::int32_t count = 0;  // tile vectors have one more, of zeros
  std::int32_t blockCount = 0, nodeCount = 0;
  std::vector<std::array<std::int32_t, 8>> ofBlock;   // part -> tile, `count` if it has no nodes
  std::vector<std::array<std::int32_t, 8>> blocksOf;  // per tile: part -> block, or blockCount
  std::vector<std::int32_t> node;                     // place -> node, nodeCount if there is none
  std::vector<std::uint32_t> place;  // node -> its first place; `count` * 64 for one no cell has

  // Nodes with copies: k has the places sharedPlaces[sharedBegin[k] .. sharedBegin[k+1]), the first
  // of which is place[node].
  std::vector<std::int32_t> sharedNode;  // ascending
  std::vector<std::uint32_t> sharedBegin{0}, sharedPlaces;
  std::vector<std::pair<std::uint32_t, std::uint32_t>> sharedAt;  // (place, k), ascending
  std::vector<std::uint64_t> shared;  // per tile: bits of places of nodes with copies
  std::vector<std::uint64_t> copies;  // per tile: bits of places that are not the first of a node

  /// Calls visit(place) for all places of a node.
  template <class Visit>
  void forPlaces(std::int32_t n, Visit&& visit) const {
    const std::uint32_t first = place[static_cast<std::size_t>(n)];
    visit(first);
    const auto found = std::lower_bound(sharedNode.begin(), sharedNode.end(), n);
    if (found == sharedNode.end() || *found != n) return;
    const auto k = static_cast<std::size_t>(found - sharedNode.begin());
    for (std::uint32_t i = sharedBegin[k] + 1; i < sharedBegin[k + 1]; ++i) visit(sharedPlaces[i]);
  }

  std::size_t memoryBytes() const;
};

/// A vector in tiles: [tile][3][64], the last of zeros, as are places without a node.
struct TileVector {
  explicit TileVector(const Tiles& tiles)
      : values((static_cast<std::size_t>(tiles.count) + 1) * kTileFloats, 0.f) {}
  float* data() { return values.data(); }
  const float* data() const { return values.data(); }

  AlignedVector<float> values;
};

/// After something else than a vector was in its memory; V-cycles overwrite all other tiles.
inline void clearLastTile(TileVector& v, const Tiles& tiles) {
  std::fill_n(v.data() + static_cast<std::size_t>(tiles.count) * kTileFloats, kTileFloats, 0.f);
}

}  // namespace sinew
