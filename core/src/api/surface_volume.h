// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "sinew/types.h"

namespace sinew {

/// Of a closed surface, signed, in the cube of its unit. Summed about its first point.
double surfaceVolume(const std::vector<std::array<std::int32_t, 3>>& triangles,
                     Span<Vec3f> surface);

}  // namespace sinew
