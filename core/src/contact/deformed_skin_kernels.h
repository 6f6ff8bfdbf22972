// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>

#include "contact/contact_surface.h"

namespace sinew {

/// Where some proxies are and face with nodes at `positions` (double[4] per node); `points` and
/// `normals` are of all. Quick where proxies of one cell follow each other.
void moveProxies(const Lattice& lattice, const ContactSurface& surface, const double* positions,
                 std::span<const std::int32_t> proxies, Vec3<double>* points,
                 Vec3<double>* normals);

}  // namespace sinew
