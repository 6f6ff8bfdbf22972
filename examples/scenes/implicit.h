// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
//
// Solid shapes as functions of position, negative inside [m].
//
// Every shape here is 1-Lipschitz: |f(p) - f(q)| <= |p - q|. So |f(p)| never exceeds the distance
// to the surface, and samplers may skip that far. Spheres, boxes, capsules and round cones are
// exact distances; smooth unions and stretched shapes are bounds.
#pragma once

#include <functional>
#include <vector>

#include "scenes/vec.h"

namespace sinew::scenes {

using Implicit = std::function<double(const Vec3d&)>;

Implicit sphere(const Vec3d& center, double radius);

/// The box from `box.lo` to `box.hi` with edges rounded by `rounding` [m], its outer size
/// unchanged.
Implicit box(const Bounds& box, double rounding = 0);

Implicit capsule(const Vec3d& head, const Vec3d& tail, double radius);

/// The convex hull of two spheres; a capsule when the radii are equal.
Implicit roundCone(const Vec3d& head, double headRadius, const Vec3d& tail, double tailRadius);

/// The ellipsoid with the half axes `halfSize` along x, y and z.
Implicit ellipsoid(const Vec3d& center, const Vec3d& halfSize);

/// `shape` stretched about `center` by a positive factor per axis.
Implicit stretched(Implicit shape, const Vec3d& center, const Vec3d& factors);

/// The shape moved by a rigid motion.
Implicit placed(Implicit shape, const Affine3d& place);

/// All shapes joined, with fillets where two surfaces are closer than `blend` [m]. Each fillet adds
/// at most blend / 6.
Implicit smoothUnion(std::vector<Implicit> shapes, double blend);

/// The gradient by central differences over `step` [m].
Vec3d gradient(const Implicit& shape, const Vec3d& point, double step);

}  // namespace sinew::scenes
