// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
//
// How thick the flesh is below each piece of skin.
#pragma once

#include <cstdint>
#include <vector>

#include "geometry/triangle_mesh.h"

namespace sinew {

struct ThicknessSample {
  std::int32_t triangle = 0;
  double area = 0;  ///< that it stands for
  double thickness = 0;
  Vec3<double> position{0, 0, 0};
};

/// From the centre of every triangle (of at most `most`, evenly picked) straight inwards to the
/// opposite skin, within a twentieth of `cellSize`. Flesh that has no other side (an open mesh)
/// counts as thick as the mesh is large.
std::vector<ThicknessSample> measureThickness(const TriangleMesh& mesh, double cellSize,
                                              std::int64_t most = 4000);

/// The thickness below which half of the area lies; 0 of nothing.
double medianThickness(std::vector<ThicknessSample> samples);

}  // namespace sinew
