// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
//
// The hexahedral lattice: cells in blocks of 4x4x4, each block with a table of its 5x5x5 nodes.
//
//   lattice coordinates: cell (i,j,k) spans [i,i+1] x [j,j+1] x [k,k+1], node (i,j,k) sits at
//   (i,j,k); world = origin + cellSize * lattice coordinate.
//
// Inside a block everything is structured (x fastest); between blocks only node ids connect, so
// topology there is free: two blocks may lie at the same coordinate and hold unconnected material.
// The cells of a 2x2x2 octet of a block always belong to one coarse cell. Node vectors hold one
// extra entry, nodeCount, the "absent node": table slots no active cell touches point at it.
//
// Sums over cells are taken in two phases, so that bits do not depend on threads: every block
// writes the sums of its own nodes, then every node adds those of its blocks in fixed order
// (tiles.h).
#pragma once

#include <array>
#include <compare>
#include <cstdint>
#include <span>
#include <vector>

#include "base/aligned_vector.h"

namespace sinew {

struct Int3 {
  std::int32_t x = 0, y = 0, z = 0;
  auto operator<=>(const Int3&) const = default;
  Int3 operator+(const Int3& o) const { return {x + o.x, y + o.y, z + o.z}; }
};

struct Int3Hash {
  std::size_t operator()(const Int3& p) const {
    auto h = static_cast<std::uint64_t>(static_cast<std::uint32_t>(p.x)) * 0x9e3779b97f4a7c15u;
    h = (h ^ (h >> 29) ^ static_cast<std::uint32_t>(p.y)) * 0xbf58476d1ce4e5b9u;
    h = (h ^ (h >> 32) ^ static_cast<std::uint32_t>(p.z)) * 0x94d049bb133111ebu;
    return static_cast<std::size_t>(h ^ (h >> 31));
  }
};

inline constexpr int kBlockEdge = 4;          // cells along a block
inline constexpr int kBlockCells = 64;        // cell = x + 4 y + 16 z
inline constexpr int kBlockNodes = 125;       // node = x + 5 y + 25 z
inline constexpr int kBlockNodeStride = 128;  // table entries per block, padded

/// Corner a of a cell is at offset (a & 1, a >> 1 & 1, a >> 2 & 1).
inline Int3 cornerOffset(int a) { return {a & 1, (a >> 1) & 1, (a >> 2) & 1}; }

inline int blockCellOf(Int3 local) { return local.x + 4 * local.y + 16 * local.z; }
inline int blockNodeOf(Int3 local) { return local.x + 5 * local.y + 25 * local.z; }
inline Int3 localOfBlockCell(int cell) { return {cell & 3, (cell >> 2) & 3, cell >> 4}; }

/// A cell's place: block * 64 + cell inside the block.
using CellSlot = std::int32_t;

struct Lattice {
  double cellSize = 1;             // [m]
  std::array<double, 3> origin{};  // world position of lattice coordinate 0 [m]

  std::int32_t blockCount = 0;
  std::int32_t nodeCount = 0;
  std::int64_t cellCount = 0;              // active cells
  std::vector<Int3> blockCoord;            // in blocks; cell coordinate = 4 * blockCoord + local
  std::vector<std::uint64_t> activeCells;  // per block, bit = cell in block
  AlignedVector<std::int32_t> nodeTable;   // [block][128]
  std::vector<Int3> nodeCoord;

  bool isActive(CellSlot slot) const {
    return (activeCells[static_cast<std::size_t>(slot >> 6)] >> (slot & 63)) & 1;
  }
  Int3 cellCoord(CellSlot slot) const {
    const Int3 block = blockCoord[static_cast<std::size_t>(slot >> 6)];
    return Int3{4 * block.x, 4 * block.y, 4 * block.z} + localOfBlockCell(slot & 63);
  }
  std::int32_t cellNode(CellSlot slot, int corner) const {
    const int local = blockNodeOf(localOfBlockCell(slot & 63) + cornerOffset(corner));
    return nodeTable[static_cast<std::size_t>(slot >> 6) * kBlockNodeStride +
                     static_cast<std::size_t>(local)];
  }
  std::size_t memoryBytes() const;
};

/// Sets positions (double[4] per node) to where the nodes are at rest, in parallel.
void setToRest(const Lattice& lattice, double* positions);

/// Position of every node at rest, double[4] per node plus the absent node.
AlignedVector<double> restPositions(const Lattice& lattice);

struct CellComplex;

/// Builds blocks (in the order of block_order.h) and nodes (numbered block by block). Cells that
/// cannot live in one block because their nodes differ at the same corner get further blocks at the
/// same coordinate. `slotOfCell`, if given, receives the slot of each cell of the complex.
Lattice buildLattice(const CellComplex& complex, std::vector<CellSlot>* slotOfCell = nullptr);

/// The same for cells whose common corners are common nodes. Any order, without repeats.
Lattice buildLattice(std::span<const Int3> cells);

/// Finds active cells by coordinate, the first where there are several. Built once for searches at
/// bind.
class CellFinder {
 public:
  explicit CellFinder(const Lattice& lattice);
  CellSlot find(Int3 cell) const;  // -1: none
  void findAll(Int3 cell, std::vector<CellSlot>& slots) const;
  /// The active cell nearest to a lattice position (its centre distance), searched in growing
  /// shells.
  CellSlot nearest(const std::array<double, 3>& position) const;

 private:
  CellSlot nearestOfAll(const std::array<double, 3>& position) const;
  std::int32_t blockAt(Int3 block) const;
  const Lattice& lattice_;
  Int3 least_{}, size_{};                // of blocks
  std::vector<std::int32_t> blockGrid_;  // first block id at a coordinate, or -1
};

}  // namespace sinew
