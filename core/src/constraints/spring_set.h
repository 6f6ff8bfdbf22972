// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
//
// Zero-length springs from points embedded in the lattice to targets: the one form in which
// attachments (and later contacts) reach the solver. docs/theory/springs.md.
//
//   p_s = sum_a w_a x_a              embedded point (eq. 1)
//   E_s = 1/2 (p_s - t_s)^T K_s (p_s - t_s)
//
// Solver units: lengths in cells, K in reference modulus x cell edge.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "base/aligned_vector.h"
#include "lattice/hierarchy.h"
#include "lattice/lattice.h"
#include "math/mat3.h"

namespace sinew {

struct SpringSpec {
  CellSlot cell;
  std::array<float, 3> local;  // position inside the cell, 0..1
  Sym3<float> stiffness;
};

struct NodeSpring {
  std::int32_t spring;
  float weight;
};

struct SpringSet {
  std::int32_t count = 0;
  std::vector<std::array<std::int32_t, 8>> nodes;
  std::vector<std::array<float, 8>> weights;
  AlignedVector<float> stiffness;  // 9 per spring, symmetric, padded by 4 for vector loads

  // Per node, its springs in list order: nodeSprings[nodeBegin[n] .. nodeBegin[n+1]). Fixed nodes
  // none. Empty if there are no springs.
  std::vector<std::uint32_t> nodeBegin;
  std::vector<NodeSpring> nodeSprings;

  // Per coarse cell of level 1, its springs and their weights on the coarse corners (P^T w). Empty
  // if there are no springs.
  std::vector<std::uint32_t> coarseBegin;
  std::vector<std::int32_t> coarseSprings;
  std::vector<std::array<float, 8>> coarseWeights;

  std::size_t memoryBytes() const;
};

SpringSet buildSprings(const Lattice& lattice, const Hierarchy& hierarchy,
                       std::span<const SpringSpec> springs);

/// Force K (t - p) per spring as float[4], and energy per spring. positions and targets are
/// double[4].
void springForces(const SpringSet& springs, const double* positions, const double* targets,
                  float* forces, double* energies);

/// K p(x) per spring as float[4], for a node vector x.
void springProducts(const SpringSet& springs, const float* x, float* products);

}  // namespace sinew
