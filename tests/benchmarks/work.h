// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
//
// The least a stage must move and compute, whatever the code does: bytes that have to come from or
// go to memory once if every array were read and written as compactly as float allows, and
// operations of the formulas. The bound of a row comes from these, so storing or computing more
// than needed shows as distance from the bound (docs/performance.md, section 2).
#pragma once

#include "solver/model.h"

namespace sinew::bench {

struct Work {
  double bytes = 0, flops = 0;
  double footprint = 0;  // of the data gone through again and again: decides which cache serves it

  Work& operator+=(const Work& other) {
    bytes += other.bytes, flops += other.flops;
    footprint = footprint > other.footprint ? footprint : other.footprint;
    return *this;
  }
  Work times(double count) const { return {count * bytes, count * flops, footprint}; }
};

/// Decompositions of 3x3 matrices: 9 floats in, 21 out.
Work svdWork(double matrices);

/// y = K x: R, L, mu, lambda of each cell, x and y of each node. R and L as floats for the exact
/// tangent, as half floats for the projected one, which only the preconditioner uses.
Work operatorWork(const FleshModel& model, Tangent tangent);

/// z = M^-1 r with `order` Chebyshev steps before and after: all sweeps of all levels.
Work vcycleWork(const FleshModel& model);

/// Tangents and force: positions, the tangent of each cell, the force of each node.
Work lineariseWork(const FleshModel& model);

/// Coarse matrices: tangents in, every block of every level out. Operations are not counted.
Work setupWork(const FleshModel& model);

/// One iteration of conjugate gradients with its V-cycle.
Work iterationWork(const FleshModel& model);

}  // namespace sinew::bench
