// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
//
// Is this point of the skin inside other flesh, how deep, and where is the way out? After McAdams
// 2011, section 7: the deformed cell that holds the point tells where it is in the rest shape, and
// there the distance to the surface is known (docs/theory/contact.md, section 3).
#pragma once

#include <array>
#include <optional>

#include "contact/cell_tree.h"
#include "contact/contact_surface.h"

namespace sinew {

/// Flesh in a state: positions are double[4] per node, `tree` was refitted to them.
struct FleshAt {
  const Lattice& lattice;
  const ContactSurface& surface;
  const CellTree& tree;
  const double* positions;
};

/// A point that touches: `target` is the proxy whose tangent plane it is nearest to at rest, -1 if
/// it touches nothing, and `place` the point of that plane, in the cell of the target.
struct SelfHit {
  std::int32_t target = -1;
  std::array<float, 3> place{};
  double depth = 0;  // at rest; negative: outside [cells]
};

/// Points this far outside still count as touching: they may be inside after the next step.
inline constexpr double kContactMargin = 0.2;  // [cells]

/// Of all flesh the proxy is in, cells that share a node with its own aside, that with the nearest
/// way out; if it is inside none, that whose surface is nearest.
SelfHit findSelfContact(const FleshAt& flesh, std::size_t proxy);

/// Where p is in a deformed cell, 0..1 along each axis, if it is in one of the six tetrahedra
/// around the diagonal from the first to the last corner. Inverted and flat cells do not disturb.
std::optional<Vec3<double>> placeInCell(const std::array<Vec3<double>, 8>& corners,
                                        const Vec3<double>& p);

/// Weights of the corners for a place in a cell.
std::array<float, 8> cornerWeights(const std::array<float, 3>& place);

/// Gradient of the deformation at a cell's centre: columns are dx / d(lattice axis).
Mat3<double> centreGradient(const std::array<Vec3<double>, 8>& corners);

std::array<Vec3<double>, 8> cornersOf(const Lattice& lattice, CellSlot slot,
                                      const double* positions);

}  // namespace sinew
