// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
#include "contact/self_contact.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>

namespace sinew {
namespace {

constexpr double kEdge = 1e-9;  // a point on a face belongs to both sides

// Corners of the six tetrahedra: from corner 0 along the axes in some order to corner 7.
constexpr int kTetrahedra[6][2] = {{1, 3}, {1, 5}, {2, 3}, {2, 6}, {4, 5}, {4, 6}};

Vec3<double> cornerPlace(int a) {
  const Int3 o = cornerOffset(a);
  return {static_cast<double>(o.x), static_cast<double>(o.y), static_cast<double>(o.z)};
}

// Cells that share a node are neighbours in the flesh.
bool shareNode(const Lattice& lattice, CellSlot a, CellSlot b) {
  const Int3 u = lattice.cellCoord(a), v = lattice.cellCoord(b);
  if (std::abs(u.x - v.x) > 1 || std::abs(u.y - v.y) > 1 || std::abs(u.z - v.z) > 1) return false;
  for (int i = 0; i < 8; ++i)
    for (int j = 0; j < 8; ++j)
      if (lattice.cellNode(a, i) == lattice.cellNode(b, j)) return true;
  return false;
}

// From a proxy along the flesh to the one nearest to X.
std::int32_t walkTo(const FleshAt& flesh, std::int32_t start, const Vec3<double>& X) {
  const ContactSurface& surface = flesh.surface;
  const auto distance = [&](std::int32_t p) {
    const Vec3<double> d = surface.restPoint(flesh.lattice, static_cast<std::size_t>(p)) - X;
    return dot(d, d);
  };
  double least = distance(start);
  for (;;) {
    std::int32_t next = start;
    const auto p = static_cast<std::size_t>(start);
    for (std::uint32_t k = surface.neighbourBegin[p]; k < surface.neighbourBegin[p + 1]; ++k) {
      const double square = distance(surface.neighbours[k]);
      if (square < least) least = square, next = surface.neighbours[k];
    }
    if (next == start) return start;
    start = next;
  }
}

// A point with no way out is not better than one with a short one, and inside beats outside.
bool isBetter(double depth, double than) {
  if (depth > 0 && than > 0) return depth < than;
  return depth > than;
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

std::array<float, 8> cornerWeights(const std::array<float, 3>& t) {
  std::array<float, 8> w;
  for (int a = 0; a < 8; ++a)
    w[static_cast<std::size_t>(a)] =
        (a & 1 ? t[0] : 1 - t[0]) * (a & 2 ? t[1] : 1 - t[1]) * (a & 4 ? t[2] : 1 - t[2]);
  return w;
}

Mat3<double> centreGradient(const std::array<Vec3<double>, 8>& corners) {
  Vec3<double> axis[3] = {{0, 0, 0}, {0, 0, 0}, {0, 0, 0}};
  for (int a = 0; a < 8; ++a)
    for (int i = 0; i < 3; ++i)
      axis[i] += (a >> i & 1 ? 0.25 : -0.25) * corners[static_cast<std::size_t>(a)];
  return fromColumns(axis[0], axis[1], axis[2]);
}

std::array<float, 8> PlaceInCell::weights() const {
  std::array<float, 8> result{};
  result[0] = static_cast<float>(1 - u - v - w);
  result[static_cast<std::size_t>(kTetrahedra[tetrahedron][0])] = static_cast<float>(u);
  result[static_cast<std::size_t>(kTetrahedra[tetrahedron][1])] = static_cast<float>(v);
  result[7] = static_cast<float>(w);
  return result;
}

Vec3<double> PlaceInCell::local() const {
  return u * cornerPlace(kTetrahedra[tetrahedron][0]) +
         v * cornerPlace(kTetrahedra[tetrahedron][1]) + w * Vec3<double>{1, 1, 1};
}

std::optional<PlaceInCell> placeInCell(const std::array<Vec3<double>, 8>& corners,
                                       const Vec3<double>& p) {
  const Vec3<double> origin = corners[0], d = p - origin, c = corners[7] - origin;
  for (int t = 0; t < 6; ++t) {
    // d = u a + v b + w c
    const Vec3<double> a = corners[static_cast<std::size_t>(kTetrahedra[t][0])] - origin;
    const Vec3<double> b = corners[static_cast<std::size_t>(kTetrahedra[t][1])] - origin;
    const Vec3<double> bc = cross(b, c);
    const double volume = dot(a, bc);
    if (volume == 0) continue;
    const Vec3<double> ad = cross(a, d);
    const PlaceInCell place{t, dot(d, bc) / volume, dot(ad, c) / volume, -dot(ad, b) / volume};
    if (place.u >= -kEdge && place.v >= -kEdge && place.w >= -kEdge &&
        place.u + place.v + place.w <= 1 + kEdge)
      return place;
  }
  return std::nullopt;
}

Vec3<double> restSlope(const std::array<Vec3<double>, 8>& corners, int tetrahedron,
                       const Vec3<double>& n) {
  const Vec3<double> a =
      corners[static_cast<std::size_t>(kTetrahedra[tetrahedron][0])] - corners[0];
  const Vec3<double> b =
      corners[static_cast<std::size_t>(kTetrahedra[tetrahedron][1])] - corners[0];
  const Vec3<double> c = corners[7] - corners[0];
  const double volume = dot(a, cross(b, c));
  const Vec3<double> slope =
      (1 / volume) * (dot(cornerPlace(kTetrahedra[tetrahedron][0]), n) * cross(b, c) +
                      dot(cornerPlace(kTetrahedra[tetrahedron][1]), n) * cross(c, a) +
                      dot({1, 1, 1}, n) * cross(a, b));
  const double length = std::sqrt(dot(slope, slope));
  if (length <= kSteepest) return slope;
  return std::isfinite(length) ? (kSteepest / length) * slope : Vec3<double>{0, 0, 0};
}

SelfHit findSelfContact(const FleshAt& flesh, std::size_t proxy) {
  const Lattice& lattice = flesh.lattice;
  const ContactProxy& own = flesh.surface.proxies[proxy];
  const auto weights = cornerWeights(own.local);
  const auto home = cornersOf(lattice, own.cell, flesh.positions);
  Vec3<double> p = home[0];
  for (std::size_t a = 1; a < 8; ++a)
    p = addScaled(p, static_cast<double>(weights[a]), home[a] - home[0]);

  SelfHit best;
  best.depth = -kContactMargin;
  const Vec3<float> query{static_cast<float>(p.x), static_cast<float>(p.y),
                          static_cast<float>(p.z)};
  flesh.tree.forCellsAt(query, [&](CellSlot slot) {
    const std::int32_t start = flesh.surface.nearest[static_cast<std::size_t>(slot)];
    if (start < 0 || slot == own.cell) return;
    const auto corners = cornersOf(lattice, slot, flesh.positions);
    for (int i = 0; i < 3; ++i) {  // most cells of an octet do not hold the point
      const auto at = [&](std::size_t a) {
        return i == 0 ? corners[a].x : i == 1 ? corners[a].y : corners[a].z;
      };
      const double c = i == 0 ? p.x : i == 1 ? p.y : p.z;
      double least = at(0), greatest = least;
      for (std::size_t a = 1; a < 8; ++a)
        least = std::min(least, at(a)), greatest = std::max(greatest, at(a));
      if (c < least || c > greatest) return;
    }
    if (shareNode(lattice, own.cell, slot)) return;
    const auto place = placeInCell(corners, p);
    if (!place) return;
    const Int3 cell = lattice.cellCoord(slot);
    const Vec3<double> local = place->local();
    const Vec3<double> X{cell.x + local.x, cell.y + local.y, cell.z + local.z};
    const std::int32_t target = walkTo(flesh, start, X);
    const auto t = static_cast<std::size_t>(target);
    const auto& n = flesh.surface.proxies[t].normal;
    const Vec3<double> normal{n[0], n[1], n[2]};
    const double depth = -dot(X - flesh.surface.restPoint(lattice, t), normal);
    if (!isBetter(depth, best.depth)) return;
    best = {target, slot, place->weights(), restSlope(corners, place->tetrahedron, normal), depth};
  });
  return best;
}

}  // namespace sinew
