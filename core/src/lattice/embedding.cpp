// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
#include "lattice/embedding.h"

#include <algorithm>
#include <cmath>
#include <iterator>

#include "base/parallel.h"

namespace sinew {

Embedding embedPoints(const Lattice& lattice, const std::vector<Vec3<double>>& points,
                      std::span<const CellSlot> cellOfPoint, EmbeddingKind kind) {
  Embedding embedding;
  embedding.points.reserve(points.size());
  std::vector<CellSlot> slots;
  std::vector<Vec3<double>> inCell;
  const CellFinder finder(lattice);
  for (std::size_t i = 0; i < points.size(); ++i) {
    const Vec3<double>& p = points[i];
    CellSlot slot = cellOfPoint.empty() ? -1 : cellOfPoint[i];
    if (slot < 0) slot = finder.nearest({p.x, p.y, p.z});
    const Int3 cell = lattice.cellCoord(slot);
    std::array<double, 3> t{p.x - cell.x, p.y - cell.y, p.z - cell.z};
    double square = 0;
    for (const double c : t) square += std::pow(std::max({0.0, -c, c - 1}), 2);
    if (square > 0) {
      ++embedding.outside;
      embedding.farthestOutside = std::max(embedding.farthestOutside, std::sqrt(square));
    }
    for (double& c : t) c = std::clamp(c, -kFarthestEmbedding, 1 + kFarthestEmbedding);
    EmbeddedPoint point;
    for (int a = 0; a < 8; ++a) {
      point.nodes[static_cast<std::size_t>(a)] = lattice.cellNode(slot, a);
      point.weights[static_cast<std::size_t>(a)] = static_cast<float>(
          (a & 1 ? t[0] : 1 - t[0]) * (a & 2 ? t[1] : 1 - t[1]) * (a & 4 ? t[2] : 1 - t[2]));
    }
    embedding.points.push_back(point);
    slots.push_back(slot);
    inCell.push_back({t[0], t[1], t[2]});
  }
  if (kind == EmbeddingKind::Tricubic) embedding.smooth = embedSmoothly(lattice, slots, inCell);
  return embedding;
}

void interpolateAll(const Embedding& embedding, const double* positions,
                    std::span<Vec3<double>> points) {
  parallelFor(std::ssize(points), 1024, [&](std::int64_t begin, std::int64_t end) {
    for (auto p = static_cast<std::size_t>(begin); p < static_cast<std::size_t>(end); ++p)
      points[p] = interpolate(embedding, p, positions);
  });
}

}  // namespace sinew
