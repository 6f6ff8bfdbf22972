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
      : blockCount_(lattice.blockCount),
        chunks_(lattice),
        partials_(kMostParts * 4 * chunks_.partialCount()) {}

  /// fill(shares, blockBegin, blockEnd) writes the shares of some blocks, the first at `shares`;
  /// use(rows, begin, end) does something with the sums of some rows and returns a number. Returns
  /// the sum of these. `rows` says what is added to the shares.
  template <class Fill, class Use>
  double operator()(const LatticeRows& rows, Fill&& fill, Use&& use) {
    return inParts<1>(rows, fill, [&](const LatticeRows& own, int, std::int32_t b, std::int32_t e) {
      return use(own, b, e);
    });
  }

  /// The same for quantities of six numbers: fill(shares, otherShares, blockBegin, blockEnd), and
  /// use(rows, part, begin, end) with part 0 and 1.
  template <class Fill, class Use>
  void inTwoParts(const LatticeRows& rows, Fill&& fill, Use&& use) {
    inParts<2>(
        rows,
        [&](float* shares, std::int32_t b, std::int32_t e) {
          fill(shares, shares + kChunkFloats, b, e);
        },
        use);
  }

  std::size_t memoryBytes() const { return chunks_.memoryBytes() + byteCount(partials_); }

 private:
  static constexpr std::size_t kMostParts = 2, kChunkFloats = kChunkBlocks * kShareStride;

  template <std::size_t kParts, class Fill, class Use>
  double inParts(const LatticeRows& rows, Fill&& fill, Use&& use) {
    const double inner =
        parallelSum(chunks_.chunkCount(), 1, [&](std::int64_t begin, std::int64_t end) {
          alignas(kCacheLine) float shares[kParts * kChunkFloats];
          double sum = 0;
          for (auto c = static_cast<std::size_t>(begin); c < static_cast<std::size_t>(end); ++c) {
            const auto first = static_cast<std::int32_t>(c) * kChunkBlocks;
            fill(shares, first, std::min(first + kChunkBlocks, blockCount_));
            for (std::size_t part = 0; part < kParts; ++part) {
              LatticeRows own = rows;
              own.node = chunks_.target.data();
              own.termBegin = chunks_.termBegin.data();
              own.terms = chunks_.terms.data();
              own.shares = shares + part * kChunkFloats;
              const auto seams = static_cast<std::int32_t>(chunks_.seamBegin[c]);
              storePartials(own, partialsOf(part), seams,
                            static_cast<std::int32_t>(chunks_.begin[c + 1]));
              sum += use(own, static_cast<int>(part), static_cast<std::int32_t>(chunks_.begin[c]),
                         seams);
            }
          }
          return sum;
        });
    return inner +
           parallelSum(chunks_.seamCount(), 1024, [&](std::int64_t begin, std::int64_t end) {
             double sum = 0;
             for (std::size_t part = 0; part < kParts; ++part) {
               LatticeRows seams = rows;
               seams.node = chunks_.seamNode.data();
               seams.termBegin = chunks_.partialBegin.data();
               seams.shares = partialsOf(part);
               sum += use(seams, static_cast<int>(part), static_cast<std::int32_t>(begin),
                          static_cast<std::int32_t>(end));
             }
             return sum;
           });
  }

  float* partialsOf(std::size_t part) {
    return partials_.data() + part * 4 * chunks_.partialCount();
  }

  std::int32_t blockCount_;
  ShareChunks chunks_;
  AlignedVector<float> partials_;
};

}  // namespace sinew
