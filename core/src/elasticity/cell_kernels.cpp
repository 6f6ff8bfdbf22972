// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
#include "elasticity/cell_kernels.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "elasticity/cell_kernels.cpp"
#include <hwy/cache_control.h>
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include <cstring>

#include "elasticity/block_modes-inl.h"
#include "elasticity/cell-inl.h"
#include "elasticity/principal-inl.h"
#include "elasticity/tangent_fields-inl.h"

HWY_BEFORE_NAMESPACE();
namespace sinew {
namespace HWY_NAMESPACE {
namespace {

// The fields of a layer, which are wanted soon. A block fills a page of memory, and the machine's
// own foresight ends with the page.
SINEW_INLINE void prefetchLayer(const std::uint16_t* fields) {
  constexpr int kLine = static_cast<int>(kCacheLine / sizeof(std::uint16_t));
  for (int i = 0; i < CellState::kFields * kLayerCells; i += kLine) hwy::Prefetch(fields + i);
}

template <Tangent kTangent>
void applyWith(const Lattice& lattice, const CellMaterial& material, const CellState& state,
               const float* x, float* shares, std::int32_t blockBegin, std::int32_t blockEnd) {
  BlockInput in;
  BlockOutput out;
  for (std::int32_t block = blockBegin; block < blockEnd; ++block) {
    in.gather(lattice, block, x);
    out.clear();
    const float* constants = materialOf(material, block);
    const auto b = static_cast<std::size_t>(block);
    const std::size_t next = block + 1 < lattice.blockCount ? b + 1 : b;
    for (int z = 0; z < 4; ++z) {
      prefetchLayer(state.frames.data() + CellState::at(next, z, CellState::kFields));
      for (int lane = 0; lane < 16; lane += static_cast<int>(lanes())) {
        if (!anyActive(lattice, b, z, lane)) continue;
        const int cell = 16 * z + lane;
        const std::uint16_t* fields =
            state.frames.data() + CellState::at(b, z, CellState::kFields) + lane;
        Modes<Wide> modes[3];
        cornerModes(in, z, lane, modes);
        Mat3<Wide> dP;
        if constexpr (kTangent == Tangent::Exact) {
          const Frame frame = Frame::full(
              fields, state.rests.data() + CellState::at(b, z, CellState::kRestFields) + lane);
          dP = stressChange(
              deformationGradient(modes), frame.U, frame.V,
              loadExact(state.exact.data() + CellState::at(b, z, CellState::kExactFields) + lane));
        } else {
          const Frame frame = Frame::rounded(fields);
          const Wide scale =
              load(state.scale.data() + b * kBlockCells + static_cast<std::size_t>(cell));
          dP = stressChange(scaledGradient(scale, modes), frame.U, frame.V, loadProjected(fields));
        }
        forceModes(dP, load(constants + cell), material.stabilisation, modes);
        addCornerShares(modes, z, lane, out);
      }
    }
    out.store(shares);
    shares += kShareStride;
  }
}

void applyBlocksHere(const Lattice& lattice, const CellMaterial& material, const CellState& state,
                     Tangent which, const float* x, float* shares, std::int32_t blockBegin,
                     std::int32_t blockEnd) {
  if (which == Tangent::Exact) {
    applyWith<Tangent::Exact>(lattice, material, state, x, shares, blockBegin, blockEnd);
  } else {
    applyWith<Tangent::Projected>(lattice, material, state, x, shares, blockBegin, blockEnd);
  }
}

// The projected tangent of the lanes [lane, lane + lanes()) of a layer.
SINEW_INLINE AxisBlocks<Wide> loadAxisBlocks(const CellState& state, std::size_t block, int z,
                                             int lane) {
  const std::uint16_t* fields =
      state.frames.data() + CellState::at(block, z, CellState::kFields) + lane;
  const Frame frame = Frame::rounded(fields);
  const Wide scale = load(state.scale.data() + block * kBlockCells + 16 * z + lane);
  const PrincipalTangent<Wide> t = loadProjected(fields);
  return {frame.U, frame.V, {scale * t.stretch, scale * t.halfShear, scale * t.halfTwist}};
}

void diagonalBlocksHere(const Lattice& lattice, const CellMaterial& material,
                        const CellState& state, float* shares, float* otherShares,
                        std::int32_t blockBegin, std::int32_t blockEnd) {
  BlockOutput out, other;
  for (std::int32_t block = blockBegin; block < blockEnd; ++block) {
    out.clear();
    other.clear();
    const float* constants = materialOf(material, block);
    const auto b = static_cast<std::size_t>(block);
    for (int z = 0; z < 4; ++z) {
      for (int lane = 0; lane < 16; lane += static_cast<int>(lanes())) {
        if (!anyActive(lattice, b, z, lane)) continue;
        const int cell = 16 * z + lane;
        const AxisBlocks<Wide> H = loadAxisBlocks(state, b, z, lane);
        const Wide hourglass = Wide(material.stabilisation.diagonal()) * load(constants + cell);
        const Mat3<Wide> straight = H.xx + H.yy + H.zz;
        const Mat3<Wide> xy = H.xy + transpose(H.xy), yz = H.yz + transpose(H.yz),
                         xz = H.xz + transpose(H.xz);
        for (int a = 0; a < 4; ++a) {  // corner 7 - a has the gradient -g_a and so the same block
          const Wide sx(a & 1 ? 1.f : -1.f), sy(a & 2 ? 1.f : -1.f), sz(-1.f);
          const Mat3<Wide> D =
              Wide(0.0625f) * (straight + (sx * sy) * xy + (sy * sz) * yz + (sx * sz) * xz);
          const Wide entries[3] = {D.xx + hourglass, D.xy, D.xz};
          const Wide otherEntries[3] = {D.yy + hourglass, D.yz, D.zz + hourglass};
          for (const int corner : {a, 7 - a})
            for (int i = 0; i < 3; ++i) {
              out.add(entries[i], corner, i, z, lane);
              other.add(otherEntries[i], corner, i, z, lane);
            }
        }
      }
    }
    out.store(shares);
    other.store(otherShares);
    shares += kShareStride;
    otherShares += kShareStride;
  }
}

// Child shapes of two layers, spread over the lanes.
struct LayerShapes {
  alignas(64) float gradient[2][24][16];
  alignas(64) float hourglass[2][36][16];

  void set(int layer, int lane, const ChildShapes& shapes) {
    for (std::size_t A = 0; A < 8; ++A)
      for (std::size_t i = 0; i < 3; ++i) gradient[layer][3 * A + i][lane] = shapes.gradient[A][i];
    for (std::size_t p = 0; p < 36; ++p) hourglass[layer][p][lane] = shapes.hourglass[p];
  }

  void setAll(const CoarseShapes& shapes, const std::uint8_t* masks) {
    for (int layer = 0; layer < 2; ++layer)
      for (int lane = 0; lane < 16; ++lane) {
        const int octant = (lane & 1) | ((lane >> 2) & 1) << 1 | layer << 2;
        set(layer, lane, shapes.of(octant, masks ? masks[16 * layer + lane] : 0u));
      }
  }
};

SINEW_INLINE Mat3<Wide> combine(const Vec3<Wide>& c, const Mat3<Wide>& X, const Mat3<Wide>& Y,
                                const Mat3<Wide>& Z) {
  return addScaled(addScaled(c.z * Z, c.y, Y), c.x, X);
}

// Adds one layer of children to the element sums of its lanes.
SINEW_INLINE void addChildren(const float* constants, const AxisBlocks<Wide>& H, int lane,
                              int layer, const LayerShapes& shapes, float (*sums)[16]) {
  const Wide mu = load(constants + lane);
  const auto gradient = [&](int A) {
    return Vec3<Wide>{load(shapes.gradient[layer][3 * A] + lane),
                      load(shapes.gradient[layer][3 * A + 1] + lane),
                      load(shapes.gradient[layer][3 * A + 2] + lane)};
  };
  for (int B = 0; B < 8; ++B) {
    const Vec3<Wide> b = gradient(B);
    const Mat3<Wide> x = combine(b, H.xx, H.xy, H.xz);
    const Mat3<Wide> y = combine(b, transpose(H.xy), H.yy, H.yz);
    const Mat3<Wide> z = combine(b, transpose(H.xz), transpose(H.yz), H.zz);
    for (int A = 0; A <= B; ++A) {
      const std::size_t pair =
          elementBlock(static_cast<std::size_t>(A), static_cast<std::size_t>(B));
      const Mat3<Wide> K = combine(gradient(A), x, y, z);
      const Wide hourglass = mu * load(shapes.hourglass[layer][pair] + lane);
      const Wide entries[9] = {
          K.xx + hourglass, K.xy, K.xz, K.yx, K.yy + hourglass, K.yz, K.zx, K.zy, K.zz + hourglass};
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

void coarseElementBlocksHere(const Lattice& lattice, const CellMaterial& material,
                             const CellState& state, const CoarseCells& coarseCells,
                             const FixedCorners& fixedCorners, const CoarseShapes& shapes,
                             float* elements, std::int32_t blockBegin, std::int32_t blockEnd) {
  LayerShapes free, constrained;
  free.setAll(shapes, nullptr);
  alignas(64) float sums[kElementFloats][16];
  for (std::int32_t block = blockBegin; block < blockEnd; ++block) {
    const auto b = static_cast<std::size_t>(block);
    const float* constants = materialOf(material, block);
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
        for (int lane = 0; lane < 16; lane += static_cast<int>(lanes())) {
          const int z = 2 * pair + layer;
          if (anyActive(lattice, b, z, lane))
            addChildren(constants + 16 * z, loadAxisBlocks(state, b, z, lane), lane, layer,
                        anyFixed ? constrained : free, sums);
        }
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

HWY_EXPORT(applyBlocksHere);
HWY_EXPORT(diagonalBlocksHere);
HWY_EXPORT(coarseElementBlocksHere);
HWY_EXPORT(kernelTargetHere);

void applyBlocks(const Lattice& lattice, const CellMaterial& material, const CellState& state,
                 Tangent tangent, const float* x, float* shares, std::int32_t blockBegin,
                 std::int32_t blockEnd) {
  HWY_DYNAMIC_DISPATCH(applyBlocksHere)
  (lattice, material, state, tangent, x, shares, blockBegin, blockEnd);
}

void diagonalBlocks(const Lattice& lattice, const CellMaterial& material, const CellState& state,
                    float* shares, float* otherShares, std::int32_t blockBegin,
                    std::int32_t blockEnd) {
  HWY_DYNAMIC_DISPATCH(diagonalBlocksHere)
  (lattice, material, state, shares, otherShares, blockBegin, blockEnd);
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
