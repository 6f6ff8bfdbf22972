// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

#include "multigrid/multigrid.h"
#include "storage/checks.h"

namespace sinew::storage {
namespace {

// More would make the arrays of a simulation too large for their indices, or for any machine.
constexpr std::int64_t kMostBlocks = std::numeric_limits<std::int32_t>::max() / kBlockNodeStride;
constexpr std::int64_t kMostCoarsestNodes = 512;  // solved directly; bind stops at 64 or below

std::size_t size(std::int64_t count) { return static_cast<std::size_t>(count); }

void checkNodeTable(const Lattice& lattice, const char* what) {
  requireRange(lattice.nodeTable, 0, lattice.nodeCount + std::int64_t{1}, what);
  std::int64_t cells = 0;
  std::vector<std::uint8_t> isCorner(size(lattice.nodeCount), 0);
  for (std::int32_t block = 0; block < lattice.blockCount; ++block) {
    const std::uint64_t active = lattice.activeCells[size(block)];
    cells += std::popcount(active);
    require(active != 0, what);
    // Active cells have all their corners: the kernels measure from the first node there is.
    for (int cell = 0; cell < kBlockCells; ++cell) {
      if (!(active >> cell & 1)) continue;
      for (int a = 0; a < 8; ++a) {
        const std::int32_t node = lattice.cellNode(block * kBlockCells + cell, a);
        require(node < lattice.nodeCount, what);
        isCorner[size(node)] = 1;
      }
    }
  }
  require(cells == lattice.cellCount, what);
  // A node of no cell has no place in a tile, where springs would look for it.
  require(std::find(isCorner.begin(), isCorner.end(), 0) == isCorner.end(), what);
}

void checkLattice(const Lattice& lattice) {
  const char* what = "cells";
  require(lattice.blockCount > 0 && lattice.blockCount <= kMostBlocks && lattice.nodeCount > 0 &&
              lattice.nodeCount <= kMostTableNodes,
          what);
  require(std::isfinite(lattice.cellSize) && lattice.cellSize > 0, what);
  for (const double v : lattice.origin) require(std::isfinite(v), what);
  const std::size_t blocks = size(lattice.blockCount), nodes = size(lattice.nodeCount);
  require(lattice.blockCoord.size() == blocks && lattice.activeCells.size() == blocks, what);
  require(lattice.nodeTable.size() == blocks * kBlockNodeStride, what);
  require(lattice.nodeCoord.size() == nodes, what);
  checkNodeTable(lattice, what);
}

void checkTable(const WeightTable& table, std::size_t rows, std::int64_t columns) {
  const char* what = "levels";
  requireRows(table.begin, rows, table.entries.size(), what);
  bool inside = true;
  for (const WeightedNode& e : table.entries) inside &= e.node() < columns;
  require(inside, what);
}

void checkLevel(const CoarseLevel& level, std::int32_t finerNodes, bool hasMatrix) {
  const char* what = "levels";
  require(level.nodeCount > 0, what);
  const std::size_t nodes = size(level.nodeCount);
  checkTable(level.parents, size(finerNodes), level.nodeCount);
  checkTable(level.children, nodes, finerNodes);
  if (!hasMatrix) {
    require(level.rowBegin.empty() && level.columns.empty() && level.lowerBegin.empty() &&
                level.lower.empty(),
            what);
    return;
  }
  requireRows(level.rowBegin, nodes, level.columns.size(), what);
  requireRange(level.columns, 0, level.nodeCount, what);
  bool inRow = true;
  for (std::size_t r = 0; r < nodes; ++r) {
    const std::uint32_t first = level.rowBegin[r], last = level.rowBegin[r + 1];
    inRow &= first < last && level.columns[first] == static_cast<std::int32_t>(r);
    inRow &= last - first <= kMostRowEntries;
    for (std::uint32_t k = first + 1; k < last; ++k)
      inRow &= level.columns[k - 1] < level.columns[k];
  }
  require(inRow, what);
  CoarseLevel expected{.nodeCount = level.nodeCount,
                       .parents = {},
                       .children = {},
                       .rowBegin = level.rowBegin,
                       .columns = level.columns,
                       .lowerBegin = {},
                       .lower = {}};
  listLowerEntries(expected);
  require(level.lowerBegin == expected.lowerBegin && level.lower == expected.lower, what);
}

/// What is summed into a row of P^T K P has its place there: the parents of the columns of its
/// children.
void checkProducts(const CoarseLevel& finer, const CoarseLevel& level) {
  const char* what = "levels";
  std::vector<std::int32_t> columns;
  bool inRow = true;
  for (std::size_t r = 0; r < size(level.nodeCount); ++r) {
    columns.clear();
    for (const WeightedNode& child : level.children.row(r)) {
      finer.forColumns(size(child.node()), [&](std::int32_t column) { columns.push_back(column); });
    }
    std::sort(columns.begin(), columns.end());
    columns.erase(std::unique(columns.begin(), columns.end()), columns.end());
    inRow &= columns.size() <= kMostProductColumns;
    const auto row = level.columns.begin() + level.rowBegin[r];
    const auto rowEnd = level.columns.begin() + level.rowBegin[r + 1];
    for (const std::int32_t column : columns)
      for (const WeightedNode& parent : level.parents.row(size(column)))
        inRow &= parent.node() < static_cast<std::int32_t>(r) ||
                 std::binary_search(row, rowEnd, parent.node());
  }
  require(inRow, what);
}

/// Coarse cells and elements are numbered block by block.
void checkCoarseCells(const CoarseCells& cells, const BlockElements& elements,
                      std::int32_t levelOneNodes, std::size_t blocks) {
  const char* what = "coarse cells";
  require(cells.count >= 0 && cells.nodes.size() == size(cells.count), what);
  require(cells.ofBlock.size() == 8 * blocks, what);
  require(elements.ofCoarseCell.size() == size(cells.count), what);
  for (const auto& corners : cells.nodes) requireRange(corners, -1, levelOneNodes, what);
  std::int32_t next = 0, nextElement = 0;
  bool inOrder = true;
  for (std::size_t b = 0; b < blocks; ++b) {
    const std::int32_t first = nextElement;
    for (std::size_t octet = 8 * b; octet < 8 * b + 8 && inOrder; ++octet) {
      if (cells.ofBlock[octet] == -1) continue;
      inOrder = cells.ofBlock[octet] == next && next < cells.count;
      if (!inOrder) break;
      const std::int32_t element = elements.ofCoarseCell[size(next++)];
      inOrder = element >= first && element <= nextElement;
      nextElement = std::max(nextElement, element + 1);
    }
  }
  require(inOrder && next == cells.count && nextElement == elements.count, what);
}

void checkElements(const BlockElements& cells, const CoarseLevel& level) {
  const char* what = "coarse cells";
  require(cells.nodes.size() == size(cells.count) && cells.place.size() == cells.nodes.size(),
          what);
  for (const auto& corners : cells.nodes) requireRange(corners, -1, level.nodeCount, what);
  requireRows(cells.incidentBegin, size(level.nodeCount), cells.incidentCorner.size(), what);
  requireRange(cells.incidentCorner, 0, std::int64_t{cells.count} * 8, what);
  bool inRow = true;
  for (std::size_t r = 0; r < size(level.nodeCount); ++r) {
    const std::uint32_t length = level.rowBegin[r + 1] - level.rowBegin[r];
    for (std::uint32_t k = cells.incidentBegin[r]; k < cells.incidentBegin[r + 1]; ++k) {
      const std::uint32_t corner = cells.incidentCorner[k];
      const std::uint8_t* place = cells.place[corner >> 3].data() + 8 * (corner & 7);
      for (int b = 0; b < 8; ++b) inRow &= place[b] == 255 || place[b] < length;
    }
  }
  require(inRow, what);
}

void checkHierarchy(const Hierarchy& hierarchy, const Lattice& lattice) {
  const char* what = "levels";
  const std::size_t blocks = size(lattice.blockCount);
  require(hierarchy.fixed.size() == size(lattice.nodeCount), what);
  require(hierarchy.fixedCorners.mask.size() == blocks * kBlockCells, what);
  require(hierarchy.fixedCorners.anyInBlock.size() == blocks, what);
  const std::vector<CoarseLevel>& levels = hierarchy.levels;
  if (levels.empty()) return;
  require(levels.size() > kPassedLevels, what);
  for (std::size_t l = 0; l < levels.size(); ++l)
    checkLevel(levels[l], l == 0 ? lattice.nodeCount : levels[l - 1].nodeCount, l >= kPassedLevels);
  for (std::size_t l = kPassedLevels + 1; l < levels.size(); ++l)
    checkProducts(levels[l - 1], levels[l]);
  require(levels.back().nodeCount <= kMostCoarsestNodes, what);
  checkElements(hierarchy.elements, levels[kPassedLevels]);
  checkCoarseCells(hierarchy.coarseCells, hierarchy.elements, levels[0].nodeCount, blocks);
}

void checkSprings(const SpringSet& springs, const Lattice& lattice, std::int32_t coarseCells) {
  const char* what = "springs";
  require(springs.count >= 0 && springs.nodes.size() == size(springs.count), what);
  require(springs.weights.size() == springs.nodes.size(), what);
  require(springs.stiffness.size() == 9 * springs.nodes.size() + 4, what);
  require(springs.coarseWeights.size() == springs.nodes.size(), what);
  if (springs.count == 0) return;  // nobody looks for them
  for (const auto& nodes : springs.nodes) requireRange(nodes, 0, lattice.nodeCount, what);
  requireRows(springs.nodeBegin, size(lattice.nodeCount), springs.nodeSprings.size(), what);
  for (const NodeSpring& s : springs.nodeSprings) {
    require(s.spring >= 0 && s.spring < springs.count, what);
  }
  requireRows(springs.coarseBegin, size(coarseCells), springs.coarseSprings.size(), what);
  requireRange(springs.coarseSprings, 0, springs.count, what);
}

void checkBones(const FleshModel& model) {
  const char* what = "bones";
  const std::size_t nodes = size(model.lattice.nodeCount);
  require(model.boneCount > 0 && model.boneCount <= kMostBones, what);
  require(model.nodeBone.size() == nodes && model.nodeWeights.size() == nodes, what);
  requireRange(model.nodeBone, -1, model.boneCount, what);
  for (const BoneWeights& w : model.nodeWeights) requireRange(w.bone, 0, model.boneCount, what);
  require(model.springBone.size() == size(model.springs.count), what);
  require(model.springRest.size() == size(model.springs.count), what);
  requireRange(model.springBone, 0, model.boneCount, what);
}

void checkNumbers(const FleshModel& model) {
  const char* what = "materials";
  require(model.material.values.size() == size(model.lattice.blockCount) * 2 * kBlockCells, what);
  for (const float v : model.material.values) require(std::isfinite(v) && v >= 0, what);
  const std::vector<float>& density = model.material.density;
  require(density.empty() || density.size() == size(model.lattice.blockCount) * kBlockCells, what);
  for (const float v : density) require(std::isfinite(v) && v >= 0, what);
  require(std::isfinite(model.shearModulus) && model.shearModulus > 0, what);
  require(std::isfinite(model.density) && model.density > 0, what);
  const auto law = static_cast<std::int64_t>(model.material.law);
  require(law >= 0 && law < std::ssize(kFleshLawNames), what);
  require(model.material.mooneyShare >= 0 && model.material.mooneyShare <= 1, what);
  const StabilisationWeights& weights = model.material.stabilisation;
  require(std::isfinite(weights.bilinear) && std::isfinite(weights.trilinear), what);
  require(std::isfinite(weights.creases) && weights.creases >= 0, what);
  require(std::isfinite(weights.onset) && weights.onset > 0, what);
  require(model.eigenvalues.size() == smoothedLevels(model.hierarchy), what);
  for (const float v : model.eigenvalues) require(std::isfinite(v) && v > 0, what);
}

void checkSmoothEmbedding(const SmoothEmbedding& e, std::size_t points, std::int64_t nodeCount) {
  const char* what = "smooth skin points";
  if (e.weights.empty()) return;
  require(e.listOfPoint.size() == points && e.weightBegin.size() == points, what);
  require(!e.listBegin.empty(), what);
  requireRows(e.listBegin, e.listBegin.size() - 1, e.nodes.size(), what);
  requireRange(e.listOfPoint, 0, static_cast<std::int64_t>(e.listBegin.size()) - 1, what);
  requireRange(e.nodes, 0, nodeCount, what);
  for (std::size_t p = 0; p < points; ++p) {
    const auto list = size(e.listOfPoint[p]);
    const std::uint64_t count = e.listBegin[list + 1] - e.listBegin[list];
    require(count > 0 && count <= e.weights.size(), what);
    require(e.weightBegin[p] <= e.weights.size() - count, what);
  }
}

void checkSurface(const CharacterParts& parts) {
  const char* what = "skin points";
  const std::size_t points = parts.embedding.points.size();
  for (const EmbeddedPoint& p : parts.embedding.points) {
    requireRange(p.nodes, 0, parts.model.lattice.nodeCount, what);
  }
  checkSmoothEmbedding(parts.embedding.smooth, points, parts.model.lattice.nodeCount);
  require(parts.surfaceWeights.size() == points, what);
  for (const BoneWeights& w : parts.surfaceWeights) {
    requireRange(w.bone, 0, parts.model.boneCount, what);
  }
  for (const auto& t : parts.triangles) {
    requireRange(t, 0, static_cast<std::int64_t>(points), what);
  }
  require(std::isfinite(parts.restVolume) && parts.restVolume != 0, what);
}

void checkContactSurface(const ContactSurface& surface, const Lattice& lattice) {
  const std::int64_t slots = std::int64_t{lattice.blockCount} * kBlockCells;
  const auto count = static_cast<std::int64_t>(surface.proxies.size());
  bool good = true;
  for (const ContactProxy& p : surface.proxies) {
    good &= p.cell >= 0 && p.cell < slots && lattice.isActive(p.cell);
    good &= p.restTarget >= -1 && p.restTarget < count;
    for (const float v : {p.local[0], p.local[1], p.local[2], p.normal[0], p.normal[1], p.normal[2],
                          p.area, p.restDepth})
      good &= std::isfinite(v);
  }
  require(good, "contact surface");
}

bool isFinite(const Vec3<double>& v) { return std::isfinite(v.x + v.y + v.z); }

bool isGood(const DistanceField& field) {
  const DistanceGrid& grid = field.grid;
  bool good = isFinite(field.box.least) && isFinite(field.box.greatest) &&
              field.halfSpaces.empty() &&
              !(field.capsules.empty() && field.ellipsoids.empty() && grid.isEmpty());
  for (const SolidCapsule& c : field.capsules)
    good &= isFinite(c.head) && isFinite(c.tail) && std::isfinite(c.radius);
  for (const SolidEllipsoid& e : field.ellipsoids)
    good &= isFinite(e.center) && isFinite(e.axes * e.half) && e.half.x > 0 && e.half.y > 0 &&
            e.half.z > 0;
  if (grid.isEmpty()) return good;
  std::size_t count = 1;
  for (const std::int32_t along : grid.size) {
    if (along < 4 || along > kMostGridPoints) return false;
    count *= size(along);
    if (count > size(kMostGridPoints)) return false;
  }
  good &= count == grid.values.size() && isFinite(grid.least) && std::isfinite(grid.spacing) &&
          grid.spacing > 0;
  for (const float v : grid.values) good &= std::isfinite(v);
  return good;
}

void checkSlidingBones(const FleshModel& model) {
  const std::int64_t slots = std::int64_t{model.lattice.blockCount} * kBlockCells;
  bool good = true;
  for (const SlidingBone& bone : model.slidingBones) {
    good &= bone.bone >= 0 && bone.bone < model.boneCount && std::isfinite(bone.friction) &&
            bone.friction >= 0 && isGood(bone.field);
    for (const BonePoint& p : bone.points)
      good &= p.cell >= 0 && p.cell < slots && model.lattice.isActive(p.cell) &&
              std::isfinite(p.local[0] + p.local[1] + p.local[2]) && std::isfinite(p.stiffness) &&
              p.stiffness >= 0;
  }
  require(good, "sliding bones");
}

void checkSummary(const CharacterParts& parts) {
  const CharacterSummary& s = parts.summary;
  const FleshModel& model = parts.model;
  require(size(s.vertices) == parts.embedding.points.size() && s.bones == model.boneCount &&
              s.cells == model.lattice.cellCount && s.nodes == model.lattice.nodeCount &&
              s.blocks == model.lattice.blockCount && s.springs == model.springs.count &&
              size(s.levels) == model.hierarchy.levels.size() + 1,
          "counts");
}

}  // namespace

void checkParts(const CharacterParts& parts) {
  const FleshModel& model = parts.model;
  checkLattice(model.lattice);
  checkHierarchy(model.hierarchy, model.lattice);
  checkSprings(model.springs, model.lattice, model.hierarchy.coarseCells.count);
  checkBones(model);
  checkNumbers(model);
  checkContactSurface(model.contactSurface, model.lattice);
  checkSlidingBones(model);
  checkSurface(parts);
  checkSummary(parts);
}

}  // namespace sinew::storage
