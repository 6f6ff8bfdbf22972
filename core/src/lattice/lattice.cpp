// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
#include "lattice/lattice.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/assert.h"

namespace sinew {
namespace {

std::int32_t floorDivide(std::int32_t a, std::int32_t b) { return (a >= 0 ? a : a - b + 1) / b; }

Int3 blockOfCell(Int3 cell) {
  return {floorDivide(cell.x, kBlockEdge), floorDivide(cell.y, kBlockEdge),
          floorDivide(cell.z, kBlockEdge)};
}

std::uint64_t spreadBits(std::uint64_t v) {  // 21 bits to every third bit
  v &= 0x1fffff;
  v = (v | v << 32) & 0x1f00000000ffff;
  v = (v | v << 16) & 0x1f0000ff0000ff;
  v = (v | v << 8) & 0x100f00f00f00f00f;
  v = (v | v << 4) & 0x10c30c30c30c30c3;
  return (v | v << 2) & 0x1249249249249249;
}

std::uint64_t mortonCode(Int3 p) {
  constexpr std::int32_t kOffset = 1 << 20;  // block coordinates may be negative
  return spreadBits(static_cast<std::uint64_t>(p.x + kOffset)) |
         spreadBits(static_cast<std::uint64_t>(p.y + kOffset)) << 1 |
         spreadBits(static_cast<std::uint64_t>(p.z + kOffset)) << 2;
}

// Local nodes of a block that at least one of its own active cells touches.
std::array<bool, kBlockNodes> touchedNodes(std::uint64_t activeCells) {
  std::array<bool, kBlockNodes> touched{};
  for (int cell = 0; cell < kBlockCells; ++cell) {
    if (!((activeCells >> cell) & 1)) continue;
    for (int a = 0; a < 8; ++a)
      touched[static_cast<std::size_t>(blockNodeOf(localOfBlockCell(cell) + cornerOffset(a)))] = true;
  }
  return touched;
}

// Gathers cells into blocks, in Morton order.
void fillBlocks(std::span<const Int3> cells, Lattice& lattice) {
  struct Entry {
    std::uint64_t code;
    Int3 block;
    int cell;
  };
  std::vector<Entry> entries;
  entries.reserve(cells.size());
  for (const Int3& cell : cells) {
    const Int3 block = blockOfCell(cell);
    const Int3 local{cell.x - 4 * block.x, cell.y - 4 * block.y, cell.z - 4 * block.z};
    entries.push_back({mortonCode(block), block, blockCellOf(local)});
  }
  std::sort(entries.begin(), entries.end(), [](const Entry& a, const Entry& b) {
    return a.code != b.code ? a.code < b.code : a.cell < b.cell;
  });
  for (const Entry& entry : entries) {
    if (lattice.blockCoord.empty() || lattice.blockCoord.back() != entry.block) {
      lattice.blockCoord.push_back(entry.block);
      lattice.activeCells.push_back(0);
    }
    lattice.activeCells.back() |= std::uint64_t{1} << entry.cell;
  }
  lattice.blockCount = static_cast<std::int32_t>(lattice.blockCoord.size());
  lattice.cellCount = static_cast<std::int64_t>(cells.size());
}

// Numbers nodes block by block: a node belongs to the block whose lower corner region holds it, whether
// that block exists or not, so neighbours in space are neighbours in memory.
void numberNodes(Lattice& lattice) {
  const auto blockCount = static_cast<std::size_t>(lattice.blockCount);
  lattice.nodeTable.assign(blockCount * kBlockNodeStride, -1);

  struct Seen {  // one entry per (block, local node) touched
    std::uint64_t ownerCode;
    Int3 coord;
    std::uint32_t slot;
  };
  std::vector<Seen> seen;
  for (std::size_t b = 0; b < blockCount; ++b) {
    const auto touched = touchedNodes(lattice.activeCells[b]);
    for (int n = 0; n < kBlockNodes; ++n) {
      if (!touched[static_cast<std::size_t>(n)]) continue;
      const Int3 local{n % 5, n / 5 % 5, n / 25};
      const Int3 block = lattice.blockCoord[b];
      const Int3 coord{4 * block.x + local.x, 4 * block.y + local.y, 4 * block.z + local.z};
      seen.push_back({mortonCode(blockOfCell(coord)), coord,
                      static_cast<std::uint32_t>(b * kBlockNodeStride) + static_cast<std::uint32_t>(n)});
    }
  }
  std::sort(seen.begin(), seen.end(), [](const Seen& a, const Seen& b) {
    if (a.ownerCode != b.ownerCode) return a.ownerCode < b.ownerCode;
    if (a.coord.z != b.coord.z) return a.coord.z < b.coord.z;
    if (a.coord.y != b.coord.y) return a.coord.y < b.coord.y;
    if (a.coord.x != b.coord.x) return a.coord.x < b.coord.x;
    return a.slot < b.slot;
  });

  lattice.shareBegin.push_back(0);
  for (std::size_t i = 0; i < seen.size();) {
    const auto node = static_cast<std::int32_t>(lattice.nodeCoord.size());
    const Int3 coord = seen[i].coord;
    lattice.nodeCoord.push_back(coord);
    for (; i < seen.size() && seen[i].coord == coord; ++i) {
      lattice.nodeTable[seen[i].slot] = node;
      lattice.shareSlot.push_back(seen[i].slot);
    }
    lattice.shareBegin.push_back(static_cast<std::uint32_t>(lattice.shareSlot.size()));
  }
  lattice.nodeCount = static_cast<std::int32_t>(lattice.nodeCoord.size());
  std::replace(lattice.nodeTable.begin(), lattice.nodeTable.end(), std::int32_t{-1}, lattice.nodeCount);
}

}  // namespace

Int3 Lattice::cellCoord(CellSlot slot) const {
  const Int3 block = blockCoord[static_cast<std::size_t>(slot >> 6)];
  return Int3{4 * block.x, 4 * block.y, 4 * block.z} + localOfBlockCell(slot & 63);
}

std::int32_t Lattice::cellNode(CellSlot slot, int corner) const {
  const int local = blockNodeOf(localOfBlockCell(slot & 63) + cornerOffset(corner));
  return nodeTable[static_cast<std::size_t>(slot >> 6) * kBlockNodeStride + static_cast<std::size_t>(local)];
}

std::size_t Lattice::memoryBytes() const {
  return byteCount(blockCoord) + byteCount(activeCells) + byteCount(nodeTable) + byteCount(nodeCoord) +
         byteCount(shareBegin) + byteCount(shareSlot);
}

Lattice buildLattice(std::span<const Int3> cells) {
  Lattice lattice;
  fillBlocks(cells, lattice);
  numberNodes(lattice);
  return lattice;
}

CellFinder::CellFinder(const Lattice& lattice) : lattice_(lattice) {
  SINEW_ASSERT(lattice.blockCount > 0);
  Int3 greatest = least_ = lattice.blockCoord[0];
  for (const Int3& block : lattice.blockCoord) {
    least_ = {std::min(least_.x, block.x), std::min(least_.y, block.y), std::min(least_.z, block.z)};
    greatest = {std::max(greatest.x, block.x), std::max(greatest.y, block.y),
                std::max(greatest.z, block.z)};
  }
  size_ = {greatest.x - least_.x + 1, greatest.y - least_.y + 1, greatest.z - least_.z + 1};
  blockGrid_.assign(static_cast<std::size_t>(size_.x) * static_cast<std::size_t>(size_.y) *
                        static_cast<std::size_t>(size_.z),
                    -1);
  for (std::int32_t b = 0; b < lattice.blockCount; ++b) {
    const Int3 block = lattice.blockCoord[static_cast<std::size_t>(b)];
    const Int3 p{block.x - least_.x, block.y - least_.y, block.z - least_.z};
    blockGrid_[static_cast<std::size_t>((static_cast<std::int64_t>(p.z) * size_.y + p.y) * size_.x + p.x)] = b;
  }
}

std::int32_t CellFinder::blockAt(Int3 block) const {
  const Int3 p{block.x - least_.x, block.y - least_.y, block.z - least_.z};
  if (p.x < 0 || p.y < 0 || p.z < 0 || p.x >= size_.x || p.y >= size_.y || p.z >= size_.z) return -1;
  return blockGrid_[static_cast<std::size_t>((static_cast<std::int64_t>(p.z) * size_.y + p.y) * size_.x + p.x)];
}

CellSlot CellFinder::find(Int3 cell) const {
  const Int3 block = blockOfCell(cell);
  const std::int32_t b = blockAt(block);
  if (b < 0) return -1;
  const Int3 local{cell.x - 4 * block.x, cell.y - 4 * block.y, cell.z - 4 * block.z};
  const CellSlot slot = b * kBlockCells + blockCellOf(local);
  return lattice_.isActive(slot) ? slot : -1;
}

CellSlot CellFinder::nearestOfAll(const std::array<double, 3>& position) const {
  CellSlot best = -1;
  double bestDistance = std::numeric_limits<double>::infinity();
  for (CellSlot slot = 0; slot < lattice_.blockCount * kBlockCells; ++slot) {
    if (!lattice_.isActive(slot)) continue;
    const Int3 cell = lattice_.cellCoord(slot);
    const double ex = cell.x + 0.5 - position[0], ey = cell.y + 0.5 - position[1], ez = cell.z + 0.5 - position[2];
    const double distance = ex * ex + ey * ey + ez * ez;
    if (distance < bestDistance) bestDistance = distance, best = slot;
  }
  return best;
}

CellSlot CellFinder::nearest(const std::array<double, 3>& position) const {
  for (const double p : position)
    if (!(std::fabs(p) < 1e8)) return nearestOfAll(position);
  const Int3 home{static_cast<std::int32_t>(std::floor(position[0])),
                  static_cast<std::int32_t>(std::floor(position[1])),
                  static_cast<std::int32_t>(std::floor(position[2]))};
  constexpr int kNearestShells = 8;  // beyond, looking at every cell is quicker
  CellSlot best = -1;
  double bestDistance = std::numeric_limits<double>::infinity();
  // A cell in shell s has its centre at least s - 1 away, so one more shell after a hit is enough.
  for (int shell = 0; best < 0 || shell - 1 <= std::sqrt(bestDistance); ++shell) {
    if (shell > kNearestShells) return nearestOfAll(position);
    for (int dz = -shell; dz <= shell; ++dz)
      for (int dy = -shell; dy <= shell; ++dy)
        for (int dx = -shell; dx <= shell; ++dx) {
          if (std::max({std::abs(dx), std::abs(dy), std::abs(dz)}) != shell) continue;
          const CellSlot slot = find(home + Int3{dx, dy, dz});
          if (slot < 0) continue;
          const double ex = home.x + dx + 0.5 - position[0];
          const double ey = home.y + dy + 0.5 - position[1];
          const double ez = home.z + dz + 0.5 - position[2];
          const double distance = ex * ex + ey * ey + ez * ez;
          if (distance < bestDistance) bestDistance = distance, best = slot;
        }
  }
  return best;
}

}  // namespace sinew
