// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT

#include "math/svd3_kernels.h"

#include <cstdint>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "math/svd3_kernels.cpp"  // compiles this file again for each SIMD target
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "base/aligned_vector.h"
#include "base/assert.h"
#include "math/svd3-inl.h"

HWY_BEFORE_NAMESPACE();
namespace sinew {
namespace HWY_NAMESPACE {

void svd3Loop(const float* F, float* U, float* sigma, float* V, size_t count, size_t stride) {
  for (size_t i = 0; i < count; i += lanes()) {
    Mat3<Wide> u, v;
    Vec3<Wide> s;
    svd3(loadMat3(F + i, stride), u, s, v);
    storeMat3(u, U + i, stride);
    storeVec3(s, sigma + i, stride);
    storeMat3(v, V + i, stride);
  }
}

}  // namespace HWY_NAMESPACE
}  // namespace sinew
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace sinew {

HWY_EXPORT(svd3Loop);

[[maybe_unused]] static bool isAligned(const float* array) {
  return reinterpret_cast<std::uintptr_t>(array) % kCacheLine == 0;
}

void svd3Array(const float* F, float* U, float* sigma, float* V, size_t count, size_t stride) {
  SINEW_ASSERT(stride >= count && stride % 16 == 0);
  SINEW_ASSERT(isAligned(F) && isAligned(U) && isAligned(sigma) && isAligned(V));
  HWY_DYNAMIC_DISPATCH(svd3Loop)(F, U, sigma, V, count, stride);
}

}  // namespace sinew
#endif  // HWY_ONCE
