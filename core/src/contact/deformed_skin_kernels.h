// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdint>
#include <span>

#include "lattice/lattice.h"
#include "math/mat3.h"

namespace sinew {

/// What the place of a proxy is made of, and its number.
struct PlacedProxy {
  std::int32_t proxy;
  CellSlot cell;
  std::array<float, 3> local, normal;
};

/// Where some proxies are with nodes at `positions` (double[4] per node), one after the other, and
/// where they face, by their number. Quick where proxies of one cell follow each other.
void moveProxies(const Lattice& lattice, const double* positions,
                 std::span<const PlacedProxy> proxies, Vec3<double>* points, Vec3<double>* normals);

}  // namespace sinew
