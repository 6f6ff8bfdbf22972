// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
#include "contact/cell_tree.h"

#include <algorithm>
#include <cmath>

#include "base/parallel.h"

namespace sinew {
namespace {

constexpr std::int64_t kOctetGrain = 64;
constexpr float kInfinite = HUGE_VALF;
// Positions are rounded to float: boxes are this much larger than they need be [part of |p|].
constexpr float kRounding = 2.4e-7f;

// Along one axis, the 27 nodes of an octet, x fastest; those that are not there are infinite.
using OctetNodes = float[27];

}  // namespace

CellTree::CellTree(const Lattice& lattice) {
  for (std::int32_t block = 0; block < lattice.blockCount; ++block)
    for (int octet = 0; octet < 8; ++octet) {
      std::uint8_t active = 0;
      for (int c = 0; c < 8; ++c)
        active =
            static_cast<std::uint8_t>(active | lattice.isActive(octetCell(block, octet, c)) << c);
      if (active) octets_.push_back({block, static_cast<std::uint8_t>(octet), active});
    }
  std::size_t total = 0;
  for (std::size_t count = octets_.size(); count > 0; count = (count + kWidth - 1) / kWidth) {
    levelBegin_.push_back(total);
    total += count;
    if (count == 1) break;
  }
  Node none;
  std::fill_n(&none.least[0][0], 3 * kWidth, kInfinite);
  std::fill_n(&none.greatest[0][0], 3 * kWidth, -kInfinite);
  nodes_.assign(total, none);
}

void CellTree::boxCells(const Lattice& lattice, const Octet& octet, const double* positions,
                        Node& node) {
  const std::int32_t* table =
      lattice.nodeTable.data() + static_cast<std::size_t>(octet.block) * kBlockNodeStride;
  const Int3 first{2 * (octet.octet & 1), 2 * (octet.octet >> 1 & 1), 2 * (octet.octet >> 2)};
  OctetNodes least[3], greatest[3];
  for (int corner = 0; corner < 27; ++corner) {
    const Int3 at = first + Int3{corner % 3, corner / 3 % 3, corner / 9};
    const std::int32_t n = table[blockNodeOf(at)];
    const bool isThere = n != lattice.nodeCount;
    const double* x = positions + 4 * static_cast<std::size_t>(n);
    for (int axis = 0; axis < 3; ++axis) {
      const float c = static_cast<float>(x[axis]), more = kRounding * std::fabs(c);
      least[axis][corner] = isThere ? c - more : kInfinite;
      greatest[axis][corner] = isThere ? c + more : -kInfinite;
    }
  }
  for (int axis = 0; axis < 3; ++axis)
    for (int cell = 0; cell < kWidth; ++cell) {
      const int from = (cell & 1) + 3 * (cell >> 1 & 1) + 9 * (cell >> 2);
      float low = kInfinite, high = -kInfinite;
      for (const int corner : {0, 1, 3, 4, 9, 10, 12, 13}) {
        low = std::min(low, least[axis][from + corner]);
        high = std::max(high, greatest[axis][from + corner]);
      }
      const bool isActive = octet.active >> cell & 1;  // a cell that is not there holds nothing
      node.least[axis][cell] = isActive ? low : kInfinite;
      node.greatest[axis][cell] = isActive ? high : -kInfinite;
    }
}

void CellTree::boxChild(const Node& child, int number, Node& node) {
  for (std::size_t axis = 0; axis < 3; ++axis) {
    node.least[axis][number] = *std::min_element(child.least[axis], child.least[axis] + kWidth);
    node.greatest[axis][number] =
        *std::max_element(child.greatest[axis], child.greatest[axis] + kWidth);
  }
}

void CellTree::refit(const Lattice& lattice, const double* positions) {
  parallelFor(static_cast<std::int64_t>(octets_.size()), kOctetGrain,
              [&](std::int64_t begin, std::int64_t end) {
                for (auto i = static_cast<std::size_t>(begin); i < static_cast<std::size_t>(end);
                     ++i)
                  boxCells(lattice, octets_[i], positions, nodes_[i]);
              });
  for (std::size_t level = 1; level < levelBegin_.size(); ++level) {
    const std::size_t children = levelBegin_[level] - levelBegin_[level - 1];
    for (std::size_t child = 0; child < children; ++child)
      boxChild(nodes_[levelBegin_[level - 1] + child], static_cast<int>(child % kWidth),
               nodes_[levelBegin_[level] + child / kWidth]);
  }
}

}  // namespace sinew
