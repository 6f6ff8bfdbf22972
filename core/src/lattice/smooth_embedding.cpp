// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
#include "lattice/smooth_embedding.h"

#include <algorithm>
#include <array>
#include <numeric>

#include "base/aligned_vector.h"
#include "lattice/node_derivatives.h"

namespace sinew {
namespace {

/// Corner a, derivative d: a * 8 + d.
constexpr int kTerms = 8 * kDerivatives;

/// What the corners' values and derivatives are made of: of every node read, its share in each.
struct CellStencil {
  std::vector<std::int32_t> nodes;
  std::vector<std::array<double, kTerms>> shares;

  std::array<double, kTerms>& of(std::int32_t node) {
    const auto found = std::find(nodes.begin(), nodes.end(), node);
    const auto at = static_cast<std::size_t>(found - nodes.begin());
    if (found == nodes.end()) {
      nodes.push_back(node);
      shares.push_back({});
    }
    return shares[at];
  }
};

CellStencil stencilOf(const CellComplex& complex, const NodeCells& around, std::size_t cell) {
  CellStencil stencil;
  const auto& corners = complex.nodes[cell];
  for (int a = 0; a < 8; ++a) {
    const std::int32_t node = corners[static_cast<std::size_t>(a)];
    const NodeRing ring(complex, around, static_cast<std::size_t>(node));
    for (int d = 0; d < kDerivatives; ++d)
      ring.derivative(d, ~a & 7, corners, [&](std::int32_t n, double weight) {
        stencil.of(n)[static_cast<std::size_t>(a * kDerivatives + d)] += weight;
      });
  }
  return stencil;
}

/// Hermite's cubics on 0..1 by end and derivative, continued by their tangents: eq. 2.
std::array<std::array<double, 2>, 2> hermite(double t) {
  if (t <= 0) return {{{1, t}, {0, 0}}};
  if (t >= 1) return {{{0, 0}, {1, t - 1}}};
  const double s = 1 - t;
  return {{{(1 + 2 * t) * s * s, t * s * s}, {(1 + 2 * s) * t * t, -s * t * t}}};
}

/// Eq. 1: the factor of each corner's value and derivatives at a place in the cell.
std::array<double, kTerms> termsAt(const Vec3<double>& p) {
  const std::array<std::array<double, 2>, 2> along[3] = {hermite(p.x), hermite(p.y), hermite(p.z)};
  std::array<double, kTerms> terms;
  for (std::size_t a = 0; a < 8; ++a)
    for (std::size_t d = 0; d < kDerivatives; ++d)
      terms[a * kDerivatives + d] =
          along[0][a & 1][d & 1] * along[1][a >> 1 & 1][d >> 1 & 1] * along[2][a >> 2][d >> 2];
  return terms;
}

/// Numbers the cells that hold points as they come first, and gives each its points.
struct PointsOfCells {
  std::vector<std::int32_t> listOfPoint;
  std::vector<CellSlot> slots;                    // of each list
  std::vector<std::vector<std::int32_t>> points;  // of each list
};

PointsOfCells groupByCell(const Lattice& lattice, std::span<const CellSlot> cellOfPoint) {
  PointsOfCells groups;
  std::vector<std::int32_t> listOfSlot(static_cast<std::size_t>(lattice.blockCount) * kBlockCells,
                                       -1);
  for (std::size_t p = 0; p < cellOfPoint.size(); ++p) {
    std::int32_t& list = listOfSlot[static_cast<std::size_t>(cellOfPoint[p])];
    if (list < 0) {
      list = static_cast<std::int32_t>(groups.slots.size());
      groups.slots.push_back(cellOfPoint[p]);
      groups.points.emplace_back();
    }
    groups.listOfPoint.push_back(list);
    groups.points[static_cast<std::size_t>(list)].push_back(static_cast<std::int32_t>(p));
  }
  return groups;
}

/// Index in complexOf(lattice) of each slot; -1 for cells that are not active.
std::vector<std::int32_t> cellOfSlots(const Lattice& lattice) {
  std::vector<std::int32_t> cells(static_cast<std::size_t>(lattice.blockCount) * kBlockCells, -1);
  std::int32_t next = 0;
  for (std::size_t slot = 0; slot < cells.size(); ++slot)
    if (lattice.isActive(static_cast<CellSlot>(slot))) cells[slot] = next++;
  return cells;
}

}  // namespace

std::size_t SmoothEmbedding::memoryBytes() const {
  return byteCount(listOfPoint) + byteCount(listBegin) + byteCount(nodes) + byteCount(weightBegin) +
         byteCount(weights);
}

SmoothEmbedding embedSmoothly(const Lattice& lattice, std::span<const CellSlot> cellOfPoint,
                              std::span<const Vec3<double>> inCell) {
  const CellComplex complex = complexOf(lattice);
  const NodeCells around = cellsAroundNodes(complex);
  const std::vector<std::int32_t> cellOfSlot = cellOfSlots(lattice);
  PointsOfCells groups = groupByCell(lattice, cellOfPoint);

  SmoothEmbedding embedding;
  embedding.weightBegin.resize(cellOfPoint.size());
  embedding.listBegin.push_back(0);
  for (std::size_t list = 0; list < groups.slots.size(); ++list) {
    const std::int32_t cell = cellOfSlot[static_cast<std::size_t>(groups.slots[list])];
    const CellStencil stencil = stencilOf(complex, around, static_cast<std::size_t>(cell));
    embedding.nodes.insert(embedding.nodes.end(), stencil.nodes.begin(), stencil.nodes.end());
    embedding.listBegin.push_back(static_cast<std::uint32_t>(embedding.nodes.size()));
    for (const std::int32_t p : groups.points[list]) {
      embedding.weightBegin[static_cast<std::size_t>(p)] = embedding.weights.size();
      const std::array<double, kTerms> terms = termsAt(inCell[static_cast<std::size_t>(p)]);
      for (const auto& shares : stencil.shares)
        embedding.weights.push_back(static_cast<float>(
            std::inner_product(terms.begin(), terms.end(), shares.begin(), 0.0)));
    }
  }
  embedding.listOfPoint = std::move(groups.listOfPoint);
  shrinkToFit(embedding.listOfPoint, embedding.listBegin, embedding.nodes, embedding.weights);
  return embedding;
}

}  // namespace sinew
