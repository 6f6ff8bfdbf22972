// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
#include "multigrid/multigrid.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <type_traits>

#include "base/assert.h"
#include "base/large_pages.h"
#include "base/parallel.h"
#include "multigrid/galerkin.h"

namespace sinew {
namespace {

constexpr std::int64_t kBlockGrain = 16;  // 1024 cells
constexpr std::int64_t kNodeGrain = 1024;
constexpr std::int64_t kRowGrain = 256;  // rows of coarse matrices are 27 blocks long

template <class Body>
void forNodes(std::int32_t count, std::int64_t grain, Body&& body) {
  parallelFor(count, grain, [&](std::int64_t begin, std::int64_t end) {
    body(static_cast<std::int32_t>(begin), static_cast<std::int32_t>(end));
  });
}

template <class Body>
double sumNodes(std::int32_t count, Body&& body) {
  return parallelSum(count, kNodeGrain, [&](std::int64_t begin, std::int64_t end) {
    return body(static_cast<std::int32_t>(begin), static_cast<std::int32_t>(end));
  });
}

// Coefficients of Chebyshev iteration on [l / ratio, l] (docs/theory/multigrid.md, eq. 8):
// d_0 = first D^-1 r, d_k = keep[k] d_{k-1} + take[k] D^-1 r.
struct Chebyshev {
  float first;
  std::array<float, kSmootherOrder> keep{}, take{};

  explicit Chebyshev(float eigenvalue) {
    const float upper = eigenvalue, lower = eigenvalue / kSmootherRatio;
    const float theta = (upper + lower) / 2, delta = (upper - lower) / 2, sigma = theta / delta;
    first = 1 / theta;
    float rho = 1 / sigma;
    for (std::size_t k = 1; k < kSmootherOrder; ++k) {
      const float next = 1 / (2 * sigma - rho);
      keep[k] = next * rho;
      take[k] = 2 * next / delta;
      rho = next;
    }
  }
};

}  // namespace

Multigrid::Multigrid(const SystemParts& parts, const CellState& state)
    : parts_(parts), state_(state), sweep_(*parts.lattice) {
  const Lattice& lattice = *parts.lattice;
  const auto nodeCount = static_cast<std::size_t>(lattice.nodeCount);
  springProducts_.resize(static_cast<std::size_t>(parts.springs->count) * 4 + 4);
  inverseDiagonal_.resize(nodeCount * 9 + 4);
  elements_.resize(static_cast<std::size_t>(parts.hierarchy->coarseCells.count) * kElementFloats);
  r_ = d_ = dNext_ = makeNodeVector(lattice.nodeCount);
  for (const CoarseLevel& level : parts.hierarchy->levels) {
    LevelData data;
    data.blocks.resize(level.columns.size() * 9 + 4);
    data.inverseDiagonal.resize(static_cast<std::size_t>(level.nodeCount) * 9 + 4);
    data.b = data.x = data.r = data.d = data.dNext = makeNodeVector(level.nodeCount);
    levels_.push_back(std::move(data));
  }
  if (!levels_.empty()) coarseSolver_.emplace_back(parts.hierarchy->levels.back());
  eigenvalues_.assign(std::max<std::size_t>(1, levels_.size()), kEigenvalueBound);
  preferLargePages(state.frames);
  preferLargePages(state.exact);
  for (const NodeVector* v : {&r_, &d_, &dNext_, &inverseDiagonal_, &elements_})
    preferLargePages(*v);
}

template <class Use>
double Multigrid::sweepRows(Tangent tangent, const float* v, Use&& use) {
  springProducts(*parts_.springs, v, springProducts_.data());
  LatticeRows rows{parts_.hierarchy->fixed.data(), parts_.springs, springProducts_.data(),
                   nodeStiffness_, v};
  rows.pairs = pairRows(0, v);
  return sweep_(
      rows,
      [&](float* shares, std::int32_t begin, std::int32_t end) {
        applyBlocks(*parts_.lattice, *parts_.material, state_, tangent, v, shares, begin, end);
      },
      [&](const LatticeRows& own, std::int32_t begin, std::int32_t end) {
        if constexpr (std::is_void_v<decltype(use(own, begin, end))>) {
          use(own, begin, end);
          return 0.0;
        } else {
          return use(own, begin, end);
        }
      });
}

void Multigrid::setPairs(const PairSprings* pairs, std::size_t list) {
  pairs_[list] = pairs && pairs->count > 0 ? pairs : nullptr;
  if (!pairs_[list]) return;
  pairProducts_[list].resize(pairs->levels.size());
  for (AlignedVector<float>& products : pairProducts_[list])
    products.resize(std::max(products.size(), static_cast<std::size_t>(pairs->count) * 8));
}

PairRowLists Multigrid::pairRows(std::size_t level, const float* v) {
  PairRowLists rows;
  for (std::size_t i = 0; i < kPairLists; ++i) {
    if (!pairs_[i]) continue;
    multiplyPairs(*pairs_[i], level, v, pairProducts_[i][level]);
    rows[i] = {&pairs_[i]->levels[level], pairProducts_[i][level].data()};
  }
  return rows;
}

MatrixRows Multigrid::levelRows(std::size_t l, const float* v) {
  MatrixRows rows{&parts_.hierarchy->levels[l], levels_[l].blocks.data(), v};
  rows.pairs = pairRows(l + 1, v);
  return rows;
}

double Multigrid::apply(Tangent tangent, const NodeVector& x, NodeVector& y) {
  return sweepRows(tangent, x.data(),
                   [&](const LatticeRows& rows, std::int32_t begin, std::int32_t end) {
                     return storeRows(rows, x.data(), y.data(), begin, end);
                   });
}

void Multigrid::refreshDiagonal() {
  // Springs and inertia are not shares; their part is added below.
  const SpringSet none;
  const LatticeRows cells{parts_.hierarchy->fixed.data(), &none, nullptr};
  NodeVector &first = r_, &second = dNext_;
  sweep_.inTwoParts(
      cells,
      [&](float* shares, float* otherShares, std::int32_t begin, std::int32_t end) {
        diagonalBlocks(*parts_.lattice, *parts_.material, state_, shares, otherShares, begin, end);
      },
      [&](const LatticeRows& rows, int part, std::int32_t begin, std::int32_t end) {
        return storeRows(rows, nullptr, (part == 0 ? first : second).data(), begin, end);
      });
  const SpringSet& springs = *parts_.springs;
  forNodes(nodeCount(), kNodeGrain, [&](std::int32_t begin, std::int32_t end) {
    for (auto n = static_cast<std::size_t>(begin); n < static_cast<std::size_t>(end); ++n) {
      const float *a = first.data() + 4 * n, *b = second.data() + 4 * n;
      double D[6] = {a[0], a[1], a[2], b[0], b[1], b[2]};
      if (springs.count > 0)
        for (std::uint32_t k = springs.nodeBegin[n]; k < springs.nodeBegin[n + 1]; ++k) {
          const double w = springs.nodeSprings[k].weight;
          const float* K = springs.stiffness.data() +
                           9 * static_cast<std::size_t>(springs.nodeSprings[k].spring);
          const int entry[6] = {0, 1, 2, 4, 5, 8};
          for (int i = 0; i < 6; ++i) D[i] += w * w * K[entry[i]];
        }
      if (nodeStiffness_)
        for (const int i : {0, 3, 5}) D[i] += static_cast<double>(nodeStiffness_[n]);
      for (const PairSprings* list : pairs_)
        if (list) addPairDiagonal(*list, 0, n, D);
      invertBlock(D, inverseDiagonal_.data() + 9 * n);
    }
  });
}

void Multigrid::rebuildLevels() {
  const std::vector<CoarseLevel>& patterns = parts_.hierarchy->levels;
  if (patterns.empty()) return;
  parallelFor(parts_.lattice->blockCount, kBlockGrain, [&](std::int64_t begin, std::int64_t end) {
    coarseElementBlocks(*parts_.lattice, *parts_.material, state_, parts_.hierarchy->coarseCells,
                        parts_.hierarchy->fixedCorners, *parts_.shapes, elements_.data(),
                        static_cast<std::int32_t>(begin), static_cast<std::int32_t>(end));
  });
  assembleFirstLevel(parts_.hierarchy->coarseCells, patterns[0], elements_.data(), *parts_.springs,
                     levels_[0].blocks.data());
  if (nodeStiffness_) addNodeStiffness(patterns[0], nodeStiffness_, levels_[0].blocks.data());
  for (std::size_t l = 1; l < levels_.size(); ++l)
    assembleProduct(patterns[l - 1], levels_[l - 1].blocks.data(), patterns[l],
                    levels_[l].blocks.data());
  finishLevels();
}

void Multigrid::finishLevels() {
  const std::vector<CoarseLevel>& patterns = parts_.hierarchy->levels;
  if (patterns.empty()) return;
  for (std::size_t l = 0; l + 1 < levels_.size(); ++l)
    invertDiagonal(patterns[l], levels_[l].blocks.data(), levels_[l].inverseDiagonal.data(), pairs_,
                   l + 1);
  coarseSolver_[0].factor(patterns.back(), levels_.back().blocks.data(), pairs_);
}

void Multigrid::latticeSmooth(LastStep last, const NodeVector& b, NodeVector& x) {
  const Chebyshev chebyshev(eigenvalues_[0]);
  const ChebyshevVectors v{
      inverseDiagonal_.data(), b.data(), x.data(), r_.data(), d_.data(), dNext_.data()};
  if (last.fromZero) {
    forNodes(nodeCount(), kNodeGrain, [&](std::int32_t begin, std::int32_t end) {
      chebyshevStart(v, chebyshev.first, begin, end);
    });
  } else {
    sweepRows(Tangent::Projected, v.x,
              [&](const LatticeRows& rows, std::int32_t begin, std::int32_t end) {
                chebyshevFirst(rows, v, chebyshev.first, begin, end);
              });
  }
  sweepRows(Tangent::Projected, v.d,
            [&](const LatticeRows& rows, std::int32_t begin, std::int32_t end) {
              chebyshevNext(rows, v, last.fromZero ? v.b : v.r, chebyshev.keep[1],
                            chebyshev.take[1], begin, end);
            });
  const ChebyshevVectors swapped{v.inverseDiagonal, v.b, v.x, v.r, v.dNext, v.d};
  sweepRows(Tangent::Projected, swapped.d,
            [&](const LatticeRows& rows, std::int32_t begin, std::int32_t end) {
              chebyshevLast(rows, swapped, chebyshev.keep[2], chebyshev.take[2], last, begin, end);
            });
}

void Multigrid::levelSmooth(std::size_t l, LastStep last) {
  const CoarseLevel& pattern = parts_.hierarchy->levels[l];
  LevelData& level = levels_[l];
  const Chebyshev chebyshev(eigenvalues_[l + 1]);
  const ChebyshevVectors v{level.inverseDiagonal.data(),
                           level.b.data(),
                           level.x.data(),
                           level.r.data(),
                           level.d.data(),
                           level.dNext.data()};
  if (last.fromZero) {
    forNodes(pattern.nodeCount, kNodeGrain, [&](std::int32_t begin, std::int32_t end) {
      chebyshevStart(v, chebyshev.first, begin, end);
    });
  } else {
    const MatrixRows rows = levelRows(l, v.x);
    forNodes(pattern.nodeCount, kRowGrain, [&](std::int32_t begin, std::int32_t end) {
      chebyshevFirst(rows, v, chebyshev.first, begin, end);
    });
  }
  const MatrixRows next = levelRows(l, v.d);
  forNodes(pattern.nodeCount, kRowGrain, [&](std::int32_t begin, std::int32_t end) {
    chebyshevNext(next, v, last.fromZero ? v.b : v.r, chebyshev.keep[1], chebyshev.take[1], begin,
                  end);
  });
  const ChebyshevVectors swapped{v.inverseDiagonal, v.b, v.x, v.r, v.dNext, v.d};
  const MatrixRows lastRows = levelRows(l, swapped.d);
  forNodes(pattern.nodeCount, kRowGrain, [&](std::int32_t begin, std::int32_t end) {
    chebyshevLast(lastRows, swapped, chebyshev.keep[2], chebyshev.take[2], last, begin, end);
  });
}

void Multigrid::levelCycle(std::size_t l) {
  LevelData& level = levels_[l];
  if (l + 1 == levels_.size()) {
    coarseSolver_[0].solve(level.b.data(), level.x.data());
    return;
  }
  const CoarseLevel& pattern = parts_.hierarchy->levels[l];
  const CoarseLevel& coarser = parts_.hierarchy->levels[l + 1];
  LevelData& next = levels_[l + 1];

  const bool isTwice = l + 1 >= kFirstTwiceLevel && l + 1 <= kLastTwiceLevel;
  for (int cycle = 0; cycle < (isTwice ? 2 : 1); ++cycle) {
    levelSmooth(l, {.fromZero = cycle == 0, .keepsResidual = true});
    const MatrixRows rows = levelRows(l, level.d.data());
    forNodes(pattern.nodeCount, kRowGrain, [&](std::int32_t begin, std::int32_t end) {
      subtractRows(rows, level.r.data(), begin, end);
    });
    forNodes(coarser.nodeCount, kRowGrain, [&](std::int32_t begin, std::int32_t end) {
      restrictTo(coarser, level.r.data(), next.b.data(), begin, end);
    });
    levelCycle(l + 1);
    forNodes(pattern.nodeCount, kNodeGrain, [&](std::int32_t begin, std::int32_t end) {
      prolongAdd(coarser, next.x.data(), level.x.data(), begin, end);
    });
    levelSmooth(l, {.fromZero = false, .keepsResidual = false});
  }
}

void Multigrid::precondition(const NodeVector& r, NodeVector& z) {
  latticeSmooth({.fromZero = true, .keepsResidual = true}, r, z);
  if (!levels_.empty()) {
    const CoarseLevel& coarser = parts_.hierarchy->levels[0];
    sweepRows(Tangent::Projected, d_.data(),
              [&](const LatticeRows& rows, std::int32_t begin, std::int32_t end) {
                subtractRows(rows, r_.data(), begin, end);
              });
    forNodes(coarser.nodeCount, kRowGrain, [&](std::int32_t begin, std::int32_t end) {
      restrictTo(coarser, r_.data(), levels_[0].b.data(), begin, end);
    });
    levelCycle(0);
    forNodes(nodeCount(), kNodeGrain, [&](std::int32_t begin, std::int32_t end) {
      prolongAdd(coarser, levels_[0].x.data(), z.data(), begin, end);
    });
  }
  latticeSmooth({.fromZero = false, .keepsResidual = false}, r, z);
}

template <class Multiply>
float Multigrid::powerMethod(std::int32_t count, const float* inverseDiagonal, int iterations,
                             Multiply&& multiply) {
  NodeVector v = makeNodeVector(count), y = v;
  std::uint32_t random = 12345;
  for (std::size_t i = 0; i < static_cast<std::size_t>(count) * 4; ++i) {
    random = random * 1664525u + 1013904223u;
    if (i % 4 != 3) v[i] = static_cast<float>(random >> 8) / 8388608.f - 1.f;
  }
  double estimate = 0;
  for (int k = 0; k < iterations; ++k) {
    const double vKv = multiply(v, y);
    const ChebyshevVectors c{inverseDiagonal, y.data(), nullptr, nullptr, v.data(), nullptr};
    forNodes(count, kNodeGrain, [&](std::int32_t begin, std::int32_t end) {
      chebyshevStart(c, 1.f, begin, end);  // v = D^-1 K v
    });
    const double yw = sumNodes(count, [&](std::int32_t begin, std::int32_t end) {
      return dotNodes(y.data(), v.data(), begin, end);
    });
    if (!(vKv > 0) || !(yw > 0)) return kEigenvalueBound;
    estimate = yw / vKv;  // Rayleigh quotient of D^-1/2 K D^-1/2, half a step ahead (eq. 9)
    const auto scale = static_cast<float>(1 / std::sqrt(yw));
    for (float& value : v) value *= scale;
  }
  return std::min(kEigenvalueBound, kEigenvalueMargin * static_cast<float>(estimate));
}

std::vector<float> Multigrid::estimateEigenvalues(int iterations) {
  std::vector<float> result;
  result.push_back(
      powerMethod(nodeCount(), inverseDiagonal_.data(), iterations,
                  [&](NodeVector& v, NodeVector& y) { return apply(Tangent::Projected, v, y); }));
  for (std::size_t l = 0; l + 1 < levels_.size(); ++l) {
    const CoarseLevel& pattern = parts_.hierarchy->levels[l];
    result.push_back(
        powerMethod(pattern.nodeCount, levels_[l].inverseDiagonal.data(), iterations,
                    [&](NodeVector& v, NodeVector& y) {
                      const MatrixRows rows = levelRows(l, v.data());
                      return sumNodes(pattern.nodeCount, [&](std::int32_t begin, std::int32_t end) {
                        return storeRows(rows, v.data(), y.data(), begin, end);
                      });
                    }));
  }
  return result;
}

void Multigrid::setEigenvalues(std::span<const float> eigenvalues) {
  SINEW_ASSERT(eigenvalues.size() == eigenvalues_.size());
  std::copy(eigenvalues.begin(), eigenvalues.end(), eigenvalues_.begin());
  if (hasPairs()) eigenvalues_[0] = std::max(eigenvalues_[0], kContactEigenvalue);
  const float least = hasPairs()       ? kContactLevelEigenvalue
                      : nodeStiffness_ ? kInertiaEigenvalue
                                       : 0;
  for (std::size_t l = 1; l < eigenvalues_.size(); ++l)
    eigenvalues_[l] = std::max(eigenvalues_[l], least);
}

bool Multigrid::raiseEigenvalues() {
  const float bound = hasPairs() ? kContactEigenvalueBound : kEigenvalueBound;
  bool raised = false;
  for (float& eigenvalue : eigenvalues_) {
    raised |= eigenvalue < bound;
    eigenvalue = std::min(bound, 1.5f * eigenvalue);
  }
  return raised;
}

std::size_t Multigrid::memoryBytes() const {
  std::size_t bytes = sweep_.memoryBytes() + byteCount(springProducts_) +
                      byteCount(inverseDiagonal_) + byteCount(elements_) + 3 * byteCount(r_);
  for (const LevelData& level : levels_)
    bytes += byteCount(level.blocks) + byteCount(level.inverseDiagonal) + 5 * byteCount(level.b);
  for (const CoarseSolver& solver : coarseSolver_) bytes += solver.memoryBytes();
  for (const auto& list : pairProducts_)
    for (const AlignedVector<float>& products : list) bytes += byteCount(products);
  return bytes;
}

}  // namespace sinew
