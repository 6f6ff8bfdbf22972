// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
#include "lattice/padding.h"

#include <gtest/gtest.h>

#include <set>

#include "support/models.h"

namespace sinew {
namespace {

CellComplex box(int nx, int ny, int nz) {
  std::vector<Int3> cells;
  for (int z = 0; z < nz; ++z)
    for (int y = 0; y < ny; ++y)
      for (int x = 0; x < nx; ++x) cells.push_back({x, y, z});
  return weldCells(cells);
}

/// Every corner of every cell is a node at the right place, and no two cells are the same.
void expectConsistent(const CellComplex& complex) {
  std::set<std::array<std::int32_t, 8>> seen;
  for (std::size_t c = 0; c < complex.cells.size(); ++c) {
    EXPECT_TRUE(seen.insert(complex.nodes[c]).second);
    for (int a = 0; a < 8; ++a) {
      const std::int32_t n = complex.nodes[c][static_cast<std::size_t>(a)];
      ASSERT_TRUE(n >= 0 && n < complex.nodeCount());
      EXPECT_EQ(complex.nodeCoord[static_cast<std::size_t>(n)], complex.cells[c] + cornerOffset(a));
    }
  }
}

TEST(Padding, OfABoxIsALargerBox) {
  for (const int layers : {0, 1, 2}) {
    CellComplex complex = box(3, 4, 5);
    padCells(complex, layers);
    const auto grown = [&](int n) { return static_cast<std::size_t>(n + 2 * layers); };
    EXPECT_EQ(complex.cells.size(), grown(3) * grown(4) * grown(5));
    EXPECT_EQ(complex.nodeCoord.size(), grown(4) * grown(5) * grown(6));
    expectConsistent(complex);
  }
}

TEST(Padding, KeepsTheCellsThatAreThere) {
  const CellComplex before = box(2, 3, 2);
  CellComplex after = before;
  padCells(after, 1);
  for (std::size_t c = 0; c < before.cells.size(); ++c) {
    EXPECT_EQ(after.cells[c], before.cells[c]);
    EXPECT_EQ(after.nodes[c], before.nodes[c]);
  }
}

TEST(Padding, OfABodyThatIsOneEverywhereIsThatOfAPlainLattice) {
  // Rough, but nothing faces itself across a gap of less than two cells.
  std::vector<Int3> cells;
  for (int z = 0; z < 9; ++z)
    for (int y = 0; y < 9; ++y)
      for (int x = 0; x < 9; ++x)
        if ((x - 4) * (x - 4) + (y - 4) * (y - 4) + (z - 4) * (z - 4) < 18)
          cells.push_back({x, y, z});
  CellComplex padded = weldCells(cells);
  padCells(padded, 1);
  std::set<Int3> wanted;
  for (const Int3& c : cells)
    for (int k = 0; k < 27; ++k) wanted.insert(c + Int3{k % 3 - 1, k / 3 % 3 - 1, k / 9 - 1});
  const CellComplex plain = weldCells(std::vector<Int3>(wanted.begin(), wanted.end()));
  EXPECT_EQ(padded.cells.size(), plain.cells.size());
  EXPECT_EQ(padded.nodeCoord.size(), plain.nodeCoord.size());
  EXPECT_EQ(std::set<Int3>(padded.cells.begin(), padded.cells.end()), wanted);
  expectConsistent(padded);
}

TEST(Padding, OfTwoWallsAGapApartIsSeparate) {
  // Walls of x = 0 and x = 1 + gap; padding in between belongs to one of them.
  for (const int gap : {1, 2, 3})
    for (const int layers : {1, 2}) {
      std::vector<Int3> cells;
      for (int z = 0; z < 3; ++z)
        for (int y = 0; y < 3; ++y) {
          cells.push_back({0, y, z});
          cells.push_back({1 + gap, y, z});
        }
      CellComplex complex = weldCells(cells);
      padCells(complex, layers);
      DisjointSets sets(complex.nodeCoord.size());
      for (const auto& nodes : complex.nodes)
        for (const std::int32_t n : nodes) sets.join(nodes[0], n);
      EXPECT_NE(sets.find(complex.nodes[0][0]), sets.find(complex.nodes[1][0]))
          << "gap " << gap << ", layers " << layers;
      expectConsistent(complex);
      const auto grown = [&](int n) { return static_cast<std::size_t>(n + 2 * layers); };
      EXPECT_EQ(complex.cells.size(), 2 * grown(1) * grown(3) * grown(3));
    }
}

TEST(Padding, OfNothingIsNothing) {
  CellComplex complex;
  padCells(complex, 2);
  EXPECT_TRUE(complex.cells.empty());
}

}  // namespace
}  // namespace sinew
