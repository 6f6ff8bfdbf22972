// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "scenes/image.h"
#include "scenes/scenes.h"

namespace sinew::cli {

/// The solved skin of a clip: frame i of n is at time i / (n - 1), a single frame at the end.
using Surfaces = std::vector<std::vector<Vec3f>>;

/// When frame `frame` of `frameCount` is, in [0, 1].
double frameTime(int frame, int frameCount);

/// Five poses from rest to full, skinned linearly (top) and solved (bottom).
scenes::Image makeSheet(const scenes::Scene& scene, const Surfaces& surfaces);

/// A large picture of the last frame.
scenes::Image makePoster(const scenes::Scene& scene, const Surfaces& surfaces);

}  // namespace sinew::cli
