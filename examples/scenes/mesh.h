// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
#pragma once

#include "scenes/vec.h"
#include "sinew/character.h"

namespace sinew::scenes {

/// A triangle mesh; closed and outward oriented wherever scenes make one.
using Mesh = MeshShape;

/// The six faces of `box` as a welded grid with edges of about `spacing` [m]; 12 triangles when
/// `spacing` exceeds the box.
Mesh boxMesh(const Bounds& box, double spacing);

/// The volume enclosed [m^3], positive when oriented outwards.
double signedVolume(Span<const Vec3f> points, Span<const Triangle> triangles);

}  // namespace sinew::scenes
