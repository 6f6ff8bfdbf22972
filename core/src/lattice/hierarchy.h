// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
//
// The topology of the multigrid levels: coarse nodes, trilinear transfers and matrix patterns.
//
// Level 0 is the lattice. A node of level l+1 at coordinate C coincides with coordinate 2C of level
// l; a fine node at c has the coarse nodes at floor(c/2) and ceil(c/2) of each axis as parents,
// with equal weights per axis (docs/theory/multigrid.md, eq. 1). A coarse node is fixed, and left
// out, iff the lattice node it coincides with is fixed. Numbers (matrices) live in multigrid/.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <span>
#include <vector>

#include "lattice/lattice.h"

namespace sinew {

/// A node and 1, 1/2, 1/4 or 1/8 as its weight, in four bytes: these tables are long, and read in
/// every transfer.
class WeightedNode {
 public:
  WeightedNode() = default;
  WeightedNode(std::int32_t node, int halvings)
      : packed_(static_cast<std::uint32_t>(node) << 2 | static_cast<std::uint32_t>(halvings)) {}

  std::int32_t node() const { return static_cast<std::int32_t>(packed_ >> 2); }
  int halvings() const { return static_cast<int>(packed_ & 3); }
  float weight() const {  // 2^-halvings, by its exponent
    return std::bit_cast<float>((127u - (packed_ & 3)) << 23);
  }
  bool operator==(const WeightedNode&) const = default;

 private:
  std::uint32_t packed_ = 0;
};
/// Nodes a level can have at most.
inline constexpr std::int32_t kMostTableNodes = 1 << 30;

/// Rows of (node, weight): row r is entries[begin[r] .. begin[r+1]).
struct WeightTable {
  std::vector<std::uint32_t> begin;
  std::vector<WeightedNode> entries;

  std::span<const WeightedNode> row(std::size_t r) const {
    return {entries.data() + begin[r], entries.data() + begin[r + 1]};
  }
};

/// An entry below the diagonal, by the entry above it that it is the transpose of.
struct LowerEntry {
  std::int32_t column;
  std::uint32_t upper;  // an entry of row `column`

  bool operator==(const LowerEntry&) const = default;
};

struct CoarseLevel {
  std::int32_t nodeCount = 0;  // free nodes only
  WeightTable parents;         // finer node -> nodes of this level; empty for fixed nodes
  WeightTable children;        // node of this level -> finer nodes

  // Matrix pattern; empty for level 1, which has no matrix. Matrices are symmetric, and what is
  // below the diagonal is not kept: row r has
  // columns[rowBegin[r] .. rowBegin[r+1]), ascending, from r itself on, ...
  std::vector<std::uint32_t> rowBegin;
  std::vector<std::int32_t> columns;
  // ... and before these the transposes of lower[lowerBegin[r] .. lowerBegin[r+1]), ascending.
  std::vector<std::uint32_t> lowerBegin;
  std::vector<LowerEntry> lower;

  /// Calls visit(column) for all columns of a row, ascending.
  template <class Visit>
  void forColumns(std::size_t r, Visit&& visit) const {
    for (std::uint32_t k = lowerBegin[r]; k < lowerBegin[r + 1]; ++k) visit(lower[k].column);
    for (std::uint32_t k = rowBegin[r]; k < rowBegin[r + 1]; ++k) visit(columns[k]);
  }
};

/// lowerBegin and lower from rowBegin and columns.
void listLowerEntries(CoarseLevel& level);

/// Kept entries of a row of a coarse matrix at most; places inside a row are stored in a byte.
inline constexpr std::size_t kMostRowEntries = 254;
/// Columns of a row of P^T K at most, nodes of the finer level. 125 unless unconnected pieces meet.
inline constexpr std::size_t kMostProductColumns = 1024;

/// Levels of a hierarchy without a matrix: level 1 is a step of the transfers between the lattice
/// and level 2, and nothing is smoothed there (decision 0073).
inline constexpr std::size_t kPassedLevels = 1;

/// 2x2x2 groups of cells ("coarse cells", the cells of level 1); a block holds eight of them.
struct CoarseCells {
  std::int32_t count = 0;
  std::vector<std::int32_t> ofBlock;               // [block * 8 + octet] -> coarse cell or -1
  std::vector<std::array<std::int32_t, 8>> nodes;  // level 1 node of each corner, or -1 if fixed
};

/// Level 2 is assembled from elements: the coarse cells of a block that hang on the same eight
/// nodes of level 2, mostly all of them.
struct BlockElements {
  std::int32_t count = 0;
  std::vector<std::int32_t> ofCoarseCell;          // ascending
  std::vector<std::array<std::int32_t, 8>> nodes;  // level 2 node of each corner, or -1 if fixed
  // [A * 8 + B]: entry of B inside the row of A, 255 if there is none or it is below the diagonal
  std::vector<std::array<std::uint8_t, 64>> place;
  std::vector<std::uint32_t> incidentBegin;   // per level 2 node: incident corners ...
  std::vector<std::uint32_t> incidentCorner;  // ... as element * 8 + A
};

/// Which corners of each cell are fixed: bit a of mask[slot].
struct FixedCorners {
  std::vector<std::uint8_t> mask;        // [block * 64 + cell]
  std::vector<std::uint8_t> anyInBlock;  // 1 if any mask of the block is set
};

struct Hierarchy {
  std::vector<std::uint8_t> fixed;  // per lattice node: 1 if it follows a bone exactly
  FixedCorners fixedCorners;
  CoarseCells coarseCells;
  BlockElements elements;
  std::vector<CoarseLevel> levels;  // levels[0] is level 1; none, or at least levels 1 and 2

  std::size_t memoryBytes() const;
};

/// Coarsens by two until at most this many nodes remain; the last level is solved directly. 64
/// nodes factor in well under a millisecond; 300 (numerics 8) took longer than all other levels
/// together.
inline constexpr int kCoarsestNodes = 64;

Hierarchy buildHierarchy(const Lattice& lattice, std::vector<std::uint8_t> fixed);

}  // namespace sinew
