// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
#include "contact/deformed_skin.h"

#include <cmath>

#include "base/parallel.h"
#include "lattice/embedding.h"

namespace sinew {
namespace {

constexpr std::int64_t kSkinGrain = 256;

// Cofactor of F times the rest normal. Holds in flat and inverted cells.
Vec3<double> deformedNormal(const Mat3<double>& F, const std::array<float, 3>& normal) {
  const Vec3<double> a = columnX(F), b = columnY(F), c = columnZ(F);
  const Vec3<double> n = static_cast<double>(normal[0]) * cross(b, c) +
                         static_cast<double>(normal[1]) * cross(c, a) +
                         static_cast<double>(normal[2]) * cross(a, b);
  const double length = std::sqrt(dot(n, n));
  return length > 1e-12 ? (1 / length) * n : Vec3<double>{0, 0, 0};
}

}  // namespace

std::array<Vec3<double>, 8> cornersOf(const Lattice& lattice, CellSlot slot,
                                      const double* positions) {
  std::array<Vec3<double>, 8> corners;
  for (int a = 0; a < 8; ++a) {
    const double* x = positions + 4 * static_cast<std::size_t>(lattice.cellNode(slot, a));
    corners[static_cast<std::size_t>(a)] = {x[0], x[1], x[2]};
  }
  return corners;
}

Vec3<double> weightedSum(const std::array<Vec3<double>, 8>& corners,
                         const std::array<float, 8>& weights) {
  Vec3<double> p = corners[0];
  for (std::size_t a = 1; a < 8; ++a)
    p = addScaled(p, static_cast<double>(weights[a]), corners[a] - corners[0]);
  return p;
}

Mat3<double> centreGradient(const std::array<Vec3<double>, 8>& corners) {
  Vec3<double> axis[3] = {{0, 0, 0}, {0, 0, 0}, {0, 0, 0}};
  for (int a = 0; a < 8; ++a)
    for (int i = 0; i < 3; ++i)
      axis[i] += (a >> i & 1 ? 0.25 : -0.25) * corners[static_cast<std::size_t>(a)];
  return fromColumns(axis[0], axis[1], axis[2]);
}

DeformedSkin::DeformedSkin(const Lattice& lattice, const ContactSurface& surface)
    : tree(lattice), points(surface.proxies.size()), normals(surface.proxies.size()) {}

void DeformedSkin::moveTo(const Lattice& lattice, const ContactSurface& surface,
                          const double* positions) {
  tree.refit(lattice, positions);
  parallelFor(static_cast<std::int64_t>(points.size()), kSkinGrain,
              [&](std::int64_t begin, std::int64_t end) {
                for (auto p = static_cast<std::size_t>(begin); p < static_cast<std::size_t>(end);
                     ++p) {
                  const ContactProxy& proxy = surface.proxies[p];
                  const auto corners = cornersOf(lattice, proxy.cell, positions);
                  const auto weights = trilinearWeights(proxy.local);
                  points[p] = weightedSum(corners, weights);
                  normals[p] = deformedNormal(centreGradient(corners), proxy.normal);
                }
              });
}

}  // namespace sinew
