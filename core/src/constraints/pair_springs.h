// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
//
// Springs between two points embedded in the lattice, or between such a point and a place in space:
// the form in which contacts reach the solver. Unlike a SpringSet they change within a frame, and
// they couple nodes that are no neighbours, so no level can hold them in its matrix: every level
// keeps them as springs with the weights P^T w, which is what a Galerkin matrix would say
// (docs/theory/contact.md, section 5).
//
//   dp = sum_a w_a dx_a,  dq = sum_b w_b dx_b
//   K dx = C (dp - dq) at the first end, -C (dp - dq) at the second
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "base/aligned_vector.h"
#include "constraints/spring_set.h"
#include "lattice/hierarchy.h"

namespace sinew {

/// Up to eight nodes of a level; what is unused has weight 0 and the absent node.
struct PairEnd {
  std::array<std::int32_t, 8> nodes;
  std::array<float, 8> weights;
};

/// The springs as one level sees them.
struct PairLevel {
  std::vector<PairEnd> ends;             // two per spring
  std::vector<std::uint32_t> nodeBegin;  // per node, its ends in their order
  std::vector<NodeSpring> nodeEnds;      // number of the end, weight
};

struct PairSprings {
  std::int32_t count = 0;
  AlignedVector<float> stiffness;  // C: 9 per spring, symmetric, padded by 4 for vector loads
  std::vector<PairLevel> levels;   // the lattice, then the levels of the hierarchy

  std::size_t memoryBytes() const;
};

/// Whether a spring has no stiffness, by the diagonal of C: one that is held ready but not pressed.
inline bool isSlack(const float* C) { return C[0] == 0 && C[4] == 0 && C[8] == 0; }

/// A system has up to two sets of such springs: contacts of the flesh with itself, and with
/// objects.
inline constexpr std::size_t kPairLists = 2;
using PairLists = std::array<const PairSprings*, kPairLists>;  // null: none

/// Room for the levels of `hierarchy`, no springs.
PairSprings makePairSprings(const Lattice& lattice, const Hierarchy& hierarchy);

/// After levels[0].ends and count were set: the other levels, and all lists. Allocates only where
/// there are more springs than ever before.
void spreadPairs(const Lattice& lattice, const Hierarchy& hierarchy, PairSprings& pairs);

/// C (dp - dq) and its negative, float[4] per end, of the node vector v (float[4]).
void multiplyPairs(const PairSprings& pairs, std::size_t level, const float* v,
                   AlignedVector<float>& products);

/// Adds `sign` times the forces at the ends (float[4] each) to the forces of the lattice's nodes,
/// fixed ones aside.
void addPairForces(const PairSprings& pairs, const AlignedVector<float>& forces, float sign,
                   const std::uint8_t* fixed, float* f);

/// Adds to D, the upper triangle of the diagonal block of node n, what the springs have there.
void addPairDiagonal(const PairSprings& pairs, std::size_t level, std::size_t n, double D[6]);

}  // namespace sinew
