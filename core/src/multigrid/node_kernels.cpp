// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
#include "multigrid/node_kernels.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "multigrid/node_kernels.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "math/scalar.h"

HWY_BEFORE_NAMESPACE();
namespace sinew {
namespace HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;
using Quad = hn::FixedTag<float, 4>;
using QuadVec = hn::Vec<Quad>;

SINEW_INLINE QuadVec loadNode(const float* v, std::int32_t n) {
  return hn::Load(Quad(), v + 4 * static_cast<std::size_t>(n));
}
SINEW_INLINE void storeNode(QuadVec a, float* v, std::int32_t n) {
  hn::Store(a, Quad(), v + 4 * static_cast<std::size_t>(n));
}
// Clears the fourth lane, which block products fill with a neighbour's number.
SINEW_INLINE QuadVec clearFourth(QuadVec a) { return hn::IfThenElseZero(hn::FirstN(Quad(), 3), a); }

// block (9 floats, column by column) times v, added to sum.
SINEW_INLINE QuadVec blockMulAdd(const float* block, QuadVec v, QuadVec sum) {
  const Quad d;
  sum = hn::MulAdd(hn::LoadU(d, block), hn::Broadcast<0>(v), sum);
  sum = hn::MulAdd(hn::LoadU(d, block + 3), hn::Broadcast<1>(v), sum);
  return hn::MulAdd(hn::LoadU(d, block + 6), hn::Broadcast<2>(v), sum);
}

SINEW_INLINE QuadVec addPairs(const PairRows& pairs, std::int32_t n, QuadVec sum) {
  if (!pairs.level) return sum;
  const std::uint32_t* begin = pairs.level->nodeBegin.data() + static_cast<std::size_t>(n);
  for (std::uint32_t k = begin[0]; k < begin[1]; ++k) {
    const NodeSpring& entry = pairs.level->nodeEnds[k];
    sum = hn::MulAdd(hn::Set(Quad(), entry.weight), loadNode(pairs.products, entry.spring), sum);
  }
  return sum;
}

SINEW_INLINE QuadVec rowSum(const LatticeRows& rows, std::int32_t n) {
  const Quad d;
  QuadVec sum = hn::Zero(d);
  if (rows.fixed[n]) return sum;
  const auto row = static_cast<std::size_t>(n);
  const std::uint32_t* slots = rows.lattice->shareSlot.data();
  const std::uint32_t* begin = rows.lattice->shareBegin.data() + row;
  for (std::uint32_t k = begin[0]; k < begin[1]; ++k)
    sum = hn::Add(sum, hn::Load(d, rows.shares + 4 * static_cast<std::size_t>(slots[k])));
  if (rows.springs->count > 0) {
    const std::uint32_t* springs = rows.springs->nodeBegin.data() + row;
    for (std::uint32_t k = springs[0]; k < springs[1]; ++k) {
      const NodeSpring& entry = rows.springs->nodeSprings[k];
      sum = hn::MulAdd(hn::Set(d, entry.weight), loadNode(rows.springProducts, entry.spring), sum);
    }
  }
  if (rows.nodeStiffness)
    sum = hn::MulAdd(hn::Set(d, rows.nodeStiffness[row]), loadNode(rows.v, n), sum);
  return addPairs(rows.pairs, n, sum);
}

SINEW_INLINE QuadVec rowSum(const MatrixRows& rows, std::int32_t n) {
  const Quad d;
  QuadVec sum = hn::Zero(d);
  const std::uint32_t* begin = rows.pattern->rowBegin.data() + static_cast<std::size_t>(n);
  for (std::uint32_t k = begin[0]; k < begin[1]; ++k)
    sum = blockMulAdd(rows.blocks + 9 * static_cast<std::size_t>(k),
                      loadNode(rows.v, rows.pattern->columns[k]), sum);
  return clearFourth(addPairs(rows.pairs, n, sum));
}

SINEW_INLINE QuadVec inverseDiagonalTimes(const float* inverseDiagonal, std::int32_t n, QuadVec r) {
  return clearFourth(
      blockMulAdd(inverseDiagonal + 9 * static_cast<std::size_t>(n), r, hn::Zero(Quad())));
}

// Sums of products of floats in double; the product of two floats is exact in double, so the sum
// has the same bits with and without fused multiply-add.
class DoubleSum {
 public:
  SINEW_INLINE DoubleSum() : low_(hn::Zero(hn::FixedTag<double, 2>())), high_(low_) {}
  SINEW_INLINE void add(QuadVec a, QuadVec b) {
    const hn::FixedTag<double, 2> d;
    const hn::FixedTag<float, 2> half;
    low_ = hn::MulAdd(hn::PromoteTo(d, hn::LowerHalf(half, a)),
                      hn::PromoteTo(d, hn::LowerHalf(half, b)), low_);
    high_ = hn::MulAdd(hn::PromoteTo(d, hn::UpperHalf(half, a)),
                       hn::PromoteTo(d, hn::UpperHalf(half, b)), high_);
  }
  SINEW_INLINE double total() const {
    const hn::FixedTag<double, 2> d;
    alignas(16) double v[2];
    hn::Store(hn::Add(low_, high_), d, v);
    return v[0] + v[1];
  }

 private:
  hn::Vec<hn::FixedTag<double, 2>> low_, high_;  // (x, y) and (z, 0)
};

template <class Rows>
double storeRowsHere(const Rows& rows, const float* v0, float* out, std::int32_t begin,
                     std::int32_t end) {
  DoubleSum sum;
  for (std::int32_t n = begin; n < end; ++n) {
    const QuadVec y = rowSum(rows, n);
    storeNode(y, out, n);
    if (v0) sum.add(y, loadNode(v0, n));
  }
  return sum.total();
}

template <class Rows>
void chebyshevFirstHere(const Rows& rows, const ChebyshevVectors& v, float c, std::int32_t begin,
                        std::int32_t end) {
  const QuadVec scale = hn::Set(Quad(), c);
  for (std::int32_t n = begin; n < end; ++n) {
    const QuadVec r = hn::Sub(loadNode(v.b, n), rowSum(rows, n));
    const QuadVec d = hn::Mul(scale, inverseDiagonalTimes(v.inverseDiagonal, n, r));
    storeNode(r, v.r, n);
    storeNode(d, v.d, n);
    if constexpr (!Rows::kReadsVectorWhileSweeping) storeNode(hn::Add(loadNode(v.x, n), d), v.x, n);
  }
}

template <class Rows>
void chebyshevNextHere(const Rows& rows, const ChebyshevVectors& v, float a, float c,
                       std::int32_t begin, std::int32_t end) {
  const QuadVec scaleD = hn::Set(Quad(), a), scaleR = hn::Set(Quad(), c);
  for (std::int32_t n = begin; n < end; ++n) {
    const QuadVec r = hn::Sub(loadNode(v.r, n), rowSum(rows, n));
    const QuadVec z = inverseDiagonalTimes(v.inverseDiagonal, n, r);
    const QuadVec d = loadNode(v.d, n);
    const QuadVec dNext = hn::MulAdd(scaleD, d, hn::Mul(scaleR, z));
    storeNode(r, v.r, n);
    storeNode(dNext, v.dNext, n);
    storeNode(hn::Add(loadNode(v.x, n), dNext), v.x, n);
  }
}

template <class Rows>
void subtractRowsHere(const Rows& rows, float* r, std::int32_t begin, std::int32_t end) {
  for (std::int32_t n = begin; n < end; ++n)
    storeNode(hn::Sub(loadNode(r, n), rowSum(rows, n)), r, n);
}

#define SINEW_FOR_ROWS(NAME, ROWS)                                                                \
  double storeRows##NAME(const ROWS& rows, const float* v0, float* out, std::int32_t b,           \
                         std::int32_t e) {                                                        \
    return storeRowsHere(rows, v0, out, b, e);                                                    \
  }                                                                                               \
  void chebyshevFirst##NAME(const ROWS& rows, const ChebyshevVectors& v, float c, std::int32_t b, \
                            std::int32_t e) {                                                     \
    chebyshevFirstHere(rows, v, c, b, e);                                                         \
  }                                                                                               \
  void chebyshevNext##NAME(const ROWS& rows, const ChebyshevVectors& v, float a, float c,         \
                           std::int32_t b, std::int32_t e) {                                      \
    chebyshevNextHere(rows, v, a, c, b, e);                                                       \
  }                                                                                               \
  void subtractRows##NAME(const ROWS& rows, float* r, std::int32_t b, std::int32_t e) {           \
    subtractRowsHere(rows, r, b, e);                                                              \
  }
SINEW_FOR_ROWS(Lattice, LatticeRows)
SINEW_FOR_ROWS(Matrix, MatrixRows)
#undef SINEW_FOR_ROWS

void chebyshevFromZeroHere(const ChebyshevVectors& v, float c, std::int32_t begin,
                           std::int32_t end) {
  const QuadVec scale = hn::Set(Quad(), c);
  for (std::int32_t n = begin; n < end; ++n) {
    const QuadVec b = loadNode(v.b, n);
    const QuadVec d = hn::Mul(scale, inverseDiagonalTimes(v.inverseDiagonal, n, b));
    storeNode(b, v.r, n);
    storeNode(d, v.d, n);
    storeNode(d, v.x, n);
  }
}

SINEW_INLINE QuadVec weightedSum(const WeightTable& table, std::int32_t row, const float* v) {
  const Quad d;
  QuadVec sum = hn::Zero(d);
  for (const WeightedNode& entry : table.row(static_cast<std::size_t>(row)))
    sum = hn::MulAdd(hn::Set(d, entry.weight), loadNode(v, entry.node), sum);
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

double dotNodesHere(const float* a, const float* b, std::int32_t begin, std::int32_t end) {
  DoubleSum sum;
  for (std::int32_t n = begin; n < end; ++n) sum.add(loadNode(a, n), loadNode(b, n));
  return sum.total();
}

void addScaledNodesHere(float scale, const float* a, float* to, std::int32_t begin,
                        std::int32_t end) {
  const QuadVec s = hn::Set(Quad(), scale);
  for (std::int32_t n = begin; n < end; ++n)
    storeNode(hn::MulAdd(s, loadNode(a, n), loadNode(to, n)), to, n);
}

void scaleAddNodesHere(float scale, const float* a, float* to, std::int32_t begin,
                       std::int32_t end) {
  const QuadVec s = hn::Set(Quad(), scale);
  for (std::int32_t n = begin; n < end; ++n)
    storeNode(hn::MulAdd(s, loadNode(to, n), loadNode(a, n)), to, n);
}

float maxNormNodesHere(const float* a, std::int32_t begin, std::int32_t end) {
  float greatest = 0;
  for (std::int32_t n = begin; n < end; ++n) {
    const float* p = a + 4 * static_cast<std::size_t>(n);
    const float square = p[0] * p[0] + p[1] * p[1] + p[2] * p[2];
    if (!(square <= greatest)) greatest = square;  // a NaN is kept, not skipped
  }
  return std::sqrt(greatest);
}

}  // namespace
}  // namespace HWY_NAMESPACE
}  // namespace sinew
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace sinew {

#define SINEW_DISPATCH_ROWS(NAME, ROWS)                                                     \
  HWY_EXPORT(storeRows##NAME);                                                              \
  HWY_EXPORT(chebyshevFirst##NAME);                                                         \
  HWY_EXPORT(chebyshevNext##NAME);                                                          \
  HWY_EXPORT(subtractRows##NAME);                                                           \
  template <>                                                                               \
  double storeRows(const ROWS& rows, const float* v0, float* out, std::int32_t b,           \
                   std::int32_t e) {                                                        \
    return HWY_DYNAMIC_DISPATCH(storeRows##NAME)(rows, v0, out, b, e);                      \
  }                                                                                         \
  template <>                                                                               \
  void chebyshevFirst(const ROWS& rows, const ChebyshevVectors& v, float c, std::int32_t b, \
                      std::int32_t e) {                                                     \
    HWY_DYNAMIC_DISPATCH(chebyshevFirst##NAME)(rows, v, c, b, e);                           \
  }                                                                                         \
  template <>                                                                               \
  void chebyshevNext(const ROWS& rows, const ChebyshevVectors& v, float a, float c,         \
                     std::int32_t b, std::int32_t e) {                                      \
    HWY_DYNAMIC_DISPATCH(chebyshevNext##NAME)(rows, v, a, c, b, e);                         \
  }                                                                                         \
  template <>                                                                               \
  void subtractRows(const ROWS& rows, float* r, std::int32_t b, std::int32_t e) {           \
    HWY_DYNAMIC_DISPATCH(subtractRows##NAME)(rows, r, b, e);                                \
  }
SINEW_DISPATCH_ROWS(Lattice, LatticeRows)
SINEW_DISPATCH_ROWS(Matrix, MatrixRows)
#undef SINEW_DISPATCH_ROWS

HWY_EXPORT(chebyshevFromZeroHere);
HWY_EXPORT(restrictToHere);
HWY_EXPORT(prolongAddHere);
HWY_EXPORT(dotNodesHere);
HWY_EXPORT(addScaledNodesHere);
HWY_EXPORT(scaleAddNodesHere);
HWY_EXPORT(maxNormNodesHere);

void chebyshevFromZero(const ChebyshevVectors& v, float c, std::int32_t begin, std::int32_t end) {
  HWY_DYNAMIC_DISPATCH(chebyshevFromZeroHere)(v, c, begin, end);
}
void restrictTo(const CoarseLevel& level, const float* fine, float* coarse, std::int32_t begin,
                std::int32_t end) {
  HWY_DYNAMIC_DISPATCH(restrictToHere)(level, fine, coarse, begin, end);
}
void prolongAdd(const CoarseLevel& level, const float* coarse, float* fine, std::int32_t begin,
                std::int32_t end) {
  HWY_DYNAMIC_DISPATCH(prolongAddHere)(level, coarse, fine, begin, end);
}
double dotNodes(const float* a, const float* b, std::int32_t begin, std::int32_t end) {
  return HWY_DYNAMIC_DISPATCH(dotNodesHere)(a, b, begin, end);
}
void addScaledNodes(float scale, const float* a, float* to, std::int32_t begin, std::int32_t end) {
  HWY_DYNAMIC_DISPATCH(addScaledNodesHere)(scale, a, to, begin, end);
}
void scaleAddNodes(float scale, const float* a, float* to, std::int32_t begin, std::int32_t end) {
  HWY_DYNAMIC_DISPATCH(scaleAddNodesHere)(scale, a, to, begin, end);
}
float maxNormNodes(const float* a, std::int32_t begin, std::int32_t end) {
  return HWY_DYNAMIC_DISPATCH(maxNormNodesHere)(a, begin, end);
}

}  // namespace sinew
#endif  // HWY_ONCE
