// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
#include "multigrid/galerkin.h"

#include <algorithm>

#include "base/parallel.h"
#include "multigrid/galerkin_kernels.h"

namespace sinew {

void addSprings(const CoarseCells& cells, const CoarseLevel& level, const SpringSet& springs,
                std::int32_t begin, std::int32_t end, float* blocks) {
  if (springs.count == 0) return;
  for (auto n = static_cast<std::size_t>(begin); n < static_cast<std::size_t>(end); ++n) {
    float* row = blocks + 9 * static_cast<std::size_t>(level.rowBegin[n]);
    for (std::uint32_t k = cells.incidentBegin[n]; k < cells.incidentBegin[n + 1]; ++k) {
      const std::size_t cell = cells.incidentCorner[k] >> 3, A = cells.incidentCorner[k] & 7;
      const std::uint8_t* place = cells.place[cell].data() + 8 * A;
      for (std::uint32_t s = springs.coarseBegin[cell]; s < springs.coarseBegin[cell + 1]; ++s) {
        const auto spring = static_cast<std::size_t>(springs.coarseSprings[s]);
        const auto& w = springs.coarseWeights[spring];
        for (std::size_t B = 0; B < 8; ++B) {
          if (place[B] == 255) continue;
          const float ww = w[A] * w[B];
          for (std::size_t i = 0; i < 9; ++i)
            row[9 * place[B] + i] += ww * springs.stiffness[9 * spring + i];
        }
      }
    }
  }
}

void addNodeStiffness(const CoarseLevel& level, const float* stiffness, std::int32_t begin,
                      std::int32_t end, float* blocks) {
  for (auto n = static_cast<std::size_t>(begin); n < static_cast<std::size_t>(end); ++n) {
    const auto row = level.columns.begin() + static_cast<std::ptrdiff_t>(level.rowBegin[n]);
    const auto rowEnd = level.columns.begin() + static_cast<std::ptrdiff_t>(level.rowBegin[n + 1]);
    for (const WeightedNode& child : level.children.row(n)) {
      const float own = child.weight() * stiffness[child.node()];
      for (const WeightedNode& parent : level.parents.row(static_cast<std::size_t>(child.node()))) {
        if (parent.node() < *row) continue;  // below the diagonal
        const auto entry = std::lower_bound(row, rowEnd, parent.node());
        float* block = blocks + 9 * static_cast<std::size_t>(entry - level.columns.begin());
        for (const std::size_t i : {0, 4, 8}) block[i] += own * parent.weight();
      }
    }
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
