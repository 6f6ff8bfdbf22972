// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
//
// The matrix of level 2, the first that there is, from an element matrix per block of cells. These
// are kept, so that where blocks are stale only their own are made anew: rows are sums of what
// elements are now, old ones or new, and the matrix stays symmetric and positive semi-definite.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "elasticity/cell_kernels.h"
#include "multigrid/galerkin.h"
#include "multigrid/system_parts.h"

namespace sinew {

class FirstLevel {
 public:
  /// `state` holds the tangents and may be refilled between calls.
  FirstLevel(const SystemParts& parts, const CellState& state);

  /// Numbers per node to be added to the diagonal of K (kept by the caller), or null.
  void setNodeStiffness(const float* stiffness);

  /// Makes the elements of stale blocks anew, from the tangents of now, and the stale rows of
  /// `blocks`. Stale rows are those with a corner of a stale block.
  void build(const std::vector<std::uint8_t>& staleBlocks,
             const std::vector<std::uint8_t>& staleRows, float* blocks);

  std::size_t memoryBytes() const;

 private:
  /// Whether nothing is fixed in a block, which has one element and no springs.
  bool isFree(std::size_t block) const;
  void makeElements(std::int32_t blockBegin, std::int32_t blockEnd);
  void makeFreeElement(std::int32_t block);
  /// Of the nodes of a coarse cell: what its cells have of their stiffness.
  CoarseCellNodes stiffnessOf(std::size_t block, int octet) const;

  SystemParts parts_;
  const CellState& state_;
  const float* nodeStiffness_ = nullptr;
  std::vector<std::uint8_t> isFree_;       // per block
  std::vector<std::uint8_t> cellsAround_;  // per node, once there is stiffness of nodes
  AlignedVector<float> elements_;          // [element][324], padded
};

}  // namespace sinew
