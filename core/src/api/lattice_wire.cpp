// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
#include "sinew/lattice_wire.h"

#include <algorithm>

#include "api/character_parts.h"
#include "lattice/cell_complex.h"

namespace sinew {
namespace {

/// Corners of the six faces of a cell, each in the order around it.
constexpr std::array<std::array<std::size_t, 4>, 6> kFaces = {
    {{0, 2, 6, 4}, {1, 3, 7, 5}, {0, 1, 5, 4}, {2, 3, 7, 6}, {0, 1, 3, 2}, {4, 5, 7, 6}}};

struct Face {
  std::array<std::int32_t, 4> sorted;  // the same for both cells that share it
  std::array<std::int32_t, 4> around;
};

std::vector<Face> outerFaces(const CellComplex& complex) {
  std::vector<Face> all;
  all.reserve(6 * complex.nodes.size());
  for (const auto& cell : complex.nodes) {
    for (const auto& corners : kFaces) {
      Face face;
      std::transform(corners.begin(), corners.end(), face.around.begin(),
                     [&](std::size_t corner) { return cell[corner]; });
      face.sorted = face.around;
      std::sort(face.sorted.begin(), face.sorted.end());
      all.push_back(face);
    }
  }
  std::sort(all.begin(), all.end(),
            [](const Face& a, const Face& b) { return a.sorted < b.sorted; });
  std::vector<Face> outer;
  for (std::size_t begin = 0, end = 0; begin < all.size(); begin = end) {
    while (end < all.size() && all[end].sorted == all[begin].sorted) ++end;
    if (end - begin == 1) outer.push_back(all[begin]);
  }
  return outer;
}

template <class T>
void sortUnique(std::vector<T>& list) {
  std::sort(list.begin(), list.end());
  list.erase(std::unique(list.begin(), list.end()), list.end());
}

}  // namespace

LatticeWire latticeWire(const Character& character) {
  const CharacterParts& parts = character.parts();
  LatticeWire wire;
  for (const Face& face : outerFaces(complexOf(parts.model.lattice))) {
    for (std::size_t k = 0; k < 4; ++k) {
      const std::int32_t a = face.around[k], b = face.around[(k + 1) % 4];
      wire.nodes.push_back(a);
      wire.edges.push_back({std::min(a, b), std::max(a, b)});
    }
  }
  sortUnique(wire.nodes);
  sortUnique(wire.edges);
  for (const std::int32_t node : wire.nodes)
    wire.points.push_back(
        parts.worldPoint(parts.model.restPosition(static_cast<std::size_t>(node))));
  for (auto& edge : wire.edges)
    for (std::int32_t& node : edge)
      node = static_cast<std::int32_t>(
          std::lower_bound(wire.nodes.begin(), wire.nodes.end(), node) - wire.nodes.begin());
  return wire;
}

}  // namespace sinew
