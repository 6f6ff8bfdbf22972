// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
//
// From node vectors (float[4] per node) to the lanes of a block. Inside, component c of the
// nodes with local (x, y, z) is kept twice, for the lower (dx = 0) and upper (dx = 1) corners along
// x, in rows of 4: then the corner (dx, dy, dz) of the 16 cells of a layer is one run of 16 floats.

#if defined(SINEW_ELASTICITY_BLOCK_IO_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef SINEW_ELASTICITY_BLOCK_IO_INL_H_
#undef SINEW_ELASTICITY_BLOCK_IO_INL_H_
#else
#define SINEW_ELASTICITY_BLOCK_IO_INL_H_
#endif

#include "lattice/lattice.h"
#include "math/wide-inl.h"

HWY_BEFORE_NAMESPACE();
namespace sinew {
namespace HWY_NAMESPACE {

using Quad = hn::FixedTag<float, 4>;

/// Rows to columns of a 4x4 matrix.
SINEW_INLINE void transpose4(hn::Vec<Quad> v[4]) {
  const Quad d;
  const auto t0 = hn::InterleaveLower(d, v[0], v[1]), t1 = hn::InterleaveLower(d, v[2], v[3]);
  const auto t2 = hn::InterleaveUpper(d, v[0], v[1]), t3 = hn::InterleaveUpper(d, v[2], v[3]);
  const hn::FixedTag<double, 2> pairs;
  const auto p0 = hn::BitCast(pairs, t0), p1 = hn::BitCast(pairs, t1);
  const auto p2 = hn::BitCast(pairs, t2), p3 = hn::BitCast(pairs, t3);
  v[0] = hn::BitCast(d, hn::InterleaveLower(pairs, p0, p1));
  v[1] = hn::BitCast(d, hn::InterleaveUpper(pairs, p0, p1));
  v[2] = hn::BitCast(d, hn::InterleaveLower(pairs, p2, p3));
  v[3] = hn::BitCast(d, hn::InterleaveUpper(pairs, p2, p3));
}

class BlockInput {
 public:
  /// Reads the 125 nodes of a block.
  void gather(const Lattice& lattice, std::int32_t block, const float* x) {
    const std::int32_t* nodes =
        lattice.nodeTable.data() + static_cast<std::size_t>(block) * kBlockNodeStride;
    arrange([&](int local) {
      return hn::Load(Quad(), x + 4 * static_cast<std::size_t>(nodes[local]));
    });
  }

  /// Reads positions relative to the block's first node, so that float keeps their differences.
  void gatherPositions(const Lattice& lattice, std::int32_t block, const double* x) {
    const std::int32_t* nodes =
        lattice.nodeTable.data() + static_cast<std::size_t>(block) * kBlockNodeStride;
    int first = 0;
    while (nodes[first] == lattice.nodeCount) ++first;
    const std::int32_t anchor = nodes[first];
    const double* origin = x + 4 * static_cast<std::size_t>(anchor);
    arrange([&](int local) {
      const std::int32_t n = nodes[local] == lattice.nodeCount ? anchor : nodes[local];
      return difference(x + 4 * static_cast<std::size_t>(n), origin);
    });
  }

  /// Component i of corner a for the lanes from `lane` of layer z.
  SINEW_INLINE Wide corner(int a, int i, int z, int lane) const {
    return loadU(rows_[a & 1][i][z + (a >> 2)] + 4 * ((a >> 1) & 1) + lane);
  }

 private:
  /// a - b of four doubles, rounded to floats.
  template <class Doubles = hn::CappedTag<double, 4>>
  static SINEW_INLINE hn::Vec<Quad> difference(const double* a, const double* b) {
    const Doubles d;
    const auto part = [&](std::size_t i) {
      return hn::DemoteTo(hn::Rebind<float, Doubles>(),
                          hn::Sub(hn::Load(d, a + i), hn::Load(d, b + i)));
    };
    if constexpr (hn::MaxLanes(Doubles()) == 4) {
      return part(0);
    } else {
      return hn::Combine(Quad(), part(2), part(0));
    }
  }

  template <class NodeAt>
  SINEW_INLINE void arrange(NodeAt&& nodeAt) {
    const Quad d;
    for (int z = 0; z < 5; ++z)
      for (int y = 0; y < 5; ++y) {
        hn::Vec<Quad> node[5], v[4];
        for (int x = 0; x < 5; ++x) node[x] = nodeAt(x + 5 * y + 25 * z);
        for (int dx = 0; dx < 2; ++dx) {
          for (int x = 0; x < 4; ++x) v[x] = node[x + dx];
          transpose4(v);
          for (int i = 0; i < 3; ++i) hn::Store(v[i], d, rows_[dx][i][z] + 4 * y);
        }
      }
  }

  alignas(64) float rows_[2][3][5][32];  // [dx][component][z][4 y + x]; 20 used
};

}  // namespace HWY_NAMESPACE
}  // namespace sinew
HWY_AFTER_NAMESPACE();

#endif  // include guard per target
