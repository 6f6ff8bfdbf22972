// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
//
// The linear system of a Newton step with pressures and its block-triangular preconditioner
// (docs/theory/mixed.md, eqs. 4 and 5):
//
//   [ A   B^T ] [dx]   [ f ]      A: Multigrid, with lambda0 and the pressures in its tangent
//   [ B   -C  ] [dp] = [ g ]      C = 1 / lambda1 per cell
#pragma once

#include "multigrid/multigrid.h"

namespace sinew {

/// A number per component of every node and one per cell slot.
struct SaddleVector {
  SaddleVector(std::int32_t nodeCount, std::int32_t blockCount)
      : u(makeNodeVector(nodeCount)), p(static_cast<std::size_t>(blockCount) * kBlockCells) {}
  std::size_t memoryBytes() const { return byteCount(u) + byteCount(p); }
  NodeVector u;
  AlignedVector<float> p;
};

double dot(const SaddleVector& a, const SaddleVector& b);
/// to += scale a
void addScaled(double scale, const SaddleVector& a, SaddleVector& to);
/// to = scale a
void setScaled(double scale, const SaddleVector& a, SaddleVector& to);

class SaddleSystem {
 public:
  SaddleSystem(Multigrid& multigrid, const CellState& state);

  /// After the state was linearised: the approximate Schur complement.
  void refresh();

  /// Residual of the second row, -(M - p / lambda1), in the units of this system.
  void pressureForce(AlignedVector<float>& out) const;

  /// y = K x. Second rows are scaled by lambda0 + 2 mu of their cell, so that both rows are forces.
  void apply(const SaddleVector& x, SaddleVector& y);

  /// z = M^-1 r, with one V-cycle. r is overwritten.
  void precondition(SaddleVector& r, SaddleVector& z);

  /// B x, not scaled.
  void divergence(const NodeVector& x, AlignedVector<float>& out) const;

  std::int32_t nodeCount() const { return multigrid_.nodeCount(); }
  std::int32_t blockCount() const { return multigrid_.parts().lattice->blockCount; }
  std::size_t memoryBytes() const { return 3 * byteCount(scale_); }

 private:
  // to -= scale B^T p
  void subtractPressure(float scale, const AlignedVector<float>& p, NodeVector& to);

  Multigrid& multigrid_;
  const CellState& state_;
  AlignedVector<float> compliance_, scale_, inverseSchur_;  // C, lambda0 + 2 mu, 1 / S
};

}  // namespace sinew
