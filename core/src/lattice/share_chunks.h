// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
//
// How the shares of blocks (lattice.h) become sums per node without passing through memory. Blocks
// are worked on in chunks of 16, whose shares fit into a core's cache. A node all of whose blocks
// lie in one chunk ("inner", about 7 of 10) gets its sum, and whatever is done with it, while they
// are there. A node between chunks ("seam") gets one partial sum per chunk; they are added when all
// chunks are done. Chunks are cut by number of blocks alone, so every sum has one order.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "base/aligned_vector.h"
#include "lattice/lattice.h"

namespace sinew {

inline constexpr std::int32_t kChunkBlocks = 16;
inline constexpr std::size_t kShareStride = kBlockNodeStride * 4;  // floats per block

struct ShareChunks {
  ShareChunks() = default;
  explicit ShareChunks(const Lattice& lattice);

  // Rows of chunk c: inner nodes in [begin[c], seamBegin[c]), then seams up to begin[c + 1].
  std::vector<std::uint32_t> begin, seamBegin;
  std::vector<std::int32_t> target;         // of a row: its node; of a seam: its partial sum
  std::vector<std::uint32_t> termBegin;     // of a row, into terms
  std::vector<std::uint16_t> terms;         // block in the chunk * 128 + block node
  std::vector<std::int32_t> seamNode;       // nodes between chunks
  std::vector<std::uint32_t> partialBegin;  // their partial sums, in the order of the chunks

  std::int32_t chunkCount() const { return static_cast<std::int32_t>(seamBegin.size()); }
  std::int32_t seamCount() const { return static_cast<std::int32_t>(seamNode.size()); }
  std::size_t partialCount() const { return partialBegin.empty() ? 0 : partialBegin.back(); }
  std::size_t memoryBytes() const {
    return byteCount(begin) + byteCount(seamBegin) + byteCount(target) + byteCount(termBegin) +
           byteCount(terms) + byteCount(seamNode) + byteCount(partialBegin);
  }
};

}  // namespace sinew
