// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
//
// One pass over the lattice: shares of blocks, and what is done with their sums (share_chunks.h).
#pragma once

#include <algorithm>

#include "base/parallel.h"
#include "lattice/share_chunks.h"
#include "multigrid/node_kernels.h"

namespace sinew {

/// A lattice in chunks, with room for the partial sums of seams.
class LatticeSweep {
 public:
  explicit LatticeSweep(const Lattice& lattice)
      : blockCount_(lattice.blockCount), chunks_(lattice), partials_(4 * chunks_.partialCount()) {}

  /// fill(shares, blockBegin, blockEnd) writes the shares of some blocks, the first at `shares`;
  /// use(rows, begin, end) does something with the sums of some rows and returns a number. Returns
  /// the sum of these. `rows` says what is added to the shares.
  template <class Fill, class Use>
  double operator()(const LatticeRows& rows, Fill&& fill, Use&& use) {
    const double inner =
        parallelSum(chunks_.chunkCount(), 1, [&](std::int64_t begin, std::int64_t end) {
          alignas(kCacheLine) float shares[kChunkBlocks * kShareStride];
          LatticeRows own = rows;
          own.node = chunks_.target.data();
          own.termBegin = chunks_.termBegin.data();
          own.terms = chunks_.terms.data();
          own.shares = shares;
          double sum = 0;
          for (auto c = static_cast<std::size_t>(begin); c < static_cast<std::size_t>(end); ++c) {
            const auto first = static_cast<std::int32_t>(c) * kChunkBlocks;
            fill(shares, first, std::min(first + kChunkBlocks, blockCount_));
            const auto seams = static_cast<std::int32_t>(chunks_.seamBegin[c]);
            storePartials(own, partials_.data(), seams,
                          static_cast<std::int32_t>(chunks_.begin[c + 1]));
            sum += use(own, static_cast<std::int32_t>(chunks_.begin[c]), seams);
          }
          return sum;
        });
    LatticeRows seams = rows;
    seams.node = chunks_.seamNode.data();
    seams.termBegin = chunks_.partialBegin.data();
    seams.shares = partials_.data();
    return inner +
           parallelSum(chunks_.seamCount(), 1024, [&](std::int64_t begin, std::int64_t end) {
             return use(seams, static_cast<std::int32_t>(begin), static_cast<std::int32_t>(end));
           });
  }

  std::size_t memoryBytes() const { return chunks_.memoryBytes() + byteCount(partials_); }

 private:
  std::int32_t blockCount_;
  ShareChunks chunks_;
  AlignedVector<float> partials_;
};

}  // namespace sinew
