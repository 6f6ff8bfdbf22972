// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
#include "multigrid/vector_kernels.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "multigrid/vector_kernels.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include <cmath>

#include "multigrid/node_vector-inl.h"

HWY_BEFORE_NAMESPACE();
namespace sinew {
namespace HWY_NAMESPACE {
namespace {

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

float maxNormNodesHere(const float* a, std::int32_t begin, std::int32_t end) {
  float greatest = 0;
  for (std::int32_t n = begin; n < end; ++n) {
    const float* p = a + 4 * static_cast<std::size_t>(n);
    const float square = p[0] * p[0] + p[1] * p[1] + p[2] * p[2];
    if (!(square <= greatest)) greatest = square;  // a NaN is kept, not skipped
  }
  return std::sqrt(greatest);
}

// r . z and z . q.
TwoDots twoDotsHere(const float* r, const float* z, const float* q, std::int32_t begin,
                    std::int32_t end) {
  DoubleSum rz, zq;
  for (std::int32_t n = begin; n < end; ++n) {
    const QuadVec own = loadNode(z, n);
    rz.add(loadNode(r, n), own);
    zq.add(own, loadNode(q, n));
  }
  return {rz.total(), zq.total()};
}

double directionNodesHere(float beta, const float* z, const float* r, float* p, std::int32_t begin,
                          std::int32_t end) {
  const QuadVec s = hn::Set(Quad(), beta);
  DoubleSum rp;
  for (std::int32_t n = begin; n < end; ++n) {
    const QuadVec next = hn::MulAdd(s, loadNode(p, n), loadNode(z, n));
    storeNode(next, p, n);
    rp.add(loadNode(r, n), next);
  }
  return rp.total();
}

Advance advanceNodesHere(float step, const float* p, const float* q, float* dx, float* r,
                         std::int32_t begin, std::int32_t end) {
  const Quad d;
  const QuadVec s = hn::Set(d, step);
  DoubleSum rr;
  QuadVec farthest = hn::Zero(d);
  for (std::int32_t n = begin; n < end; ++n) {
    const QuadVec x = hn::MulAdd(s, loadNode(p, n), loadNode(dx, n));
    const QuadVec left = hn::NegMulAdd(s, loadNode(q, n), loadNode(r, n));
    storeNode(x, dx, n);
    storeNode(left, r, n);
    rr.add(left, left);
    const QuadVec square = hn::Mul(x, x);
    farthest = hn::Max(farthest, hn::Add(hn::Add(square, hn::Broadcast<1>(square)),
                                         hn::Broadcast<2>(square)));  // lane 0
  }
  return {rr.total(), static_cast<double>(hn::GetLane(farthest))};
}

}  // namespace
}  // namespace HWY_NAMESPACE
}  // namespace sinew
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace sinew {

HWY_EXPORT(dotNodesHere);
HWY_EXPORT(addScaledNodesHere);
HWY_EXPORT(maxNormNodesHere);
HWY_EXPORT(twoDotsHere);
HWY_EXPORT(directionNodesHere);
HWY_EXPORT(advanceNodesHere);

double dotNodes(const float* a, const float* b, std::int32_t begin, std::int32_t end) {
  return HWY_DYNAMIC_DISPATCH(dotNodesHere)(a, b, begin, end);
}
void addScaledNodes(float scale, const float* a, float* to, std::int32_t begin, std::int32_t end) {
  HWY_DYNAMIC_DISPATCH(addScaledNodesHere)(scale, a, to, begin, end);
}
float maxNormNodes(const float* a, std::int32_t begin, std::int32_t end) {
  return HWY_DYNAMIC_DISPATCH(maxNormNodesHere)(a, begin, end);
}
TwoDots twoDots(const float* r, const float* z, const float* q, std::int32_t begin,
                std::int32_t end) {
  return HWY_DYNAMIC_DISPATCH(twoDotsHere)(r, z, q, begin, end);
}
double directionNodes(float beta, const float* z, const float* r, float* p, std::int32_t begin,
                      std::int32_t end) {
  return HWY_DYNAMIC_DISPATCH(directionNodesHere)(beta, z, r, p, begin, end);
}
Advance advanceNodes(float step, const float* p, const float* q, float* dx, float* r,
                     std::int32_t begin, std::int32_t end) {
  return HWY_DYNAMIC_DISPATCH(advanceNodesHere)(step, p, q, dx, r, begin, end);
}

}  // namespace sinew
#endif  // HWY_ONCE
