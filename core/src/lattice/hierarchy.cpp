// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
#include "lattice/hierarchy.h"

#include <algorithm>
#include <unordered_map>

#include "base/assert.h"

namespace sinew {
namespace {

struct Int3Hash {
  std::size_t operator()(const Int3& p) const {
    auto h = static_cast<std::uint64_t>(static_cast<std::uint32_t>(p.x)) * 0x9e3779b97f4a7c15u;
    h = (h ^ (h >> 29) ^ static_cast<std::uint32_t>(p.y)) * 0xbf58476d1ce4e5b9u;
    h = (h ^ (h >> 32) ^ static_cast<std::uint32_t>(p.z)) * 0x94d049bb133111ebu;
    return static_cast<std::size_t>(h ^ (h >> 31));
  }
};
using NodeMap = std::unordered_map<Int3, std::int32_t, Int3Hash>;

constexpr std::int32_t kFixed = -1;

std::int32_t halfDown(std::int32_t c) { return c >> 1; }
std::int32_t halfUp(std::int32_t c) { return (c + 1) >> 1; }

// Calls visit(coarse coordinate, weight) for the parents of a fine coordinate.
template <class Visit>
void forEachParent(Int3 c, Visit&& visit) {
  const Int3 lo{halfDown(c.x), halfDown(c.y), halfDown(c.z)};
  const Int3 hi{halfUp(c.x), halfUp(c.y), halfUp(c.z)};
  const float weight = (lo.x == hi.x ? 1.f : 0.5f) * (lo.y == hi.y ? 1.f : 0.5f) *
                       (lo.z == hi.z ? 1.f : 0.5f);
  for (std::int32_t z = lo.z; z <= hi.z; ++z)
    for (std::int32_t y = lo.y; y <= hi.y; ++y)
      for (std::int32_t x = lo.x; x <= hi.x; ++x) visit(Int3{x, y, z}, weight);
}

// One level of nodes while building: coordinates of free nodes, and which coordinates are fixed.
struct LevelNodes {
  std::vector<Int3> coord;  // per node id of that level; level 0 includes fixed nodes
  NodeMap idOf;             // free nodes: id; fixed coordinates: kFixed
};

WeightTable transposed(const WeightTable& table, std::int32_t columnCount) {
  WeightTable result;
  result.begin.assign(static_cast<std::size_t>(columnCount) + 1, 0);
  for (const WeightedNode& e : table.entries) ++result.begin[static_cast<std::size_t>(e.node) + 1];
  for (std::size_t i = 1; i < result.begin.size(); ++i) result.begin[i] += result.begin[i - 1];
  result.entries.resize(table.entries.size());
  std::vector<std::uint32_t> next(result.begin.begin(), result.begin.end() - 1);
  for (std::size_t row = 0; row + 1 < table.begin.size(); ++row)
    for (const WeightedNode& e : table.row(row))
      result.entries[next[static_cast<std::size_t>(e.node)]++] = {static_cast<std::int32_t>(row), e.weight};
  return result;
}

// Makes the nodes and transfers of the next level.
CoarseLevel coarsen(const LevelNodes& fine, std::size_t fineCount, LevelNodes& coarse) {
  CoarseLevel level;
  for (const auto& [coord, id] : fine.idOf)  // fixed coordinates that survive: coincident ones
    if (id == kFixed && !(coord.x & 1) && !(coord.y & 1) && !(coord.z & 1))
      coarse.idOf.emplace(Int3{coord.x >> 1, coord.y >> 1, coord.z >> 1}, kFixed);

  level.parents.begin.push_back(0);
  for (std::size_t i = 0; i < fineCount; ++i) {
    const auto self = fine.idOf.find(fine.coord[i]);
    if (self != fine.idOf.end() && self->second != kFixed) {
      forEachParent(fine.coord[i], [&](Int3 parent, float weight) {
        const auto [it, isNew] =
            coarse.idOf.try_emplace(parent, static_cast<std::int32_t>(coarse.coord.size()));
        if (isNew) coarse.coord.push_back(parent);
        if (it->second != kFixed) level.parents.entries.push_back({it->second, weight});
      });
    }
    level.parents.begin.push_back(static_cast<std::uint32_t>(level.parents.entries.size()));
  }
  level.nodeCount = static_cast<std::int32_t>(coarse.coord.size());
  level.children = transposed(level.parents, level.nodeCount);
  return level;
}

// Sorts and stores the columns of one row.
void appendRow(std::vector<std::int32_t>& row, std::int32_t self, CoarseLevel& level) {
  std::sort(row.begin(), row.end());
  row.erase(std::unique(row.begin(), row.end()), row.end());
  SINEW_ASSERT(row.size() < 255);  // places inside a row are stored in a byte
  const auto at = std::lower_bound(row.begin(), row.end(), self);
  SINEW_ASSERT(at != row.end() && *at == self);
  level.diagonal.push_back(static_cast<std::uint32_t>(level.columns.size()) +
                           static_cast<std::uint32_t>(at - row.begin()));
  level.columns.insert(level.columns.end(), row.begin(), row.end());
  level.rowBegin.push_back(static_cast<std::uint32_t>(level.columns.size()));
}

std::uint8_t placeInRow(const CoarseLevel& level, std::int32_t row, std::int32_t column) {
  const auto begin = level.columns.begin() + level.rowBegin[static_cast<std::size_t>(row)];
  const auto end = level.columns.begin() + level.rowBegin[static_cast<std::size_t>(row) + 1];
  return static_cast<std::uint8_t>(std::lower_bound(begin, end, column) - begin);
}

// Coarse cells of level 1, the pattern of its matrix and where element blocks land.
CoarseCells buildCoarseCells(const Lattice& lattice, const LevelNodes& nodes, CoarseLevel& level) {
  CoarseCells cells;
  cells.ofBlock.assign(static_cast<std::size_t>(lattice.blockCount) * 8, -1);
  std::vector<std::vector<std::uint32_t>> incident(static_cast<std::size_t>(level.nodeCount));
  for (std::int32_t b = 0; b < lattice.blockCount; ++b) {
    const Int3 block = lattice.blockCoord[static_cast<std::size_t>(b)];
    for (int octet = 0; octet < 8; ++octet) {
      const Int3 o = cornerOffset(octet);
      bool active = false;
      for (int child = 0; child < 8; ++child) {
        const Int3 c = cornerOffset(child);
        active |= lattice.isActive(b * kBlockCells +
                                   blockCellOf({2 * o.x + c.x, 2 * o.y + c.y, 2 * o.z + c.z}));
      }
      if (!active) continue;
      cells.ofBlock[static_cast<std::size_t>(b * 8 + octet)] = cells.count;
      std::array<std::int32_t, 8> corners;
      for (int a = 0; a < 8; ++a) {
        const Int3 coord = Int3{2 * block.x + o.x, 2 * block.y + o.y, 2 * block.z + o.z} + cornerOffset(a);
        const auto it = nodes.idOf.find(coord);
        corners[static_cast<std::size_t>(a)] = it == nodes.idOf.end() ? kFixed : it->second;
        if (corners[static_cast<std::size_t>(a)] >= 0)
          incident[static_cast<std::size_t>(corners[static_cast<std::size_t>(a)])].push_back(
              static_cast<std::uint32_t>(cells.count * 8 + a));
      }
      cells.nodes.push_back(corners);
      ++cells.count;
    }
  }

  level.rowBegin.push_back(0);
  cells.incidentBegin.push_back(0);
  std::vector<std::int32_t> row;
  for (std::int32_t n = 0; n < level.nodeCount; ++n) {
    row.clear();
    for (const std::uint32_t corner : incident[static_cast<std::size_t>(n)]) {
      cells.incidentCorner.push_back(corner);
      for (const std::int32_t other : cells.nodes[corner >> 3])
        if (other >= 0) row.push_back(other);
    }
    cells.incidentBegin.push_back(static_cast<std::uint32_t>(cells.incidentCorner.size()));
    appendRow(row, n, level);
  }

  cells.place.resize(static_cast<std::size_t>(cells.count));
  for (std::size_t c = 0; c < cells.place.size(); ++c)
    for (std::size_t a = 0; a < 8; ++a)
      for (std::size_t b = 0; b < 8; ++b)
        cells.place[c][a * 8 + b] = cells.nodes[c][a] < 0 || cells.nodes[c][b] < 0
                                        ? std::uint8_t{255}
                                        : placeInRow(level, cells.nodes[c][a], cells.nodes[c][b]);
  return cells;
}

// Pattern of P^T K P and where each of its terms lands.
void buildProductPattern(const CoarseLevel& fine, CoarseLevel& level) {
  level.rowBegin.push_back(0);
  std::vector<std::int32_t> row;
  for (std::int32_t r = 0; r < level.nodeCount; ++r) {
    row.clear();
    for (const WeightedNode& child : level.children.row(static_cast<std::size_t>(r)))
      for (std::uint32_t e = fine.rowBegin[static_cast<std::size_t>(child.node)];
           e < fine.rowBegin[static_cast<std::size_t>(child.node) + 1]; ++e)
        for (const WeightedNode& parent : level.parents.row(static_cast<std::size_t>(fine.columns[e])))
          row.push_back(parent.node);
    appendRow(row, r, level);
  }
  level.productBegin.push_back(0);
  for (std::int32_t r = 0; r < level.nodeCount; ++r) {
    for (const WeightedNode& child : level.children.row(static_cast<std::size_t>(r)))
      for (std::uint32_t e = fine.rowBegin[static_cast<std::size_t>(child.node)];
           e < fine.rowBegin[static_cast<std::size_t>(child.node) + 1]; ++e)
        for (const WeightedNode& parent : level.parents.row(static_cast<std::size_t>(fine.columns[e])))
          level.productPlace.push_back(placeInRow(level, r, parent.node));
    level.productBegin.push_back(level.productPlace.size());
  }
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
    if (corners.mask[static_cast<std::size_t>(slot)]) corners.anyInBlock[static_cast<std::size_t>(slot >> 6)] = 1;
  }
  return corners;
}

}  // namespace

Hierarchy buildHierarchy(const Lattice& lattice, std::vector<std::uint8_t> fixed) {
  SINEW_ASSERT(fixed.size() == static_cast<std::size_t>(lattice.nodeCount));
  Hierarchy hierarchy;
  LevelNodes fine;
  fine.coord = lattice.nodeCoord;
  fine.idOf.reserve(fine.coord.size());
  for (std::size_t n = 0; n < fine.coord.size(); ++n)
    fine.idOf.emplace(fine.coord[n], fixed[n] ? kFixed : static_cast<std::int32_t>(n));
  hierarchy.fixedCorners = findFixedCorners(lattice, fixed);
  hierarchy.fixed = std::move(fixed);

  auto fineCount = static_cast<std::size_t>(lattice.nodeCount);
  do {  // at least one level, so that there is always a direct solve
    LevelNodes coarse;
    CoarseLevel level = coarsen(fine, fineCount, coarse);
    const auto count = static_cast<std::size_t>(level.nodeCount);
    if (count == 0 || (count >= fineCount && !hierarchy.levels.empty())) break;
    if (hierarchy.levels.empty()) {
      hierarchy.coarseCells = buildCoarseCells(lattice, coarse, level);
    } else {
      buildProductPattern(hierarchy.levels.back(), level);
    }
    hierarchy.levels.push_back(std::move(level));
    fine = std::move(coarse);
    fineCount = count;
  } while (fineCount > kCoarsestNodes);
  return hierarchy;
}

std::size_t Hierarchy::memoryBytes() const {
  std::size_t bytes = byteCount(fixed) + byteCount(coarseCells.ofBlock) + byteCount(coarseCells.nodes) +
                      byteCount(coarseCells.place) + byteCount(coarseCells.incidentBegin) +
                      byteCount(coarseCells.incidentCorner);
  for (const CoarseLevel& level : levels) {
    bytes += byteCount(level.parents.begin) + byteCount(level.parents.entries) +
             byteCount(level.children.begin) + byteCount(level.children.entries) +
             byteCount(level.rowBegin) + byteCount(level.columns) + byteCount(level.diagonal) +
             byteCount(level.productBegin) + byteCount(level.productPlace);
  }
  return bytes;
}

}  // namespace sinew
