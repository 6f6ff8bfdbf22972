// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
#include "lattice/hierarchy.h"

#include <algorithm>
#include <cstdlib>
#include <numeric>

#include "base/assert.h"
#include "lattice/cell_complex.h"

namespace sinew {
namespace {

// One level while building: its cells and nodes, and the row of each node in vectors and matrices
// of the level, or -1 for fixed nodes and nodes no free node needs. On level 0 fixed nodes have
// rows too.
struct LevelNodes {
  CellComplex complex;
  std::vector<std::uint8_t> fixed;
  std::vector<std::int32_t> row;
  std::int32_t rowCount = 0;
};

// Calls visit(corner A, halvings of its weight) for the parents of fine coordinate c among the
// corners of coarse cell C.
template <class Visit>
void forEachParent(Int3 c, Int3 C, Visit&& visit) {
  const int inCell[3] = {c.x - 2 * C.x, c.y - 2 * C.y, c.z - 2 * C.z};  // 0, 1 or 2 half edges
  for (std::size_t A = 0; A < 8; ++A) {
    int halvings = 0;
    bool isParent = true;
    for (std::size_t k = 0; k < 3; ++k) {
      halvings += inCell[k] == 1;
      isParent = isParent && std::abs(inCell[k] - ((A >> k & 1) ? 2 : 0)) < 2;
    }
    if (isParent) visit(A, halvings);
  }
}

WeightTable transposed(const WeightTable& table, std::int32_t columnCount) {
  WeightTable result;
  result.begin.assign(static_cast<std::size_t>(columnCount) + 1, 0);
  for (const WeightedNode& e : table.entries)
    ++result.begin[static_cast<std::size_t>(e.node()) + 1];
  for (std::size_t i = 1; i < result.begin.size(); ++i) result.begin[i] += result.begin[i - 1];
  result.entries.resize(table.entries.size());
  std::vector<std::uint32_t> next(result.begin.begin(), result.begin.end() - 1);
  for (std::size_t row = 0; row + 1 < table.begin.size(); ++row)
    for (const WeightedNode& e : table.row(row))
      result.entries[next[static_cast<std::size_t>(e.node())]++] = {static_cast<std::int32_t>(row),
                                                                    e.halvings()};
  return result;
}

// A coarse node is fixed iff every finer node it coincides with is.
std::vector<std::uint8_t> fixedNodes(const LevelNodes& fine, const NodeCells& around,
                                     const Coarsening& coarsening) {
  const auto coarseCount = coarsening.coarse.nodeCoord.size();
  std::vector<std::uint8_t> fixed(coarseCount, 0), free(coarseCount, 0);
  for (std::size_t n = 0; n < fine.fixed.size(); ++n) {
    const Int3 c = fine.complex.nodeCoord[n];
    if ((c.x | c.y | c.z) & 1) continue;
    const std::int32_t cell = coarsening.parentCell[static_cast<std::size_t>(around.of(n)[0])];
    forEachParent(
        c, coarsening.coarse.cells[static_cast<std::size_t>(cell)], [&](std::size_t A, int) {
          const auto node =
              static_cast<std::size_t>(coarsening.coarse.nodes[static_cast<std::size_t>(cell)][A]);
          (fine.fixed[n] ? fixed : free)[node] = 1;
        });
  }
  for (std::size_t n = 0; n < coarseCount; ++n) fixed[n] = fixed[n] && !free[n];
  return fixed;
}

// Makes the nodes and transfers of the next level.
CoarseLevel makeLevel(const LevelNodes& fine, LevelNodes& coarse, Coarsening& coarsening) {
  coarsening = coarsen(fine.complex);
  if (2 * coarsening.coarse.nodeCount() > fine.complex.nodeCount()) weldNodes(coarsening.coarse);
  const NodeCells around = cellsAroundNodes(fine.complex);
  coarse.fixed = fixedNodes(fine, around, coarsening);
  coarse.row.assign(coarse.fixed.size(), -1);

  CoarseLevel level;
  std::vector<std::vector<WeightedNode>> parents(static_cast<std::size_t>(fine.rowCount));
  for (std::size_t n = 0; n < fine.row.size(); ++n) {
    if (fine.row[n] < 0 || fine.fixed[n]) continue;
    const std::int32_t cell = coarsening.parentCell[static_cast<std::size_t>(around.of(n)[0])];
    forEachParent(
        fine.complex.nodeCoord[n], coarsening.coarse.cells[static_cast<std::size_t>(cell)],
        [&](std::size_t A, int halvings) {
          const auto node =
              static_cast<std::size_t>(coarsening.coarse.nodes[static_cast<std::size_t>(cell)][A]);
          if (coarse.fixed[node]) return;
          if (coarse.row[node] < 0) coarse.row[node] = level.nodeCount++;
          parents[static_cast<std::size_t>(fine.row[n])].push_back({coarse.row[node], halvings});
        });
  }
  level.parents.begin.push_back(0);
  for (const auto& row : parents) {
    level.parents.entries.insert(level.parents.entries.end(), row.begin(), row.end());
    level.parents.begin.push_back(static_cast<std::uint32_t>(level.parents.entries.size()));
  }
  level.children = transposed(level.parents, level.nodeCount);
  coarse.rowCount = level.nodeCount;
  return level;
}

void sortUnique(std::vector<std::int32_t>& numbers) {
  std::sort(numbers.begin(), numbers.end());
  numbers.erase(std::unique(numbers.begin(), numbers.end()), numbers.end());
}

// Sorts the columns of one row and stores those from the diagonal on.
void appendRow(std::vector<std::int32_t>& row, std::int32_t self, CoarseLevel& level) {
  sortUnique(row);
  const auto at = std::lower_bound(row.begin(), row.end(), self);
  SINEW_ASSERT(at != row.end() && *at == self);
  SINEW_ASSERT(static_cast<std::size_t>(row.end() - at) <= kMostRowEntries);
  level.columns.insert(level.columns.end(), at, row.end());
  level.rowBegin.push_back(static_cast<std::uint32_t>(level.columns.size()));
}

std::uint8_t placeInRow(const CoarseLevel& level, std::int32_t row, std::int32_t column) {
  const auto begin = level.columns.begin() + level.rowBegin[static_cast<std::size_t>(row)];
  const auto end = level.columns.begin() + level.rowBegin[static_cast<std::size_t>(row) + 1];
  return static_cast<std::uint8_t>(std::lower_bound(begin, end, column) - begin);
}

// Octets of blocks with their nodes of level 1, and which cell of that level's complex each is.
CoarseCells buildCoarseCells(const Lattice& lattice, const Coarsening& coarsening,
                             const LevelNodes& nodes, std::vector<std::int32_t>& inComplex) {
  CoarseCells cells;
  cells.ofBlock.assign(static_cast<std::size_t>(lattice.blockCount) * 8, -1);
  std::size_t cell = 0;  // of the complex: active slots in order
  std::vector<std::pair<std::int32_t, std::int32_t>> found;  // octets of all blocks, cells
  for (CellSlot slot = 0; slot < lattice.blockCount * kBlockCells; ++slot) {
    if (!lattice.isActive(slot)) continue;
    const Int3 local = localOfBlockCell(slot & 63);
    const int octet = (local.x >> 1) | (local.y >> 1) << 1 | (local.z >> 1) << 2;
    found.emplace_back((slot >> 6) * 8 + octet, coarsening.parentCell[cell++]);
  }
  std::stable_sort(found.begin(), found.end(),
                   [](const auto& x, const auto& y) { return x.first < y.first; });
  for (const auto& [octet, coarse] : found) {
    std::int32_t& number = cells.ofBlock[static_cast<std::size_t>(octet)];
    if (number >= 0) continue;
    number = cells.count++;
    std::array<std::int32_t, 8> corners;
    for (std::size_t a = 0; a < 8; ++a)
      corners[a] = nodes.row[static_cast<std::size_t>(
          coarsening.coarse.nodes[static_cast<std::size_t>(coarse)][a])];
    cells.nodes.push_back(corners);
    inComplex.push_back(coarse);
  }
  return cells;
}

// Elements of level 2, the pattern of its matrix and where element blocks land. `inComplex`: the
// cell of level 1's complex that a coarse cell is.
BlockElements buildElements(const CoarseCells& cells, const std::vector<std::int32_t>& inComplex,
                            const Coarsening& coarsening, const LevelNodes& nodes,
                            CoarseLevel& level) {
  BlockElements elements;
  elements.ofCoarseCell.resize(static_cast<std::size_t>(cells.count));
  std::vector<std::vector<std::uint32_t>> incident(static_cast<std::size_t>(level.nodeCount));
  for (std::size_t octet = 0; octet < cells.ofBlock.size(); ++octet) {
    if (cells.ofBlock[octet] < 0) continue;
    const auto cell = static_cast<std::size_t>(cells.ofBlock[octet]);
    const std::int32_t parent = coarsening.parentCell[static_cast<std::size_t>(inComplex[cell])];
    std::array<std::int32_t, 8> corners;
    for (std::size_t a = 0; a < 8; ++a)
      corners[a] = nodes.row[static_cast<std::size_t>(
          coarsening.coarse.nodes[static_cast<std::size_t>(parent)][a])];
    const std::size_t first = octet / 8 * 8;  // of the block
    std::int32_t element = -1;
    for (std::size_t other = first; other < octet && element < 0; ++other) {
      if (cells.ofBlock[other] < 0) continue;
      const std::int32_t of = elements.ofCoarseCell[static_cast<std::size_t>(cells.ofBlock[other])];
      if (elements.nodes[static_cast<std::size_t>(of)] == corners) element = of;
    }
    if (element < 0) {
      element = elements.count++;
      elements.nodes.push_back(corners);
      for (std::size_t a = 0; a < 8; ++a)
        if (corners[a] >= 0)
          incident[static_cast<std::size_t>(corners[a])].push_back(
              static_cast<std::uint32_t>(element) * 8 + static_cast<std::uint32_t>(a));
    }
    elements.ofCoarseCell[cell] = element;
  }

  level.rowBegin.push_back(0);
  elements.incidentBegin.push_back(0);
  std::vector<std::int32_t> row;
  for (std::int32_t n = 0; n < level.nodeCount; ++n) {
    row.clear();
    for (const std::uint32_t corner : incident[static_cast<std::size_t>(n)]) {
      elements.incidentCorner.push_back(corner);
      for (const std::int32_t other : elements.nodes[corner >> 3])
        if (other >= 0) row.push_back(other);
    }
    elements.incidentBegin.push_back(static_cast<std::uint32_t>(elements.incidentCorner.size()));
    appendRow(row, n, level);
  }
  listLowerEntries(level);

  elements.place.resize(static_cast<std::size_t>(elements.count));
  for (std::size_t e = 0; e < elements.place.size(); ++e)
    for (std::size_t a = 0; a < 8; ++a)
      for (std::size_t b = 0; b < 8; ++b) {
        const std::int32_t from = elements.nodes[e][a], to = elements.nodes[e][b];
        elements.place[e][a * 8 + b] =
            from < 0 || to < from ? std::uint8_t{255} : placeInRow(level, from, to);
      }
  return elements;
}

// Pattern of P^T K P.
void buildProductPattern(const CoarseLevel& fine, CoarseLevel& level) {
  level.rowBegin.push_back(0);
  std::vector<std::int32_t> columns, row;
  for (std::int32_t r = 0; r < level.nodeCount; ++r) {
    columns.clear();  // of P^T K
    for (const WeightedNode& child : level.children.row(static_cast<std::size_t>(r)))
      fine.forColumns(static_cast<std::size_t>(child.node()),
                      [&](std::int32_t column) { columns.push_back(column); });
    sortUnique(columns);
    SINEW_ASSERT(columns.size() <= kMostProductColumns);
    row.clear();
    for (const std::int32_t column : columns)
      for (const WeightedNode& parent : level.parents.row(static_cast<std::size_t>(column)))
        row.push_back(parent.node());
    appendRow(row, r, level);
  }
  listLowerEntries(level);
}

void shrink(Hierarchy& hierarchy) {
  BlockElements& elements = hierarchy.elements;
  shrinkToFit(hierarchy.levels, hierarchy.coarseCells.nodes, elements.nodes,
              elements.incidentCorner, elements.incidentBegin);
  for (CoarseLevel& level : hierarchy.levels)
    shrinkToFit(level.parents.begin, level.parents.entries, level.rowBegin, level.columns);
}

FixedCorners findFixedCorners(const Lattice& lattice, const std::vector<std::uint8_t>& fixed) {
  FixedCorners corners;
  corners.mask.assign(static_cast<std::size_t>(lattice.blockCount) * kBlockCells, 0);
  corners.anyInBlock.assign(static_cast<std::size_t>(lattice.blockCount), 0);
  for (CellSlot slot = 0; slot < lattice.blockCount * kBlockCells; ++slot) {
    if (!lattice.isActive(slot)) continue;
    for (int a = 0; a < 8; ++a)
      if (fixed[static_cast<std::size_t>(lattice.cellNode(slot, a))])
        corners.mask[static_cast<std::size_t>(slot)] |= static_cast<std::uint8_t>(1 << a);
    if (corners.mask[static_cast<std::size_t>(slot)])
      corners.anyInBlock[static_cast<std::size_t>(slot >> 6)] = 1;
  }
  return corners;
}

}  // namespace

void listLowerEntries(CoarseLevel& level) {
  const auto nodes = static_cast<std::size_t>(level.nodeCount);
  level.lowerBegin.assign(nodes + 1, 0);
  for (std::size_t r = 0; r < nodes; ++r)
    for (std::uint32_t k = level.rowBegin[r] + 1; k < level.rowBegin[r + 1]; ++k)
      ++level.lowerBegin[static_cast<std::size_t>(level.columns[k]) + 1];
  std::partial_sum(level.lowerBegin.begin(), level.lowerBegin.end(), level.lowerBegin.begin());
  level.lower.resize(level.lowerBegin.back());
  std::vector<std::uint32_t> next(level.lowerBegin.begin(), level.lowerBegin.end() - 1);
  for (std::size_t r = 0; r < nodes; ++r)
    for (std::uint32_t k = level.rowBegin[r] + 1; k < level.rowBegin[r + 1]; ++k)
      level.lower[next[static_cast<std::size_t>(level.columns[k])]++] = {
          static_cast<std::int32_t>(r), k};
}

Hierarchy buildHierarchy(const Lattice& lattice, std::vector<std::uint8_t> fixed) {
  SINEW_ASSERT(fixed.size() == static_cast<std::size_t>(lattice.nodeCount) &&
               lattice.nodeCount <= kMostTableNodes);
  Hierarchy hierarchy;
  hierarchy.fixedCorners = findFixedCorners(lattice, fixed);
  hierarchy.fixed = fixed;

  LevelNodes fine{complexOf(lattice), std::move(fixed), {}, lattice.nodeCount};
  fine.row.resize(static_cast<std::size_t>(lattice.nodeCount));
  std::iota(fine.row.begin(), fine.row.end(), 0);
  std::vector<std::int32_t> inComplex;
  std::vector<CoarseLevel>& levels = hierarchy.levels;
  do {  // at least one level with a matrix, so that there is always a direct solve
    LevelNodes coarse;
    Coarsening coarsening;
    CoarseLevel level = makeLevel(fine, coarse, coarsening);
    if (level.nodeCount == 0 || (level.nodeCount >= fine.rowCount && levels.size() > kPassedLevels))
      break;
    if (levels.empty()) {
      hierarchy.coarseCells = buildCoarseCells(lattice, coarsening, coarse, inComplex);
    } else if (levels.size() == kPassedLevels) {
      hierarchy.elements =
          buildElements(hierarchy.coarseCells, inComplex, coarsening, coarse, level);
    } else {
      buildProductPattern(levels.back(), level);
    }
    levels.push_back(std::move(level));
    coarse.complex = std::move(coarsening.coarse);
    fine = std::move(coarse);
  } while (fine.rowCount > kCoarsestNodes || levels.size() <= kPassedLevels);
  if (levels.size() <= kPassedLevels) {  // bones hold every node of level 2
    levels.clear();
    hierarchy.coarseCells = {};
  }
  shrink(hierarchy);
  return hierarchy;
}

std::size_t Hierarchy::memoryBytes() const {
  std::size_t bytes = byteCount(fixed) + byteCount(fixedCorners.mask) +
                      byteCount(fixedCorners.anyInBlock) + byteCount(coarseCells.ofBlock) +
                      byteCount(coarseCells.nodes) + byteCount(elements.ofCoarseCell) +
                      byteCount(elements.nodes) + byteCount(elements.place) +
                      byteCount(elements.incidentBegin) + byteCount(elements.incidentCorner);
  for (const CoarseLevel& level : levels) {
    bytes += byteCount(level.parents.begin) + byteCount(level.parents.entries) +
             byteCount(level.children.begin) + byteCount(level.children.entries) +
             byteCount(level.rowBegin) + byteCount(level.columns) + byteCount(level.lowerBegin) +
             byteCount(level.lower);
  }
  return bytes;
}

}  // namespace sinew
