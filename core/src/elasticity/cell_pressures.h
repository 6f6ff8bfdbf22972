// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
//
// Nearly incompressible flesh: the part of lambda that would spoil the matrix is taken out of it
// and carried by one pressure per cell (docs/theory/mixed.md).
//
//   lambda = lambda0 + lambda1,   E = E(lambda0) + p M - p^2 / (2 lambda1)            (eq. 1)
#pragma once

#include "base/aligned_vector.h"
#include "lattice/lattice.h"

namespace sinew {

struct CellMaterial;

/// When pressures are used and how much of lambda stays in the matrix, in units of the cell's mu
/// (decision 0016).
struct PressureRule {
  float above = 25.f;  // lambda / mu of the stiffest cell: Poisson's ratio 0.481
  float kept = 12.f;   // lambda0 / mu
};

/// Per cell, [block][64]; all empty in the plain form. Cells with nothing to carry have zeros, and
/// so take no part.
struct CellPressures {
  AlignedVector<float> carried;   // lambda1
  AlignedVector<float> value;     // p
  AlignedVector<float> excess;    // M of the state last linearised
  AlignedVector<float> gradient;  // [block][3][64], dM/dsigma of that state

  bool empty() const { return carried.empty(); }
  std::size_t memoryBytes() const { return 3 * byteCount(carried) + byteCount(gradient); }
};

/// Pressures for flesh that needs them, all 0; none for flesh that does not.
CellPressures makePressures(const Lattice& lattice, const CellMaterial& material,
                            const PressureRule& rule);

}  // namespace sinew
