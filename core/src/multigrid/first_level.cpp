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

// Blocks of a group: a sixteenth, so that what is kept at the same time stays small beside the
// tangents, but enough for all threads.
constexpr std::int32_t kMostGroups = 16, kLeastGroupBlocks = 64;
constexpr std::int64_t kElementGrain = 16, kRowGrain = 128, kCopyGrain = 64;

// body(begin, end) for runs of what is marked in [begin, end), in parallel.
template <class Body>
void forMarked(const std::vector<std::uint8_t>& marks, std::int32_t begin, std::int32_t end,
               std::int64_t grain, Body&& body) {
  parallelFor(end - begin, grain, [&](std::int64_t first, std::int64_t last) {
    forRuns(marks, 1, begin + static_cast<std::int32_t>(first),
            begin + static_cast<std::int32_t>(last), body);
  });
}

// If it is kept at all.
template <class T>
void keepBlock(const AlignedVector<T>& from, std::size_t block, std::size_t blockCount,
               AlignedVector<T>& to) {
  if (to.empty()) return;
  const auto size = static_cast<std::ptrdiff_t>(from.size() / blockCount);
  const auto begin = from.begin() + static_cast<std::ptrdiff_t>(block) * size;
  std::copy(begin, begin + size, to.begin() + (begin - from.begin()));
}

}  // namespace

FirstLevel::FirstLevel(const SystemParts& parts, const CellState& state)
    : parts_(parts), state_(state), kept_(0, state.form) {
  if (parts.hierarchy->levels.empty()) return;
  const CoarseCells& cells = parts.hierarchy->coarseCells;
  const std::int32_t blockCount = parts.lattice->blockCount;
  const std::int32_t most = 2 * std::max(kLeastGroupBlocks, (blockCount - 1) / kMostGroups + 1);
  std::int32_t cellsOfGroup = 0;
  for (std::int32_t half = 0; half < 2 * blockCount; half += most) {
    Group group{half, std::min(half + most, 2 * blockCount), 0, 0, 0, 0};
    group.cellBegin = group.cellEnd = groups_.empty() ? 0 : groups_.back().cellEnd;
    for (std::int32_t k = 4 * group.halfBegin; k < 4 * group.halfEnd; ++k)
      group.cellEnd = std::max(group.cellEnd, cells.ofBlock[static_cast<std::size_t>(k)] + 1);
    group.rowBegin = parts.hierarchy->levels[0].nodeCount;
    for (std::int32_t cell = group.cellBegin; cell < group.cellEnd; ++cell)
      for (const std::int32_t row : cells.nodes[static_cast<std::size_t>(cell)]) {
        if (row < 0) continue;
        group.rowBegin = std::min(group.rowBegin, row);
        group.rowEnd = std::max(group.rowEnd, row + 1);
      }
    group.rowBegin = std::min(group.rowBegin, group.rowEnd);
    cellsOfGroup = std::max(cellsOfGroup, group.cellEnd - group.cellBegin);
    groups_.push_back(group);
  }
  wanted_.resize(2 * static_cast<std::size_t>(blockCount));
  elementFloats_ = static_cast<std::size_t>(cellsOfGroup) * kElementFloats + kBlockPadding;
  if (isAlwaysWhole()) return;
  if (state.form == TangentForm::Rotated)
    kept_.frames.resize(state.frames.size());
  else
    kept_.exact.resize(state.exact.size());
  kept_.hourglass.resize(state.hourglass.size());
  preferLargePages(kept_.frames);
  preferLargePages(kept_.exact);
}

void FirstLevel::keepTangents(std::span<const std::uint8_t> staleBlocks) {
  const std::size_t count = staleBlocks.size();
  parallelFor(
      static_cast<std::int64_t>(count), kCopyGrain, [&](std::int64_t begin, std::int64_t end) {
        for (auto b = static_cast<std::size_t>(begin); b < static_cast<std::size_t>(end); ++b) {
          if (!staleBlocks[b]) continue;
          keepBlock(state_.frames, b, count, kept_.frames);
          keepBlock(state_.exact, b, count, kept_.exact);
          keepBlock(state_.hourglass, b, count, kept_.hourglass);
        }
      });
}

bool FirstLevel::findWanted(const Group& group, const std::vector<std::uint8_t>& staleRows) {
  const CoarseCells& cells = parts_.hierarchy->coarseCells;
  const auto isStale = [&](std::int32_t row) {
    return row >= 0 && staleRows[static_cast<std::size_t>(row)];
  };
  const auto hasStaleRow = [&](std::int32_t cell) {
    if (cell < 0) return false;
    const auto& rows = cells.nodes[static_cast<std::size_t>(cell)];
    return std::any_of(rows.begin(), rows.end(), isStale);
  };
  bool any = false;
  for (std::int32_t half = group.halfBegin; half < group.halfEnd; ++half) {
    const auto first = cells.ofBlock.begin() + 4 * half;
    wanted_[static_cast<std::size_t>(half)] = std::any_of(first, first + 4, hasStaleRow);
    any |= wanted_[static_cast<std::size_t>(half)] != 0;
  }
  return any;
}

void FirstLevel::build(std::span<const std::uint8_t> staleBlocks,
                       const std::vector<std::uint8_t>& staleRows, float* scratch, float* blocks) {
  const Hierarchy& hierarchy = *parts_.hierarchy;
  if (!isAlwaysWhole()) keepTangents(staleBlocks);
  const CellState& tangents = isAlwaysWhole() ? state_ : kept_;
  for (const Group& group : groups_) {
    if (!findWanted(group, staleRows)) continue;
    const CoarseElements elements{scratch, group.cellBegin, group.cellEnd};
    forMarked(wanted_, group.halfBegin, group.halfEnd, kElementGrain,
              [&](std::int32_t begin, std::int32_t end) {
                coarseElements(*parts_.lattice, *parts_.material, tangents, hierarchy.coarseCells,
                               hierarchy.fixedCorners, *parts_.shapes, elements, begin, end);
              });
    forMarked(staleRows, group.rowBegin, group.rowEnd, kRowGrain,
              [&](std::int32_t begin, std::int32_t end) {
                elementRows(hierarchy.coarseCells, hierarchy.levels[0], elements, blocks, begin,
                            end);
              });
  }
}

std::size_t FirstLevel::memoryBytes() const {
  return kept_.memoryBytes() + byteCount(groups_) + byteCount(wanted_);
}

}  // namespace sinew
