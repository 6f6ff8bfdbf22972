// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
#include "multigrid/first_level.h"

#include <algorithm>

#include "base/large_pages.h"
#include "base/parallel.h"
#include "base/runs.h"
#include "multigrid/galerkin_kernels.h"

namespace sinew {
namespace {

// Blocks whose coarse cells have their matrices at the same time, in the nearest caches.
constexpr std::int32_t kGroupBlocks = 4;
constexpr std::int64_t kRowGrain = 64;

// body(begin, end) for runs of what is marked, in parallel.
template <class Body>
void forMarked(const std::vector<std::uint8_t>& marks, std::int64_t grain, Body&& body) {
  parallelFor(
      static_cast<std::int64_t>(marks.size()), grain, [&](std::int64_t begin, std::int64_t end) {
        forRuns(marks, 1, static_cast<std::int32_t>(begin), static_cast<std::int32_t>(end), body);
      });
}

}  // namespace

FirstLevel::FirstLevel(const SystemParts& parts, const CellState& state)
    : parts_(parts), state_(state) {
  const auto count = static_cast<std::size_t>(parts.hierarchy->elements.count);
  if (count == 0) return;
  elements_.resize(count * kElementFloats + kBlockPadding);
  preferLargePages(elements_);
  for (std::size_t b = 0; b < static_cast<std::size_t>(parts.lattice->blockCount); ++b)
    isFree_.push_back(isFree(b));
}

bool FirstLevel::isFree(std::size_t block) const {
  const Hierarchy& hierarchy = *parts_.hierarchy;
  const SpringSet& springs = *parts_.springs;
  if (hierarchy.fixedCorners.anyInBlock[block]) return false;
  std::int32_t element = -1;
  for (std::size_t octet = 8 * block; octet < 8 * block + 8; ++octet) {
    if (hierarchy.coarseCells.ofBlock[octet] < 0) continue;
    const auto cell = static_cast<std::size_t>(hierarchy.coarseCells.ofBlock[octet]);
    const auto& corners = hierarchy.coarseCells.nodes[cell];
    if (std::any_of(corners.begin(), corners.end(), [](std::int32_t n) { return n < 0; }))
      return false;
    if (springs.count > 0 && springs.coarseBegin[cell] < springs.coarseBegin[cell + 1])
      return false;
    if (element >= 0 && hierarchy.elements.ofCoarseCell[cell] != element) return false;
    element = hierarchy.elements.ofCoarseCell[cell];
  }
  return element >= 0;
}

void FirstLevel::setNodeStiffness(const float* stiffness) {
  nodeStiffness_ = stiffness;
  if (!stiffness || !cellsAround_.empty()) return;
  const Lattice& lattice = *parts_.lattice;
  cellsAround_.assign(static_cast<std::size_t>(lattice.nodeCount), 0);
  for (CellSlot slot = 0; slot < lattice.blockCount * kBlockCells; ++slot) {
    if (!lattice.isActive(slot)) continue;
    for (int a = 0; a < 8; ++a) ++cellsAround_[static_cast<std::size_t>(lattice.cellNode(slot, a))];
  }
}

CoarseCellNodes FirstLevel::stiffnessOf(std::size_t block, int octet) const {
  const Lattice& lattice = *parts_.lattice;
  const Int3 o = cornerOffset(octet);
  CoarseCellNodes result{};
  for (int child = 0; child < 8; ++child) {
    const Int3 c = cornerOffset(child);
    const int place = (2 * o.x + c.x) + 4 * (2 * o.y + c.y) + 16 * (2 * o.z + c.z);
    const auto slot = static_cast<CellSlot>(block * kBlockCells) + place;
    if (!lattice.isActive(slot)) continue;
    for (int a = 0; a < 8; ++a) {
      const auto n = static_cast<std::size_t>(lattice.cellNode(slot, a));
      if (parts_.hierarchy->fixed[n]) continue;
      const Int3 at = cornerOffset(a);
      result[static_cast<std::size_t>((c.x + at.x) + 3 * (c.y + at.y) + 9 * (c.z + at.z))] +=
          nodeStiffness_[n] / static_cast<float>(cellsAround_[n]);
    }
  }
  return result;
}

void FirstLevel::makeElements(std::int32_t blockBegin, std::int32_t blockEnd) {
  const Hierarchy& hierarchy = *parts_.hierarchy;
  const CoarseCells& cells = hierarchy.coarseCells;
  alignas(64) float values[8 * kGroupBlocks * kElementFloats + kBlockPadding];
  std::fill(std::end(values) - kBlockPadding, std::end(values), 0.f);
  const auto octets = std::span(cells.ofBlock)
                          .subspan(8 * static_cast<std::size_t>(blockBegin),
                                   8 * static_cast<std::size_t>(blockEnd - blockBegin));
  const auto first = std::find_if(octets.begin(), octets.end(), [](auto c) { return c >= 0; });
  if (first == octets.end()) return;
  const CoarseElements coarse{values, *first, *std::max_element(octets.begin(), octets.end()) + 1};
  coarseElements(*parts_.lattice, *parts_.material, state_, cells, hierarchy.fixedCorners,
                 *parts_.shapes, coarse, 2 * blockBegin, 2 * blockEnd);

  // Coarse cells of an element are of one block, though not always next to each other.
  const std::vector<std::int32_t>& elementOf = hierarchy.elements.ofCoarseCell;
  const std::int32_t begin = elementOf[static_cast<std::size_t>(coarse.begin)],
                     end = 1 + *std::max_element(elementOf.begin() + coarse.begin,
                                                 elementOf.begin() + coarse.end);
  for (std::int32_t element = begin; element < end; ++element) {
    ElementSums sums{};
    for (std::size_t k = 0; k < octets.size(); ++k) {
      if (octets[k] < 0 || elementOf[static_cast<std::size_t>(octets[k])] != element) continue;
      const auto cell = static_cast<std::size_t>(octets[k]);
      const int octet = static_cast<int>(k % 8);
      float* matrix = coarse.of(octets[k]);
      addSprings(*parts_.springs, cell, matrix);
      if (nodeStiffness_)
        addNodeStiffness(stiffnessOf(static_cast<std::size_t>(blockBegin) + k / 8, octet), matrix);
      unsigned freeCorners = 0;
      for (std::size_t a = 0; a < 8; ++a) freeCorners |= unsigned{cells.nodes[cell][a] >= 0} << a;
      addCoarseCell(octet, freeCorners, matrix, sums);
    }
    float* to = elements_.data() + static_cast<std::size_t>(element) * kElementFloats;
    for (const auto& block : sums.values) to = std::copy(block, block + 9, to);
  }
}

void FirstLevel::makeFreeElement(std::int32_t block) {
  const Hierarchy& hierarchy = *parts_.hierarchy;
  const auto octets = hierarchy.coarseCells.ofBlock.begin() + 8 * block;
  const auto cell = static_cast<std::size_t>(*std::max_element(octets, octets + 8));
  const auto element = static_cast<std::size_t>(hierarchy.elements.ofCoarseCell[cell]);
  wholeElement(*parts_.lattice, *parts_.material, state_, *parts_.shapes, block,
               elements_.data() + element * kElementFloats);
}

void FirstLevel::build(const std::vector<std::uint8_t>& staleBlocks,
                       const std::vector<std::uint8_t>& staleRows, float* blocks) {
  forMarked(staleBlocks, kGroupBlocks, [&](std::int32_t begin, std::int32_t end) {
    if (nodeStiffness_) return makeElements(begin, end);
    forRuns(isFree_, 0, begin, end,
            [&](std::int32_t first, std::int32_t last) { makeElements(first, last); });
    forRuns(isFree_, 1, begin, end, [&](std::int32_t first, std::int32_t last) {
      for (std::int32_t block = first; block < last; ++block) makeFreeElement(block);
    });
  });
  forMarked(staleRows, kRowGrain, [&](std::int32_t begin, std::int32_t end) {
    elementRows(parts_.hierarchy->elements, parts_.hierarchy->levels[kPassedLevels],
                elements_.data(), blocks, begin, end);
  });
}

std::size_t FirstLevel::memoryBytes() const {
  return byteCount(elements_) + byteCount(isFree_) + byteCount(cellsAround_);
}

}  // namespace sinew
