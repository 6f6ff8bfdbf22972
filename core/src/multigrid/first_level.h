// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
//
// The matrix of level 1, summed from element matrices a few blocks at a time: all of them together
// would be the largest array of a simulation (decision 0044). Where blocks are stale but their
// neighbours are not, rows need element matrices of both. Those of neighbours must be what they
// were, or the matrix would not be symmetric, so the tangents they were made from are kept.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "elasticity/cell_kernels.h"
#include "multigrid/system_parts.h"

namespace sinew {

class FirstLevel {
 public:
  /// `state` holds the tangents and may be refilled between calls.
  FirstLevel(const SystemParts& parts, const CellState& state);

  /// Makes the stale rows of `blocks` anew: from the tangents of now in stale blocks, elsewhere
  /// from those of when blocks were last stale. Stale rows are those with a corner of a stale
  /// block. `scratch` is room for elementFloats().
  void build(std::span<const std::uint8_t> staleBlocks, const std::vector<std::uint8_t>& staleRows,
             float* scratch, float* blocks);
  std::size_t elementFloats() const { return elementFloats_; }

  std::size_t memoryBytes() const;

 private:
  struct Group {  // of blocks whose element matrices are there at the same time
    std::int32_t halfBegin = 0, halfEnd = 0;  // half blocks
    std::int32_t cellBegin = 0, cellEnd = 0;  // coarse cells of these blocks
    std::int32_t rowBegin = 0, rowEnd = 0;    // all rows they have a part in are among these
  };

  /// With pressures, which are part of the tangents and are not kept, all blocks are stale.
  bool isAlwaysWhole() const { return !state_.pressures.empty(); }
  void keepTangents(std::span<const std::uint8_t> staleBlocks);
  /// Marks half blocks with a part in stale rows; whether there are any.
  bool findWanted(const Group& group, const std::vector<std::uint8_t>& staleRows);

  SystemParts parts_;
  const CellState& state_;
  CellState kept_;  // only what coarseElements reads
  std::vector<Group> groups_;
  std::vector<std::uint8_t> wanted_;  // per half block
  std::size_t elementFloats_ = 0;     // of the largest group
};

}  // namespace sinew
