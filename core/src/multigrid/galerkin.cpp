// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
#include "multigrid/galerkin.h"

#include <algorithm>

#include "base/parallel.h"
#include "lattice/embedding.h"
#include "multigrid/galerkin_kernels.h"

namespace sinew {

namespace {

// Adds w_A w_B K to all blocks A <= B of an element matrix.
template <class AddBlock>
void addWeighted(const std::array<float, 8>& w, float* element, AddBlock&& addBlock) {
  for (std::size_t A = 0; A < 8; ++A) {
    if (w[A] == 0) continue;
    for (std::size_t B = A; B < 8; ++B)
      if (w[B] != 0) addBlock(w[A] * w[B], element + 9 * elementBlock(A, B));
  }
}

// Of the corners of a coarse cell at the node n of its 27.
std::array<float, 8> weightsAt(std::size_t n) {
  return trilinearWeights({0.5f * static_cast<float>(n % 3), 0.5f * static_cast<float>(n / 3 % 3),
                           0.5f * static_cast<float>(n / 9)});
}

}  // namespace

void addSprings(const SpringSet& springs, std::size_t coarseCell, float* element) {
  if (springs.count == 0) return;
  for (std::uint32_t k = springs.coarseBegin[coarseCell]; k < springs.coarseBegin[coarseCell + 1];
       ++k) {
    const auto spring = static_cast<std::size_t>(springs.coarseSprings[k]);
    const float* K = springs.stiffness.data() + 9 * spring;
    addWeighted(springs.coarseWeights[spring], element, [&](float ww, float* block) {
      for (std::size_t i = 0; i < 9; ++i) block[i] += ww * K[i];
    });
  }
}

void addNodeStiffness(const CoarseCellNodes& stiffness, float* element) {
  for (std::size_t n = 0; n < stiffness.size(); ++n) {
    if (stiffness[n] == 0) continue;
    addWeighted(weightsAt(n), element, [&](float ww, float* block) {
      for (const std::size_t i : {0, 4, 8}) block[i] += ww * stiffness[n];
    });
  }
}

void invertDiagonal(const CoarseLevel& level, const float* blocks, float* inverse,
                    const PairLists& pairs, std::size_t number) {
  parallelFor(level.nodeCount, 1024, [&](std::int64_t begin, std::int64_t end) {
    invertBlocks(level, blocks, pairs, number, inverse, static_cast<std::int32_t>(begin),
                 static_cast<std::int32_t>(end));
  });
}

}  // namespace sinew
