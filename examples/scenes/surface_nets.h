// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
#pragma once

#include "scenes/implicit.h"
#include "scenes/mesh.h"

namespace sinew::scenes {

/// The surface of `shape` inside `box` as a closed 2-manifold with edges of about `spacing` [m],
/// counter-clockwise from outside. Vertices lie on the surface and are spread evenly over it, so
/// sharp edges come out slightly chamfered. Bridges thinner than `spacing` may open.
Mesh surfaceNets(const Implicit& shape, const Bounds& box, double spacing);

}  // namespace sinew::scenes
