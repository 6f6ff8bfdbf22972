// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
#include "lattice/lattice.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <tuple>

#include "base/assert.h"
#include "base/parallel.h"
#include "lattice/block_order.h"
#include "lattice/cell_complex.h"

namespace sinew {
namespace {

// A block being filled: which cells of the complex it holds, its nodes, and the coarse cell of each
// octet.
struct OpenBlock {
  std::array<std::int32_t, kBlockCells> cell;
  std::array<std::int32_t, kBlockNodes> node;
  std::array<std::int32_t, 8> coarseCell;

  OpenBlock() {
    cell.fill(-1);
    node.fill(-1);
    coarseCell.fill(-1);
  }

  static std::size_t octetOf(Int3 local) {
    return static_cast<std::size_t>((local.x >> 1) | (local.y >> 1) << 1 | (local.z >> 1) << 2);
  }

  bool accepts(Int3 local, const std::array<std::int32_t, 8>& nodes, std::int32_t coarse) const {
    const std::int32_t octet = coarseCell[octetOf(local)];
    if (cell[static_cast<std::size_t>(blockCellOf(local))] >= 0 || (octet >= 0 && octet != coarse))
      return false;
    for (int a = 0; a < 8; ++a) {
      const std::int32_t here =
          node[static_cast<std::size_t>(blockNodeOf(local + cornerOffset(a)))];
      if (here >= 0 && here != nodes[static_cast<std::size_t>(a)]) return false;
    }
    return true;
  }

  void add(std::int32_t index, Int3 local, const std::array<std::int32_t, 8>& nodes,
           std::int32_t coarse) {
    cell[static_cast<std::size_t>(blockCellOf(local))] = index;
    coarseCell[octetOf(local)] = coarse;
    for (int a = 0; a < 8; ++a)
      node[static_cast<std::size_t>(blockNodeOf(local + cornerOffset(a)))] =
          nodes[static_cast<std::size_t>(a)];
  }
};

Int3 localInBlock(Int3 cell) {
  const Int3 block = blockOfCell(cell);
  return {cell.x - 4 * block.x, cell.y - 4 * block.y, cell.z - 4 * block.z};
}

// Gathers cells into blocks; returns the nodes of each block in terms of the complex.
std::vector<std::array<std::int32_t, kBlockNodes>> fillBlocks(const CellComplex& complex,
                                                              const BlockOrder& blocks,
                                                              Lattice& lattice,
                                                              std::vector<CellSlot>& slotOfCell) {
  slotOfCell.resize(complex.cells.size());
  const Coarsening coarsening = coarsen(complex);
  struct Placed {
    std::int32_t block, local, index;  // rank, in the block, in the complex
    auto operator<=>(const Placed&) const = default;
  };
  std::vector<Placed> order;
  order.reserve(complex.cells.size());
  for (const Int3 cell : complex.cells)
    order.push_back({blocks.rank(blockOfCell(cell)), blockCellOf(localInBlock(cell)),
                     static_cast<std::int32_t>(order.size())});
  std::sort(order.begin(), order.end());

  std::vector<std::array<std::int32_t, kBlockNodes>> nodesOfBlock;
  std::vector<OpenBlock> open;
  Int3 coord{};
  const auto close = [&] {
    for (const OpenBlock& block : open) {
      lattice.blockCoord.push_back(coord);
      lattice.activeCells.push_back(0);
      for (int c = 0; c < kBlockCells; ++c) {
        const std::int32_t cell = block.cell[static_cast<std::size_t>(c)];
        if (cell < 0) continue;
        lattice.activeCells.back() |= std::uint64_t{1} << c;
        slotOfCell[static_cast<std::size_t>(cell)] =
            static_cast<CellSlot>(nodesOfBlock.size()) * kBlockCells + c;
      }
      nodesOfBlock.push_back(block.node);
    }
    open.clear();
  };
  for (const Placed& placed : order) {
    const auto i = static_cast<std::size_t>(placed.index);
    const Int3 cell = complex.cells[i];
    if (blockOfCell(cell) != coord) close();
    coord = blockOfCell(cell);
    const Int3 local = localInBlock(cell);
    const std::int32_t coarse = coarsening.parentCell[i];
    auto home = std::find_if(open.begin(), open.end(), [&](const OpenBlock& block) {
      return block.accepts(local, complex.nodes[i], coarse);
    });
    if (home == open.end()) home = open.emplace(open.end());
    home->add(placed.index, local, complex.nodes[i], coarse);
  }
  close();
  lattice.blockCount = static_cast<std::int32_t>(lattice.blockCoord.size());
  lattice.cellCount = static_cast<std::int64_t>(complex.cells.size());
  return nodesOfBlock;
}

// Numbers nodes block by block: a node belongs to the block whose lower corner region holds it,
// whether that block exists or not, so neighbours in space are neighbours in memory.
void numberNodes(const CellComplex& complex, const BlockOrder& blocks,
                 const std::vector<std::array<std::int32_t, kBlockNodes>>& nodesOfBlock,
                 Lattice& lattice) {
  struct Seen {          // one entry per (block, local node) touched
    std::int32_t owner;  // rank of its block
    Int3 coord;
    std::int32_t node;  // of the complex
    std::uint32_t slot;
  };
  std::vector<Seen> seen;
  for (std::size_t b = 0; b < nodesOfBlock.size(); ++b)
    for (std::size_t n = 0; n < kBlockNodes; ++n) {
      const std::int32_t node = nodesOfBlock[b][n];
      if (node < 0) continue;
      const Int3 coord = complex.nodeCoord[static_cast<std::size_t>(node)];
      seen.push_back({blocks.rank(blockOfCell(coord)), coord, node,
                      static_cast<std::uint32_t>(b * kBlockNodeStride + n)});
    }
  const auto key = [](const Seen& s) {
    return std::tuple(s.owner, s.coord.z, s.coord.y, s.coord.x, s.node, s.slot);
  };
  std::sort(seen.begin(), seen.end(),
            [&](const Seen& a, const Seen& b) { return key(a) < key(b); });

  lattice.nodeTable.assign(nodesOfBlock.size() * kBlockNodeStride, -1);
  for (std::size_t i = 0; i < seen.size();) {
    const auto id = static_cast<std::int32_t>(lattice.nodeCoord.size());
    const std::int32_t node = seen[i].node;
    lattice.nodeCoord.push_back(seen[i].coord);
    for (; i < seen.size() && seen[i].node == node; ++i) lattice.nodeTable[seen[i].slot] = id;
  }
  lattice.nodeCount = static_cast<std::int32_t>(lattice.nodeCoord.size());
  std::replace(lattice.nodeTable.begin(), lattice.nodeTable.end(), std::int32_t{-1},
               lattice.nodeCount);
}

}  // namespace

void setToRest(const Lattice& lattice, double* positions) {
  parallelFor(lattice.nodeCount, 1024, [&](std::int64_t begin, std::int64_t end) {
    for (auto n = static_cast<std::size_t>(begin); n < static_cast<std::size_t>(end); ++n) {
      const Int3 c = lattice.nodeCoord[n];
      positions[4 * n] = c.x, positions[4 * n + 1] = c.y, positions[4 * n + 2] = c.z;
    }
  });
}

AlignedVector<double> restPositions(const Lattice& lattice) {
  AlignedVector<double> x((static_cast<std::size_t>(lattice.nodeCount) + 1) * 4, 0.0);
  setToRest(lattice, x.data());
  return x;
}

std::size_t Lattice::memoryBytes() const {
  return byteCount(blockCoord) + byteCount(activeCells) + byteCount(nodeTable) +
         byteCount(nodeCoord);
}

Lattice buildLattice(const CellComplex& complex, std::vector<CellSlot>* slotOfCell) {
  Lattice lattice;
  std::vector<CellSlot> slots;
  const BlockOrder blocks(complex.nodeCoord);
  const auto nodesOfBlock = fillBlocks(complex, blocks, lattice, slotOfCell ? *slotOfCell : slots);
  numberNodes(complex, blocks, nodesOfBlock, lattice);
  shrinkToFit(lattice.blockCoord, lattice.activeCells, lattice.nodeCoord);
  return lattice;
}

Lattice buildLattice(std::span<const Int3> cells) { return buildLattice(weldCells(cells)); }

CellFinder::CellFinder(const Lattice& lattice) : lattice_(lattice) {
  SINEW_ASSERT(lattice.blockCount > 0);
  Int3 greatest = least_ = lattice.blockCoord[0];
  for (const Int3& block : lattice.blockCoord) {
    least_ = {std::min(least_.x, block.x), std::min(least_.y, block.y),
              std::min(least_.z, block.z)};
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
    std::int32_t& first = blockGrid_[static_cast<std::size_t>(
        (static_cast<std::int64_t>(p.z) * size_.y + p.y) * size_.x + p.x)];
    if (first < 0) first = b;
  }
}

std::int32_t CellFinder::blockAt(Int3 block) const {
  const Int3 p{block.x - least_.x, block.y - least_.y, block.z - least_.z};
  if (p.x < 0 || p.y < 0 || p.z < 0 || p.x >= size_.x || p.y >= size_.y || p.z >= size_.z)
    return -1;
  return blockGrid_[static_cast<std::size_t>(
      (static_cast<std::int64_t>(p.z) * size_.y + p.y) * size_.x + p.x)];
}

void CellFinder::findAll(Int3 cell, std::vector<CellSlot>& slots) const {
  slots.clear();
  const Int3 block = blockOfCell(cell);
  const int local = blockCellOf(localInBlock(cell));
  // Blocks at one coordinate follow each other.
  for (std::int32_t b = blockAt(block); b >= 0 && b < lattice_.blockCount &&
                                        lattice_.blockCoord[static_cast<std::size_t>(b)] == block;
       ++b)
    if (lattice_.isActive(b * kBlockCells + local)) slots.push_back(b * kBlockCells + local);
}

CellSlot CellFinder::find(Int3 cell) const {
  std::vector<CellSlot> slots;
  findAll(cell, slots);
  return slots.empty() ? -1 : slots[0];
}

CellSlot CellFinder::nearestOfAll(const std::array<double, 3>& position) const {
  CellSlot best = -1;
  double bestDistance = std::numeric_limits<double>::infinity();
  for (CellSlot slot = 0; slot < lattice_.blockCount * kBlockCells; ++slot) {
    if (!lattice_.isActive(slot)) continue;
    const Int3 cell = lattice_.cellCoord(slot);
    const double ex = cell.x + 0.5 - position[0], ey = cell.y + 0.5 - position[1],
                 ez = cell.z + 0.5 - position[2];
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
