// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
#include "elasticity/cell_kernels.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "elasticity/cell_kernels.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include <cstring>

#include "elasticity/block_io-inl.h"
#include "elasticity/corotated-inl.h"

HWY_BEFORE_NAMESPACE();
namespace sinew {
namespace HWY_NAMESPACE {
namespace {

// Loads the corner values of lanes [lane, lane + lanes()) of layer z.
SINEW_INLINE void cornerModes(const BlockInput& in, int z, int lane, Modes<Wide> modes[3]) {
  for (int i = 0; i < 3; ++i) {
    Wide c[8];
    for (int a = 0; a < 8; ++a) c[a] = in.corner(a, i, z, lane);
    modes[i] = toModes(c);
  }
}

SINEW_INLINE void addCornerShares(const Modes<Wide> modes[3], int z, int lane, BlockOutput& out) {
  for (int i = 0; i < 3; ++i) {
    Wide c[8];
    fromModes(modes[i], c);
    for (int a = 0; a < 8; ++a) out.add(c[a], a, i, z, lane);
  }
}

const float* materialOf(const CellMaterial& material, std::int32_t block) {
  return material.values.data() + static_cast<std::size_t>(block) * 2 * kBlockCells;
}

void lineariseBlocksHere(const Lattice& lattice, const CellMaterial& material,
                         const double* positions, CellState& state, float* shares,
                         std::int32_t blockBegin, std::int32_t blockEnd) {
  BlockInput in;
  BlockOutput out;
  for (std::int32_t block = blockBegin; block < blockEnd; ++block) {
    in.gatherPositions(lattice, block, positions);
    out.clear();
    const float* constants = materialOf(material, block);
    const auto b = static_cast<std::size_t>(block);
    float* tangent = state.tangent.data() + b * CellState::kFields * kBlockCells;
    for (int z = 0; z < 4; ++z) {
      for (int lane = 0; lane < 16; lane += static_cast<int>(lanes())) {
        const int cell = 16 * z + lane;
        const Wide mu = load(constants + cell), lambda = load(constants + kBlockCells + cell);
        Modes<Wide> modes[3];
        cornerModes(in, z, lane, modes);
        const Mat3<Wide> F = deformationGradient(modes);
        Mat3<Wide> U, V;
        Vec3<Wide> sigma;
        svd3(F, U, sigma, V);
        const Mat3<Wide> R = mulTransposeRight(U, V);

        storeMat3(R, tangent + CellState::kRotation * kBlockCells + cell, kBlockCells);
        storeSym3(exactTangent(sigma, V, mu, lambda),
                  tangent + CellState::kExact * kBlockCells + cell, kBlockCells);
        storeSym3(projectedTangent(sigma, V, mu, lambda),
                  tangent + CellState::kProjected * kBlockCells + cell, kBlockCells);
        const StabilisationWeights e = material.stabilisation;
        const Wide hourglass = hourglassEnergy(modes[0], e) + hourglassEnergy(modes[1], e) +
                               hourglassEnergy(modes[2], e);
        store(mulAdd(Wide(0.0625f) * mu, hourglass, corotatedEnergy(sigma, mu, lambda)),
              state.energy.data() + b * kBlockCells + static_cast<std::size_t>(cell));
        store(sigma.x * sigma.y * sigma.z,
              state.volume.data() + b * kBlockCells + static_cast<std::size_t>(cell));

        forceModes(-corotatedStress(F, R, sigma, mu, lambda), -mu, e, modes);
        addCornerShares(modes, z, lane, out);
      }
    }
    out.store(shares + b * kShareStride);
  }
}

void applyBlocksHere(const Lattice& lattice, const CellMaterial& material, const CellState& state,
                     Tangent which, const float* x, float* shares, std::int32_t blockBegin,
                     std::int32_t blockEnd) {
  const int tangentField = which == Tangent::Exact ? CellState::kExact : CellState::kProjected;
  BlockInput in;
  BlockOutput out;
  for (std::int32_t block = blockBegin; block < blockEnd; ++block) {
    in.gather(lattice, block, x);
    out.clear();
    const float* constants = materialOf(material, block);
    const float* tangent =
        state.tangent.data() + static_cast<std::size_t>(block) * CellState::kFields * kBlockCells;
    for (int z = 0; z < 4; ++z) {
      for (int lane = 0; lane < 16; lane += static_cast<int>(lanes())) {
        const int cell = 16 * z + lane;
        const Wide mu = load(constants + cell), lambda = load(constants + kBlockCells + cell);
        const Mat3<Wide> R = loadMat3(tangent + cell, kBlockCells);
        const Sym3<Wide> L = loadSym3(tangent + tangentField * kBlockCells + cell, kBlockCells);
        Modes<Wide> modes[3];
        cornerModes(in, z, lane, modes);
        const Mat3<Wide> dF = deformationGradient(modes);
        forceModes(stressChange(dF, R, L, mu, lambda), mu, material.stabilisation, modes);
        addCornerShares(modes, z, lane, out);
      }
    }
    out.store(shares + static_cast<std::size_t>(block) * kShareStride);
  }
}

void diagonalBlocksHere(const Lattice&, const CellMaterial& material, const CellState& state,
                        int half, float* shares, std::int32_t blockBegin, std::int32_t blockEnd) {
  BlockOutput out;
  for (std::int32_t block = blockBegin; block < blockEnd; ++block) {
    out.clear();
    const float* constants = materialOf(material, block);
    const float* tangent =
        state.tangent.data() + static_cast<std::size_t>(block) * CellState::kFields * kBlockCells;
    for (int z = 0; z < 4; ++z) {
      for (int lane = 0; lane < 16; lane += static_cast<int>(lanes())) {
        const int cell = 16 * z + lane;
        const Wide mu = load(constants + cell), lambda = load(constants + kBlockCells + cell);
        const Mat3<Wide> R = loadMat3(tangent + cell, kBlockCells);
        const Sym3<Wide> Q =
            rotated(R, loadSym3(tangent + CellState::kProjected * kBlockCells + cell, kBlockCells));
        const Wide laplacian = Wide(material.stabilisation.diagonal()) * mu;
        for (int a = 0; a < 4; ++a) {  // corner 7 - a has the gradient -g_a and so the same block
          const Vec3<Wide> g{Wide(a & 1 ? 0.25f : -0.25f), Wide(a & 2 ? 0.25f : -0.25f),
                             Wide(-0.25f)};
          const Vec3<Wide> c = R * g;
          const Mat3<Wide> D = tangentBlock(c, c, timesCross(Q, c), lambda);
          const Wide entries[2][3] = {{D.xx + laplacian, D.xy, D.xz},
                                      {D.yy + laplacian, D.yz, D.zz + laplacian}};
          for (int i = 0; i < 3; ++i) {
            out.add(entries[half][i], a, i, z, lane);
            out.add(entries[half][i], 7 - a, i, z, lane);
          }
        }
      }
    }
    out.store(shares + static_cast<std::size_t>(block) * kShareStride);
  }
}

// Child shapes of two layers, spread over the lanes.
struct LayerShapes {
  alignas(64) float gradient[2][24][16];
  alignas(64) float laplacian[2][36][16];

  void set(int layer, int lane, const ChildShapes& shapes) {
    for (std::size_t A = 0; A < 8; ++A)
      for (std::size_t i = 0; i < 3; ++i) gradient[layer][3 * A + i][lane] = shapes.gradient[A][i];
    for (std::size_t p = 0; p < 36; ++p) laplacian[layer][p][lane] = shapes.laplacian[p];
  }

  void setAll(const CoarseShapes& shapes, const std::uint8_t* masks) {
    for (int layer = 0; layer < 2; ++layer)
      for (int lane = 0; lane < 16; ++lane) {
        const int octant = (lane & 1) | ((lane >> 2) & 1) << 1 | layer << 2;
        set(layer, lane, shapes.of(octant, masks ? masks[16 * layer + lane] : 0u));
      }
  }
};

// Adds one layer of children to the element sums of its lanes.
SINEW_INLINE void addChildren(const float* constants, const float* tangent, int cell, int lane,
                              int layer, const LayerShapes& shapes, float (*sums)[16]) {
  const Wide mu = load(constants + cell), lambda = load(constants + kBlockCells + cell);
  const Mat3<Wide> R = loadMat3(tangent + cell, kBlockCells);
  const Sym3<Wide> Q =
      rotated(R, loadSym3(tangent + CellState::kProjected * kBlockCells + cell, kBlockCells));
  Vec3<Wide> c[8];
  for (int A = 0; A < 8; ++A)
    c[A] = R * Vec3<Wide>{load(shapes.gradient[layer][3 * A] + lane),
                          load(shapes.gradient[layer][3 * A + 1] + lane),
                          load(shapes.gradient[layer][3 * A + 2] + lane)};
  for (int B = 0; B < 8; ++B) {
    const Mat3<Wide> QCb = timesCross(Q, c[B]);
    for (int A = 0; A <= B; ++A) {
      const std::size_t pair =
          elementBlock(static_cast<std::size_t>(A), static_cast<std::size_t>(B));
      const Wide laplacian = mu * load(shapes.laplacian[layer][pair] + lane);
      const Mat3<Wide> K = tangentBlock(c[A], c[B], QCb, lambda);
      const Wide entries[9] = {
          K.xx + laplacian, K.xy, K.xz, K.yx, K.yy + laplacian, K.yz, K.zx, K.zy, K.zz + laplacian};
      for (std::size_t k = 0; k < 9; ++k) {
        float* sum = sums[pair * 9 + k] + lane;
        store(load(sum) + entries[k], sum);
      }
    }
  }
}

// Sums lanes 2x2 and stores the four coarse cells of a layer pair, four entries at a time.
void storeElements(const float (*sums)[16], const std::int32_t* cellsOfLayer, float* elements) {
  const Quad d;
  for (std::size_t entry = 0; entry < kElementFloats; entry += 4) {
    hn::Vec<Quad> v[4];
    for (std::size_t k = 0; k < 4; ++k) {
      const float* row = sums[entry + k];
      const auto low = hn::Add(hn::Load(d, row), hn::Load(d, row + 4));
      const auto high = hn::Add(hn::Load(d, row + 8), hn::Load(d, row + 12));
      v[k] = hn::Add(hn::ConcatEven(d, high, low), hn::ConcatOdd(d, high, low));
    }
    transpose4(v);
    for (std::size_t k = 0; k < 4; ++k)
      if (cellsOfLayer[k] >= 0)
        hn::StoreU(v[k], d,
                   elements + static_cast<std::size_t>(cellsOfLayer[k]) * kElementFloats + entry);
  }
}

void coarseElementBlocksHere(const Lattice&, const CellMaterial& material, const CellState& state,
                             const CoarseCells& coarseCells, const FixedCorners& fixedCorners,
                             const CoarseShapes& shapes, float* elements, std::int32_t blockBegin,
                             std::int32_t blockEnd) {
  LayerShapes free, constrained;
  free.setAll(shapes, nullptr);
  alignas(64) float sums[kElementFloats][16];
  for (std::int32_t block = blockBegin; block < blockEnd; ++block) {
    const auto b = static_cast<std::size_t>(block);
    const float* constants = materialOf(material, block);
    const float* tangent = state.tangent.data() + b * CellState::kFields * kBlockCells;
    for (int pair = 0; pair < 2; ++pair) {
      const std::int32_t* cellsOfLayer =
          coarseCells.ofBlock.data() + b * 8 + static_cast<std::size_t>(pair) * 4;
      if (cellsOfLayer[0] < 0 && cellsOfLayer[1] < 0 && cellsOfLayer[2] < 0 && cellsOfLayer[3] < 0)
        continue;
      const bool anyFixed = fixedCorners.anyInBlock[b];
      if (anyFixed)
        constrained.setAll(shapes, fixedCorners.mask.data() + b * kBlockCells + 32 * pair);
      std::memset(sums, 0, sizeof sums);
      for (int layer = 0; layer < 2; ++layer)
        for (int lane = 0; lane < 16; lane += static_cast<int>(lanes()))
          addChildren(constants, tangent, 32 * pair + 16 * layer + lane, lane, layer,
                      anyFixed ? constrained : free, sums);
      storeElements(sums, cellsOfLayer, elements);
    }
  }
}

const char* kernelTargetHere() { return hwy::TargetName(HWY_TARGET); }

}  // namespace
}  // namespace HWY_NAMESPACE
}  // namespace sinew
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace sinew {

HWY_EXPORT(lineariseBlocksHere);
HWY_EXPORT(applyBlocksHere);
HWY_EXPORT(diagonalBlocksHere);
HWY_EXPORT(coarseElementBlocksHere);
HWY_EXPORT(kernelTargetHere);

void lineariseBlocks(const Lattice& lattice, const CellMaterial& material, const double* positions,
                     CellState& state, float* shares, std::int32_t blockBegin,
                     std::int32_t blockEnd) {
  HWY_DYNAMIC_DISPATCH(lineariseBlocksHere)
  (lattice, material, positions, state, shares, blockBegin, blockEnd);
}

void applyBlocks(const Lattice& lattice, const CellMaterial& material, const CellState& state,
                 Tangent tangent, const float* x, float* shares, std::int32_t blockBegin,
                 std::int32_t blockEnd) {
  HWY_DYNAMIC_DISPATCH(applyBlocksHere)
  (lattice, material, state, tangent, x, shares, blockBegin, blockEnd);
}

void diagonalBlocks(const Lattice& lattice, const CellMaterial& material, const CellState& state,
                    int half, float* shares, std::int32_t blockBegin, std::int32_t blockEnd) {
  HWY_DYNAMIC_DISPATCH(diagonalBlocksHere)
  (lattice, material, state, half, shares, blockBegin, blockEnd);
}

void coarseElementBlocks(const Lattice& lattice, const CellMaterial& material,
                         const CellState& state, const CoarseCells& coarseCells,
                         const FixedCorners& fixedCorners, const CoarseShapes& shapes,
                         float* elements, std::int32_t blockBegin, std::int32_t blockEnd) {
  HWY_DYNAMIC_DISPATCH(coarseElementBlocksHere)
  (lattice, material, state, coarseCells, fixedCorners, shapes, elements, blockBegin, blockEnd);
}

const char* kernelTarget() { return HWY_DYNAMIC_DISPATCH(kernelTargetHere)(); }

}  // namespace sinew
#endif  // HWY_ONCE
