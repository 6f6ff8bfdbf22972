// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
#include "lattice/smooth_embedding.h"

#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <set>

#include "lattice/cell_complex.h"
#include "support/bent_tube.h"
#include "support/models.h"

namespace sinew::testing {
namespace {

// Weights are floats of size about 1, and up to 64 of them multiply differences of size `reach`.
double smoothRoundOff(double reach) { return 64 * reach * 0x1p-24; }

std::vector<double> positions(const Lattice& lattice, auto&& placeOf) {
  std::vector<double> x(static_cast<std::size_t>(lattice.nodeCount + 1) * 4, 0.0);
  for (std::size_t n = 0; n < lattice.nodeCoord.size(); ++n) {
    const Int3 c = lattice.nodeCoord[n];
    const Vec3<double> p = placeOf(Vec3<double>{double(c.x), double(c.y), double(c.z)});
    x[4 * n] = p.x, x[4 * n + 1] = p.y, x[4 * n + 2] = p.z;
  }
  return x;
}

std::vector<double> randomPositions(const Lattice& lattice, std::uint32_t seed) {
  Random random(seed);
  return positions(lattice, [&](const Vec3<double>&) {
    return Vec3<double>{random.next(), random.next(), random.next()};
  });
}

std::vector<CellSlot> activeSlots(const Lattice& lattice) {
  std::vector<CellSlot> slots;
  for (CellSlot slot = 0; slot < lattice.blockCount * kBlockCells; ++slot)
    if (lattice.isActive(slot)) slots.push_back(slot);
  return slots;
}

Vec3<double> valueAt(const Lattice& lattice, CellSlot slot, const Vec3<double>& inCell,
                     const std::vector<double>& x) {
  const SmoothEmbedding one =
      embedSmoothly(lattice, std::vector<CellSlot>{slot}, std::vector<Vec3<double>>{inCell});
  return interpolate(one, 0, x.data());
}

/// A palm at x < 0 with two fingers on it that share the cells with y = 1, in number and place, but
/// not their nodes.
Lattice fingersOnAPalm() {
  CellComplex complex;
  std::set<std::pair<Int3, int>> known;  // place and part: 0 palm, 1 and 2 fingers
  std::vector<std::pair<Int3, int>> order;
  const auto addCell = [&](Int3 cell, int part) {
    std::array<std::int32_t, 8> nodes;
    for (int a = 0; a < 8; ++a) {
      const Int3 p = cell + cornerOffset(a);
      const std::pair<Int3, int> key{p, p.x > 0 ? part : 0};
      if (known.insert(key).second) order.push_back(key), complex.nodeCoord.push_back(p);
      nodes[static_cast<std::size_t>(a)] =
          static_cast<std::int32_t>(std::find(order.begin(), order.end(), key) - order.begin());
    }
    complex.cells.push_back(cell);
    complex.nodes.push_back(nodes);
  };
  for (int z = 0; z < 2; ++z)
    for (int x = -3; x < 4; ++x)
      for (int y = 0; y < 3; ++y) {
        if (x < 0) {
          addCell({x, y, z}, 0);
        } else {
          if (y <= 1) addCell({x, y, z}, 1);
          if (y >= 1) addCell({x, y, z}, 2);
        }
      }
  return buildLattice(complex);
}

/// Per node, whether it is reached from `start` through cells at x >= 0 without touching the palm.
std::vector<bool> fingerWith(const Lattice& lattice, Int3 start) {
  const CellComplex complex = complexOf(lattice);
  DisjointSets sets(complex.nodeCoord.size());
  for (const auto& nodes : complex.nodes)
    for (const std::int32_t n : nodes)
      for (const std::int32_t m : nodes)
        if (complex.nodeCoord[static_cast<std::size_t>(n)].x > 0 &&
            complex.nodeCoord[static_cast<std::size_t>(m)].x > 0)
          sets.join(n, m);
  const auto at = std::find(complex.nodeCoord.begin(), complex.nodeCoord.end(), start);
  const std::int32_t root = sets.find(static_cast<std::int32_t>(at - complex.nodeCoord.begin()));
  std::vector<bool> result;
  for (std::int32_t n = 0; n < complex.nodeCount(); ++n) result.push_back(sets.find(n) == root);
  return result;
}

TEST(SmoothEmbedding, FollowsAnAffineMotionExactlyAlsoOutside) {
  const Affine shear{{1.1, 0.2, -0.3, 0.1, 0.8, 0.25, -0.2, 0.15, 1.3}, {4, -2, 7}};
  for (const Lattice& lattice : {buildLattice(raggedPlan().cells), fingersOnAPalm()}) {
    const std::vector<double> x = positions(lattice, shear);
    Random random(3);
    for (const CellSlot slot : activeSlots(lattice)) {
      const Int3 c = lattice.cellCoord(slot);
      const Vec3<double> p{0.5 + 2 * random.next(), 0.5 + 0.5 * random.next(),
                           0.5 + 0.5 * random.next()};
      const Vec3<double> wanted = shear({c.x + p.x, c.y + p.y, c.z + p.z});
      EXPECT_LT(length(valueAt(lattice, slot, p, x) - wanted), smoothRoundOff(4));
    }
  }
}

TEST(SmoothEmbedding, IsTheNodeAtANode) {
  const Lattice lattice = fingersOnAPalm();
  const std::vector<double> x = randomPositions(lattice, 5);
  for (const CellSlot slot : activeSlots(lattice))
    for (int a = 0; a < 8; ++a) {
      const double* node = x.data() + 4 * static_cast<std::size_t>(lattice.cellNode(slot, a));
      const Vec3<double> value =
          valueAt(lattice, slot, {double(a & 1), double(a >> 1 & 1), double(a >> 2)}, x);
      EXPECT_LT(length(value - Vec3<double>{node[0], node[1], node[2]}), smoothRoundOff(2));
    }
}

/// The derivative along `axis` at the face p[axis] = 0 or 1, by differences inside the cell.
Vec3<double> slopeFromInside(const Lattice& lattice, CellSlot slot, std::array<double, 3> p,
                             std::size_t axis, const std::vector<double>& x) {
  const double step = p[axis] > 0.5 ? -1e-3 : 1e-3;
  std::array<Vec3<double>, 3> f;
  for (Vec3<double>& value : f) {
    value = valueAt(lattice, slot, {p[0], p[1], p[2]}, x);
    p[axis] += step;
  }
  return (1 / (2 * step)) * (4.0 * f[1] - 3.0 * f[0] - f[2]);
}

TEST(SmoothEmbedding, HasOneValueAndOneSlopeOnEveryFaceOfTwoCells) {
  for (const Lattice& lattice : {buildLattice(raggedPlan().cells), fingersOnAPalm()}) {
    const std::vector<double> x = randomPositions(lattice, 7);
    Random random(11);
    int faces = 0;
    for (const CellSlot a : activeSlots(lattice))
      for (const CellSlot b : activeSlots(lattice))
        for (std::size_t axis = 0; axis < 3; ++axis) {
          bool sharesFace = true;  // the upper face of a is the lower face of b
          for (int k = 0; k < 8; ++k)
            if (k >> axis & 1)
              sharesFace &= lattice.cellNode(a, k) == lattice.cellNode(b, k ^ (1 << axis));
          if (!sharesFace) continue;
          ++faces;
          std::array<double, 3> p{0.5 + 0.5 * random.next(), 0.5 + 0.5 * random.next(),
                                  0.5 + 0.5 * random.next()};
          std::array<double, 3> q = p;
          p[axis] = 1, q[axis] = 0;
          const Vec3<double> value = valueAt(lattice, a, {p[0], p[1], p[2]}, x);
          EXPECT_LT(length(value - valueAt(lattice, b, {q[0], q[1], q[2]}, x)), smoothRoundOff(2));
          // Float weights over a step of 1e-3; slopes themselves are about 1.
          EXPECT_LT(length(slopeFromInside(lattice, a, p, axis, x) -
                           slopeFromInside(lattice, b, q, axis, x)),
                    5e-3);
        }
    EXPECT_GT(faces, 50);
  }
}

// --- Lekien and Marsden as they wrote it: 64 coefficients from 64 conditions, and derivatives by
// differences of a grid of numbers.
constexpr int kBox = 4;  // nodes along an edge

using Grid = std::array<double, kBox * kBox * kBox>;

Grid differentiated(const Grid& grid, int stride) {
  Grid result;
  for (int n = 0; n < kBox * kBox * kBox; ++n) {
    const int at = n / stride % kBox;
    const int low = at > 0 ? n - stride : n, high = at + 1 < kBox ? n + stride : n;
    result[std::size_t(n)] =
        (grid[std::size_t(high)] - grid[std::size_t(low)]) * stride / (high - low);
  }
  return result;
}

double slowTricubic(const Grid& grid, Int3 cell, const Vec3<double>& p) {
  const auto power = [](double t, int n, bool derived) {
    return derived ? (n == 0 ? 0.0 : n * std::pow(t, n - 1)) : std::pow(t, n);
  };
  Eigen::Matrix<double, 64, 64> conditions;
  Eigen::Matrix<double, 64, 1> values;
  for (int d = 0; d < 8; ++d) {
    Grid derived = grid;
    for (int axis = 0, stride = 1; axis < 3; ++axis, stride *= kBox)
      if (d >> axis & 1) derived = differentiated(derived, stride);
    for (int a = 0; a < 8; ++a) {
      const Int3 o = cornerOffset(a), n = cell + o;
      values(8 * d + a) = derived[std::size_t(n.x + kBox * (n.y + kBox * n.z))];
      for (int i = 0; i < 4; ++i)
        for (int j = 0; j < 4; ++j)
          for (int k = 0; k < 4; ++k)
            conditions(8 * d + a, i + 4 * j + 16 * k) =
                power(o.x, i, d & 1) * power(o.y, j, d >> 1 & 1) * power(o.z, k, d >> 2);
    }
  }
  const Eigen::Matrix<double, 64, 1> coefficients = conditions.fullPivLu().solve(values);
  double sum = 0;
  for (int i = 0; i < 4; ++i)
    for (int j = 0; j < 4; ++j)
      for (int k = 0; k < 4; ++k)
        sum += coefficients(i + 4 * j + 16 * k) * std::pow(p.x, i) * std::pow(p.y, j) *
               std::pow(p.z, k);
  return sum;
}

TEST(SmoothEmbedding, IsTheTricubicOfLekienAndMarsden) {
  std::vector<Int3> cells;
  for (int n = 0; n < 27; ++n) cells.push_back({n % 3, n / 3 % 3, n / 9});
  const Lattice lattice = buildLattice(cells);
  const std::vector<double> x = randomPositions(lattice, 13);
  Grid grid;
  for (std::size_t n = 0; n < lattice.nodeCoord.size(); ++n) {
    const Int3 c = lattice.nodeCoord[n];
    grid[std::size_t(c.x + kBox * (c.y + kBox * c.z))] = x[4 * n];
  }
  Random random(17);
  for (const CellSlot slot : activeSlots(lattice)) {
    const Vec3<double> p{0.5 + 0.5 * random.next(), 0.5 + 0.5 * random.next(),
                         0.5 + 0.5 * random.next()};
    EXPECT_NEAR(valueAt(lattice, slot, p, x).x, slowTricubic(grid, lattice.cellCoord(slot), p),
                smoothRoundOff(2));
  }
}

TEST(SmoothEmbedding, FingersDoNotReadEachOther) {
  const Lattice lattice = fingersOnAPalm();
  const std::vector<bool> lower = fingerWith(lattice, {4, 0, 0}),
                          upper = fingerWith(lattice, {4, 3, 0});
  int divided = 0;
  for (const CellSlot slot : activeSlots(lattice)) {
    const SmoothEmbedding one = embedSmoothly(lattice, std::vector<CellSlot>{slot},
                                              std::vector<Vec3<double>>{{0.5, 0.5, 0.5}});
    bool readsLower = false, readsUpper = false;
    for (const std::int32_t n : one.nodes) {
      readsLower |= lower[static_cast<std::size_t>(n)];
      readsUpper |= upper[static_cast<std::size_t>(n)];
    }
    const bool inFinger = lattice.cellCoord(slot).x >= 0;
    if (inFinger) {
      EXPECT_NE(readsLower, readsUpper);
    }
    divided += inFinger && lattice.cellCoord(slot).y == 1;
  }
  EXPECT_EQ(divided, 16);  // both fingers, 4 along x, 2 along z
}

TEST(SmoothEmbedding, RemovesTheCreasesOfACoarseLattice) {
  const BentTube::Error linear = BentTube::errorOf(BentTube::embedded(EmbeddingKind::Trilinear)),
                        smooth = BentTube::errorOf(BentTube::embedded(EmbeddingKind::Tricubic)),
                        padded = BentTube::errorOf(BentTube::embedded(EmbeddingKind::Tricubic, 1));
  const auto print = [](const char* name, const BentTube::Error& e) {
    std::printf("%-18s crease %.5f rad, normal %.5f rad, place %.5f cells\n", name, e.crease,
                e.normal, e.place);
  };
  print("trilinear", linear);
  print("tricubic", smooth);
  print("tricubic, padded", padded);
  EXPECT_LT(5 * smooth.crease, linear.crease);
  EXPECT_LT(5 * padded.crease, linear.crease);
}

}  // namespace
}  // namespace sinew::testing
