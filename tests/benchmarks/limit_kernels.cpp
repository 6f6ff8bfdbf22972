// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
#include "limit_kernels.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "limit_kernels.cpp"
#include <hwy/cache_control.h>
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "math/wide-inl.h"

HWY_BEFORE_NAMESPACE();
namespace sinew {
namespace HWY_NAMESPACE {

void triadLoop(bench::Stores stores, const float* b, const float* c, float s, float* a,
               size_t count) {
  if (stores == bench::Stores::Streaming) {
    for (size_t i = 0; i < count; i += lanes())
      hn::Stream(mulAdd(load(c + i), Wide(s), load(b + i)).v, WideTag(), a + i);
    hwy::FlushStream();
  } else {
    for (size_t i = 0; i < count; i += lanes())
      store(mulAdd(load(c + i), Wide(s), load(b + i)), a + i);
  }
}

// Ten sums in flight hide the latency of two units of four or five cycles each.
constexpr int kSums = 10;

float spinFmaLoop(int64_t rounds) {
  Wide s0(1.f), s1(1.1f), s2(1.2f), s3(1.3f), s4(1.4f);
  Wide s5(1.5f), s6(1.6f), s7(1.7f), s8(1.8f), s9(1.9f);
  const Wide a(0.9999f), b(1e-4f);
  for (int64_t i = 0; i < rounds; ++i) {
    s0 = mulAdd(s0, a, b), s1 = mulAdd(s1, a, b), s2 = mulAdd(s2, a, b), s3 = mulAdd(s3, a, b);
    s4 = mulAdd(s4, a, b), s5 = mulAdd(s5, a, b), s6 = mulAdd(s6, a, b), s7 = mulAdd(s7, a, b);
    s8 = mulAdd(s8, a, b), s9 = mulAdd(s9, a, b);
  }
  const Wide sum = ((s0 + s1) + (s2 + s3)) + ((s4 + s5) + (s6 + s7)) + (s8 + s9);
  return hn::GetLane(sum.v);
}

double fmaFlopsOf(int64_t rounds) {
  return 2.0 * kSums * static_cast<double>(lanes()) * static_cast<double>(rounds);
}

}  // namespace HWY_NAMESPACE
}  // namespace sinew
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace sinew {
HWY_EXPORT(triadLoop);
HWY_EXPORT(spinFmaLoop);
HWY_EXPORT(fmaFlopsOf);
}  // namespace sinew

namespace sinew::bench {

void triad(Stores stores, const float* b, const float* c, float s, float* a, std::size_t count) {
  HWY_DYNAMIC_DISPATCH(sinew::triadLoop)(stores, b, c, s, a, count);
}
double fmaFlops(std::int64_t rounds) { return HWY_DYNAMIC_DISPATCH(sinew::fmaFlopsOf)(rounds); }
float spinFma(std::int64_t rounds) { return HWY_DYNAMIC_DISPATCH(sinew::spinFmaLoop)(rounds); }

}  // namespace sinew::bench
#endif  // HWY_ONCE
