// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
#include "contact/deformed_skin.h"

#include <algorithm>
#include <tuple>

#include "base/parallel.h"

namespace sinew {
namespace {

constexpr std::int64_t kSkinGrain = 256;

// The octets of all blocks in a row.
std::int32_t octetOf(CellSlot slot) {
  const Int3 local = localOfBlockCell(slot & 63);
  return 8 * (slot >> 6) + local.x / 2 + 2 * (local.y / 2) + 4 * (local.z / 2);
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
    : tree(lattice),
      groupPoints(surface.proxies.size()),
      restPoints(surface.proxies.size()),
      points(surface.proxies.size()),
      normals(surface.proxies.size()),
      exits(findExits(lattice, surface)),
      neighbours(findNeighbours(lattice, surface)) {
  for (std::size_t p = 0; p < restPoints.size(); ++p) {
    const ContactProxy& proxy = surface.proxies[p];
    restPoints[p] = surface.restPoint(lattice, p);
    byGroup.push_back({static_cast<std::int32_t>(p), proxy.cell, proxy.local, proxy.normal});
  }
  std::sort(byGroup.begin(), byGroup.end(), [](const PlacedProxy& a, const PlacedProxy& b) {
    return std::tuple(octetOf(a.cell), a.cell, a.proxy) <
           std::tuple(octetOf(b.cell), b.cell, b.proxy);
  });
  byGroup.shrink_to_fit();
  groupBegin.push_back(0);
  for (std::uint32_t k = 1; k <= byGroup.size(); ++k)
    if (k == byGroup.size() || octetOf(byGroup[k].cell) != octetOf(byGroup[k - 1].cell) ||
        k - groupBegin.back() == PointGroup::kMost)
      groupBegin.push_back(k);
}

void DeformedSkin::moveTo(const Lattice& lattice, const double* positions) {
  tree.refit(positions);
  parallelFor(static_cast<std::int64_t>(points.size()), kSkinGrain,
              [&](std::int64_t begin, std::int64_t end) {
                moveProxies(lattice, positions,
                            std::span(byGroup).subspan(static_cast<std::size_t>(begin),
                                                       static_cast<std::size_t>(end - begin)),
                            groupPoints.data() + begin, normals.data());
                for (auto k = static_cast<std::size_t>(begin); k < static_cast<std::size_t>(end);
                     ++k)
                  points[static_cast<std::size_t>(byGroup[k].proxy)] = groupPoints[k];
              });
}

}  // namespace sinew
