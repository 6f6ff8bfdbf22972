// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
#include "contact/cell_tree.h"

#include <algorithm>
#include <cmath>

#include "base/parallel.h"

namespace sinew {
namespace {

constexpr std::int64_t kLeafGrain = 64;
constexpr float kInfinite = HUGE_VALF;
// Positions are rounded to float: boxes are this much larger than they need be [part of |p|].
constexpr double kRounding = 2.4e-7;

}  // namespace

CellTree::CellTree(const Lattice& lattice) {
  for (std::int32_t block = 0; block < lattice.blockCount; ++block)
    for (int octet = 0; octet < 8; ++octet) {
      std::uint8_t active = 0;
      for (int c = 0; c < 8; ++c)
        active =
            static_cast<std::uint8_t>(active | lattice.isActive(octetCell(block, octet, c)) << c);
      if (active) leaves_.push_back({block, static_cast<std::uint8_t>(octet), active});
    }
  std::size_t count = leaves_.size(), total = 0;
  while (count > 0) {
    count = (count + kWidth - 1) / kWidth;
    levelBegin_.push_back(total);
    total += count;
    if (count == 1) break;
  }
  Node none;
  std::fill_n(&none.least[0][0], 3 * kWidth, kInfinite);
  std::fill_n(&none.greatest[0][0], 3 * kWidth, -kInfinite);
  nodes_.assign(total, none);
}

void CellTree::setBox(std::size_t level, std::size_t child, const float box[6]) {
  Node& node = nodes_[levelBegin_[level] + child / kWidth];
  for (std::size_t axis = 0; axis < 3; ++axis) {
    node.least[axis][child % kWidth] = box[axis];
    node.greatest[axis][child % kWidth] = box[3 + axis];
  }
}

void CellTree::boxOf(const Node& node, float box[6]) const {
  for (std::size_t axis = 0; axis < 3; ++axis) {
    box[axis] = *std::min_element(node.least[axis], node.least[axis] + kWidth);
    box[3 + axis] = *std::max_element(node.greatest[axis], node.greatest[axis] + kWidth);
  }
}

void CellTree::refit(const Lattice& lattice, const double* positions) {
  // Whole nodes per chunk: no two chunks write to one.
  parallelFor(
      static_cast<std::int64_t>(leaves_.size()), kLeafGrain,
      [&](std::int64_t begin, std::int64_t end) {
        for (auto i = static_cast<std::size_t>(begin); i < static_cast<std::size_t>(end); ++i) {
          double least[3] = {HUGE_VAL, HUGE_VAL, HUGE_VAL};
          double greatest[3] = {-HUGE_VAL, -HUGE_VAL, -HUGE_VAL};
          const Leaf& leaf = leaves_[i];
          const std::int32_t* table =
              lattice.nodeTable.data() + static_cast<std::size_t>(leaf.block) * kBlockNodeStride;
          const Int3 first{2 * (leaf.octet & 1), 2 * (leaf.octet >> 1 & 1), 2 * (leaf.octet >> 2)};
          for (int corner = 0; corner < 27; ++corner) {
            const Int3 at = first + Int3{corner % 3, corner / 3 % 3, corner / 9};
            const std::int32_t node = table[blockNodeOf(at)];
            if (node == lattice.nodeCount) continue;
            const double* x = positions + 4 * static_cast<std::size_t>(node);
            for (int axis = 0; axis < 3; ++axis) {
              least[axis] = std::min(least[axis], x[axis]);
              greatest[axis] = std::max(greatest[axis], x[axis]);
            }
          }
          float box[6];
          for (int axis = 0; axis < 3; ++axis) {
            const double more =
                kRounding * std::max(std::fabs(least[axis]), std::fabs(greatest[axis]));
            box[axis] = static_cast<float>(least[axis] - more);
            box[3 + axis] = static_cast<float>(greatest[axis] + more);
          }
          setBox(0, i, box);
        }
      });
  for (std::size_t level = 1; level < levelBegin_.size(); ++level) {
    const std::size_t children = levelBegin_[level] - levelBegin_[level - 1];
    for (std::size_t child = 0; child < children; ++child) {
      float box[6];
      boxOf(nodes_[levelBegin_[level - 1] + child], box);
      setBox(level, child, box);
    }
  }
}

}  // namespace sinew
