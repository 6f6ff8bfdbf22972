// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
//
// Fills triangles on a grid of samples. Coordinates in samples, y downwards.
#pragma once

#include <array>

#include "scenes/camera.h"

namespace sinew::scenes {

/// Calls sample(x, y, nearness, mix) for every sample of rows [rowBegin, rowEnd) that the triangle
/// covers, seen from either side; `mix` holds the perspective-correct weights of its corners.
template <class Sample>
void fillTriangle(const std::array<ScreenPoint, 3>& p, int width, int rowBegin, int rowEnd,
                  Sample&& sample) {
  const auto side = [](const ScreenPoint& a, const ScreenPoint& b, double x, double y) {
    return (b.x - a.x) * (y - a.y) - (b.y - a.y) * (x - a.x);
  };
  const double area = side(p[0], p[1], p[2].x, p[2].y);
  if (area == 0) return;
  const double perArea = 1 / area;
  const auto [left, right] = std::minmax({p[0].x, p[1].x, p[2].x});
  const auto [top, bottom] = std::minmax({p[0].y, p[1].y, p[2].y});
  if (!(right >= 0 && left <= width && bottom >= rowBegin && top <= rowEnd)) return;
  const int xEnd = std::min(width, static_cast<int>(std::ceil(right + 0.5)));
  const int yEnd = std::min(rowEnd, static_cast<int>(std::ceil(bottom + 0.5)));
  for (int y = std::max(rowBegin, static_cast<int>(top - 0.5)); y < yEnd; ++y) {
    for (int x = std::max(0, static_cast<int>(left - 0.5)); x < xEnd; ++x) {
      const double b0 = side(p[1], p[2], x + 0.5, y + 0.5) * perArea;
      const double b1 = side(p[2], p[0], x + 0.5, y + 0.5) * perArea;
      const double b2 = 1 - b0 - b1;
      if (b0 < 0 || b1 < 0 || b2 < 0) continue;
      const double w0 = b0 * p[0].weight, w1 = b1 * p[1].weight, w2 = b2 * p[2].weight;
      const double whole = 1 / (w0 + w1 + w2);
      sample(x, y, static_cast<float>(b0 * p[0].nearness + b1 * p[1].nearness + b2 * p[2].nearness),
             std::array<double, 3>{w0 * whole, w1 * whole, w2 * whole});
    }
  }
}

}  // namespace sinew::scenes
