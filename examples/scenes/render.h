// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "scenes/image.h"
#include "scenes/lighting.h"

namespace sinew::scenes {

/// A mesh to draw. Its arrays are borrowed.
struct Drawing {
  Span<const Vec3f> points;
  Span<const Triangle> triangles;
  Rgb colour{0.66, 0.385, 0.275};    ///< matte skin
  std::vector<Rgb> vertexColours{};  ///< one per point, instead of `colour`; may be empty
};

struct RenderSettings {
  int width = 480, height = 360;  ///< [pixels]
  int samples = 3;                ///< per pixel in each direction
  double margin = 0.06;           ///< free border, as a fraction of the half picture
  bool ground = true;             ///< soft shadow on a floor below
};

/// A picture of `drawings` in a light studio, framed on `bounds` (which should hold them).
Image render(const std::vector<Drawing>& drawings, const Bounds& bounds, const View& view,
             const RenderSettings& settings = {});

}  // namespace sinew::scenes
