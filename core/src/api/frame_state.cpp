// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
#include "api/frame_state.h"

#include <algorithm>
#include <cstring>

#include "base/hash.h"

namespace sinew {
namespace {

static_assert(sizeof(Affine) == 12 * sizeof(double), "it is stored as it lies in memory");

struct Head {
  char magic[8] = {'s', 'i', 'n', 'e', 'w', 's', 't', '2'};
  std::uint64_t character = 0;  // which bind it belongs to
  std::uint64_t content = 0;    // checksum of what follows
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
                                          std::span<const Affine> bones,
                                          std::span<const double> positions,
                                          std::span<const double> velocity) {
  std::vector<unsigned char> bytes(sizeof(Head) + bones.size_bytes() + positions.size_bytes() +
                                   velocity.size_bytes());
  unsigned char* content = bytes.data() + sizeof(Head);
  unsigned char* end = content;
  for (const auto part : {bytesOf(bones), bytesOf(positions), bytesOf(velocity)})
    end = std::copy(part.begin(), part.end(), end);
  Head head;
  head.character = markOf(parts);
  head.content = hash64({content, bytes.size() - sizeof(Head)});
  std::memcpy(bytes.data(), &head, sizeof head);
  return bytes;
}

std::string unpackFrameState(const CharacterParts& parts, std::span<const unsigned char> bytes,
                             std::span<Affine> bones, std::span<double> positions,
                             AlignedVector<double>& velocity) {
  Head head;
  const Head ours;
  if (bytes.size() < sizeof head) return "The state is cut short; solve from the start again.";
  std::memcpy(&head, bytes.data(), sizeof head);
  if (std::memcmp(head.magic, ours.magic, sizeof head.magic) != 0)
    return "This is not the state of a simulation.";
  const std::span<const unsigned char> content = bytes.subspan(sizeof head);
  if (head.character != markOf(parts))
    return "The state belongs to another character, or to another bind of this one.";
  const std::size_t still = bones.size_bytes() + positions.size_bytes();
  const bool moves = content.size() == still + positions.size_bytes();
  if ((content.size() != still && !moves) || head.content != hash64(content))
    return "The state is damaged; solve from the start again.";
  std::memcpy(bones.data(), content.data(), bones.size_bytes());
  std::memcpy(positions.data(), content.data() + bones.size_bytes(), positions.size_bytes());
  velocity.resize(moves ? positions.size() : 0);
  if (moves) std::memcpy(velocity.data(), content.data() + still, positions.size_bytes());
  return {};
}

}  // namespace sinew
