// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
#include "scenes/implicit.h"

#include <utility>

namespace sinew::scenes {

Implicit sphere(const Vec3d& center, double radius) {
  return [=](const Vec3d& p) { return length(p - center) - radius; };
}

Implicit box(const Bounds& box, double rounding) {
  const Vec3d center = box.center();
  const Vec3d half = 0.5 * box.size() - Vec3d{rounding, rounding, rounding};
  return [=](const Vec3d& p) {
    const Vec3d r = p - center;
    const Vec3d q{std::abs(r.x) - half.x, std::abs(r.y) - half.y, std::abs(r.z) - half.z};
    const double inside = std::min(std::max({q.x, q.y, q.z}), 0.0);
    return length(greatest(q, {0, 0, 0})) + inside - rounding;
  };
}

Implicit capsule(const Vec3d& head, const Vec3d& tail, double radius) {
  return roundCone(head, radius, tail, radius);
}

// In the half plane (r, y) around the axis, head at (0, 0) and tail at (0, length), the flank is
// the common tangent of both circles. Its normal is (cosine, sine) with sine = (r1 - r2) / length;
// the position along it tells which circle or whether the flank is nearest.
Implicit roundCone(const Vec3d& head, double headRadius, const Vec3d& tail, double tailRadius) {
  const double span = length(tail - head);
  const double sine = (headRadius - tailRadius) / span;
  if (!(std::abs(sine) < 1)) {  // one sphere holds the other
    return headRadius > tailRadius ? sphere(head, headRadius) : sphere(tail, tailRadius);
  }
  const double cosine = std::sqrt(1 - sine * sine);
  const Vec3d axis = normalized(tail - head);
  return [=](const Vec3d& p) {
    const double y = dot(p - head, axis);
    const double r = length(p - head - y * axis);
    const double along = y * cosine - r * sine;
    if (along < 0) return std::hypot(r, y) - headRadius;
    if (along > span * cosine) return std::hypot(r, y - span) - tailRadius;
    return r * cosine + y * sine - headRadius;
  };
}

Implicit ellipsoid(const Vec3d& center, const Vec3d& halfSize) {
  return stretched(sphere(center, 1), center, halfSize);
}

Implicit stretched(Implicit shape, const Vec3d& center, const Vec3d& factors) {
  const double bound = std::min({factors.x, factors.y, factors.z});
  return [=, shape = std::move(shape)](const Vec3d& p) {
    const Vec3d r = p - center;
    return bound * shape(center + Vec3d{r.x / factors.x, r.y / factors.y, r.z / factors.z});
  };
}

// The cubic smooth minimum: twice differentiable, and a convex mix of the two slopes, so still
// 1-Lipschitz.
Implicit placed(Implicit shape, const Affine3d& place) {
  return [shape = std::move(shape), place](const Vec3d& p) {
    const Vec3d d{p.x - place.rows[0][3], p.y - place.rows[1][3], p.z - place.rows[2][3]};
    const auto column = [&](int i) {
      return place.rows[0][i] * d.x + place.rows[1][i] * d.y + place.rows[2][i] * d.z;
    };
    return shape({column(0), column(1), column(2)});
  };
}

Implicit smoothUnion(std::vector<Implicit> shapes, double blend) {
  return [=, shapes = std::move(shapes)](const Vec3d& p) {
    double joined = shapes.front()(p);
    for (std::size_t i = 1; i < shapes.size(); ++i) {
      const double other = shapes[i](p);
      const double overlap = std::max(1 - std::abs(joined - other) / blend, 0.0);
      joined = std::min(joined, other) - overlap * overlap * overlap * blend / 6;
    }
    return joined;
  };
}

Vec3d gradient(const Implicit& shape, const Vec3d& p, double step) {
  const Vec3d x{step, 0, 0}, y{0, step, 0}, z{0, 0, step};
  return (0.5 / step) * Vec3d{shape(p + x) - shape(p - x), shape(p + y) - shape(p - y),
                              shape(p + z) - shape(p - z)};
}

}  // namespace sinew::scenes
