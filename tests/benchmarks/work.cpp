// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
#include "work.h"

namespace sinew::bench {
namespace {

constexpr double kFloat = 4;
constexpr double kNode = 3 * kFloat;               // a node vector without padding
constexpr double kCell = 17 * kFloat;              // R (9), L (6), mu, lambda
constexpr double kHalfCell = 15 * 2 + 2 * kFloat;  // the first two as half floats
constexpr double kBlock = 9 * kFloat;              // of a coarse matrix or a diagonal
constexpr double kDiagonal = 6 * kFloat;           // symmetric
constexpr double kHalfDiagonal = 6 * 2;            // that of the lattice, in half floats
constexpr double kPosition = 3 * 8;                // double

// Operations per cell, counted in the formulas of docs/theory (a fused product and sum is two).
constexpr double kOperatorFlops = 330;  // counted in a prototype of R, L and the twelve differences
constexpr double kSvdFlops = 318;       // counted in the compiled loop
constexpr double kLineariseFlops = 1057;  // counted in the compiled loop of the corotated law

double nodesOf(const FleshModel& model) { return model.lattice.nodeCount; }
double cellsOf(const FleshModel& model) { return static_cast<double>(model.lattice.cellCount); }

}  // namespace

Work svdWork(double matrices) {
  const double bytes = matrices * 30 * kFloat;
  return {bytes, matrices * kSvdFlops, bytes};
}

Work operatorWork(const FleshModel& model, Tangent tangent) {
  const double cell = tangent == Tangent::Exact ? kCell : kHalfCell;
  const double bytes = cellsOf(model) * cell + nodesOf(model) * 2 * kNode;
  return {bytes, cellsOf(model) * kOperatorFlops, bytes};
}

Work vcycleWork(const FleshModel& model) {
  // A sweep reads the operator, D^-1, b or r and d, and writes r, d and x. From zero the first
  // sweep before needs no product, and a residual is needed between: as many products as sweeps.
  const auto sweeps = static_cast<double>(2 * kLatticeSmoother.order);
  Work work = operatorWork(model, Tangent::Projected).times(sweeps);
  work.bytes += sweeps * nodesOf(model) * (kHalfDiagonal + 4 * kNode);
  work.flops += sweeps * nodesOf(model) * 24;
  work.footprint += nodesOf(model) * (kHalfDiagonal + 4 * kNode);
  const auto& levels = model.hierarchy.levels;
  const auto levelSweeps = static_cast<double>(2 * kLevelSmoother.order);
  double visits = 1;
  for (std::size_t l = kPassedLevels; l + 1 < levels.size(); ++l) {
    if (l + 1 >= kFirstTwiceLevel && l + 1 <= kLastTwiceLevel) visits *= 2;
    const auto blocks = static_cast<double>(levels[l].columns.size());
    work.bytes +=
        visits * levelSweeps * (blocks * kBlock + levels[l].nodeCount * (kDiagonal + 4 * kNode));
    // Blocks above the diagonal are used twice.
    work.flops +=
        visits * levelSweeps * ((2 * blocks - levels[l].nodeCount) * 18 + levels[l].nodeCount * 24);
    work.footprint += blocks * kBlock;
  }
  return work;
}

Work lineariseWork(const FleshModel& model) {
  const double bytes = cellsOf(model) * kCell + nodesOf(model) * (kPosition + kNode);
  return {bytes, cellsOf(model) * kLineariseFlops, bytes};
}

Work setupWork(const FleshModel& model) {
  Work work{cellsOf(model) * kCell, 0, cellsOf(model) * kCell};
  for (const CoarseLevel& level : model.hierarchy.levels) {
    work.bytes += static_cast<double>(level.columns.size()) * kBlock;
    work.footprint += static_cast<double>(level.columns.size()) * kBlock;
  }
  return work;
}

Work iterationWork(const FleshModel& model) {
  Work work = vcycleWork(model);
  work += operatorWork(model, Tangent::Exact);
  work.bytes += nodesOf(model) * 8 * kNode;  // r, z, p, q, dx: read or written once each, or twice
  work.flops += nodesOf(model) * 36;
  return work;
}

}  // namespace sinew::bench
