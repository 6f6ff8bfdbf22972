// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
//
// What pulls at single nodes: inertia, which is a spring from every node to where it would fly, and
// constant forces such as gravity. docs/theory/dynamics.md, eq. 6:
//
//   E = sum over the nodes of  w/2 |x - a|^2 - c . x
//
// Solver units. Positions are double[4] per node.
#pragma once

#include <cstdint>
#include <vector>

#include "base/aligned_vector.h"
#include "lattice/lattice.h"

namespace sinew {

struct NodeLoads {
  bool isActive = false;      // otherwise nothing below counts
  bool hasStiffness = false;  // otherwise all w are 0

  AlignedVector<float> stiffness;  // w, one per node; 0 for fixed nodes
  AlignedVector<double> target;    // a
  AlignedVector<double> force;     // c; 0 for fixed nodes

  /// Makes room; what is there already stays.
  void resize(std::int32_t nodeCount);
};

/// f += w (a - x) + c, for a node vector f of float[4].
void addLoadForces(const NodeLoads& loads, const double* x, float* f);

/// E(x).
double loadEnergy(const NodeLoads& loads, const double* x);

/// E(x) - E(x - scale dx), summed difference by difference, for a node vector dx of float[4].
double loadEnergyChange(const NodeLoads& loads, const double* x, double scale, const float* dx);

/// Mass of each node: an eighth of each of its cells, all in one place (lumped). `density` is per
/// slot, or empty for 1. A cell of density 1 has mass 1.
std::vector<float> nodeMasses(const Lattice& lattice, const std::vector<float>& density);

}  // namespace sinew
