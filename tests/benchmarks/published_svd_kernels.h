// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>

namespace sinew::bench {

/// The decomposition of McAdams et al. 2011, section 9.2, with the arguments of svd3Array.
void publishedSvd3Array(const float* F, float* U, float* sigma, float* V, std::size_t count,
                        std::size_t stride);

}  // namespace sinew::bench
