// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
//
// The linear system of one Newton step, K dx = f on the lattice, and its V-cycle preconditioner
// (docs/theory/multigrid.md). Level 0 is never assembled; levels above are Galerkin matrices.
#pragma once

#include <array>
#include <optional>
#include <span>
#include <vector>

#include "base/aligned_vector.h"
#include "constraints/spring_set.h"
#include "elasticity/cell_kernels.h"
#include "lattice/hierarchy.h"
#include "lattice/tile_transfers.h"
#include "multigrid/coarse_solver.h"
#include "multigrid/first_level.h"
#include "multigrid/lattice_operator.h"
#include "multigrid/node_kernels.h"
#include "multigrid/system_parts.h"

namespace sinew {

/// Chebyshev smoothing works on [l / ratio, l] of the spectrum of D^-1 K. The next matrix after the
/// lattice's is that of level 2, four times as coarse, so the lattice is smoothed more (decision
/// 0073).
struct SmootherPlan {
  std::size_t order;  // odd
  float ratio;
};
inline constexpr SmootherPlan kLatticeSmoother{5, 40.f}, kLevelSmoother{3, 16.f};
inline constexpr std::size_t kMostSmootherOrder = 5;
/// Greatest possible eigenvalue of D^-1 K: eight nodes per positive semi-definite element (eq. 10).
inline constexpr float kEigenvalueBound = 8.f;
/// Power iteration underestimates; this much is added.
inline constexpr float kEigenvalueMargin = 1.2f;
/// Least bound for a coarse level of a system with inertia: P^T M P of a uniform M has 1.5^3 (eq.
/// 11).
inline constexpr float kInertiaEigenvalue = 3.375f;
/// Least bounds for lattice and levels with contacts, which outweigh flesh on coarse levels; and
/// the greatest possible one, of springs that hold sixteen nodes.
inline constexpr float kContactEigenvalue = 5.f, kContactLevelEigenvalue = 8.f;
inline constexpr float kContactEigenvalueBound = 16.f;

/// Levels 2 and 3 are cycled twice per visit. Bones and stiff strands thinner than two cells are
/// poorly represented there; the second cycle is cheap (1/64 of the nodes) and takes the hand with
/// one-cell bones from 18 iterations to 14, the ball with stiff strands from 17 to 13. More order
/// on the lattice does not (16 and 16 with order 5), a full W-cycle no better (14 and 13).
inline constexpr std::size_t kFirstTwiceLevel = 2, kLastTwiceLevel = 3;

/// How many levels are smoothed: the lattice, and those with a matrix but the last.
inline std::size_t smoothedLevels(const Hierarchy& hierarchy) {
  return hierarchy.levels.empty() ? 1 : hierarchy.levels.size() - kPassedLevels;
}

class Multigrid {
 public:
  /// `state` holds the tangents and may be refilled between calls.
  Multigrid(const SystemParts& parts, const CellState& state);

  /// y = K x with the chosen tangent, springs included; returns x . y.
  double apply(Tangent tangent, const TileVector& x, TileVector& y);
  double apply(Tangent tangent, ConstNodeSpan x, NodeSpan y);

  /// Adds `stiffness` (one number per node, kept by the caller) to the diagonal of K from the next
  /// call on: inertia. Null takes it away.
  void setNodeStiffness(const float* stiffness);

  /// Adds springs (kept by the caller, whose numbers may change between calls) to K from the next
  /// call on: contacts, as one of the lists. Null takes them away. To be called again when their
  /// count changed.
  void setPairs(const PairSprings* pairs, std::size_t list = 0);
  bool hasPairs() const { return pairs_ != PairLists{}; }

  /// After the tangents changed: the 3x3 diagonal blocks of level 0.
  void refreshDiagonal();

  /// After contacts changed, unless rebuildLevels follows: diagonals and factor of the levels.
  void refreshPairs() {
    if (hasPairs()) finishLevels();
  }

  /// After the tangents changed, every few steps: all coarse matrices, their diagonals, the factor.
  void rebuildLevels();
  /// The same for blocks of cells marked by 1; elsewhere levels stay as they are. Not with
  /// pressures.
  void rebuildLevels(std::span<const std::uint8_t> staleBlocks);

  /// One symmetric cycle from zero, levels 2 and 3 twice: z = M^-1 r.
  void precondition(const TileVector& r, TileVector& z);
  void precondition(ConstNodeSpan r, NodeSpan z);

  /// Sums over cells, and springs if there are `springForces` (LatticeOperator::cellSums), by node:
  /// the forces of a state. Fixed nodes get 0.
  template <class Fill>
  void sumCells(const float* springForces, Fill&& fill, NodeSpan to) {
    sumToTiles(springForces, fill);
    toNodes(other_, to);
  }
  /// The same, taken away from what is there.
  template <class Fill>
  void subtractCells(Fill&& fill, NodeVector& from) {
    sumToTiles(nullptr, fill);
    subtractOther(from);
  }

  /// Between vectors by node and in tiles.
  void toTiles(ConstNodeSpan nodes, TileVector& to) const;
  void toNodes(const TileVector& from, NodeSpan nodes) const;
  const LatticeOperator& lattice() const { return lattice_; }

  /// Largest eigenvalue of D^-1 K of every smoothed level by `iterations` of the power method, with
  /// margin and bound applied.
  std::vector<float> estimateEigenvalues(int iterations = 15);
  void setEigenvalues(std::span<const float> eigenvalues);
  /// Multiplies all bounds by 1.5, up to the proved bound; false if they were all there already.
  bool raiseEigenvalues();

  std::int32_t nodeCount() const { return parts_.lattice->nodeCount; }
  const SystemParts& parts() const { return parts_; }
  std::span<const float> levelBlocks(std::size_t level) const { return levels_[level].blocks; }
  std::size_t memoryBytes() const;

 private:
  struct LevelData {  // of coarse level l + 1
    AlignedVector<float> blocks, inverseDiagonal;
    NodeVector b, x;
    NodeVector other;                 // every second state of the smoother, and residuals
    std::vector<std::uint8_t> stale;  // rows to be made anew
  };

  template <class Fill>
  void sumToTiles(const float* springForces, Fill&& fill) {
    lattice_.cellSums(springForces, fill,
                      [&](const TileRows& rows, std::int32_t begin, std::int32_t end) {
                        storeTilesApart(rows, other_.data(), kTileFloats, begin, end);
                      });
  }
  void subtractOther(NodeVector& from) const;

  /// K v of a coarse level; its springs are multiplied here, the rest row by row.
  MatrixRows levelRows(std::size_t level, const float* v);
  void addHeldDiagonal(std::uint32_t place, float* diagonal) const;
  void markStaleRows();
  void rebuildStale();
  /// Diagonals and factor of the coarse levels.
  void finishLevels();

  /// The steps of the smoother, from 0 or the state in `from`, which is overwritten, to `to`.
  void latticeSmooth(bool fromZero, const TileVector& b, TileVector& from, TileVector& to);
  void levelSmooth(std::size_t level, bool fromZero, NodeVector& from, NodeVector& to);
  void levelCycle(std::size_t level);
  /// Between the lattice and level 1; what is restricted is overwritten.
  void restrictLattice(TileVector& fine);
  void prolongAddLattice(TileVector& fine);
  /// Tile vectors for callers that have node vectors.
  std::array<TileVector, 2>& exchange();

  SystemParts parts_;
  [[maybe_unused]] const CellState& state_;  // by asserts
  const float* nodeStiffness_ = nullptr;
  LatticeOperator lattice_;
  FirstLevel firstLevel_;
  std::optional<TileTransfers> transfers_;  // none if there is no coarse level
  InverseFactors inverseFactors_;           // of the lattice
  std::vector<std::uint8_t> staleBlocks_;
  PairLists pairs_{};
  std::array<std::vector<AlignedVector<float>>, kPairLists> pairProducts_;  // of each level
  // Of the V-cycle, as of a level; between V-cycles sums on their way to nodes or a diagonal.
  TileVector other_;
  std::vector<double> dots_;                         // of a product, per tile
  std::vector<std::array<TileVector, 2>> exchange_;  // none until first wanted
  std::vector<LevelData> levels_;
  std::vector<CoarseSolver> coarseSolver_;  // none if there is no coarse level
  std::vector<float> eigenvalues_;          // of the lattice, then levels 2 on but the last
};

}  // namespace sinew
