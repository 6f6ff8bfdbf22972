// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
#include "multigrid/multigrid.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

#include "base/assert.h"
#include "base/large_pages.h"
#include "base/parallel.h"
#include "base/runs.h"
#include "multigrid/galerkin.h"
#include "multigrid/galerkin_kernels.h"
#include "multigrid/tile_vector_kernels.h"
#include "multigrid/transfer_kernels.h"

namespace sinew {
namespace {

constexpr std::int64_t kNodeGrain = 1024;
constexpr std::int64_t kRowGrain = 256;     // rows of coarse matrices have 27 blocks
constexpr std::int64_t kProductGrain = 16;  // rows to be made

template <class Body>
void forNodes(std::int32_t count, std::int64_t grain, Body&& body) {
  parallelFor(count, grain, [&](std::int64_t begin, std::int64_t end) {
    body(static_cast<std::int32_t>(begin), static_cast<std::int32_t>(end));
  });
}

// body(begin, end) for runs of what is marked.
template <class Body>
void forStale(const std::vector<std::uint8_t>& stale, std::int64_t grain, Body&& body) {
  forNodes(static_cast<std::int32_t>(stale.size()), grain,
           [&](std::int32_t begin, std::int32_t end) { forRuns(stale, 1, begin, end, body); });
}

template <class Body>
double sumNodes(std::int32_t count, Body&& body) {
  return parallelSum(count, kNodeGrain, [&](std::int64_t begin, std::int64_t end) {
    return body(static_cast<std::int32_t>(begin), static_cast<std::int32_t>(end));
  });
}

// Coefficients of Chebyshev iteration on [l / ratio, l] (docs/theory/multigrid.md, eq. 9):
// d_0 = first D^-1 r, d_k = keep[k] d_{k-1} + take[k] D^-1 r.
struct Chebyshev {
  const SmootherPlan& plan;
  float first;
  std::array<float, kMostSmootherOrder> keep{}, take{};

  Chebyshev(const SmootherPlan& smoother, float eigenvalue) : plan(smoother) {
    const float upper = eigenvalue, lower = eigenvalue / plan.ratio;
    const float theta = (upper + lower) / 2, delta = (upper - lower) / 2, sigma = theta / delta;
    first = 1 / theta;
    float rho = 1 / sigma;
    for (std::size_t k = 1; k < plan.order; ++k) {
      const float next = 1 / (2 * sigma - rho);
      keep[k] = next * rho;
      take[k] = 2 * next / delta;
      rho = next;
    }
  }
};

constexpr std::size_t kUpperEntries[6] = {0, 1, 2, 4, 5, 8};  // of nine

void addSpringDiagonal(const SpringSet& springs, std::size_t n, double D[6]) {
  for (std::uint32_t k = springs.nodeBegin[n]; k < springs.nodeBegin[n + 1]; ++k) {
    const double w = springs.nodeSprings[k].weight;
    const float* K =
        springs.stiffness.data() + 9 * static_cast<std::size_t>(springs.nodeSprings[k].spring);
    for (std::size_t i = 0; i < 6; ++i) D[i] += w * w * static_cast<double>(K[kUpperEntries[i]]);
  }
}

}  // namespace

Multigrid::Multigrid(const SystemParts& parts, const CellState& state)
    : parts_(parts),
      state_(state),
      lattice_(parts, state),
      firstLevel_(parts, state),
      inverseFactors_(lattice_.tiles().count),
      other_(lattice_.tiles()) {
  dots_.resize(static_cast<std::size_t>(lattice_.tiles().count));
  staleBlocks_.resize(static_cast<std::size_t>(parts.lattice->blockCount));
  for (const CoarseLevel& level : parts.hierarchy->levels) {
    LevelData data;
    data.b = data.x = makeNodeVector(level.nodeCount);
    if (levels_.size() >= kPassedLevels) {
      data.blocks.resize(level.columns.size() * 9 + kBlockPadding);
      data.inverseDiagonal.resize(static_cast<std::size_t>(level.nodeCount) * 9 + 4);
      data.other = makeNodeVector(level.nodeCount);
      data.stale.resize(static_cast<std::size_t>(level.nodeCount));
    }
    levels_.push_back(std::move(data));
  }
  if (!levels_.empty()) transfers_.emplace(*parts.hierarchy, lattice_.tiles());
  if (!levels_.empty()) coarseSolver_.emplace_back(parts.hierarchy->levels.back());
  eigenvalues_.assign(smoothedLevels(*parts.hierarchy), kEigenvalueBound);
  preferLargePages(state.frames);
  preferLargePages(state.exact);
  preferLargePages(other_.values);
  preferLargePages(inverseFactors_.halves);
}

void Multigrid::setPairs(const PairSprings* pairs, std::size_t list) {
  pairs_[list] = pairs && pairs->count > 0 ? pairs : nullptr;
  lattice_.setPairs(pairs_);
  if (!pairs_[list]) return;
  pairProducts_[list].resize(pairs->levels.size());
  for (AlignedVector<float>& products : pairProducts_[list])
    products.resize(std::max(products.size(), static_cast<std::size_t>(pairs->count) * 8));
}

MatrixRows Multigrid::levelRows(std::size_t l, const float* v) {
  MatrixRows rows{&parts_.hierarchy->levels[l], levels_[l].blocks.data(), v};
  for (std::size_t i = 0; i < kPairLists; ++i) {
    if (!pairs_[i]) continue;
    multiplyPairs(*pairs_[i], l + 1, v, pairProducts_[i][l + 1]);
    rows.pairs[i] = {&pairs_[i]->levels[l + 1], pairProducts_[i][l + 1].data()};
  }
  return rows;
}

void Multigrid::setNodeStiffness(const float* stiffness) {
  nodeStiffness_ = stiffness;
  lattice_.setNodeStiffness(stiffness);
  firstLevel_.setNodeStiffness(stiffness);
}

double Multigrid::apply(Tangent tangent, const TileVector& x, TileVector& y) {
  lattice_.rows(tangent, x.data(), [&](const TileRows& rows, std::int32_t begin, std::int32_t end) {
    storeTiles(rows, x.data(), y.data(), dots_.data(), begin, end);
  });
  return std::accumulate(dots_.begin(), dots_.end(), 0.0);
}

std::array<TileVector, 2>& Multigrid::exchange() {
  if (exchange_.empty())
    exchange_.push_back({TileVector(lattice_.tiles()), TileVector(lattice_.tiles())});
  return exchange_[0];
}

double Multigrid::apply(Tangent tangent, ConstNodeSpan x, NodeSpan y) {
  auto& [in, out] = exchange();
  toTiles(x, in);
  const double product = apply(tangent, in, out);
  toNodes(out, y);
  return product;
}

void Multigrid::precondition(ConstNodeSpan r, NodeSpan z) {
  auto& [in, out] = exchange();
  toTiles(r, in);
  precondition(in, out);
  toNodes(out, z);
}

void Multigrid::toTiles(ConstNodeSpan nodes, TileVector& to) const {
  const Tiles& tiles = lattice_.tiles();
  forNodes(tiles.count, kTileGrain, [&](std::int32_t begin, std::int32_t end) {
    sinew::toTiles(tiles, nodes.data(), to.data(), begin, end);
  });
}

void Multigrid::toNodes(const TileVector& from, NodeSpan nodes) const {
  forNodes(nodeCount(), kNodeGrain, [&](std::int32_t begin, std::int32_t end) {
    sinew::toNodes(lattice_.tiles(), from.data(), nodes.data(), begin, end);
  });
  std::fill_n(nodes.end() - 4, 4, 0.f);  // the absent node
}

void Multigrid::subtractOther(NodeVector& from) const {
  forNodes(nodeCount(), kNodeGrain, [&](std::int32_t begin, std::int32_t end) {
    subtractFromNodes(lattice_.tiles(), other_.data(), from.data(), begin, end);
  });
}

void Multigrid::refreshDiagonal() {
  if (nodeStiffness_) lattice_.setNodeStiffness(nodeStiffness_);
  inverseFactors_.choose(lattice_.held());
  lattice_.diagonal(0, [&](const TileRows& rows, std::int32_t begin, std::int32_t end) {
    storeTilesApart(rows, other_.data(), kTileFloats, begin, end);
  });
  lattice_.diagonal(1, [&](const TileRows& rows, std::int32_t begin, std::int32_t end) {
    for (std::int32_t t = begin; t < end; ++t) {
      const auto tile = static_cast<std::size_t>(t);
      alignas(kCacheLine) float diagonal[kTileSymmetric];
      std::copy_n(other_.data() + tile * kTileFloats, kTileFloats, diagonal);
      storeTilesApart(rows, diagonal + kTileFloats, 0, t, t + 1);
      lattice_.forHeld(t, t + 1, [&](std::uint32_t place) {
        addHeldDiagonal(place, diagonal + Tiles::localOf(place));
      });
      const float* stiffness = lattice_.nodeStiffness();
      invertTile(stiffness ? stiffness + tile * kTileNodes : nullptr, diagonal, t, inverseFactors_);
    }
  });
}

// Adds what springs and contacts add to the diagonal of a node, of which the first number is given.
void Multigrid::addHeldDiagonal(std::uint32_t place, float* diagonal) const {
  const auto n = static_cast<std::size_t>(lattice_.tiles().node[place]);
  double D[6];
  for (std::size_t i = 0; i < 6; ++i) D[i] = diagonal[i * kTileNodes];
  if (parts_.springs->count > 0) addSpringDiagonal(*parts_.springs, n, D);
  for (const PairSprings* list : pairs_)
    if (list) addPairDiagonal(*list, 0, n, D);
  for (std::size_t i = 0; i < 6; ++i) diagonal[i * kTileNodes] = static_cast<float>(D[i]);
}

void Multigrid::rebuildLevels() {
  if (parts_.hierarchy->levels.empty()) return;
  std::fill(staleBlocks_.begin(), staleBlocks_.end(), std::uint8_t{1});
  rebuildStale();
}

void Multigrid::rebuildLevels(std::span<const std::uint8_t> staleBlocks) {
  if (parts_.hierarchy->levels.empty()) return;
  SINEW_ASSERT(state_.pressures.empty());
  std::copy(staleBlocks.begin(), staleBlocks.end(), staleBlocks_.begin());
  rebuildStale();
}

// Which rows change when blocks do: those of the corners of their elements, and on every
// further level those with children that changed.
void Multigrid::markStaleRows() {
  const Hierarchy& hierarchy = *parts_.hierarchy;
  const CoarseCells& cells = hierarchy.coarseCells;
  std::vector<std::uint8_t>& rows = levels_[kPassedLevels].stale;
  std::fill(rows.begin(), rows.end(), std::uint8_t{0});
  for (std::size_t b = 0; b < staleBlocks_.size(); ++b) {
    if (!staleBlocks_[b]) continue;
    for (std::size_t octet = 0; octet < 8; ++octet) {
      const std::int32_t cell = cells.ofBlock[8 * b + octet];
      if (cell < 0) continue;
      const std::int32_t element = hierarchy.elements.ofCoarseCell[static_cast<std::size_t>(cell)];
      for (const std::int32_t n : hierarchy.elements.nodes[static_cast<std::size_t>(element)])
        if (n >= 0) rows[static_cast<std::size_t>(n)] = 1;
    }
  }
  for (std::size_t l = kPassedLevels + 1; l < levels_.size(); ++l) {
    const WeightTable& children = hierarchy.levels[l].children;
    const std::vector<std::uint8_t>& below = levels_[l - 1].stale;
    for (std::size_t n = 0; n < levels_[l].stale.size(); ++n) {
      const auto row = children.row(n);
      levels_[l].stale[n] = std::any_of(row.begin(), row.end(), [&](const WeightedNode& child) {
        return below[static_cast<std::size_t>(child.node())] != 0;
      });
    }
  }
}

void Multigrid::rebuildStale() {
  const std::vector<CoarseLevel>& patterns = parts_.hierarchy->levels;
  markStaleRows();
  firstLevel_.build(staleBlocks_, levels_[kPassedLevels].stale,
                    levels_[kPassedLevels].blocks.data());
  for (std::size_t l = kPassedLevels + 1; l < levels_.size(); ++l)
    forStale(levels_[l].stale, kProductGrain, [&](std::int32_t begin, std::int32_t end) {
      productRows(patterns[l - 1], levels_[l - 1].blocks.data(), patterns[l],
                  levels_[l].blocks.data(), begin, end);
    });
  finishLevels();
}

void Multigrid::finishLevels() {
  const std::vector<CoarseLevel>& patterns = parts_.hierarchy->levels;
  if (patterns.empty()) return;
  for (std::size_t l = kPassedLevels; l + 1 < levels_.size(); ++l)
    invertDiagonal(patterns[l], levels_[l].blocks.data(), levels_[l].inverseDiagonal.data(), pairs_,
                   l + 1);
  coarseSolver_[0].factor(patterns.back(), levels_.back().blocks.data(), pairs_);
}

namespace {

// Steps whose states alternate between two vectors: start() takes the first one from 0, advance()
// all others. An odd number of them ends in `to`.
template <class Start, class Advance>
void smooth(const Chebyshev& chebyshev, ChebyshevStep step, bool fromZero, float* from, float* to,
            Start&& start, Advance&& advance) {
  step.x = from, step.before = nullptr, step.to = to;
  step.keep = 0, step.take = chebyshev.first;
  if (fromZero)
    start(step);
  else
    advance(step);
  for (std::size_t k = 1; k < chebyshev.plan.order; ++k) {
    step.x = k % 2 ? to : from, step.to = k % 2 ? from : to;
    step.before = k == 1 && fromZero ? nullptr : step.to;
    step.keep = chebyshev.keep[k], step.take = chebyshev.take[k];
    advance(step);
  }
}

}  // namespace

void Multigrid::latticeSmooth(bool fromZero, const TileVector& b, TileVector& from,
                              TileVector& to) {
  smooth(
      Chebyshev(kLatticeSmoother, eigenvalues_[0]), {.b = b.data()}, fromZero, from.data(),
      to.data(),
      [&](const ChebyshevStep& step) {
        forNodes(lattice_.tiles().count, kTileGrain, [&](std::int32_t begin, std::int32_t end) {
          chebyshevStartTiles(inverseFactors_, step, begin, end);
        });
      },
      [&](const ChebyshevStep& step) {
        lattice_.rows(Tangent::Projected, step.x,
                      [&](const TileRows& rows, std::int32_t begin, std::int32_t end) {
                        chebyshevStepTiles(rows, inverseFactors_, step, begin, end);
                      });
      });
}

void Multigrid::levelSmooth(std::size_t l, bool fromZero, NodeVector& from, NodeVector& to) {
  const std::int32_t count = parts_.hierarchy->levels[l].nodeCount;
  const float* inverseDiagonal = levels_[l].inverseDiagonal.data();
  smooth(
      Chebyshev(kLevelSmoother, eigenvalues_[l]), {.b = levels_[l].b.data()}, fromZero, from.data(),
      to.data(),
      [&](const ChebyshevStep& step) {
        forNodes(count, kNodeGrain, [&](std::int32_t begin, std::int32_t end) {
          chebyshevStart(inverseDiagonal, step, begin, end);
        });
      },
      [&](const ChebyshevStep& step) {
        const MatrixRows rows = levelRows(l, step.x);
        forNodes(count, kRowGrain, [&](std::int32_t begin, std::int32_t end) {
          chebyshevStep(rows, inverseDiagonal, step, begin, end);
        });
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
  const auto restrictFrom = [&](const NodeVector& fine) {
    forNodes(coarser.nodeCount, kRowGrain, [&](std::int32_t begin, std::int32_t end) {
      restrictTo(coarser, fine.data(), next.b.data(), begin, end);
    });
  };
  const auto prolongTo = [&](NodeVector& fine) {
    forNodes(pattern.nodeCount, kNodeGrain, [&](std::int32_t begin, std::int32_t end) {
      prolongAdd(coarser, next.x.data(), fine.data(), begin, end);
    });
  };
  if (l < kPassedLevels) {
    restrictFrom(level.b);
    levelCycle(l + 1);
    std::fill(level.x.begin(), level.x.end(), 0.f);
    prolongTo(level.x);
    return;
  }

  const bool isTwice = l + 1 >= kFirstTwiceLevel && l + 1 <= kLastTwiceLevel;
  for (int cycle = 0; cycle < (isTwice ? 2 : 1); ++cycle) {
    levelSmooth(l, cycle == 0, level.x, level.other);
    const MatrixRows rows = levelRows(l, level.other.data());
    forNodes(pattern.nodeCount, kRowGrain, [&](std::int32_t begin, std::int32_t end) {
      residualRows(rows, level.b.data(), level.x.data(), begin, end);
    });
    restrictFrom(level.x);
    levelCycle(l + 1);
    prolongTo(level.other);
    levelSmooth(l, false, level.other, level.x);
  }
}

void Multigrid::restrictLattice(TileVector& fine) {
  const Tiles& tiles = lattice_.tiles();
  const CoarseLevel& level = parts_.hierarchy->levels[0];
  float* to = levels_[0].b.data();
  forNodes(static_cast<std::int32_t>(transfers_->irregularNodes.size()), kRowGrain,
           [&](std::int32_t begin, std::int32_t end) {
             restrictByTable(*transfers_, level, tiles, fine.data(), to, begin, end);
           });
  forNodes(tiles.count, kTileGrain, [&](std::int32_t begin, std::int32_t end) {
    leaveTileSums(*transfers_, tiles, fine.data(), begin, end);
  });
  forNodes(level.nodeCount, kRowGrain, [&](std::int32_t begin, std::int32_t end) {
    takeTileSums(*transfers_, fine.data(), to, begin, end);
  });
}

void Multigrid::prolongAddLattice(TileVector& fine) {
  const Tiles& tiles = lattice_.tiles();
  const float* from = levels_[0].x.data();
  forNodes(tiles.count, kTileGrain, [&](std::int32_t begin, std::int32_t end) {
    prolongAddTiles(*transfers_, from, fine.data(), begin, end);
  });
  forNodes(static_cast<std::int32_t>(transfers_->irregular.size()), kTileGrain,
           [&](std::int32_t begin, std::int32_t end) {
             prolongAddByTable(*transfers_, parts_.hierarchy->levels[0], tiles, from, fine.data(),
                               begin, end);
           });
}

void Multigrid::precondition(const TileVector& r, TileVector& z) {
  latticeSmooth(true, r, z, other_);
  if (!levels_.empty()) {
    lattice_.rows(Tangent::Projected, other_.data(),
                  [&](const TileRows& rows, std::int32_t begin, std::int32_t end) {
                    residualTiles(rows, r.data(), z.data(), begin, end);
                  });
    restrictLattice(z);
    levelCycle(0);
    prolongAddLattice(other_);
  }
  latticeSmooth(false, r, other_, z);
}

namespace {

NodeVector randomNodes(std::int32_t count) {
  NodeVector v = makeNodeVector(count);
  std::uint32_t random = 12345;
  for (std::size_t i = 0; i < static_cast<std::size_t>(count) * 4; ++i) {
    random = random * 1664525u + 1013904223u;
    if (i % 4 != 3) v[i] = static_cast<float>(random >> 8) / 8388608.f - 1.f;
  }
  return v;
}

// The power method for D^-1 K: multiply() does y = K v and returns v . y, divide() does
// v = D^-1 y, dot() returns y . v.
template <class Multiply, class Divide, class Dot>
float powerMethod(AlignedVector<float>& v, int iterations, Multiply&& multiply, Divide&& divide,
                  Dot&& dot) {
  double estimate = 0;
  for (int k = 0; k < iterations; ++k) {
    const double vKv = multiply();
    divide();
    const double yw = dot();
    if (!(vKv > 0) || !(yw > 0)) return kEigenvalueBound;
    estimate = yw / vKv;  // Rayleigh quotient of D^-1/2 K D^-1/2, half a step ahead (eq. 10)
    const auto scale = static_cast<float>(1 / std::sqrt(yw));
    for (float& value : v) value *= scale;
  }
  return std::min(kEigenvalueBound, kEigenvalueMargin * static_cast<float>(estimate));
}

}  // namespace

std::vector<float> Multigrid::estimateEigenvalues(int iterations) {
  std::vector<float> result;
  const Tiles& tiles = lattice_.tiles();
  TileVector x(tiles), Kx(tiles);
  toTiles(randomNodes(nodeCount()), x);
  const ChebyshevStep divide{.b = Kx.data(), .to = x.data()};
  result.push_back(powerMethod(
      x.values, iterations, [&] { return apply(Tangent::Projected, x, Kx); },
      [&] { chebyshevStartTiles(inverseFactors_, divide, 0, tiles.count); },
      [&] {
        return lattice_.sumTiles([&](std::int32_t begin, std::int32_t end) {
          return dotTiles(tiles, Kx.data(), x.data(), begin, end);
        });
      }));
  for (std::size_t l = kPassedLevels; l + 1 < levels_.size(); ++l) {
    const std::int32_t count = parts_.hierarchy->levels[l].nodeCount;
    NodeVector v = randomNodes(count), y = v;
    const ChebyshevStep divideNodes{.b = y.data(), .to = v.data()};
    result.push_back(powerMethod(
        v, iterations,
        [&] {
          const MatrixRows rows = levelRows(l, v.data());
          return sumNodes(count, [&](std::int32_t begin, std::int32_t end) {
            return storeRows(rows, v.data(), y.data(), begin, end);
          });
        },
        [&] { chebyshevStart(levels_[l].inverseDiagonal.data(), divideNodes, 0, count); },
        [&] {
          return sumNodes(count, [&](std::int32_t begin, std::int32_t end) {
            return dotNodes(y.data(), v.data(), begin, end);
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
  std::size_t bytes = lattice_.memoryBytes() + inverseFactors_.memoryBytes() +
                      firstLevel_.memoryBytes() + byteCount(staleBlocks_) + byteCount(dots_) +
                      byteCount(other_.values);
  if (transfers_) bytes += transfers_->memoryBytes();
  for (const auto& pair : exchange_)
    for (const TileVector& v : pair) bytes += byteCount(v.values);
  for (const LevelData& level : levels_)
    bytes += byteCount(level.blocks) + byteCount(level.inverseDiagonal) + 2 * byteCount(level.b) +
             byteCount(level.other) + byteCount(level.stale);
  for (const CoarseSolver& solver : coarseSolver_) bytes += solver.memoryBytes();
  for (const auto& list : pairProducts_)
    for (const AlignedVector<float>& products : list) bytes += byteCount(products);
  return bytes;
}

}  // namespace sinew
