// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT

#pragma once

#include <cstddef>

namespace sinew {

/// F = U diag(sigma) V^T for many 3x3 matrices; see svd3-inl.h for the form and the accuracy.
///
/// Structure of arrays: entry k of matrix i is F[k * stride + i], k row-major from 0 to 8; sigma
/// has k from 0 to 2. All four arrays have the same stride, at least count and a multiple of 16,
/// start at a multiple of 64 bytes, and are padded: entries from count up to the next multiple of
/// 16 are read and written too, so they must be finite. The outputs may not overlap F.
void svd3Array(const float* F, float* U, float* sigma, float* V, size_t count, size_t stride);

}  // namespace sinew
