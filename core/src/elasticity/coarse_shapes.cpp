// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
#include "elasticity/coarse_shapes.h"

namespace sinew {
namespace {

int bit(int value, int k) { return (value >> k) & 1; }

// Of a child with the weights W.
ChildShapes shapesOf(const double W[8][8], StabilisationWeights weights) {
  double HgW[8][8];
  for (int a = 0; a < 8; ++a)
    for (int A = 0; A < 8; ++A) {
      HgW[a][A] = 0;
      for (int b = 0; b < 8; ++b) HgW[a][A] += hourglassStiffness(a, b, weights) * W[b][A];
    }

  ChildShapes shapes;
  std::size_t pair = 0;
  for (int A = 0; A < 8; ++A) {
    for (int axis = 0; axis < 3; ++axis) {
      double g = 0;
      for (int a = 0; a < 8; ++a) g += W[a][A] * (bit(a, axis) ? 0.25 : -0.25);
      shapes.gradient[static_cast<std::size_t>(A)][static_cast<std::size_t>(axis)] =
          static_cast<float>(g);
    }
    for (int B = A; B < 8; ++B) {
      double s = 0;
      for (int a = 0; a < 8; ++a) s += W[a][A] * HgW[a][B];
      shapes.hourglass[pair++] = static_cast<float>(s);
    }
  }
  return shapes;
}

ChildShapes childShapes(int octant, unsigned fixedMask, StabilisationWeights weights) {
  double W[8][8];
  for (int a = 0; a < 8; ++a)
    for (int A = 0; A < 8; ++A) W[a][A] = (fixedMask >> a) & 1 ? 0.0 : coarseWeight(octant, a, A);
  return shapesOf(W, weights);
}

// Of the cell x + 4 y + 16 z of a block.
ChildShapes shapesInBlock(int cell, StabilisationWeights weights) {
  double W[8][8];
  for (int a = 0; a < 8; ++a)
    for (int A = 0; A < 8; ++A)
      W[a][A] = coarseWeight({cell & 3, cell >> 2 & 3, cell >> 4}, 4, a, A);
  return shapesOf(W, weights);
}

LayerShapes<4> blockShapes(StabilisationWeights weights) {
  LayerShapes<4> result;
  for (int cell = 0; cell < 64; ++cell)
    result.set(cell / 16, cell % 16, shapesInBlock(cell, weights));
  return result;
}

}  // namespace

double hourglassStiffness(int a, int b, StabilisationWeights weights) {
  const auto sign = [&](int k) { return bit(a, k) == bit(b, k) ? 1.0 : -1.0; };
  const double x = sign(0), y = sign(1), z = sign(2);
  return (static_cast<double>(weights.bilinear) * (x * y + y * z + x * z) +
          static_cast<double>(weights.trilinear) * x * y * z) /
         8.0;
}

CoarseShapes::CoarseShapes(StabilisationWeights weights) {
  cases_.reserve(8 * 256);
  for (int octant = 0; octant < 8; ++octant)
    for (unsigned mask = 0; mask < 256; ++mask)
      cases_.push_back(childShapes(octant, mask, weights));
  block_.push_back(blockShapes(weights));
}

}  // namespace sinew
