// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
#include "lattice/embedding.h"

#include <algorithm>
#include <cmath>

namespace sinew {

Embedding embedPoints(const Lattice& lattice, const std::vector<Vec3<double>>& points) {
  Embedding embedding;
  const CellFinder finder(lattice);
  for (const Vec3<double>& p : points) {
    const bool isNear = std::max({std::fabs(p.x), std::fabs(p.y), std::fabs(p.z)}) < 1e8;
    const Int3 home = !isNear ? Int3{} : Int3{static_cast<std::int32_t>(std::floor(p.x)), static_cast<std::int32_t>(std::floor(p.y)),
                    static_cast<std::int32_t>(std::floor(p.z))};
    CellSlot slot = isNear ? finder.find(home) : -1;
    const bool outside = slot < 0;
    if (outside) slot = finder.nearest({p.x, p.y, p.z});
    const Int3 cell = lattice.cellCoord(slot);
    const std::array<double, 3> t{p.x - cell.x, p.y - cell.y, p.z - cell.z};
    if (outside) {
      ++embedding.outside;
      double square = 0;
      for (const double c : t) square += std::pow(std::max({0.0, -c, c - 1}), 2);
      embedding.farthestOutside = std::max(embedding.farthestOutside, std::sqrt(square));
    }
    EmbeddedPoint point;
    for (int a = 0; a < 8; ++a) {
      point.nodes[static_cast<std::size_t>(a)] = lattice.cellNode(slot, a);
      point.weights[static_cast<std::size_t>(a)] = static_cast<float>(
          (a & 1 ? t[0] : 1 - t[0]) * (a & 2 ? t[1] : 1 - t[1]) * (a & 4 ? t[2] : 1 - t[2]));
    }
    embedding.points.push_back(point);
  }
  return embedding;
}

}  // namespace sinew
