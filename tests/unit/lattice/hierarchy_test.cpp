// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
#include "lattice/hierarchy.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "support/models.h"

namespace sinew::testing {
namespace {

struct Body {
  Lattice lattice;
  Hierarchy hierarchy;
};

Body makeBody(const ModelPlan& plan, bool fixBones = true) {
  Body body{buildLattice(plan.cells), {}};
  std::vector<std::uint8_t> fixed;
  for (const Int3& c : body.lattice.nodeCoord)
    fixed.push_back(fixBones && plan.boneOfNode({static_cast<double>(c.x), static_cast<double>(c.y),
                                                 static_cast<double>(c.z)}) >= 0);
  body.hierarchy = buildHierarchy(body.lattice, fixed);
  return body;
}

const Body& ragged() {
  static const Body body = makeBody(raggedPlan());
  return body;
}

// Trilinear hat function of the coarse node at C, seen at the fine coordinate c.
double hat(Int3 C, Int3 c) {
  const auto one = [](std::int32_t Ci, std::int32_t ci) {
    return std::max(0.0, 1 - std::abs(ci - 2 * Ci) / 2.0);
  };
  return one(C.x, c.x) * one(C.y, c.y) * one(C.z, c.z);
}

/// A box, odd along two axes, with bones sprinkled over it.
Body sprinkledBox() {
  ModelPlan plan = barPlan(13, 10, 7, false);
  for (Int3& cell : plan.cells) cell = cell + Int3{-5, -2, -3};
  plan.boneOfNode = [random = Random(61)](const Vec3<double>&) mutable {
    return random.next() > 0.6 ? 0 : -1;
  };
  return makeBody(plan);
}

/// Coordinates of the level 1 nodes, read off the coarse cells they are corners of.
std::vector<Int3> firstLevelCoords(const Body& body) {
  constexpr Int3 kUnknown{1 << 20, 0, 0};
  std::vector<Int3> coords(static_cast<std::size_t>(body.hierarchy.levels[0].nodeCount), kUnknown);
  for (std::int32_t b = 0; b < body.lattice.blockCount; ++b)
    for (int octet = 0; octet < 8; ++octet) {
      const auto cell = body.hierarchy.coarseCells.ofBlock[static_cast<std::size_t>(b * 8 + octet)];
      if (cell < 0) continue;
      const Int3 block = body.lattice.blockCoord[static_cast<std::size_t>(b)];
      for (int a = 0; a < 8; ++a) {
        const auto n = body.hierarchy.coarseCells
                           .nodes[static_cast<std::size_t>(cell)][static_cast<std::size_t>(a)];
        if (n < 0) continue;
        const Int3 C =
            Int3{2 * block.x, 2 * block.y, 2 * block.z} + cornerOffset(octet) + cornerOffset(a);
        Int3& known = coords[static_cast<std::size_t>(n)];
        EXPECT_TRUE(known == kUnknown || known == C) << "a node in two places";
        known = C;
      }
    }
  return coords;
}

TEST(Hierarchy, FirstLevelInterpolatesWithHatFunctions) {
  const Body body = sprinkledBox();
  const std::vector<Int3> coarse = firstLevelCoords(body);
  EXPECT_EQ(std::set<Int3>(coarse.begin(), coarse.end()).size(), coarse.size());
  for (std::size_t n = 0; n < body.lattice.nodeCoord.size(); ++n) {
    std::map<std::int32_t, double> expected;
    for (std::size_t m = 0; m < coarse.size() && !body.hierarchy.fixed[n]; ++m)
      if (const double w = hat(coarse[m], body.lattice.nodeCoord[n]); w > 0)
        expected[static_cast<std::int32_t>(m)] = w;
    std::map<std::int32_t, double> row;
    for (const WeightedNode& e : body.hierarchy.levels[0].parents.row(n))
      row[e.node()] += e.weight();
    ASSERT_EQ(row, expected) << "weights are products of halves: exact";
  }
}

TEST(Hierarchy, LeavesOutCoarseNodesExactlyWhereTheCoincidentNodeIsFixed) {
  const Body body = sprinkledBox();
  const std::vector<Int3> kept = firstLevelCoords(body);
  std::set<Int3> fixed,
      supported;  // coarse coordinates over a fixed node; with a free node in reach
  for (std::size_t n = 0; n < body.lattice.nodeCoord.size(); ++n) {
    const Int3 c = body.lattice.nodeCoord[n];
    if (body.hierarchy.fixed[n]) {
      if (c.x % 2 == 0 && c.y % 2 == 0 && c.z % 2 == 0) fixed.insert({c.x / 2, c.y / 2, c.z / 2});
      continue;
    }
    for (int z = -6; z < 6; ++z)
      for (int y = -6; y < 6; ++y)
        for (int x = -6; x < 6; ++x)
          if (hat({x, y, z}, c) > 0) supported.insert({x, y, z});
  }
  ASSERT_GT(fixed.size(), 10u);
  std::set<Int3> expected;
  std::set_difference(supported.begin(), supported.end(), fixed.begin(), fixed.end(),
                      std::inserter(expected, expected.end()));
  EXPECT_EQ(std::set<Int3>(kept.begin(), kept.end()), expected);
}

TEST(Hierarchy, ANodeHasTheSameParentsSeenFromEveryCellAroundIt) {  // also in a ragged body
  const Body& body = ragged();
  for (CellSlot slot = 0; slot < body.lattice.blockCount * kBlockCells; ++slot) {
    if (!body.lattice.isActive(slot)) continue;
    const Int3 local = localOfBlockCell(slot & 63);
    const int octet = local.x / 2 + local.y / 2 * 2 + local.z / 2 * 4;
    const auto cell =
        body.hierarchy.coarseCells.ofBlock[static_cast<std::size_t>((slot >> 6) * 8 + octet)];
    ASSERT_GE(cell, 0);
    for (int a = 0; a < 8; ++a) {
      const auto n = static_cast<std::size_t>(body.lattice.cellNode(slot, a));
      const Int3 corner = local + cornerOffset(a);
      std::map<std::int32_t, double> expected, row;
      for (int A = 0; A < 8 && !body.hierarchy.fixed[n]; ++A) {
        const auto parent = body.hierarchy.coarseCells
                                .nodes[static_cast<std::size_t>(cell)][static_cast<std::size_t>(A)];
        const double w = hat(cornerOffset(octet) + cornerOffset(A), corner);
        if (w > 0 && parent >= 0) expected[parent] = w;
      }
      for (const WeightedNode& e : body.hierarchy.levels[0].parents.row(n))
        row[e.node()] += e.weight();
      ASSERT_EQ(row, expected);
    }
  }
}

TEST(Hierarchy, EveryLevelReproducesLinearFunctions) {  // of a body that nothing holds
  const Body body = makeBody(barPlan(24, 16, 9, false), false);
  constexpr Int3 kUnknown{1 << 20, 0, 0};
  std::vector<Int3> fine = body.lattice.nodeCoord;
  ASSERT_GE(body.hierarchy.levels.size(), 2u);
  for (const CoarseLevel& level : body.hierarchy.levels) {
    // A coarse node lies on the fine node that follows it alone; beyond an odd end of the bar there
    // is none, and it lies opposite the other parent of a node with two.
    std::vector<Int3> coarse(static_cast<std::size_t>(level.nodeCount), kUnknown);
    for (const std::size_t parents : {1u, 2u})
      for (std::size_t n = 0; n < fine.size(); ++n) {
        const auto row = level.parents.row(n);
        if (row.size() != parents) continue;
        Int3 &a = coarse[static_cast<std::size_t>(row[0].node())],
             &b = coarse[static_cast<std::size_t>(row[parents - 1].node())];
        const Int3 c = fine[n];
        if (parents == 1) {
          a = {c.x / 2, c.y / 2, c.z / 2};
        } else if (a == kUnknown && b != kUnknown) {
          a = {c.x - b.x, c.y - b.y, c.z - b.z};
        } else if (b == kUnknown && a != kUnknown) {
          b = {c.x - a.x, c.y - a.y, c.z - a.z};
        }
      }
    for (std::size_t n = 0; n < fine.size(); ++n) {
      double x = 0, y = 0, z = 0, sum = 0;
      for (const WeightedNode& e : level.parents.row(n)) {
        const Int3 C = coarse[static_cast<std::size_t>(e.node())];
        x += 2.0 * C.x * e.weight(), y += 2.0 * C.y * e.weight(), z += 2.0 * C.z * e.weight();
        sum += e.weight();
      }
      ASSERT_EQ(sum, 1);
      ASSERT_EQ(x, fine[n].x);
      ASSERT_EQ(y, fine[n].y);
      ASSERT_EQ(z, fine[n].z);
    }
    fine = coarse;
  }
}

TEST(Hierarchy, ChildrenAreTheTransposeOfParents) {
  for (const CoarseLevel& level : ragged().hierarchy.levels) {
    std::map<std::pair<std::int32_t, std::int32_t>, float> down, up;
    for (std::size_t n = 0; n + 1 < level.parents.begin.size(); ++n)
      for (const WeightedNode& e : level.parents.row(n))
        down[{static_cast<std::int32_t>(n), e.node()}] = e.weight();
    for (std::size_t m = 0; m < static_cast<std::size_t>(level.nodeCount); ++m) {
      EXPECT_FALSE(level.children.row(m).empty()) << "a coarse node nothing follows";
      for (const WeightedNode& e : level.children.row(m))
        up[{e.node(), static_cast<std::int32_t>(m)}] = e.weight();
    }
    EXPECT_EQ(down, up);
  }
}

// Which entries of P^T K P can be non-zero, the slow way.
std::set<std::pair<std::int32_t, std::int32_t>> productPattern(
    const std::set<std::pair<std::int32_t, std::int32_t>>& fine, const WeightTable& parents) {
  std::set<std::pair<std::int32_t, std::int32_t>> result;
  for (const auto& [i, j] : fine)
    for (const WeightedNode& a : parents.row(static_cast<std::size_t>(i)))
      for (const WeightedNode& b : parents.row(static_cast<std::size_t>(j)))
        result.emplace(a.node(), b.node());
  return result;
}

TEST(Hierarchy, PatternsHoldEveryEntryOfTheGalerkinProduct) {
  const Body& body = ragged();
  std::set<std::pair<std::int32_t, std::int32_t>> fine;  // nodes that share a cell
  for (CellSlot slot = 0; slot < body.lattice.blockCount * kBlockCells; ++slot)
    for (int a = 0; a < 8 && body.lattice.isActive(slot); ++a)
      for (int b = 0; b < 8; ++b)
        fine.emplace(body.lattice.cellNode(slot, a), body.lattice.cellNode(slot, b));
  for (std::size_t l = 0; l < body.hierarchy.levels.size(); ++l) {
    const CoarseLevel& level = body.hierarchy.levels[l];
    const auto needed = productPattern(fine, level.parents);
    if (l < kPassedLevels) {  // has no matrix, and what there would be in one is passed on
      EXPECT_TRUE(level.rowBegin.empty() && level.columns.empty() && level.lower.empty());
      fine = needed;
      continue;
    }
    std::set<std::pair<std::int32_t, std::int32_t>> held;
    for (std::int32_t r = 0; r < level.nodeCount; ++r) {
      const auto row = static_cast<std::size_t>(r);
      std::int32_t before = -1;
      level.forColumns(row, [&](std::int32_t column) {
        EXPECT_LT(before, column) << "ascending, no repeats";
        held.emplace(r, before = column);
      });
      EXPECT_EQ(level.columns[level.rowBegin[row]], r);
      for (auto k = level.lowerBegin[row]; k < level.lowerBegin[row + 1]; ++k) {
        const LowerEntry& entry = level.lower[k];
        EXPECT_EQ(level.columns[entry.upper], r);
        EXPECT_GE(entry.upper, level.rowBegin[static_cast<std::size_t>(entry.column)]);
        EXPECT_LT(entry.upper, level.rowBegin[static_cast<std::size_t>(entry.column) + 1]);
        EXPECT_LT(entry.column, r);
      }
    }
    EXPECT_TRUE(std::includes(held.begin(), held.end(), needed.begin(), needed.end()));
    if (l > kPassedLevels) {  // level 2 is made of whole elements and may hold more
      EXPECT_EQ(held, needed);
    }
    fine = held;
  }
}

TEST(Hierarchy, ElementBlocksLandInTheEntryOfTheirColumn) {
  const Body& body = ragged();
  const BlockElements& cells = body.hierarchy.elements;
  const CoarseLevel& level = body.hierarchy.levels[kPassedLevels];
  std::set<std::pair<std::int32_t, std::uint32_t>> incident;
  for (std::size_t c = 0; c < static_cast<std::size_t>(cells.count); ++c)
    for (std::size_t A = 0; A < 8; ++A) {
      if (cells.nodes[c][A] >= 0)
        incident.emplace(cells.nodes[c][A], static_cast<std::uint32_t>(c * 8 + A));
      for (std::size_t B = 0; B < 8; ++B) {
        const std::uint8_t place = cells.place[c][A * 8 + B];
        if (cells.nodes[c][A] < 0 || cells.nodes[c][B] < cells.nodes[c][A]) {
          EXPECT_EQ(place, 255);
        } else {
          const auto entry = level.rowBegin[static_cast<std::size_t>(cells.nodes[c][A])] + place;
          EXPECT_EQ(level.columns[entry], cells.nodes[c][B]);
        }
      }
    }
  std::set<std::pair<std::int32_t, std::uint32_t>> listed;
  for (std::int32_t n = 0; n < level.nodeCount; ++n)
    for (auto k = cells.incidentBegin[static_cast<std::size_t>(n)];
         k < cells.incidentBegin[static_cast<std::size_t>(n) + 1]; ++k)
      listed.emplace(n, cells.incidentCorner[k]);
  EXPECT_EQ(listed, incident);
}

// So that W^T E W, with the weights of the octant, is what a coarse cell adds to level 2.
// Unconnected pieces in one block have elements of their own.
TEST(Hierarchy, CoarseCellsHangOnTheCornersOfTheirElement) {
  std::size_t several = 0;
  ModelPlan plates = barPlan(3, 8, 8, false);  // a cell apart
  std::erase_if(plates.cells, [](Int3 c) { return c.x == 1; });
  for (const Body& body : {makeBody(raggedPlan()), sprinkledBox(), makeBody(plates, false)}) {
    const auto& [coarse, elements] = std::tie(body.hierarchy.coarseCells, body.hierarchy.elements);
    for (std::size_t b = 0; b < static_cast<std::size_t>(body.lattice.blockCount); ++b) {
      std::set<std::int32_t> ofBlock;
      for (int octet = 0; octet < 8; ++octet) {
        const std::int32_t cell = coarse.ofBlock[8 * b + static_cast<std::size_t>(octet)];
        if (cell < 0) continue;
        const auto element = elements.ofCoarseCell[static_cast<std::size_t>(cell)];
        ofBlock.insert(element);
        for (int a = 0; a < 8; ++a) {
          const std::int32_t corner =
              coarse.nodes[static_cast<std::size_t>(cell)][static_cast<std::size_t>(a)];
          if (corner < 0) continue;
          std::map<std::int32_t, double> expected, row;
          for (int A = 0; A < 8; ++A) {
            const std::int32_t parent =
                elements.nodes[static_cast<std::size_t>(element)][static_cast<std::size_t>(A)];
            const double w = hat(cornerOffset(A), cornerOffset(octet) + cornerOffset(a));
            if (w > 0 && parent >= 0) expected[parent] += w;
          }
          for (const WeightedNode& e :
               body.hierarchy.levels[1].parents.row(static_cast<std::size_t>(corner)))
            row[e.node()] += e.weight();
          ASSERT_EQ(row, expected);
        }
      }
      several += ofBlock.size() > 1;
    }
  }
  EXPECT_GT(several, 0u) << "no block with two elements";
}

TEST(Hierarchy, CoarseCellsAreThoseWithAnActiveChild) {
  const Body& body = ragged();
  for (std::int32_t b = 0; b < body.lattice.blockCount; ++b)
    for (int octet = 0; octet < 8; ++octet) {
      bool active = false;
      for (int cell = 0; cell < kBlockCells; ++cell) {
        const Int3 c = localOfBlockCell(cell), o = cornerOffset(octet);
        if (c.x / 2 == o.x && c.y / 2 == o.y && c.z / 2 == o.z)
          active |= body.lattice.isActive(b * kBlockCells + cell);
      }
      EXPECT_EQ(body.hierarchy.coarseCells.ofBlock[static_cast<std::size_t>(b * 8 + octet)] >= 0,
                active);
    }
}

TEST(Hierarchy, RowsHaveAnEntryForEveryTermOfTheProduct) {
  const Body body = makeBody(barPlan(20, 10, 9, true));
  ASSERT_GT(body.hierarchy.levels.size(), kPassedLevels + 1);
  for (std::size_t l = kPassedLevels + 1; l < body.hierarchy.levels.size(); ++l) {
    const CoarseLevel &fine = body.hierarchy.levels[l - 1], &level = body.hierarchy.levels[l];
    for (std::size_t r = 0; r < static_cast<std::size_t>(level.nodeCount); ++r) {
      std::set<std::int32_t> expected;
      for (const WeightedNode& child : level.children.row(r)) {
        fine.forColumns(static_cast<std::size_t>(child.node()), [&](std::int32_t column) {
          for (const WeightedNode& parent : level.parents.row(static_cast<std::size_t>(column)))
            expected.insert(parent.node());
        });
      }
      std::vector<std::int32_t> row;
      level.forColumns(r, [&](std::int32_t column) { row.push_back(column); });
      EXPECT_EQ(row, std::vector<std::int32_t>(expected.begin(), expected.end()));
    }
  }
}

TEST(Hierarchy, CoarsensUntilADirectSolveIsCheap) {
  for (const ModelPlan& plan : {raggedPlan(), barPlan(40, 20, 20, true), ballPlan(9)}) {
    const Body body = makeBody(plan);
    std::int32_t above = body.lattice.nodeCount;
    for (std::size_t l = 0; l < body.hierarchy.levels.size(); ++l) {
      const CoarseLevel& level = body.hierarchy.levels[l];
      EXPECT_LT(level.nodeCount, above);
      EXPECT_TRUE(above > kCoarsestNodes || l <= kPassedLevels) << "a level too many";
      above = level.nodeCount;
    }
    EXPECT_LE(above, kCoarsestNodes);
  }
}

TEST(Hierarchy, OneCellHasOneMatrixAndABodyOfFixedNodesNone) {
  EXPECT_EQ(makeBody(barPlan(1, 1, 1, false)).hierarchy.levels.size(), kPassedLevels + 1);
  EXPECT_EQ(makeBody(barPlan(1, 4, 4, true)).hierarchy.levels.size(), 0u);
}

TEST(Hierarchy, FixedCornersAreTheCornersAtFixedNodes) {
  const Body& body = ragged();
  int set = 0;
  for (CellSlot slot = 0; slot < body.lattice.blockCount * kBlockCells; ++slot)
    for (int a = 0; a < 8; ++a) {
      const bool fixed =
          body.lattice.isActive(slot) &&
          body.hierarchy.fixed[static_cast<std::size_t>(body.lattice.cellNode(slot, a))];
      const auto mask = body.hierarchy.fixedCorners.mask[static_cast<std::size_t>(slot)];
      ASSERT_EQ((mask >> a & 1) != 0, fixed);
      if (fixed) {
        ASSERT_TRUE(body.hierarchy.fixedCorners.anyInBlock[static_cast<std::size_t>(slot >> 6)]);
      }
      set += fixed;
    }
  EXPECT_GT(set, 0);
}

}  // namespace
}  // namespace sinew::testing
