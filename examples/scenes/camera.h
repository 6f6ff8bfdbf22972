// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
#pragma once

#include "scenes/vec.h"

namespace sinew::scenes {

/// From where to look at a scene.
struct View {
  Vec3d direction{0, 0, -1};  ///< from the eye into the scene
  Vec3d up{0, 1, 0};
  double fieldOfView = 0.4;  ///< vertical [rad]; 0 means a parallel projection
};

/// Width over height of `bounds` as seen in `view`.
double aspectOf(const Bounds& bounds, const View& view);

/// A point on the screen: x from -aspect (left) to aspect, y from -1 (bottom) to 1. `nearness` and
/// `weight` are linear in x and y over a triangle: the first grows towards the eye, the second
/// makes interpolation correct in perspective.
struct ScreenPoint {
  double x = 0, y = 0, nearness = 0, weight = 1;
};

class Camera {
 public:
  /// Frames `bounds` with `margin` of the half picture left free around it; `aspect` is width over
  /// height.
  Camera(const View& view, const Bounds& bounds, double aspect, double margin);

  ScreenPoint project(const Vec3d& point) const;

  /// Where the line of sight through (x, y) starts and where it leads.
  Vec3d eyeAt(double x, double y) const;
  Vec3d directionAt(double x, double y) const;

  /// Size of one unit of x or y at `point` [m].
  double unitAt(const Vec3d& point) const;

 private:
  Vec3d right_, up_, forward_, eye_;
  double zoom_ = 1;  ///< screen units per metre, at distance 1 m when in perspective
  bool perspective_;
};

}  // namespace sinew::scenes
