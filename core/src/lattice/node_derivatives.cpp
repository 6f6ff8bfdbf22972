// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
#include "lattice/node_derivatives.h"

namespace sinew {

NodeRing::NodeRing(const CellComplex& complex, const NodeCells& around, std::size_t node) {
  nodes_.fill(kNone);
  const Int3 centre = complex.nodeCoord[node];
  for (const std::int32_t cell : around.of(node)) {
    const Int3 c = complex.cells[static_cast<std::size_t>(cell)];
    for (int a = 0; a < 8; ++a) {
      const Int3 p = c + cornerOffset(a);
      std::int32_t& known = nodes_[static_cast<std::size_t>(
          (p.x - centre.x + 1) + 3 * (p.y - centre.y + 1) + 9 * (p.z - centre.z + 1))];
      const std::int32_t found =
          complex.nodes[static_cast<std::size_t>(cell)][static_cast<std::size_t>(a)];
      // Two nodes at one place: the material branches here. Neither is taken, since the skin of
      // one branch must not follow the other.
      known = known == kNone || known == found ? found : kSeveral;
    }
  }
}

}  // namespace sinew
