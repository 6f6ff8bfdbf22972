// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
#include "multigrid/lattice_operator.h"

#include <algorithm>
#include <bit>
#include <numeric>

namespace sinew {
namespace {

constexpr std::int64_t kHeldGrain = 256;  // tiles

// Between slots of sums that workers write to over and over: more than a page, the furthest that
// processors fetch ahead, so that none asks for what another one is about to write.
constexpr std::int32_t kSlotGap = 4096 / (kTileFloats * sizeof(float)) + 1;
constexpr std::int32_t kHaloGap = 4096 / (kHaloFloats * sizeof(float)) + 1;

// Of a block with these cells: its layers with cells, and as much as two more for its tile.
std::int64_t workOf(std::uint64_t activeCells) {
  std::int64_t work = 2;
  for (int z = 0; z < 4; ++z) work += (activeCells >> 16 * z & 0xffff) != 0;
  return work;
}

}  // namespace

LatticeOperator::LatticeOperator(const SystemParts& parts, const CellState& state)
    : parts_(parts), state_(state), tiles_(*parts.lattice) {
  const auto blocks = static_cast<std::size_t>(tiles_.blockCount) + 1;
  ownSlot_.resize(blocks);
  haloSlot_.resize(blocks);
  shared_.resize(4 * tiles_.sharedNode.size());
  held_.assign(static_cast<std::size_t>(tiles_.count), 0);
  fixed_ = none_ = held_;
  for (std::size_t place = 0; place < tiles_.node.size(); ++place) {
    const std::int32_t n = tiles_.node[place];
    if (n != tiles_.nodeCount && parts.hierarchy->fixed[static_cast<std::size_t>(n)])
      fixed_[place / kTileNodes] |= std::uint64_t{1} << place % kTileNodes;
  }
  const SpringSet& springs = *parts.springs;
  springProducts_.resize(static_cast<std::size_t>(springs.count) * 4 + 4);
  for (const auto& nodes : springs.nodes)
    for (const std::int32_t n : nodes) hold(n);
  springHeld_ = held_;
  placeSprings();
  if (springs.count > 0) heldValues_ = makeNodeVector(tiles_.nodeCount);
  cutRanges();
}

void LatticeOperator::hold(std::int32_t node) {
  tiles_.forPlaces(node, [&](std::uint32_t place) {
    held_[Tiles::tileOf(place)] |= std::uint64_t{1} << Tiles::localOf(place);
  });
}

void LatticeOperator::placeSprings() {
  const SpringSet& springs = *parts_.springs;
  springs_.entryBegin.assign(1, 0);
  for (std::int32_t t = 0; t < tiles_.count; ++t) {
    springs_.tileBegin.push_back(static_cast<std::uint32_t>(springs_.local.size()));
    forHeld(t, t + 1, [&](std::uint32_t place) {
      const auto n = static_cast<std::size_t>(tiles_.node[place]);
      springs_.local.push_back(static_cast<std::uint8_t>(Tiles::localOf(place)));
      for (std::uint32_t k = springs.nodeBegin[n]; k < springs.nodeBegin[n + 1]; ++k)
        springs_.entries.push_back(springs.nodeSprings[k]);
      springs_.entryBegin.push_back(static_cast<std::uint32_t>(springs_.entries.size()));
    });
  }
  springs_.tileBegin.push_back(static_cast<std::uint32_t>(springs_.local.size()));
}

void LatticeOperator::setNodeStiffness(const float* stiffness) {
  hasStiffness_ = stiffness != nullptr;
  if (!stiffness) return;
  stiffness_.resize(tiles_.node.size());
  for (std::size_t place = 0; place < stiffness_.size(); ++place) {
    const std::int32_t n = tiles_.node[place];
    stiffness_[place] = n == tiles_.nodeCount ? 0.f : stiffness[n];
  }
}

void LatticeOperator::setPairs(const PairLists& pairs) {
  pairs_ = pairs;
  std::copy(springHeld_.begin(), springHeld_.end(), held_.begin());
  for (std::size_t i = 0; i < kPairLists; ++i) {
    if (!pairs[i]) continue;
    if (heldValues_.empty()) heldValues_ = makeNodeVector(tiles_.nodeCount);
    const auto count = static_cast<std::size_t>(pairs[i]->count);
    pairProducts_[i].resize(std::max(pairProducts_[i].size(), count * 8));
    for (const PairEnd& end : pairs[i]->levels[0].ends)
      for (std::size_t a = 0; a < 8; ++a)
        if (end.weights[a] != 0) hold(end.nodes[a]);
  }
}

void LatticeOperator::gatherHeld(const float* v) {
  parallelFor(tiles_.count, kHeldGrain, [&](std::int64_t begin, std::int64_t end) {
    for (auto t = static_cast<std::size_t>(begin); t < static_cast<std::size_t>(end); ++t)
      for (std::uint64_t bits = held_[t] & ~tiles_.copies[t]; bits != 0; bits &= bits - 1) {
        const auto local = static_cast<std::size_t>(std::countr_zero(bits));
        const float* from = v + t * kTileFloats + local;
        float* to =
            heldValues_.data() + 4 * static_cast<std::size_t>(tiles_.node[t * kTileNodes + local]);
        for (std::size_t i = 0; i < 3; ++i) to[i] = from[i * kTileNodes];
      }
  });
}

TileRows LatticeOperator::plainRows() {
  cutRanges();
  return {.tiles = &tiles_,
          .own = own_.data(),
          .halo = halo_.data(),
          .ownSlot = ownSlot_.data(),
          .haloSlot = haloSlot_.data(),
          .shared = shared_.data(),
          .fixed = fixed_.data(),
          .held = held_.data(),
          .springs = &springs_,
          .springProducts = springProducts_.data(),
          .pairs = {}};
}

void LatticeOperator::addShared(const TileRows& rows) {
  sumShared(rows, shared_.data(), 0, static_cast<std::int32_t>(tiles_.sharedNode.size()));
}

void LatticeOperator::cutRanges() {
  const auto ranges = static_cast<std::size_t>(workerCount());
  if (rangeBegin_.size() == ranges + 1) return;
  rangeBegin_.assign(ranges + 1, tiles_.blockCount);
  const std::vector<std::uint64_t>& cells = parts_.lattice->activeCells;
  std::int64_t all = 0;
  for (const std::uint64_t active : cells) all += workOf(active);
  std::int64_t before = 0;
  std::size_t range = 0;
  for (std::size_t b = 0; b < cells.size(); ++b) {
    const auto rangeCount = static_cast<std::int64_t>(ranges);
    while (before * rangeCount >= all * static_cast<std::int64_t>(range) && range < ranges)
      rangeBegin_[range++] = static_cast<std::int32_t>(b);
    before += workOf(cells[b]);
  }
  orderTiles();
  placeSums();
  placeHalos();
}

void LatticeOperator::orderTiles() {
  const std::size_t ranges = rangeBegin_.size() - 1;
  rangeGroup_.assign(1, 0);
  for (std::size_t r = 0; r < ranges; ++r) {
    const std::int32_t blocks = rangeBegin_[r + 1] - rangeBegin_[r];
    rangeGroup_.push_back(rangeGroup_[r] +
                          static_cast<std::size_t>((blocks + kFillGrain - 1) / kFillGrain) + 1);
  }
  std::vector<std::size_t> groupOf;
  for (std::size_t t = 0; t < tiles_.blocksOf.size(); ++t) {
    std::int32_t first = tiles_.blockCount, last = 0;
    for (const std::int32_t b : tiles_.blocksOf[t]) {
      if (b == tiles_.blockCount) continue;
      first = std::min(first, b);
      last = std::max(last, b);
    }
    const auto above = std::upper_bound(rangeBegin_.begin(), rangeBegin_.end() - 1, last);
    const auto range = static_cast<std::size_t>(above - rangeBegin_.begin()) - 1;
    // Its own block is the last of them, or its sums would have to stay.
    const bool isOwnLast =
        t >= static_cast<std::size_t>(tiles_.blockCount) || last == static_cast<std::int32_t>(t);
    const bool isLate = tiles_.shared[t] || first < rangeBegin_[range] || !isOwnLast;
    groupOf.push_back(isLate ? rangeGroup_[range + 1] - 1
                             : rangeGroup_[range] + static_cast<std::size_t>(
                                                        (last - rangeBegin_[range]) / kFillGrain));
  }
  groupBegin_.assign(rangeGroup_.back() + 1, 0);
  for (const std::size_t group : groupOf) ++groupBegin_[group + 1];
  std::partial_sum(groupBegin_.begin(), groupBegin_.end(), groupBegin_.begin());
  tileOrder_.resize(groupOf.size());
  std::vector<std::size_t> next(groupBegin_.begin(), groupBegin_.end() - 1);
  for (std::size_t t = 0; t < groupOf.size(); ++t)
    tileOrder_[next[groupOf[t]]++] = static_cast<std::int32_t>(t);
}

void LatticeOperator::placeSums() {
  std::int32_t next = 1 + kSlotGap;
  for (std::size_t r = 0; r + 1 < rangeBegin_.size(); ++r) {
    const std::int32_t first = rangeBegin_[r], last = rangeBegin_[r + 1], soon = next;
    next += std::min(kFillGrain, last - first) + kSlotGap;
    for (std::int32_t b = first; b < last; ++b)
      ownSlot_[static_cast<std::size_t>(b)] = soon + (b - first) % kFillGrain;
    for (std::size_t k = groupBegin_[rangeGroup_[r + 1] - 1]; k < groupBegin_[rangeGroup_[r + 1]];
         ++k)
      if (tileOrder_[k] < tiles_.blockCount)
        ownSlot_[static_cast<std::size_t>(tileOrder_[k])] = next++;
  }
  ownSlot_.back() = 0;
  own_.assign(static_cast<std::size_t>(next) * kTileFloats, 0.f);
}

void LatticeOperator::placeHalos() {
  const std::size_t ranges = rangeBegin_.size() - 1;
  std::vector<std::size_t> lastGroup(haloSlot_.size(), 0);  // that uses what a block adds
  for (std::size_t group = 0; group + 1 < groupBegin_.size(); ++group)
    for (std::size_t k = groupBegin_[group]; k < groupBegin_[group + 1]; ++k)
      for (const std::int32_t b : tiles_.blocksOf[static_cast<std::size_t>(tileOrder_[k])])
        lastGroup[static_cast<std::size_t>(b)] =
            std::max(lastGroup[static_cast<std::size_t>(b)], group);

  std::int32_t next = 1;  // slot 0 holds the zeros of the block that is none
  std::vector<std::vector<std::int32_t>> usedUp(groupBegin_.size());
  for (std::size_t r = 0; r < ranges; ++r) {
    next += kHaloGap;
    std::vector<std::int32_t> idle;
    const std::size_t late = rangeGroup_[r + 1] - 1;
    for (std::size_t group = rangeGroup_[r]; group < late; ++group) {
      const std::int32_t begin =
          rangeBegin_[r] + kFillGrain * static_cast<std::int32_t>(group - rangeGroup_[r]);
      for (std::int32_t b = begin; b < std::min(begin + kFillGrain, rangeBegin_[r + 1]); ++b) {
        if (idle.empty()) idle.push_back(next++);
        std::int32_t& slot = haloSlot_[static_cast<std::size_t>(b)];
        slot = idle.back();
        idle.pop_back();
        usedUp[lastGroup[static_cast<std::size_t>(b)]].push_back(slot);
      }
      idle.insert(idle.end(), usedUp[group].begin(), usedUp[group].end());
    }
  }
  haloSlot_.back() = 0;
  halo_.assign(static_cast<std::size_t>(next) * kHaloFloats, 0.f);
}

TileRows LatticeOperator::heldRows(const float* v) {
  TileRows rows = plainRows();
  rows.stiffness = nodeStiffness();
  rows.v = v;
  if (parts_.springs->count > 0 || pairs_ != PairLists{}) gatherHeld(v);
  if (parts_.springs->count > 0)
    springProducts(*parts_.springs, heldValues_.data(), springProducts_.data());
  for (std::size_t i = 0; i < kPairLists; ++i) {
    if (!pairs_[i]) continue;
    multiplyPairs(*pairs_[i], 0, heldValues_.data(), pairProducts_[i]);
    rows.pairs[i] = {&pairs_[i]->levels[0], pairProducts_[i].data()};
  }
  return rows;
}

std::size_t LatticeOperator::memoryBytes() const {
  return tiles_.memoryBytes() + byteCount(own_) + byteCount(ownSlot_) + byteCount(haloSlot_) +
         springs_.memoryBytes() + byteCount(halo_) + byteCount(shared_) + 4 * byteCount(fixed_) +
         byteCount(rangeBegin_) + byteCount(tileOrder_) + byteCount(groupBegin_) +
         byteCount(rangeGroup_) + byteCount(stiffness_) + byteCount(heldValues_) +
         byteCount(springProducts_) + byteCount(pairProducts_[0]) + byteCount(pairProducts_[1]);
}

}  // namespace sinew
