// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
#include "lattice/padding.h"

#include <algorithm>
#include <tuple>

namespace sinew {
namespace {

/// A node wants the cell at `cell`, of which it is a corner, and no cell around it lies there.
struct Claim {
  Int3 cell;
  int corner;
  std::int32_t node;
};

std::vector<Claim> claimsOf(const CellComplex& complex, const NodeCells& around) {
  std::vector<Claim> claims;
  for (std::size_t n = 0; n < complex.nodeCoord.size(); ++n) {
    unsigned taken = 0;  // corners the node is of some cell
    for (const std::int32_t cell : around.of(n))
      for (int a = 0; a < 8; ++a)
        if (complex.nodes[static_cast<std::size_t>(cell)][static_cast<std::size_t>(a)] ==
            static_cast<std::int32_t>(n))
          taken |= 1u << a;
    for (int a = 0; a < 8; ++a) {
      const Int3 p = complex.nodeCoord[n], offset = cornerOffset(a);
      if (!(taken >> a & 1))
        claims.push_back(
            {{p.x - offset.x, p.y - offset.y, p.z - offset.z}, a, static_cast<std::int32_t>(n)});
    }
  }
  std::sort(claims.begin(), claims.end(), [](const Claim& a, const Claim& b) {
    return std::tie(a.cell.z, a.cell.y, a.cell.x, a.corner, a.node) <
           std::tie(b.cell.z, b.cell.y, b.cell.x, b.corner, b.node);
  });
  return claims;
}

bool shareCell(const CellComplex& complex, const NodeCells& around, std::int32_t a,
               std::int32_t b) {
  const auto cells = around.of(static_cast<std::size_t>(a));
  return std::any_of(cells.begin(), cells.end(), [&](std::int32_t cell) {
    const auto& nodes = complex.nodes[static_cast<std::size_t>(cell)];
    return std::find(nodes.begin(), nodes.end(), b) != nodes.end();
  });
}

/// The claims to one place make one cell where their nodes hang together in a cell that is there,
/// and several otherwise. Corners nobody claims are -1.
void makeCells(const CellComplex& complex, const NodeCells& around, std::span<const Claim> claims,
               CellComplex& added) {
  struct Group {
    std::vector<Claim> claims;
    unsigned corners = 0;
  };
  std::vector<Group> groups;
  for (const Claim& claim : claims) groups.push_back({{claim}, 1u << claim.corner});
  const auto hangTogether = [&](const Group& a, const Group& b) {
    if (a.corners & b.corners) return false;  // two nodes at one place: material branches here
    for (const Claim& p : a.claims)
      for (const Claim& q : b.claims)
        if (shareCell(complex, around, p.node, q.node)) return true;
    return false;
  };
  for (std::size_t a = 0; a < groups.size(); ++a)
    for (std::size_t b = a + 1; b < groups.size();) {
      if (!hangTogether(groups[a], groups[b])) {
        ++b;
        continue;
      }
      groups[a].claims.insert(groups[a].claims.end(), groups[b].claims.begin(),
                              groups[b].claims.end());
      groups[a].corners |= groups[b].corners;
      groups.erase(groups.begin() + static_cast<std::ptrdiff_t>(b));
      b = a + 1;  // what did not fit before may hang on the newcomer
    }
  for (const Group& group : groups) {
    std::array<std::int32_t, 8> nodes;
    nodes.fill(-1);
    for (const Claim& claim : group.claims)
      nodes[static_cast<std::size_t>(claim.corner)] = claim.node;
    added.cells.push_back(claims.front().cell);
    added.nodes.push_back(nodes);
  }
}

/// Corners of new cells that are one node. A set holds at most one node that was there before.
class NewCorners {
 public:
  explicit NewCorners(const CellComplex& added)
      : added_(added), sets_(added.cells.size() * 8), known_(added.cells.size() * 8) {
    for (std::size_t i = 0; i < known_.size(); ++i) known_[i] = added.nodes[i / 8][i % 8];
  }

  /// Joins the common corners of two cells, but for those that are different nodes already.
  void join(std::int32_t p, std::int32_t q) {
    const Int3 a = added_.cells[static_cast<std::size_t>(p)],
               b = added_.cells[static_cast<std::size_t>(q)];
    for (int i = 0; i < 8; ++i)
      for (int j = 0; j < 8; ++j)
        if (a + cornerOffset(i) == b + cornerOffset(j)) joinCorner(p * 8 + i, q * 8 + j);
  }

  std::int32_t setOf(std::size_t corner) { return sets_.find(static_cast<std::int32_t>(corner)); }
  std::int32_t& nodeOf(std::int32_t set) { return known_[static_cast<std::size_t>(set)]; }

 private:
  void joinCorner(std::int32_t i, std::int32_t j) {
    i = sets_.find(i), j = sets_.find(j);
    const std::int32_t a = nodeOf(i), b = nodeOf(j);
    if (a >= 0 && b >= 0 && a != b) return;
    sets_.join(i, j);
    nodeOf(sets_.find(i)) = std::max(a, b);
  }

  const CellComplex& added_;
  DisjointSets sets_;
  std::vector<std::int32_t> known_;
};

/// New cells share corners where they share a node that was there.
void joinAroundNodes(const CellComplex& added, std::size_t nodeCount, NewCorners& corners) {
  std::vector<std::vector<std::int32_t>> cellsAt(nodeCount);
  for (std::size_t c = 0; c < added.nodes.size(); ++c)
    for (const std::int32_t n : added.nodes[c])
      if (n >= 0) cellsAt[static_cast<std::size_t>(n)].push_back(static_cast<std::int32_t>(c));
  for (const auto& cells : cellsAt)
    for (std::size_t i = 0; i < cells.size(); ++i)
      for (std::size_t j = i + 1; j < cells.size(); ++j) corners.join(cells[i], cells[j]);
}

void addLayer(CellComplex& complex) {
  const NodeCells around = cellsAroundNodes(complex);
  const std::vector<Claim> claims = claimsOf(complex, around);
  CellComplex added;
  for (std::size_t begin = 0, end = 0; begin < claims.size(); begin = end) {
    while (end < claims.size() && claims[end].cell == claims[begin].cell) ++end;
    makeCells(complex, around, {claims.data() + begin, end - begin}, added);
  }
  NewCorners corners(added);
  joinAroundNodes(added, complex.nodeCoord.size(), corners);
  for (std::size_t c = 0; c < added.cells.size(); ++c) {
    std::array<std::int32_t, 8> nodes;
    for (std::size_t a = 0; a < 8; ++a) {
      std::int32_t& node = corners.nodeOf(corners.setOf(c * 8 + a));
      if (node < 0) {
        node = complex.nodeCount();
        complex.nodeCoord.push_back(added.cells[c] + cornerOffset(static_cast<int>(a)));
      }
      nodes[a] = node;
    }
    complex.cells.push_back(added.cells[c]);
    complex.nodes.push_back(nodes);
  }
}

}  // namespace

void padCells(CellComplex& complex, int layers) {
  for (int layer = 0; layer < layers; ++layer) addLayer(complex);
}

}  // namespace sinew
