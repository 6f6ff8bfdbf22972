// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
#include "lattice/tiles.h"

#include <algorithm>
#include <unordered_map>

namespace sinew {
namespace {

struct PlacedNode {
  std::int32_t node;
  int local;  // in its tile
};

// The nodes of part o of a block.
void findPart(const Lattice& lattice, std::int32_t block, int o, std::vector<PlacedNode>& part) {
  part.clear();
  const Int3 upper = cornerOffset(o);
  const std::int32_t* table =
      lattice.nodeTable.data() + static_cast<std::size_t>(block) * kBlockNodeStride;
  for (int z = upper.z ? 4 : 0; z < (upper.z ? 5 : 4); ++z)
    for (int y = upper.y ? 4 : 0; y < (upper.y ? 5 : 4); ++y)
      for (int x = upper.x ? 4 : 0; x < (upper.x ? 5 : 4); ++x) {
        const std::int32_t n = table[blockNodeOf({x, y, z})];
        if (n != lattice.nodeCount) part.push_back({n, blockCellOf({x & 3, y & 3, z & 3})});
      }
}

class TileBuilder {
 public:
  TileBuilder(const Lattice& lattice, Tiles& tiles) : lattice_(lattice), tiles_(tiles) {
    places_.resize(static_cast<std::size_t>(lattice.nodeCount));
  }

  // Own parts first, so that tile b is that of block b.
  void build() {
    for (int o = 0; o < 8; ++o)
      for (std::int32_t b = 0; b < lattice_.blockCount; ++b) {
        findPart(lattice_, b, o, part_);
        if (o > 0 && part_.empty()) continue;
        const Int3 coord = lattice_.blockCoord[static_cast<std::size_t>(b)] + cornerOffset(o);
        const std::int32_t tile = o == 0 ? addTile(coord) : tileFor(coord, o);
        join(b, o, tile);
      }
    finish();
  }

 private:
  std::int32_t addTile(Int3 coord) {
    tiles_.blocksOf.emplace_back().fill(lattice_.blockCount);
    tiles_.node.resize(tiles_.node.size() + kTileNodes, lattice_.nodeCount);
    const auto tile = static_cast<std::int32_t>(tiles_.blocksOf.size()) - 1;
    at_[coord].push_back(tile);
    return tile;
  }

  std::int32_t& nodeAt(std::int32_t tile, int local) {
    return tiles_
        .node[static_cast<std::size_t>(tile) * kTileNodes + static_cast<std::size_t>(local)];
  }

  // The tile with room for a part in which most of its nodes already are.
  std::int32_t tileFor(Int3 coord, int o) {
    std::int32_t best = -1;
    int most = -1;
    for (const std::int32_t tile : at_[coord]) {
      const auto part = static_cast<std::size_t>(o);
      if (tiles_.blocksOf[static_cast<std::size_t>(tile)][part] != lattice_.blockCount) continue;
      int common = 0;
      bool fits = true;
      for (const PlacedNode& p : part_) {
        const std::int32_t there = nodeAt(tile, p.local);
        common += there == p.node;
        fits = fits && (there == p.node || there == lattice_.nodeCount);
      }
      if (fits && common > most) best = tile, most = common;
    }
    return best >= 0 ? best : addTile(coord);
  }

  void join(std::int32_t block, int o, std::int32_t tile) {
    tiles_.blocksOf[static_cast<std::size_t>(tile)][static_cast<std::size_t>(o)] = block;
    tiles_.ofBlock[static_cast<std::size_t>(block)][static_cast<std::size_t>(o)] = tile;
    for (const PlacedNode& p : part_) {
      std::int32_t& there = nodeAt(tile, p.local);
      if (there == p.node) continue;
      there = p.node;
      places_[static_cast<std::size_t>(p.node)].push_back(
          static_cast<std::uint32_t>(tile * kTileNodes + p.local));
    }
  }

  void finish() {
    tiles_.count = static_cast<std::int32_t>(tiles_.blocksOf.size());
    for (auto& parts : tiles_.ofBlock)
      for (std::int32_t& tile : parts)
        if (tile < 0) tile = tiles_.count;
    tiles_.shared.assign(static_cast<std::size_t>(tiles_.count), 0);
    tiles_.copies = tiles_.shared;
    for (std::size_t n = 0; n < places_.size(); ++n) {
      const std::vector<std::uint32_t>& places = places_[n];
      tiles_.place.push_back(places.empty() ? static_cast<std::uint32_t>(tiles_.count) * kTileNodes
                                            : places[0]);
      if (places.size() < 2) continue;
      tiles_.sharedNode.push_back(static_cast<std::int32_t>(n));
      const auto bit = [](std::uint32_t place) {
        return std::uint64_t{1} << Tiles::localOf(place);
      };
      for (const std::uint32_t place : places) {
        tiles_.sharedAt.emplace_back(place,
                                     static_cast<std::uint32_t>(tiles_.sharedNode.size()) - 1);
        tiles_.shared[Tiles::tileOf(place)] |= bit(place);
        if (place != places[0]) tiles_.copies[Tiles::tileOf(place)] |= bit(place);
      }
      tiles_.sharedPlaces.insert(tiles_.sharedPlaces.end(), places.begin(), places.end());
      tiles_.sharedBegin.push_back(static_cast<std::uint32_t>(tiles_.sharedPlaces.size()));
    }
    std::sort(tiles_.sharedAt.begin(), tiles_.sharedAt.end());
    shrinkToFit(tiles_.blocksOf, tiles_.node, tiles_.place, tiles_.sharedNode, tiles_.sharedBegin,
                tiles_.sharedPlaces, tiles_.sharedAt);
  }

  const Lattice& lattice_;
  Tiles& tiles_;
  std::unordered_map<Int3, std::vector<std::int32_t>, Int3Hash> at_;  // tiles of a coordinate
  std::vector<std::vector<std::uint32_t>> places_;                    // of each node
  std::vector<PlacedNode> part_;
};

}  // namespace

Tiles::Tiles(const Lattice& lattice)
    : blockCount(lattice.blockCount), nodeCount(lattice.nodeCount) {
  ofBlock.resize(static_cast<std::size_t>(blockCount));
  for (auto& parts : ofBlock) parts.fill(-1);
  TileBuilder(lattice, *this).build();
}

std::size_t Tiles::memoryBytes() const {
  return byteCount(ofBlock) + byteCount(blocksOf) + byteCount(node) + byteCount(place) +
         byteCount(sharedNode) + byteCount(sharedBegin) + byteCount(sharedPlaces) +
         byteCount(sharedAt) + byteCount(shared) + byteCount(copies);
}

}  // namespace sinew
