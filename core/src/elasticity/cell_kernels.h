// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
//
// Loops over the cells of blocks, vectorised with a lane per cell: 16 lanes are one 4x4 layer of a
// block. Node vectors are arrays of float[4] (x, y, z, 0) with one extra zero entry for the absent
// node; blocks write the shares of their nodes, the first of them to shares[0][128][4], to be
// summed per node (lattice.h).
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "base/aligned_vector.h"
#include "elasticity/cell_pressures.h"
#include "elasticity/coarse_shapes.h"
#include "elasticity/stabilisation.h"
#include "lattice/hierarchy.h"
#include "lattice/lattice.h"
#include "lattice/share_chunks.h"
#include "lattice/tiles.h"
#include "sinew/settings.h"

namespace sinew {

/// Lame parameters per cell in units of the reference modulus: [block][mu, lambda][64]. Zero where
/// no cell is active.
struct CellMaterial {
  AlignedVector<float> values;
  std::vector<float> density;  // per slot, over Material::density; empty: 1. Not read by statics.
  FleshLaw law = FleshLaw::Corotated;
  float mooneyShare = 0;
  StabilisationWeights stabilisation = kExactIntegral;

  float& mu(CellSlot slot) { return values[index(slot)]; }
  float& lambda(CellSlot slot) { return values[index(slot) + kBlockCells]; }
  float mu(CellSlot slot) const { return values[index(slot)]; }
  float lambda(CellSlot slot) const { return values[index(slot) + kBlockCells]; }

  static std::size_t index(CellSlot slot) {
    return static_cast<std::size_t>(slot >> 6) * 2 * kBlockCells +
           static_cast<std::size_t>(slot & 63);
  }
};

inline constexpr int kLayerCells = 16;  // cells of a 4x4 layer of a block

/// What linearise finds for every cell: U (9), V (9) of the singular value decomposition and the
/// tangent in their frame, exact and projected, each A (6), half shear (3), half twist (3):
/// elasticity/principal-inl.h. The operator is limited by how fast these are read. The projected
/// tangent serves the preconditioner alone and is kept in half floats, over a power of two
/// (`scale`). U and V are half floats plus the half floats of what those leave, which together are
/// as good as floats; the preconditioner reads the former only (decision 0040).
struct CellState {
  static constexpr int kU = 0, kV = 9, kProjected = 18, kFields = 30;  // of `frames`
  static constexpr int kRestFields = 18, kExactFields = 12;

  explicit CellState(std::int32_t blockCount, CellPressures withPressures = {})
      : frames(static_cast<std::size_t>(blockCount) * kFields * kBlockCells),
        rests(static_cast<std::size_t>(blockCount) * kRestFields * kBlockCells),
        exact(static_cast<std::size_t>(blockCount) * kExactFields * kBlockCells),
        scale(static_cast<std::size_t>(blockCount) * kBlockCells),
        energy(static_cast<std::size_t>(blockCount) * kBlockCells),
        volume(static_cast<std::size_t>(blockCount) * kBlockCells),
        pressures(std::move(withPressures)) {}

  /// Where a layer starts in an array with so many fields.
  static std::size_t at(std::size_t block, int layer, int fields) {
    return (block * 4 + static_cast<std::size_t>(layer)) * static_cast<std::size_t>(fields) *
           kLayerCells;
  }
  std::size_t memoryBytes() const {
    return byteCount(frames) + byteCount(rests) + byteCount(exact) + byteCount(scale) +
           byteCount(energy) + byteCount(volume) + pressures.memoryBytes();
  }

  AlignedVector<std::uint16_t> frames;  // [block][layer][30][16], half floats
  AlignedVector<std::uint16_t> rests;   // [block][layer][18][16], half floats: of U and V
  AlignedVector<float> exact;           // [block][layer][12][16]
  AlignedVector<float> scale;           // [block][64], of the projected tangent
  AlignedVector<float> energy;          // [block][64], in units of reference modulus x cell volume
  AlignedVector<float> volume;          // [block][64], J = det F
  CellPressures pressures;              // none in the plain form
};

/// Which tangent the operator uses. Exact converges quadratically but may be
/// indefinite; Projected is positive semi-definite.
enum class Tangent { Exact, Projected };

/// Positions (double[4] per node, lattice units) -> tangents, energies, J and the shares of the
/// force.
void lineariseBlocks(const Lattice& lattice, const CellMaterial& material, const double* positions,
                     CellState& state, float* shares, std::int32_t blockBegin,
                     std::int32_t blockEnd);

/// Sums over the cells of single blocks, to be added up per tile (lattice/tiles.h).
struct TileSums {
  float* own;   // [block][3][64]
  float* halo;  // [block][kHaloFloats]
};

/// x (a tile vector) -> sums of K x.
void applyTiles(const Lattice& lattice, const Tiles& tiles, const CellMaterial& material,
                const CellState& state, Tangent tangent, const float* x, const TileSums& sums,
                std::int32_t blockBegin, std::int32_t blockEnd);

/// Sums of the 3x3 diagonal blocks of the projected K: part 0 is (xx, xy, xz), part 1 (yy, yz, zz).
void diagonalTiles(const Lattice& lattice, const CellMaterial& material, const CellState& state,
                   int part, const TileSums& sums, std::int32_t blockBegin, std::int32_t blockEnd);

/// Upper triangle of an element matrix of level 1: 36 blocks (A <= B, row by row) of 9 floats.
inline constexpr std::size_t kElementFloats = 36 * 9;
inline constexpr std::size_t elementBlock(std::size_t a, std::size_t b) {
  return a * 8 - a * (a + 1) / 2 + b;
}

/// Projected tangents -> Galerkin element matrices of the coarse cells, elements[coarse cell][324].
void coarseElementBlocks(const Lattice& lattice, const CellMaterial& material,
                         const CellState& state, const CoarseCells& coarseCells,
                         const FixedCorners& fixedCorners, const CoarseShapes& shapes,
                         float* elements, std::int32_t blockBegin, std::int32_t blockEnd);

/// Name of the instruction set in use, such as "AVX2".
const char* kernelTarget();

}  // namespace sinew
