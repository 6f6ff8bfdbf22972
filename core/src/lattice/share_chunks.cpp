// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
#include "lattice/share_chunks.h"

namespace sinew {
namespace {

// Shares of node n: slot[begin[n] .. begin[n+1]), ascending, each block * 128 + block node.
struct NodeShares {
  explicit NodeShares(const Lattice& lattice)
      : begin(static_cast<std::size_t>(lattice.nodeCount) + 1, 0) {
    const auto forSlots = [&](auto&& visit) {
      for (std::size_t s = 0; s < lattice.nodeTable.size(); ++s)
        if (lattice.nodeTable[s] != lattice.nodeCount)
          visit(static_cast<std::size_t>(lattice.nodeTable[s]), static_cast<std::uint32_t>(s));
    };
    forSlots([&](std::size_t n, std::uint32_t) { ++begin[n + 1]; });
    for (std::size_t n = 1; n < begin.size(); ++n) begin[n] += begin[n - 1];
    slot.resize(begin.back());
    std::vector<std::uint32_t> next(begin.begin(), begin.end() - 1);
    forSlots([&](std::size_t n, std::uint32_t s) { slot[next[n]++] = s; });
  }
  std::vector<std::uint32_t> begin, slot;
};

}  // namespace

ShareChunks::ShareChunks(const Lattice& lattice) {
  constexpr std::uint32_t kChunkSlots = kChunkBlocks * kBlockNodeStride;
  struct Row {
    std::int32_t target;
    std::uint32_t firstShare, endShare;  // of shares.slot
  };
  const NodeShares shares(lattice);
  const auto chunks =
      static_cast<std::size_t>((lattice.blockCount + kChunkBlocks - 1) / kChunkBlocks);
  std::vector<std::vector<Row>> inner(chunks), seams(chunks);
  partialBegin.push_back(0);
  for (std::int32_t n = 0; n < lattice.nodeCount; ++n) {
    const std::uint32_t first = shares.begin[static_cast<std::size_t>(n)];
    const std::uint32_t last = shares.begin[static_cast<std::size_t>(n) + 1];
    const auto chunkOf = [&](std::uint32_t k) { return shares.slot[k] / kChunkSlots; };
    if (first == last) continue;  // no cell has it
    if (chunkOf(first) == chunkOf(last - 1)) {
      inner[chunkOf(first)].push_back({n, first, last});
      continue;
    }
    std::uint32_t partial = partialBegin.back();
    for (std::uint32_t k = first; k < last;) {  // slots ascend
      std::uint32_t end = k;
      while (end < last && chunkOf(end) == chunkOf(k)) ++end;
      seams[chunkOf(k)].push_back({static_cast<std::int32_t>(partial++), k, end});
      k = end;
    }
    seamNode.push_back(n);
    partialBegin.push_back(partial);
  }

  termBegin.push_back(0);
  const auto append = [&](const std::vector<Row>& rows) {
    for (const Row& row : rows) {
      target.push_back(row.target);
      for (std::uint32_t k = row.firstShare; k < row.endShare; ++k)
        terms.push_back(static_cast<std::uint16_t>(shares.slot[k] % kChunkSlots));
      termBegin.push_back(static_cast<std::uint32_t>(terms.size()));
    }
  };
  begin.push_back(0);
  for (std::size_t c = 0; c < chunks; ++c) {
    append(inner[c]);
    seamBegin.push_back(static_cast<std::uint32_t>(target.size()));
    append(seams[c]);
    begin.push_back(static_cast<std::uint32_t>(target.size()));
  }
  shrinkToFit(begin, seamBegin, target, termBegin, terms, seamNode, partialBegin);
}

}  // namespace sinew
