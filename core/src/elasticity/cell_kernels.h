// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
//
// Loops over the cells of blocks, vectorised with a lane per cell: 16 lanes are one 4x4 layer of a
// block. Node vectors are arrays of float[4] (x, y, z, 0) with one extra zero entry for the absent
// node. What cells add to nodes is summed per block, to be added up per tile (lattice/tiles.h).
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

/// How the tangent of a cell is kept. Fitted suits every law: U (2) and V (2) of the singular value
/// decomposition in two words each, and the singular values (3), of which the law makes A, shear
/// and twist in each product; with pressures these twelve themselves, projected, which takes too
/// long for a product (elasticity/principal-inl.h). For the preconditioner one that is nearly the
/// projected tangent but needs no such frame, R (9), C (6), W (6) (elasticity/fitted-inl.h,
/// decision 0069). Rotated suits the corotated law, whose tangent differs from that of linear
/// elasticity in its twist alone: R (9), and the twist T (6) in the frame of the rest shape
/// (elasticity/rotated-inl.h), which is fewer bytes (decision 0043).
enum class TangentForm { Fitted, Rotated };
inline TangentForm formOf(FleshLaw law) {
  return law == FleshLaw::Corotated ? TangentForm::Rotated : TangentForm::Fitted;
}

/// Numbers per cell of each array of CellState.
struct TangentSizes {
  int frames, rests, exact, scales, volumes;
};
inline constexpr TangentSizes kFittedSizes{21, 0, 7, 1, 0}, kRotatedSizes{15, 9, 6, 0, 1};
inline constexpr TangentSizes kPressureSizes{21, 0, 16, 1, 1};  // Fitted, with pressures
inline constexpr TangentSizes sizesOf(TangentForm form, bool hasPressures) {
  if (form == TangentForm::Rotated) return kRotatedSizes;
  return hasPressures ? kPressureSizes : kFittedSizes;
}

/// What linearise finds for every cell. The operator is limited by how fast these are read. What
/// serves the preconditioner alone is kept in half floats: rotations, and its tangent. Rotated has
/// also the half floats of what those of R leave, which together are as good as floats (decision
/// 0040).
struct CellState {
  CellState(std::int32_t blockCount, TangentForm kept, CellPressures withPressures = {})
      : form(kept),
        sizes(sizesOf(form, !withPressures.empty())),
        solvesProjected(!withPressures.empty()),
        frames(numbersOf(blockCount, sizes.frames)),
        rests(numbersOf(blockCount, sizes.rests)),
        exact(numbersOf(blockCount, sizes.exact)),
        scale(numbersOf(blockCount, sizes.scales)),
        energy(numbersOf(blockCount, 1)),
        volume(numbersOf(blockCount, sizes.volumes)),
        hourglass(numbersOf(blockCount, 1)),
        pressures(std::move(withPressures)) {}

  /// Where a layer starts in an array with so many fields.
  static std::size_t at(std::size_t block, int layer, int fields) {
    return (block * 4 + static_cast<std::size_t>(layer)) * static_cast<std::size_t>(fields) *
           kLayerCells;
  }
  /// Where the singular values start among the fields of `exact`.
  static constexpr std::size_t kSingularValues = 4;
  /// J = det F.
  float volumeOf(CellSlot slot) const {
    const auto cell = static_cast<std::size_t>(slot);
    if (!volume.empty()) return volume[cell];
    const auto fields = static_cast<std::size_t>(sizes.exact);
    const float* sigma = exact.data() +
                         (cell / kLayerCells * fields + kSingularValues) * kLayerCells +
                         cell % kLayerCells;
    return sigma[0] * sigma[kLayerCells] * sigma[2 * kLayerCells];
  }
  std::size_t memoryBytes() const {
    return byteCount(frames) + byteCount(rests) + byteCount(exact) + byteCount(scale) +
           byteCount(energy) + byteCount(volume) + byteCount(hourglass) + pressures.memoryBytes();
  }

  TangentForm form;
  TangentSizes sizes;
  /// With pressures equations are solved with the projected tangent (docs/theory/mixed.md), which
  /// `exact` then holds.
  bool solvesProjected;
  AlignedVector<std::uint16_t> frames;  // [block][layer][fields][16], half floats: R, then the
                                        // preconditioner's tangent, over `scale` or 2 mu
  AlignedVector<std::uint16_t> rests;   // [block][layer][fields][16], half floats: of R
  AlignedVector<float> exact;           // [block][layer][fields][16]
  AlignedVector<float> scale;           // [block][64], m of eq. 11; none in Rotated
  AlignedVector<float> energy;          // [block][64], in units of reference modulus x cell volume
  AlignedVector<float> volume;          // [block][64], J; none where singular values are kept
  AlignedVector<float> hourglass;       // [block][64], mu g of eq. 5b
  CellPressures pressures;              // none in the plain form

 private:
  static std::size_t numbersOf(std::int32_t blockCount, int fields) {
    return static_cast<std::size_t>(blockCount) * static_cast<std::size_t>(fields) * kBlockCells;
  }
};

/// Which tangent the operator uses. Exact, the equations' (CellState::solvesProjected), converges
/// quadratically but may be indefinite; Projected, the preconditioner's, is positive semi-definite:
/// the projected one itself, or nearly so (TangentForm).
enum class Tangent { Exact, Projected };

/// Sums over the cells of single blocks, to be added up per tile (lattice/tiles.h). A slot may
/// serve another block once the tiles that want it were used.
struct TileSums {
  float* own;                              // [slot][3][64]
  float* halo;                             // [slot][kHaloFloats]
  const std::int32_t *ownSlot, *haloSlot;  // per block

  float* ownOf(std::int32_t block) const {
    return own + static_cast<std::size_t>(ownSlot[block]) * kTileFloats;
  }
  float* haloOf(std::int32_t block) const {
    return halo + static_cast<std::size_t>(haloSlot[block]) * kHaloFloats;
  }
};

/// Positions (double[4] per node, lattice units) -> tangents, energies, J and sums of the force.
void lineariseBlocks(const Lattice& lattice, const CellMaterial& material, const double* positions,
                     CellState& state, const TileSums& sums, std::int32_t blockBegin,
                     std::int32_t blockEnd);

/// x (a tile vector) -> sums of K x.
void applyTiles(const Lattice& lattice, const Tiles& tiles, const CellMaterial& material,
                const CellState& state, Tangent tangent, const float* x, const TileSums& sums,
                std::int32_t blockBegin, std::int32_t blockEnd);

/// Sums of the 3x3 diagonal blocks of the preconditioner's K: part 0 is (xx, xy, xz), part 1 (yy,
/// yz, zz).
void diagonalTiles(const Lattice& lattice, const CellMaterial& material, const CellState& state,
                   int part, const TileSums& sums, std::int32_t blockBegin, std::int32_t blockEnd);

/// Upper triangle of an element matrix of a level: 36 blocks (A <= B, row by row) of 9 floats.
inline constexpr std::size_t kElementFloats = 36 * 9;
inline constexpr std::size_t elementBlock(std::size_t a, std::size_t b) {
  return a * 8 - a * (a + 1) / 2 + b;
}

/// Element matrices of the coarse cells [begin, end).
struct CoarseElements {
  float* values;  // [cell - begin][324], padded by kBlockPadding
  std::int32_t begin, end;

  float* of(std::int32_t cell) const {
    return values + static_cast<std::size_t>(cell - begin) * kElementFloats;
  }
};

/// The preconditioner's tangents -> Galerkin element matrices of the coarse cells of half blocks.
/// What is read of `state`: `frames`, and `hourglass`. Half h is the lower (h even) or upper two
/// layers of block h / 2, four coarse cells.
void coarseElements(const Lattice& lattice, const CellMaterial& material, const CellState& state,
                    const CoarseCells& coarseCells, const FixedCorners& fixedCorners,
                    const CoarseShapes& shapes, const CoarseElements& elements,
                    std::int32_t halfBegin, std::int32_t halfEnd);

/// The same for a block whose cells are of one element of level 2 and on which nothing is fixed, on
/// no level: that element, at once.
void wholeElement(const Lattice& lattice, const CellMaterial& material, const CellState& state,
                  const CoarseShapes& shapes, std::int32_t block, float* element);

/// Name of the instruction set in use, such as "AVX2".
const char* kernelTarget();

}  // namespace sinew
