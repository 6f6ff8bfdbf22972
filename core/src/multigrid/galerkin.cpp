// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
#include "multigrid/galerkin.h"

#include <algorithm>
#include <cmath>

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
        const auto entry = std::lower_bound(row, rowEnd, parent.node());
        float* block = blocks + 9 * static_cast<std::size_t>(entry - level.columns.begin());
        for (const std::size_t i : {0, 4, 8}) block[i] += own * parent.weight();
      }
    }
  }
}

void invertBlock(const double s[6], float inverse[9]) {
  const double xx = s[0], xy = s[1], xz = s[2], yy = s[3], yz = s[4], zz = s[5];
  const double cxx = yy * zz - yz * yz, cxy = xz * yz - xy * zz, cxz = xy * yz - xz * yy;
  const double determinant = xx * cxx + xy * cxy + xz * cxz;
  const double scale = (xx + yy + zz) / 3;
  std::fill(inverse, inverse + 9, 0.f);
  if (!(scale > 0)) return;  // a node nothing holds: it is left alone
  if (!(determinant > kSingular * scale * scale * scale)) {
    inverse[0] = inverse[4] = inverse[8] = static_cast<float>(1 / scale);
    return;
  }
  const double d = 1 / determinant;
  inverse[0] = static_cast<float>(cxx * d);
  inverse[1] = inverse[3] = static_cast<float>(cxy * d);
  inverse[2] = inverse[6] = static_cast<float>(cxz * d);
  inverse[4] = static_cast<float>((xx * zz - xz * xz) * d);
  inverse[5] = inverse[7] = static_cast<float>((xy * xz - xx * yz) * d);
  inverse[8] = static_cast<float>((xx * yy - xy * xy) * d);
}

void invertDiagonal(const CoarseLevel& level, const float* blocks, float* inverse,
                    const PairLists& pairs, std::size_t number) {
  parallelFor(level.nodeCount, 1024, [&](std::int64_t begin, std::int64_t end) {
    for (auto n = static_cast<std::size_t>(begin); n < static_cast<std::size_t>(end); ++n) {
      const float* K = blocks + 9 * static_cast<std::size_t>(level.diagonal[n]);
      double symmetric[6] = {
          K[0], 0.5 * (static_cast<double>(K[1]) + K[3]), 0.5 * (static_cast<double>(K[2]) + K[6]),
          K[4], 0.5 * (static_cast<double>(K[5]) + K[7]), K[8]};
      for (const PairSprings* list : pairs)
        if (list) addPairDiagonal(*list, number, n, symmetric);
      invertBlock(symmetric, inverse + 9 * n);
    }
  });
}

}  // namespace sinew
