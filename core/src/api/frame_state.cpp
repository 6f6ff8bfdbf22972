// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
#include "api/frame_state.h"

#include <algorithm>
#include <cstring>

#include "base/hash.h"

namespace sinew {
namespace {

static_assert(sizeof(Affine) == 12 * sizeof(double), "it is stored as it lies in memory");
static_assert(sizeof(Grip) == 2 * 4 + 7 * sizeof(double), "it is stored as it lies in memory");

struct Head {
  char magic[8] = {'s', 'i', 'n', 'e', 'w', 's', 't', '3'};
  std::uint64_t character = 0;  // which bind it belongs to
  std::uint64_t content = 0;    // checksum of what follows
  std::uint64_t sizes[5] = {};  // of the lists of FrameStateOf [bytes]
};

template <class T>
std::span<const unsigned char> bytesOf(std::span<const T> values) {
  return {reinterpret_cast<const unsigned char*>(values.data()), values.size_bytes()};
}

// Nodes of another bind have other bones or another skin hanging in them.
std::uint64_t markOf(const CharacterParts& parts) {
  const std::span<const std::int32_t> bones(parts.model.nodeBone);
  const std::uint64_t marks[] = {hash64(bytesOf(bones)), parts.triangles.size(),
                                 parts.embedding.points.size()};
  return hash64(bytesOf(std::span<const std::uint64_t>(marks)));
}

}  // namespace

std::vector<unsigned char> packFrameState(const CharacterParts& parts,
                                          const FrameStateView& state) {
  const std::span<const unsigned char> lists[] = {bytesOf(state.bones), bytesOf(state.colliders),
                                                  bytesOf(state.positions), bytesOf(state.velocity),
                                                  bytesOf(state.grips)};
  Head head;
  head.character = markOf(parts);
  std::vector<unsigned char> bytes(sizeof head);
  for (std::size_t i = 0; i < std::size(lists); ++i) {
    head.sizes[i] = lists[i].size();
    bytes.insert(bytes.end(), lists[i].begin(), lists[i].end());
  }
  head.content = hash64(std::span(bytes).subspan(sizeof head));
  std::memcpy(bytes.data(), &head, sizeof head);
  return bytes;
}

std::string unpackFrameState(const CharacterParts& parts, std::span<const unsigned char> bytes,
                             FrameStateData& state) {
  Head head;
  const Head ours;
  if (bytes.size() < sizeof head) return "The state is cut short; solve from the start again.";
  std::memcpy(&head, bytes.data(), sizeof head);
  if (std::memcmp(head.magic, ours.magic, sizeof head.magic) != 0)
    return "This is not the state of a simulation.";
  if (head.character != markOf(parts))
    return "The state belongs to another character, or to another bind of this one.";
  std::span<const unsigned char> content = bytes.subspan(sizeof head);
  const char* const damaged = "The state is damaged; solve from the start again.";
  if (head.content != hash64(content)) return damaged;
  std::size_t number = 0;
  bool fits = true;
  const auto take = [&](auto& list) {
    const std::uint64_t size = head.sizes[number++];
    const std::size_t each = sizeof list[0];
    fits = fits && size <= content.size() && size % each == 0;
    if (!fits) return;
    list.resize(size / each);
    if (size > 0) std::memcpy(list.data(), content.data(), size);
    content = content.subspan(size);
  };
  take(state.bones), take(state.colliders), take(state.positions), take(state.velocity);
  take(state.grips);
  const std::size_t positions = (static_cast<std::size_t>(parts.model.lattice.nodeCount) + 1) * 4;
  if (!fits || !content.empty() || state.positions.size() != positions ||
      state.bones.size() != static_cast<std::size_t>(parts.model.boneCount) ||
      (!state.velocity.empty() && state.velocity.size() != positions))
    return damaged;
  return {};
}

}  // namespace sinew
