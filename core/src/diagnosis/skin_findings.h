// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
//
// What is wrong with a skin, whatever the bones.
#pragma once

#include <optional>

#include "api/skin_solid.h"
#include "diagnosis/findings.h"

namespace sinew {

/// Counts and findings of a skin. Returns what bind would fill, or nothing if it would refuse.
std::optional<SkinSolid> examineSkin(const SurfaceMesh& skin, Diagnosis& d);

}  // namespace sinew
