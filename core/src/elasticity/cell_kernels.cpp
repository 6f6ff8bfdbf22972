// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
#include "elasticity/cell_kernels.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "elasticity/cell_kernels.cpp"
#include <hwy/cache_control.h>
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "elasticity/block_modes-inl.h"
#include "elasticity/cell-inl.h"
#include "elasticity/principal-inl.h"
#include "elasticity/tangent_forms-inl.h"
#include "elasticity/tile_io-inl.h"

HWY_BEFORE_NAMESPACE();
namespace sinew {
namespace HWY_NAMESPACE {
namespace {

template <class T>
SINEW_INLINE void prefetchLayer(const AlignedVector<T>& array, int fields, const CellLanes& at) {
  constexpr int kLine = static_cast<int>(kCacheLine / sizeof(T));
  const T* first = at.of(array, fields);
  for (int i = 0; i < fields * kLayerCells; i += kLine) hwy::Prefetch(first + i);
}

// What a product reads of a layer, which is wanted soon. A block fills a page of memory, and the
// machine's own foresight ends with the page.
template <class Form, Tangent kTangent>
SINEW_INLINE void prefetchCells(const CellMaterial& material, const CellState& state,
                                const CellLanes& at) {
  if constexpr (Form::template kReadsFrames<kTangent>)
    prefetchLayer(state.frames, Form::kSizes.frames, at);
  if constexpr (kTangent == Tangent::Exact) {
    prefetchLayer(state.exact, state.sizes.exact, at);
    prefetchLayer(state.rests, Form::kSizes.rests, at);
  } else {
    prefetchLayer(state.scale, Form::kSizes.scales, at);
  }
  if constexpr (Form::template kReadsConstants<kTangent>) {
    hwy::Prefetch(at.constants(material));
    hwy::Prefetch(at.constants(material) + kBlockCells);
  }
  hwy::Prefetch(state.hourglass.data() + at.cell());
}

// The same of the block after that of a layer.
template <class Form, Tangent kTangent>
SINEW_INLINE void prefetchNextBlock(const Lattice& lattice, const CellMaterial& material,
                                    const CellState& state, const CellLanes& at) {
  if (at.block + 1 < static_cast<std::size_t>(lattice.blockCount))
    prefetchCells<Form, kTangent>(material, state, {at.block + 1, at.z, at.lane});
}

// What a product with K is on its way in and out of the cells of a block: few registers are enough
// for each of its steps, and the layers of a step do not wait for each other.
struct BlockBuffer {
  alignas(64) float planes[5][3][4][kLayerCells];   // [plane][component][ss, sd, ds, dd]
  alignas(64) float stress[4][3 * 3][kLayerCells];  // [layer]: quarters of dP

  SINEW_INLINE void setPlane(int z, int i, int lane, const PlaneModes& m) {
    store(m.ss, planes[z][i][0] + lane), store(m.sd, planes[z][i][1] + lane);
    store(m.ds, planes[z][i][2] + lane), store(m.dd, planes[z][i][3] + lane);
  }
  /// Component i of the modes of a layer.
  SINEW_INLINE Modes<Wide> modes(int z, int i, int lane) const {
    return modesBetween(plane(z, i, lane), plane(z + 1, i, lane));
  }
  /// Four times the gradient in the cells of a layer.
  SINEW_INLINE Mat3<Wide> gradient(int z, int lane) const {
    const Modes<Wide> all[3] = {modes(z, 0, lane), modes(z, 1, lane), modes(z, 2, lane)};
    return straightModes(all);
  }

 private:
  SINEW_INLINE PlaneModes plane(int z, int i, int lane) const {
    const auto* m = planes[z][i];
    return {load(m[0] + lane), load(m[1] + lane), load(m[2] + lane), load(m[3] + lane)};
  }
};

// The planes of nodes from kZ on.
template <int kZ = 0>
SINEW_INLINE void planesIn(const TileInput& in, int i, BlockBuffer& buffer) {
  PlaneModes modes[kParts];
  in.plane<kZ>(i, modes);
  for (int part = 0; part < kParts; ++part)
    buffer.setPlane(kZ, i, part * static_cast<int>(lanes()), modes[part]);
  if constexpr (kZ < 4) planesIn<kZ + 1>(in, i, buffer);
}

template <class Form, Tangent kTangent>
void applyWith(const Lattice& lattice, const Tiles& tiles, const CellMaterial& material,
               const CellState& state, const float* x, const TileSums& sums,
               std::int32_t blockBegin, std::int32_t blockEnd) {
  const Wide weights[2] = {Wide(material.stabilisation.bilinear * 0.125f),
                           Wide(material.stabilisation.trilinear * 0.125f)};
  const PlaneModes none{Wide(0.f), Wide(0.f), Wide(0.f), Wide(0.f)};
  BlockBuffer buffer;
  for (std::int32_t block = blockBegin; block < blockEnd; ++block) {
    const auto b = static_cast<std::size_t>(block);
    const TileInput in(tiles, block, x);
    for (int i = 0; i < 3; ++i) planesIn(in, i, buffer);
    for (int z = 0; z < 4; ++z) {
      prefetchNextBlock<Form, kTangent>(lattice, material, state, {b, z, 0});
      for (int lane = 0; lane < kLayerCells; lane += static_cast<int>(lanes()))
        if (anyActive(lattice, b, z, lane))
          storeMat3(Form::template quarterStressChange<kTangent>(material, state, {b, z, lane},
                                                                 buffer.gradient(z, lane)),
                    buffer.stress[z][0] + lane, kLayerCells);
    }
    for (int i = 0; i < 3; ++i) {
      ComponentOutput out = outputOf(sums.ownOf(block), sums.haloOf(block), i);
      PlaneModes force[kParts];  // in the plane z
      for (PlaneModes& f : force) f = none;
      for (int z = 0; z < 4; ++z)
        for (int part = 0; part < kParts; ++part) {
          const int lane = part * static_cast<int>(lanes());
          PlaneModes above = none;
          if (anyActive(lattice, b, z, lane)) {
            const Wide g = load(state.hourglass.data() + CellLanes{b, z, lane}.cell());
            shareForce(loadVec3(buffer.stress[z][3 * i] + lane, kLayerCells), weights[0] * g,
                       weights[1] * g, buffer.modes(z, i, lane), force[part], above);
          }
          out.store(force[part], z, part);
          force[part] = above;
        }
      for (int part = 0; part < kParts; ++part) out.store(force[part], 4, part);
    }
  }
}

void applyTilesHere(const Lattice& lattice, const Tiles& tiles, const CellMaterial& material,
                    const CellState& state, Tangent which, const float* x, const TileSums& sums,
                    std::int32_t blockBegin, std::int32_t blockEnd) {
  const auto applyAs = [&]<class Form, Tangent kTangent>() {
    applyWith<Form, kTangent>(lattice, tiles, material, state, x, sums, blockBegin, blockEnd);
  };
  if (which == Tangent::Exact)
    withLawForm(material, state,
                [&]<class Form>(Form) { applyAs.template operator()<Form, Tangent::Exact>(); });
  else
    withForm(state.form,
             [&]<class Form>(Form) { applyAs.template operator()<Form, Tangent::Projected>(); });
}

// Rows x, or y and z, of the upper triangles.
template <class Form, int kPart>
void diagonalWith(const Lattice& lattice, const CellMaterial& material, const CellState& state,
                  const TileSums& sums, std::int32_t blockBegin, std::int32_t blockEnd) {
  for (std::int32_t block = blockBegin; block < blockEnd; ++block) {
    const auto b = static_cast<std::size_t>(block);
    CornerOutput out(sums.ownOf(block), sums.haloOf(block));
    for (int z = 0; z < 4; ++z) {
      prefetchNextBlock<Form, Tangent::Projected>(lattice, material, state, {b, z, 0});
      for (int part = 0; part < kParts; ++part) {
        const int lane = part * static_cast<int>(lanes());
        if (anyActive(lattice, b, z, lane)) {
          const CellLanes at{b, z, lane};
          const AxisBlocks<Wide> H = Form::projectedBlocks(material, state, at);
          const Wide hourglass =
              Wide(material.stabilisation.diagonal()) * load(state.hourglass.data() + at.cell());
          const Mat3<Wide> straight = H.xx + H.yy + H.zz;
          const Mat3<Wide> xy = H.xy + transpose(H.xy), yz = H.yz + transpose(H.yz),
                           xz = H.xz + transpose(H.xz);
          Wide corners[3][8];
          for (int a = 0; a < 4; ++a) {  // corner 7 - a has the gradient -g_a: the same block
            const Wide sx(a & 1 ? 1.f : -1.f), sy(a & 2 ? 1.f : -1.f), sz(-1.f);
            const Mat3<Wide> D =
                Wide(0.0625f) * (straight + (sx * sy) * xy + (sy * sz) * yz + (sx * sz) * xz);
            corners[0][a] = corners[0][7 - a] = kPart == 0 ? D.xx + hourglass : D.yy + hourglass;
            corners[1][a] = corners[1][7 - a] = kPart == 0 ? D.xy : D.yz;
            corners[2][a] = corners[2][7 - a] = kPart == 0 ? D.xz : D.zz + hourglass;
          }
          for (int i = 0; i < 3; ++i) out.take(corners[i], i, part);
        }
        out.finishLayer(z, part);
      }
    }
    out.finish();
  }
}

void diagonalTilesHere(const Lattice& lattice, const CellMaterial& material, const CellState& state,
                       int part, const TileSums& sums, std::int32_t blockBegin,
                       std::int32_t blockEnd) {
  withForm(state.form, [&]<class Form>(Form) {
    if (part == 0) {
      diagonalWith<Form, 0>(lattice, material, state, sums, blockBegin, blockEnd);
    } else {
      diagonalWith<Form, 1>(lattice, material, state, sums, blockBegin, blockEnd);
    }
  });
}

// Of half a block, with masks of fixed corners per cell or none.
void setShapes(const CoarseShapes& shapes, const std::uint8_t* masks, LayerShapes<2>& layers) {
  for (int layer = 0; layer < 2; ++layer)
    for (int lane = 0; lane < 16; ++lane) {
      const int octant = (lane & 1) | ((lane >> 2) & 1) << 1 | layer << 2;
      layers.set(layer, lane, shapes.of(octant, masks ? masks[16 * layer + lane] : 0u));
    }
}

SINEW_INLINE Mat3<Wide> combine(const Vec3<Wide>& c, const Mat3<Wide>& X, const Mat3<Wide>& Y,
                                const Mat3<Wide>& Z) {
  return addScaled(addScaled(c.z * Z, c.y, Y), c.x, X);
}

// Adds one layer of children to the element sums of its lanes, or starts them with it. One copy for
// all laws: it is most of what there is to compile, and a call is nothing next to it.
template <bool kStarts>
HWY_NOINLINE void addChildren(Wide g, const AxisBlocks<Wide>& H, int lane,
                              const float (*gradients)[16], const float (*hourglasses)[16],
                              float (*sums)[16]) {
  const auto gradient = [&](int A) {
    return Vec3<Wide>{load(gradients[3 * A] + lane), load(gradients[3 * A + 1] + lane),
                      load(gradients[3 * A + 2] + lane)};
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
      const Wide hourglass = g * load(hourglasses[pair] + lane);
      const Wide entries[9] = {
          K.xx + hourglass, K.xy, K.xz, K.yx, K.yy + hourglass, K.yz, K.zx, K.zy, K.zz + hourglass};
      for (std::size_t k = 0; k < 9; ++k) {
        float* sum = sums[pair * 9 + k] + lane;
        store(kStarts ? entries[k] : load(sum) + entries[k], sum);
      }
    }
  }
}

// Sums lanes 2x2 and stores the four coarse cells of a layer pair, four entries at a time.
void storeElements(const float (*sums)[16], const std::int32_t* cellsOfLayer,
                   const CoarseElements& elements) {
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
      if (cellsOfLayer[k] >= 0) hn::StoreU(v[k], d, elements.of(cellsOfLayer[k]) + entry);
  }
}

// Adds the layers [zBegin, zEnd) of a block, whose cells have the shapes from `shapes`' first layer
// on.
template <class Form, class Shapes>
void addLayers(const Lattice& lattice, const CellMaterial& material, const CellState& state,
               std::size_t b, int zBegin, int zEnd, const Shapes& shapes, float (*sums)[16]) {
  for (int lane = 0; lane < 16; lane += static_cast<int>(lanes())) {
    bool isStarted = false;
    for (int z = zBegin; z < zEnd; ++z) {
      if (lane == 0)
        prefetchNextBlock<Form, Tangent::Projected>(lattice, material, state, {b, z, 0});
      if (!anyActive(lattice, b, z, lane)) continue;
      const CellLanes at{b, z, lane};
      const AxisBlocks<Wide> H = Form::projectedBlocks(material, state, at);
      const Wide g = load(state.hourglass.data() + at.cell());
      const auto* gradients = shapes.gradient[z - zBegin];
      const auto* hourglasses = shapes.hourglass[z - zBegin];
      if (isStarted)
        addChildren<false>(g, H, lane, gradients, hourglasses, sums);
      else
        addChildren<true>(g, H, lane, gradients, hourglasses, sums);
      isStarted = true;
    }
    if (!isStarted)
      for (std::size_t k = 0; k < kElementFloats; ++k) store(Wide(0.f), sums[k] + lane);
  }
}

template <class Form>
void coarseElementsWith(const Lattice& lattice, const CellMaterial& material,
                        const CellState& state, const CoarseCells& coarseCells,
                        const FixedCorners& fixedCorners, const CoarseShapes& shapes,
                        const CoarseElements& elements, std::int32_t halfBegin,
                        std::int32_t halfEnd) {
  LayerShapes<2> free, constrained;
  setShapes(shapes, nullptr, free);
  alignas(64) float sums[kElementFloats][16];
  for (std::int32_t half = halfBegin; half < halfEnd; ++half) {
    const auto b = static_cast<std::size_t>(half / 2);
    const int pair = half % 2;
    const std::int32_t* cellsOfLayer =
        coarseCells.ofBlock.data() + 4 * static_cast<std::size_t>(half);
    if (cellsOfLayer[0] < 0 && cellsOfLayer[1] < 0 && cellsOfLayer[2] < 0 && cellsOfLayer[3] < 0)
      continue;
    const bool anyFixed = fixedCorners.anyInBlock[b];
    if (anyFixed)
      setShapes(shapes, fixedCorners.mask.data() + b * kBlockCells + 32 * pair, constrained);
    addLayers<Form>(lattice, material, state, b, 2 * pair, 2 * pair + 2,
                    anyFixed ? constrained : free, sums);
    storeElements(sums, cellsOfLayer, elements);
  }
}

void coarseElementsHere(const Lattice& lattice, const CellMaterial& material,
                        const CellState& state, const CoarseCells& coarseCells,
                        const FixedCorners& fixedCorners, const CoarseShapes& shapes,
                        const CoarseElements& elements, std::int32_t halfBegin,
                        std::int32_t halfEnd) {
  withForm(state.form, [&]<class Form>(Form) {
    coarseElementsWith<Form>(lattice, material, state, coarseCells, fixedCorners, shapes, elements,
                             halfBegin, halfEnd);
  });
}

// Sums all lanes, four entries at a time.
void storeWhole(const float (*sums)[16], float* element) {
  const Quad d;
  for (std::size_t entry = 0; entry < kElementFloats; entry += 4) {
    hn::Vec<Quad> v[4];
    for (std::size_t k = 0; k < 4; ++k) {
      const float* row = sums[entry + k];
      v[k] = hn::Add(hn::Add(hn::Load(d, row), hn::Load(d, row + 4)),
                     hn::Add(hn::Load(d, row + 8), hn::Load(d, row + 12)));
    }
    transpose4(v);
    hn::StoreU(hn::Add(hn::Add(v[0], v[1]), hn::Add(v[2], v[3])), d, element + entry);
  }
}

void wholeElementHere(const Lattice& lattice, const CellMaterial& material, const CellState& state,
                      const CoarseShapes& shapes, std::int32_t block, float* element) {
  alignas(64) float sums[kElementFloats][16];
  withForm(state.form, [&]<class Form>(Form) {
    addLayers<Form>(lattice, material, state, static_cast<std::size_t>(block), 0, 4,
                    shapes.ofBlock(), sums);
  });
  storeWhole(sums, element);
}

const char* kernelTargetHere() { return hwy::TargetName(HWY_TARGET); }

}  // namespace
}  // namespace HWY_NAMESPACE
}  // namespace sinew
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace sinew {

HWY_EXPORT(applyTilesHere);
HWY_EXPORT(diagonalTilesHere);
HWY_EXPORT(coarseElementsHere);
HWY_EXPORT(wholeElementHere);
HWY_EXPORT(kernelTargetHere);

void applyTiles(const Lattice& lattice, const Tiles& tiles, const CellMaterial& material,
                const CellState& state, Tangent tangent, const float* x, const TileSums& sums,
                std::int32_t blockBegin, std::int32_t blockEnd) {
  HWY_DYNAMIC_DISPATCH(applyTilesHere)
  (lattice, tiles, material, state, tangent, x, sums, blockBegin, blockEnd);
}

void diagonalTiles(const Lattice& lattice, const CellMaterial& material, const CellState& state,
                   int part, const TileSums& sums, std::int32_t blockBegin, std::int32_t blockEnd) {
  HWY_DYNAMIC_DISPATCH(diagonalTilesHere)
  (lattice, material, state, part, sums, blockBegin, blockEnd);
}

void coarseElements(const Lattice& lattice, const CellMaterial& material, const CellState& state,
                    const CoarseCells& coarseCells, const FixedCorners& fixedCorners,
                    const CoarseShapes& shapes, const CoarseElements& elements,
                    std::int32_t halfBegin, std::int32_t halfEnd) {
  HWY_DYNAMIC_DISPATCH(coarseElementsHere)
  (lattice, material, state, coarseCells, fixedCorners, shapes, elements, halfBegin, halfEnd);
}

void wholeElement(const Lattice& lattice, const CellMaterial& material, const CellState& state,
                  const CoarseShapes& shapes, std::int32_t block, float* element) {
  HWY_DYNAMIC_DISPATCH(wholeElementHere)(lattice, material, state, shapes, block, element);
}

const char* kernelTarget() { return HWY_DYNAMIC_DISPATCH(kernelTargetHere)(); }

}  // namespace sinew
#endif  // HWY_ONCE
