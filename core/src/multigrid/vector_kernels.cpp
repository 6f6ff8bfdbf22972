// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
#include "multigrid/vector_kernels.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "multigrid/vector_kernels.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include <algorithm>
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

// A NaN is kept, not skipped.
float maxNormNodesHere(const float* a, std::int32_t begin, std::int32_t end) {
  const hn::CappedTag<float, 16> d;
  constexpr std::int32_t kNodes = static_cast<std::int32_t>(hn::MaxLanes(d));
  alignas(64) float squares[kNodes] = {};
  auto greatest = hn::Load(d, squares);
  std::int32_t n = begin;
  for (; n + kNodes <= end; n += kNodes) {
    hn::Vec<decltype(d)> x, y, z, none;
    hn::LoadInterleaved4(d, a + 4 * static_cast<std::size_t>(n), x, y, z, none);
    const auto square = hn::Add(hn::Add(hn::Mul(x, x), hn::Mul(y, y)), hn::Mul(z, z));
    const auto stays = hn::Or(hn::Le(square, greatest), hn::IsNaN(greatest));
    greatest = hn::IfThenElse(stays, greatest, square);
  }
  hn::Store(greatest, d, squares);
  float most = 0;
  const auto take = [&](float square) {
    if (!(square <= most) && !std::isnan(most)) most = square;
  };
  for (const float square : squares) take(square);
  for (; n < end; ++n) {
    const float* p = a + 4 * static_cast<std::size_t>(n);
    take(p[0] * p[0] + p[1] * p[1] + p[2] * p[2]);
  }
  return std::sqrt(most);
}

float spreadOfNodesHere(const float* a, const std::int32_t* nodes, int count, std::int32_t absent) {
  const std::int32_t some =
      *std::find_if(nodes, nodes + count, [&](std::int32_t n) { return n != absent; });
  QuadVec least = loadNode(a, some), greatest = least;
  for (int k = 0; k < count; ++k) {
    const QuadVec v = loadNode(a, nodes[k] == absent ? some : nodes[k]);
    least = hn::Min(least, v), greatest = hn::Max(greatest, v);
  }
  alignas(16) float edges[4];
  hn::Store(hn::Sub(greatest, least), Quad(), edges);
  return *std::max_element(edges, edges + 3);
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
HWY_EXPORT(spreadOfNodesHere);

double dotNodes(const float* a, const float* b, std::int32_t begin, std::int32_t end) {
  return HWY_DYNAMIC_DISPATCH(dotNodesHere)(a, b, begin, end);
}
void addScaledNodes(float scale, const float* a, float* to, std::int32_t begin, std::int32_t end) {
  HWY_DYNAMIC_DISPATCH(addScaledNodesHere)(scale, a, to, begin, end);
}
float maxNormNodes(const float* a, std::int32_t begin, std::int32_t end) {
  return HWY_DYNAMIC_DISPATCH(maxNormNodesHere)(a, begin, end);
}
float spreadOfNodes(const float* a, const std::int32_t* nodes, int count, std::int32_t absent) {
  return HWY_DYNAMIC_DISPATCH(spreadOfNodesHere)(a, nodes, count, absent);
}

}  // namespace sinew
#endif  // HWY_ONCE
