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
    arrange([&](int local) { return x + 4 * static_cast<std::size_t>(nodes[local]); });
  }

  /// Reads positions relative to the block's first node, so that float keeps their differences.
  void gatherPositions(const Lattice& lattice, std::int32_t block, const double* x) {
    const std::int32_t* nodes =
        lattice.nodeTable.data() + static_cast<std::size_t>(block) * kBlockNodeStride;
    int first = 0;
    while (nodes[first] == lattice.nodeCount) ++first;
    const double* anchor = x + 4 * static_cast<std::size_t>(nodes[first]);
    alignas(16) float relative[kBlockNodes][4];
    for (int n = 0; n < kBlockNodes; ++n) {
      const double* p =
          nodes[n] == lattice.nodeCount ? anchor : x + 4 * static_cast<std::size_t>(nodes[n]);
      for (int i = 0; i < 3; ++i) relative[n][i] = static_cast<float>(p[i] - anchor[i]);
      relative[n][3] = 0;
    }
    arrange([&](int local) { return relative[local]; });
  }

  /// Component i of corner a for the lanes from `lane` of layer z.
  SINEW_INLINE Wide corner(int a, int i, int z, int lane) const {
    return loadU(rows_[a & 1][i][z + (a >> 2)] + 4 * ((a >> 1) & 1) + lane);
  }

 private:
  template <class NodeAt>
  SINEW_INLINE void arrange(NodeAt&& nodeAt) {
    const Quad d;
    for (int z = 0; z < 5; ++z)
      for (int y = 0; y < 5; ++y) {
        hn::Vec<Quad> node[5], v[4];
        for (int x = 0; x < 5; ++x) node[x] = hn::Load(d, nodeAt(x + 5 * y + 25 * z));
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
