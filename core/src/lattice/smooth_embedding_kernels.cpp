// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
#include "lattice/smooth_embedding.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "lattice/smooth_embedding_kernels.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace sinew {
namespace HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;

// A position is a vector of four, or two of two. Every other node has sums of its own, so that they
// wait for each other half as long.
Vec3<double> interpolateHere(const SmoothEmbedding& embedding, std::size_t p,
                             const double* positions) {
  const hn::CappedTag<double, 4> d;
  constexpr std::size_t kLanes = hn::MaxLanes(d), kParts = 4 / kLanes;
  const auto list = static_cast<std::size_t>(embedding.listOfPoint[p]);
  const std::int32_t* nodes = embedding.nodes.data() + embedding.listBegin[list];
  const float* weights = embedding.weights.data() + embedding.weightBegin[p];
  const std::size_t count = embedding.listBegin[list + 1] - embedding.listBegin[list];
  const double* origin = positions + 4 * static_cast<std::size_t>(nodes[0]);
  hn::Vec<decltype(d)> first[kParts], sums[2][kParts];
  for (std::size_t i = 0; i < kParts; ++i) {
    first[i] = hn::LoadU(d, origin + i * kLanes);
    sums[0][i] = sums[1][i] = hn::Zero(d);
  }
  const auto add = [&](std::size_t k, auto* sum) {
    const double* x = positions + 4 * static_cast<std::size_t>(nodes[k]);
    const auto w = hn::Set(d, static_cast<double>(weights[k]));
    for (std::size_t i = 0; i < kParts; ++i)
      sum[i] = hn::MulAdd(w, hn::Sub(hn::LoadU(d, x + i * kLanes), first[i]), sum[i]);
  };
  std::size_t k = 1;
  for (; k + 1 < count; k += 2) add(k, sums[0]), add(k + 1, sums[1]);
  if (k < count) add(k, sums[0]);
  alignas(32) double point[4];
  for (std::size_t i = 0; i < kParts; ++i)
    hn::Store(hn::Add(first[i], hn::Add(sums[0][i], sums[1][i])), d, point + i * kLanes);
  return {point[0], point[1], point[2]};
}

}  // namespace
}  // namespace HWY_NAMESPACE
}  // namespace sinew
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace sinew {

HWY_EXPORT(interpolateHere);

Vec3<double> interpolate(const SmoothEmbedding& embedding, std::size_t p, const double* positions) {
  return HWY_DYNAMIC_DISPATCH(interpolateHere)(embedding, p, positions);
}

}  // namespace sinew
#endif  // HWY_ONCE
