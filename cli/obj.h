// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
#pragma once

#include <sinew/types.h>

#include <string>

namespace sinew::cli {

/// A mesh as the text of a Wavefront OBJ file.
std::string objText(Span<const Vec3f> points, Span<const Triangle> triangles);

}  // namespace sinew::cli
