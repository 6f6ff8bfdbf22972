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

/// A point that touches other flesh: p = sum_b w_b x_b, with w the weights of the cell's corners.
struct SelfHit {
  std::int32_t target = -1;  // proxy whose tangent plane is the surface there at rest; -1: no hit
  CellSlot cell = -1;        // that holds p
  std::array<float, 8> weights{};
  Vec3<double> slope{0, 0, 0};  // by which depth falls when p moves against the cell
  double depth = 0;             // of p below the surface, at rest; negative: outside [cells]
};

/// Points this far outside still count as touching: they may be inside after the next step.
inline constexpr double kContactMargin = 0.2;  // [cells]

/// Of all flesh the proxy is in, cells that share a node with its own aside, that with the nearest
/// way out; if it is inside none, that whose surface is nearest.
SelfHit findSelfContact(const FleshAt& flesh, std::size_t proxy);

/// Where p is in a deformed cell: in which of the six tetrahedra around the diagonal from the first
/// to the last corner, and with which weights of its corners.
struct PlaceInCell {
  int tetrahedron = 0;
  double u = 0, v = 0, w = 0;  // of the corners but the first

  std::array<float, 8> weights() const;
  Vec3<double> local() const;  // at rest, 0..1 along each axis
};

/// Nothing if p is outside. Inverted and flat cells do not disturb.
std::optional<PlaceInCell> placeInCell(const std::array<Vec3<double>, 8>& corners,
                                       const Vec3<double>& p);

/// F^-T n of a tetrahedron of a deformed cell: gradient, by position, of the distance along n at
/// rest. At most kSteepest long: in cells pressed flat a step would never end otherwise.
Vec3<double> restSlope(const std::array<Vec3<double>, 8>& corners, int tetrahedron,
                       const Vec3<double>& n);
inline constexpr double kSteepest = 4;

/// Weights of the corners for a place in a cell, 0..1 along each axis.
std::array<float, 8> cornerWeights(const std::array<float, 3>& place);

/// Gradient of the deformation at a cell's centre: columns are dx / d(lattice axis).
Mat3<double> centreGradient(const std::array<Vec3<double>, 8>& corners);

std::array<Vec3<double>, 8> cornersOf(const Lattice& lattice, CellSlot slot,
                                      const double* positions);

}  // namespace sinew
