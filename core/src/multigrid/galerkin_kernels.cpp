// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
#include "multigrid/galerkin_kernels.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "multigrid/galerkin_kernels.cpp"
#include <hwy/cache_control.h>
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include <algorithm>
#include <array>

#include "multigrid/block_inverse-inl.h"
#include "multigrid/node_index.h"

HWY_BEFORE_NAMESPACE();
namespace sinew {
namespace HWY_NAMESPACE {
namespace {

// A 3x3 block in a vector of 16 floats, or in as many shorter ones as nine floats need. What is
// loaded behind the ninth is another block's; it is carried along and never used.
struct Block {
  using Tag = hn::CappedTag<float, 16>;
  static constexpr std::size_t kLanes = hn::MaxLanes(Tag()), kParts = (9 + kLanes - 1) / kLanes;
  hn::Vec<Tag> parts[kParts];

  SINEW_INLINE explicit Block(const float* from) {
    for (std::size_t k = 0; k < kParts; ++k) parts[k] = hn::LoadU(Tag(), from + k * kLanes);
  }

  // Of the transpose the ninth number is the same; the others are the first eight.
  static SINEW_INLINE Block transposed(const float* from) {
    alignas(64) static constexpr std::int32_t kOrder[16] = {0, 3, 6,  1,  4,  7,  2,  5,
                                                            8, 9, 10, 11, 12, 13, 14, 15};
    if constexpr (kLanes >= 8) {
      Block block(from);
      block.parts[0] = hn::TableLookupLanes(block.parts[0], hn::SetTableIndices(Tag(), kOrder));
      return block;
    } else {
      alignas(16) float turned[12] = {};
      for (std::size_t i = 0; i < 9; ++i) turned[i] = from[kOrder[i]];
      return Block(turned);
    }
  }
};

static_assert(Block::kParts * Block::kLanes <= 9 + kBlockPadding);

// The blocks of one row, 16 floats each, so that no sum waits for a load across cache lines.
class RowSums {
 public:
  explicit RowSums(std::size_t count = 0) { clear(count); }
  SINEW_INLINE void clear(std::size_t count) { std::fill(sums_[0], sums_[0] + 16 * count, 0.f); }
  SINEW_INLINE void add(std::size_t place, const Block& block) {
    const Block::Tag d;
    for (std::size_t k = 0; k < Block::kParts; ++k) {
      float* to = sums_[place] + k * Block::kLanes;
      hn::Store(hn::Add(hn::Load(d, to), block.parts[k]), d, to);
    }
  }
  SINEW_INLINE void addScaled(std::size_t place, float weight, const Block& block) {
    const Block::Tag d;
    const auto w = hn::Set(d, weight);
    for (std::size_t k = 0; k < Block::kParts; ++k) {
      float* to = sums_[place] + k * Block::kLanes;
      hn::Store(hn::MulAdd(w, block.parts[k], hn::Load(d, to)), d, to);
    }
  }
  const float* operator[](std::size_t place) const { return sums_[place]; }

 private:
  alignas(64) float sums_[256][16];  // places in a row are bytes
};

// The blocks of a row whose columns are found on the way.
class ColumnSums {
 public:
  SINEW_INLINE void clear() { index_.clear(); }
  SINEW_INLINE void addScaled(std::int32_t column, float weight, const Block& block) {
    const Block::Tag d;
    const std::size_t before = index_.count(), k = index_.find(column);
    const auto w = hn::Set(d, weight);
    for (std::size_t i = 0; i < Block::kParts; ++i) {
      float* to = sums_[k] + i * Block::kLanes;
      hn::Store(
          k < before ? hn::MulAdd(w, block.parts[i], hn::Load(d, to)) : hn::Mul(w, block.parts[i]),
          d, to);
    }
  }
  std::size_t count() const { return index_.count(); }
  std::int32_t node(std::size_t k) const { return index_.node(k); }
  const float* operator[](std::size_t k) const { return sums_[k]; }

 private:
  NodeIndex<2 * kMostProductColumns> index_;
  alignas(64) float sums_[kMostProductColumns][16];
};

constexpr auto kOctetWeights = [] {
  std::array<std::array<std::array<float, 8>, 8>, 8> weights{};
  for (int octet = 0; octet < 8; ++octet)
    for (int a = 0; a < 8; ++a)
      for (int A = 0; A < 8; ++A)
        weights[octet][a][A] = static_cast<float>(coarseWeight(octet, a, A));
  return weights;
}();

// First E W, corner by corner, then W^T times that.
void addCoarseCellHere(int octet, unsigned freeCorners, const float* coarse, ElementSums& sums) {
  const Block::Tag d;
  const auto isFree = [&](int a) { return (freeCorners >> a & 1) != 0; };
  float W[8][8];
  for (int a = 0; a < 8; ++a)
    for (int A = 0; A < 8; ++A) W[a][A] = isFree(a) ? kOctetWeights[octet][a][A] : 0.f;
  for (int a = 0; a < 8; ++a) {
    if (!isFree(a)) continue;
    alignas(64) float row[8][16];  // E_ab
    for (int b = 0; b < 8; ++b) {
      const auto i = static_cast<std::size_t>(a), j = static_cast<std::size_t>(b);
      const Block block = b < a ? Block::transposed(coarse + 9 * elementBlock(j, i))
                                : Block(coarse + 9 * elementBlock(i, j));
      for (std::size_t k = 0; k < Block::kParts; ++k)
        hn::Store(block.parts[k], d, row[b] + k * Block::kLanes);
    }
    for (int B = 0; B < 8; ++B) {
      hn::Vec<Block::Tag> product[Block::kParts];  // (E W)_aB
      for (auto& part : product) part = hn::Zero(d);
      for (int b = 0; b < 8; ++b) {
        if (W[b][B] == 0) continue;
        const auto w = hn::Set(d, W[b][B]);
        for (std::size_t k = 0; k < Block::kParts; ++k)
          product[k] = hn::MulAdd(w, hn::Load(d, row[b] + k * Block::kLanes), product[k]);
      }
      for (int A = 0; A <= B; ++A) {
        if (W[a][A] == 0) continue;
        float* sum =
            sums.values[elementBlock(static_cast<std::size_t>(A), static_cast<std::size_t>(B))];
        const auto w = hn::Set(d, W[a][A]);
        for (std::size_t k = 0; k < Block::kParts; ++k) {
          float* to = sum + k * Block::kLanes;
          hn::Store(hn::MulAdd(w, product[k], hn::Load(d, to)), d, to);
        }
      }
    }
  }
}

void elementRowsHere(const BlockElements& cells, const CoarseLevel& level, const float* elements,
                     float* blocks, std::int32_t begin, std::int32_t end) {
  RowSums row;
  for (auto n = static_cast<std::size_t>(begin); n < static_cast<std::size_t>(end); ++n) {
    const std::size_t count = level.rowBegin[n + 1] - level.rowBegin[n];
    row.clear(count);
    for (std::uint32_t k = cells.incidentBegin[n]; k < cells.incidentBegin[n + 1]; ++k) {
      const std::size_t cell = cells.incidentCorner[k] >> 3, A = cells.incidentCorner[k] & 7;
      const float* element = elements + cell * kElementFloats;
      const std::uint8_t* place = cells.place[cell].data() + 8 * A;
      // Elements are K_AB with A <= B, row by row: K_BA = K_AB^T column by column.
      for (std::size_t B = 0; B < A; ++B)
        if (place[B] != 255) row.add(place[B], Block(element + 9 * elementBlock(B, A)));
      for (std::size_t B = A; B < 8; ++B)
        if (place[B] != 255) row.add(place[B], Block::transposed(element + 9 * elementBlock(A, B)));
    }
    float* entry = blocks + 9 * static_cast<std::size_t>(level.rowBegin[n]);
    for (std::size_t e = 0; e < count; ++e, entry += 9) std::copy(row[e], row[e] + 9, entry);
  }
}

// First the row of P^T K, whose columns are nodes of the finer level, then times P.
void productRowsHere(const CoarseLevel& fine, const float* fineBlocks, const CoarseLevel& level,
                     float* blocks, std::int32_t begin, std::int32_t end) {
  RowSums row;
  ColumnSums half;
  NodeIndex<2 * kMostRowEntries> places;
  for (auto n = static_cast<std::size_t>(begin); n < static_cast<std::size_t>(end); ++n) {
    half.clear();
    for (const WeightedNode& child : level.children.row(n)) {
      const auto i = static_cast<std::size_t>(child.node());
      for (std::uint32_t e = fine.lowerBegin[i]; e < fine.lowerBegin[i + 1]; ++e)
        half.addScaled(fine.lower[e].column, child.weight(),
                       Block::transposed(fineBlocks + 9 * std::size_t{fine.lower[e].upper}));
      for (std::uint32_t e = fine.rowBegin[i]; e < fine.rowBegin[i + 1]; ++e)
        half.addScaled(fine.columns[e], child.weight(), Block(fineBlocks + 9 * std::size_t{e}));
    }
    const std::uint32_t first = level.rowBegin[n], last = level.rowBegin[n + 1];
    places.clear();
    for (std::uint32_t k = first; k < last; ++k) places.find(level.columns[k]);
    row.clear(last - first);
    for (std::size_t k = 0; k < half.count(); ++k) {
      const Block sum(half[k]);
      for (const WeightedNode& parent : level.parents.row(static_cast<std::size_t>(half.node(k))))
        if (parent.node() >= static_cast<std::int32_t>(n))
          row.addScaled(places.find(parent.node()), parent.weight(), sum);
    }
    float* entry = blocks + 9 * static_cast<std::size_t>(first);
    for (std::size_t k = 0; k < last - first; ++k) std::copy(row[k], row[k] + 9, entry + 9 * k);
  }
}

void invertBlocksHere(const CoarseLevel& level, const float* blocks, const PairLists& pairs,
                      std::size_t number, float* inverse, std::int32_t begin, std::int32_t end) {
  const Doubles d;
  constexpr std::size_t kNodes = hn::MaxLanes(Doubles());
  constexpr std::size_t kAhead = 16;  // each diagonal is a line of its own, half a kilobyte away
  const auto diagonal = [&](std::size_t n) {
    return blocks + 9 * static_cast<std::size_t>(level.rowBegin[n]);
  };
  const auto last = static_cast<std::size_t>(end);
  for (auto first = static_cast<std::size_t>(begin); first < last; first += kNodes) {
    const std::size_t count = std::min(kNodes, last - first);
    alignas(64) double entries[6][kNodes] = {};
    for (std::size_t k = 0; k < count; ++k) {
      const float *K = diagonal(first + k),
                  *later = diagonal(std::min(first + k + kAhead, last - 1));
      hwy::Prefetch(later);
      hwy::Prefetch(later + 8);
      double symmetric[6] = {
          K[0], 0.5 * (static_cast<double>(K[1]) + K[3]), 0.5 * (static_cast<double>(K[2]) + K[6]),
          K[4], 0.5 * (static_cast<double>(K[5]) + K[7]), K[8]};
      for (const PairSprings* list : pairs)
        if (list) addPairDiagonal(*list, number, first + k, symmetric);
      for (std::size_t i = 0; i < 6; ++i) entries[i][k] = symmetric[i];
    }
    DoubleVec block[6], inverted[6];
    for (std::size_t i = 0; i < 6; ++i) block[i] = hn::Load(d, entries[i]);
    invertSymmetric(block, inverted);
    for (std::size_t i = 0; i < 6; ++i) hn::Store(inverted[i], d, entries[i]);
    constexpr std::size_t kFull[9] = {0, 1, 2, 1, 3, 4, 2, 4, 5};
    for (std::size_t k = 0; k < count; ++k)
      for (std::size_t i = 0; i < 9; ++i)
        inverse[9 * (first + k) + i] = static_cast<float>(entries[kFull[i]][k]);
  }
}

}  // namespace
}  // namespace HWY_NAMESPACE
}  // namespace sinew
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace sinew {

HWY_EXPORT(addCoarseCellHere);
HWY_EXPORT(elementRowsHere);
HWY_EXPORT(productRowsHere);
HWY_EXPORT(invertBlocksHere);

void addCoarseCell(int octet, unsigned freeCorners, const float* coarse, ElementSums& sums) {
  HWY_DYNAMIC_DISPATCH(addCoarseCellHere)(octet, freeCorners, coarse, sums);
}
void elementRows(const BlockElements& cells, const CoarseLevel& level, const float* elements,
                 float* blocks, std::int32_t begin, std::int32_t end) {
  HWY_DYNAMIC_DISPATCH(elementRowsHere)(cells, level, elements, blocks, begin, end);
}
void productRows(const CoarseLevel& fine, const float* fineBlocks, const CoarseLevel& level,
                 float* blocks, std::int32_t begin, std::int32_t end) {
  HWY_DYNAMIC_DISPATCH(productRowsHere)(fine, fineBlocks, level, blocks, begin, end);
}
void invertBlocks(const CoarseLevel& level, const float* blocks, const PairLists& pairs,
                  std::size_t number, float* inverse, std::int32_t begin, std::int32_t end) {
  HWY_DYNAMIC_DISPATCH(invertBlocksHere)(level, blocks, pairs, number, inverse, begin, end);
}

}  // namespace sinew
#endif  // HWY_ONCE
