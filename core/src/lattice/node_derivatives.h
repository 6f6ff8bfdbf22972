// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
//
// Derivatives at a node by finite differences of the nodes around it (docs/theory/embedding.md,
// section 2). Only cells that have the node as a corner are looked at, so a node never reads
// material it is not connected to, however close that lies.
#pragma once

#include <array>
#include <cstdint>

#include "lattice/cell_complex.h"

namespace sinew {

/// Which derivative: bit k set means once along axis k. 0 is the value, 7 is d^3/dxdydz.
inline constexpr int kDerivatives = 8;

/// The nodes of all cells around a node, by offset -1..1 along each axis.
class NodeRing {
 public:
  NodeRing(const CellComplex& complex, const NodeCells& around, std::size_t node);

  /// Adds up add(node, weight) to the derivative. `inward` names the cell that asks: it lies on the
  /// upper side of the node along axis k if bit k is set. It matters only where nothing else is to
  /// be had: where material branches on both sides.
  template <class Add>
  void derivative(int axes, int inward, const std::array<std::int32_t, 8>& cellNodes,
                  Add&& add) const;

 private:
  static constexpr std::int32_t kNone = -1, kSeveral = -2;

  /// The node at the corners `bits` of the box on the side `upper` of the node.
  std::int32_t at(int bits, int upper) const {
    const auto along = [&](int k) { return (bits >> k & 1) ? ((upper >> k & 1) ? 1 : -1) : 0; };
    return nodes_[static_cast<std::size_t>((along(0) + 1) + 3 * (along(1) + 1) +
                                           9 * (along(2) + 1))];
  }
  bool hasBox(int axes, int upper) const {
    for (int bits = axes;; bits = (bits - 1) & axes) {
      if (at(bits, upper) < 0) return false;
      if (bits == 0) return true;
    }
  }

  std::array<std::int32_t, 27> nodes_;
};

/// +1 or -1: of the node at corner `bits` in the mixed difference along `axes` over the box on the
/// side `upper`.
inline double differenceSign(int axes, int bits, int upper) {
  const auto odd = [](int b) { return (b ^ (b >> 1) ^ (b >> 2)) & 1; };
  return odd(axes & ~bits) ^ odd(axes & ~upper) ? -1.0 : 1.0;
}

template <class Add>
void NodeRing::derivative(int axes, int inward, const std::array<std::int32_t, 8>& cellNodes,
                          Add&& add) const {
  // Every box on the sides of the node gives one estimate; their mean is taken (eq. 3).
  int boxes = 0;
  for (int upper = axes;; upper = (upper - 1) & axes) {
    boxes += hasBox(axes, upper);
    if (upper == 0) break;
  }
  const auto addBox = [&](int upper, double share, auto&& nodeAt) {
    for (int bits = axes;; bits = (bits - 1) & axes) {
      add(nodeAt(bits), share * differenceSign(axes, bits, upper));
      if (bits == 0) break;
    }
  };
  if (boxes == 0) {
    const int corner = ~inward & 7;  // of the node in the cell that asks
    addBox(inward & axes, 1.0,
           [&](int bits) { return cellNodes[static_cast<std::size_t>(corner ^ bits)]; });
    return;
  }
  for (int upper = axes;; upper = (upper - 1) & axes) {
    if (hasBox(axes, upper)) addBox(upper, 1.0 / boxes, [&](int bits) { return at(bits, upper); });
    if (upper == 0) break;
  }
}

}  // namespace sinew
