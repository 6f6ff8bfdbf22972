// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
#include "multigrid/node_kernels.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "multigrid/node_kernels.cpp"
#include <hwy/cache_control.h>
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include <algorithm>

#include "multigrid/node_vector-inl.h"

HWY_BEFORE_NAMESPACE();
namespace sinew {
namespace HWY_NAMESPACE {
namespace {

// Clears the fourth lane, which block products fill with a neighbour's number.
SINEW_INLINE QuadVec clearFourth(QuadVec a) { return hn::IfThenElseZero(hn::FirstN(Quad(), 3), a); }

// block (9 floats, column by column) times v, added to sum.
SINEW_INLINE QuadVec blockMulAdd(const float* block, QuadVec v, QuadVec sum) {
  const Quad d;
  sum = hn::MulAdd(hn::LoadU(d, block), hn::Broadcast<0>(v), sum);
  sum = hn::MulAdd(hn::LoadU(d, block + 3), hn::Broadcast<1>(v), sum);
  return hn::MulAdd(hn::LoadU(d, block + 6), hn::Broadcast<2>(v), sum);
}

SINEW_INLINE QuadVec addPairs(const PairRowLists& lists, std::int32_t n, QuadVec sum) {
  for (const PairRows& pairs : lists) {
    if (!pairs.level) continue;
    const std::uint32_t* begin = pairs.level->nodeBegin.data() + static_cast<std::size_t>(n);
    for (std::uint32_t k = begin[0]; k < begin[1]; ++k) {
      const NodeSpring& entry = pairs.level->nodeEnds[k];
      sum = hn::MulAdd(hn::Set(Quad(), entry.weight), loadNode(pairs.products, entry.spring), sum);
    }
  }
  return sum;
}

// Matrices come from memory in one stream; asking for it three rows ahead took 5 % off a V-cycle
// on a Xeon with AVX-512 (two threads, arm of 98,809 cells), when rows were kept whole.
constexpr std::size_t kAhead = 3 * 128;  // floats

// Blocks times nodes, a sum per column of the blocks: three that do not wait for each other.
struct UpperSum {
  QuadVec x, y, z;

  SINEW_INLINE UpperSum() { x = y = z = hn::Zero(Quad()); }
  SINEW_INLINE void add(const float* block, QuadVec v) {
    const Quad d;
    x = hn::MulAdd(hn::LoadU(d, block), hn::Broadcast<0>(v), x);
    y = hn::MulAdd(hn::LoadU(d, block + 3), hn::Broadcast<1>(v), y);
    z = hn::MulAdd(hn::LoadU(d, block + 6), hn::Broadcast<2>(v), z);
  }
  SINEW_INLINE QuadVec total() const { return hn::Add(hn::Add(x, y), z); }
};

// The same of transposed blocks, whose rows are these columns: summed across lanes in the end. The
// fourth lane, which holds another column's number, is multiplied by the 0 of v.
struct LowerSum {
  QuadVec x, y, z;

  SINEW_INLINE LowerSum() { x = y = z = hn::Zero(Quad()); }
  SINEW_INLINE void add(const float* block, QuadVec v) {
    const Quad d;
    x = hn::MulAdd(hn::LoadU(d, block), v, x);
    y = hn::MulAdd(hn::LoadU(d, block + 3), v, y);
    z = hn::MulAdd(hn::LoadU(d, block + 6), v, z);
  }
  SINEW_INLINE QuadVec total() const {
    const Quad d;
    const QuadVec none = hn::Zero(d);
    const QuadVec xy = hn::Add(hn::ConcatEven(d, y, x), hn::ConcatOdd(d, y, x));
    const QuadVec zn = hn::Add(hn::ConcatEven(d, none, z), hn::ConcatOdd(d, none, z));
    return hn::Add(hn::ConcatEven(d, zn, xy), hn::ConcatOdd(d, zn, xy));
  }
};

SINEW_INLINE QuadVec rowSum(const MatrixRows& rows, std::int32_t n) {
  const CoarseLevel& pattern = *rows.pattern;
  const auto row = static_cast<std::size_t>(n);
  const std::uint32_t *upper = pattern.rowBegin.data() + row,
                      *lower = pattern.lowerBegin.data() + row;
  const float *blocks = rows.blocks, *v = rows.v, *block = blocks + std::size_t{9} * upper[0];
  const std::int32_t *column = pattern.columns.data() + upper[0],
                     *columnEnd = pattern.columns.data() + upper[1];
  const LowerEntry *entry = pattern.lower.data() + lower[0],
                   *entryEnd = pattern.lower.data() + lower[1];
  UpperSum upperSum;
  LowerSum lowerSum;
  const auto addUpper = [&] {
    hwy::Prefetch(block + kAhead);
    upperSum.add(block, loadNode(v, *column++));
    block += 9;
  };
  const auto addLower = [&] {
    lowerSum.add(blocks + std::size_t{9} * entry->upper, loadNode(v, entry->column));
    ++entry;
  };
  const LowerEntry* bothEnd = entry + std::min(columnEnd - column, entryEnd - entry);
  while (entry != bothEnd) addUpper(), addLower();
  while (column != columnEnd) addUpper();
  while (entry != entryEnd) addLower();
  return clearFourth(addPairs(rows.pairs, n, hn::Add(upperSum.total(), lowerSum.total())));
}

SINEW_INLINE QuadVec inverseDiagonalTimes(const float* inverseDiagonal, std::int32_t n, QuadVec r) {
  return clearFourth(
      blockMulAdd(inverseDiagonal + 9 * static_cast<std::size_t>(n), r, hn::Zero(Quad())));
}

double storeRowsHere(const MatrixRows& rows, const float* v0, float* out, std::int32_t begin,
                     std::int32_t end) {
  DoubleSum sum;
  for (std::int32_t n = begin; n < end; ++n) {
    const QuadVec y = rowSum(rows, n);
    storeNode(y, out, n);
    sum.add(y, loadNode(v0, n));
  }
  return sum.total();
}

void chebyshevStartHere(const float* inverseDiagonal, const ChebyshevStep& step, std::int32_t begin,
                        std::int32_t end) {
  const QuadVec take = hn::Set(Quad(), step.take);
  for (std::int32_t n = begin; n < end; ++n)
    storeNode(hn::Mul(take, inverseDiagonalTimes(inverseDiagonal, n, loadNode(step.b, n))), step.to,
              n);
}

void chebyshevStepHere(const MatrixRows& rows, const float* inverseDiagonal,
                       const ChebyshevStep& step, std::int32_t begin, std::int32_t end) {
  const Quad d;
  const QuadVec keep = hn::Set(d, step.keep), take = hn::Set(d, step.take);
  for (std::int32_t n = begin; n < end; ++n) {
    const QuadVec r = hn::Sub(loadNode(step.b, n), rowSum(rows, n));
    const QuadVec x = loadNode(step.x, n);
    const QuadVec last = step.before ? hn::Sub(x, loadNode(step.before, n)) : x;
    const QuadVec z = inverseDiagonalTimes(inverseDiagonal, n, r);
    storeNode(hn::Add(x, hn::MulAdd(keep, last, hn::Mul(take, z))), step.to, n);
  }
}

void residualRowsHere(const MatrixRows& rows, const float* b, float* r, std::int32_t begin,
                      std::int32_t end) {
  for (std::int32_t n = begin; n < end; ++n)
    storeNode(hn::Sub(loadNode(b, n), rowSum(rows, n)), r, n);
}

SINEW_INLINE QuadVec weightedSum(const WeightTable& table, std::int32_t row, const float* v) {
  const Quad d;
  QuadVec sum = hn::Zero(d);
  for (const WeightedNode& entry : table.row(static_cast<std::size_t>(row)))
    sum = hn::MulAdd(hn::Set(d, entry.weight()), loadNode(v, entry.node()), sum);
  return sum;
}

void restrictToHere(const CoarseLevel& level, const float* fine, float* coarse, std::int32_t begin,
                    std::int32_t end) {
  for (std::int32_t n = begin; n < end; ++n)
    storeNode(weightedSum(level.children, n, fine), coarse, n);
}

void prolongAddHere(const CoarseLevel& level, const float* coarse, float* fine, std::int32_t begin,
                    std::int32_t end) {
  for (std::int32_t n = begin; n < end; ++n)
    storeNode(hn::Add(loadNode(fine, n), weightedSum(level.parents, n, coarse)), fine, n);
}

}  // namespace
}  // namespace HWY_NAMESPACE
}  // namespace sinew
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace sinew {

HWY_EXPORT(storeRowsHere);
HWY_EXPORT(residualRowsHere);
HWY_EXPORT(chebyshevStartHere);
HWY_EXPORT(chebyshevStepHere);
HWY_EXPORT(restrictToHere);
HWY_EXPORT(prolongAddHere);

void chebyshevStart(const float* inverseDiagonal, const ChebyshevStep& step, std::int32_t begin,
                    std::int32_t end) {
  HWY_DYNAMIC_DISPATCH(chebyshevStartHere)(inverseDiagonal, step, begin, end);
}
void chebyshevStep(const MatrixRows& rows, const float* inverseDiagonal, const ChebyshevStep& step,
                   std::int32_t begin, std::int32_t end) {
  HWY_DYNAMIC_DISPATCH(chebyshevStepHere)(rows, inverseDiagonal, step, begin, end);
}
void residualRows(const MatrixRows& rows, const float* b, float* r, std::int32_t begin,
                  std::int32_t end) {
  HWY_DYNAMIC_DISPATCH(residualRowsHere)(rows, b, r, begin, end);
}
double storeRows(const MatrixRows& rows, const float* v0, float* out, std::int32_t begin,
                 std::int32_t end) {
  return HWY_DYNAMIC_DISPATCH(storeRowsHere)(rows, v0, out, begin, end);
}
void restrictTo(const CoarseLevel& level, const float* fine, float* coarse, std::int32_t begin,
                std::int32_t end) {
  HWY_DYNAMIC_DISPATCH(restrictToHere)(level, fine, coarse, begin, end);
}
void prolongAdd(const CoarseLevel& level, const float* coarse, float* fine, std::int32_t begin,
                std::int32_t end) {
  HWY_DYNAMIC_DISPATCH(prolongAddHere)(level, coarse, fine, begin, end);
}

}  // namespace sinew
#endif  // HWY_ONCE
