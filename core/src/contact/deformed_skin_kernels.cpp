// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
#include "contact/deformed_skin_kernels.h"

#include <cmath>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "contact/deformed_skin_kernels.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "lattice/embedding.h"
#include "math/scalar.h"

HWY_BEFORE_NAMESPACE();
namespace sinew {
namespace HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;
using PlaceTag = hn::CappedTag<double, 4>;

// A node's (x, y, z, unused) in lanes. Products and sums are rounded one by one, as in scalar code:
// results are the same on every target.
struct Place {
  static constexpr std::size_t kLanes = hn::MaxLanes(PlaceTag()), kParts = 4 / kLanes;
  hn::Vec<PlaceTag> part[kParts];

  static SINEW_INLINE Place load(const double* from) {
    Place a;
    for (std::size_t i = 0; i < kParts; ++i) a.part[i] = hn::Load(PlaceTag(), from + i * kLanes);
    return a;
  }
  SINEW_INLINE Vec3<double> get() const {
    alignas(32) double to[4];
    for (std::size_t i = 0; i < kParts; ++i) hn::Store(part[i], PlaceTag(), to + i * kLanes);
    return {to[0], to[1], to[2]};
  }
  SINEW_INLINE Place plus(const Place& b) const {
    Place sum;
    for (std::size_t i = 0; i < kParts; ++i) sum.part[i] = hn::Add(part[i], b.part[i]);
    return sum;
  }
  SINEW_INLINE Place minus(const Place& b) const {
    Place difference;
    for (std::size_t i = 0; i < kParts; ++i) difference.part[i] = hn::Sub(part[i], b.part[i]);
    return difference;
  }
  SINEW_INLINE Place times(double s) const {
    Place product;
    for (std::size_t i = 0; i < kParts; ++i)
      product.part[i] = hn::Mul(part[i], hn::Set(PlaceTag(), s));
    return product;
  }
};

// A deformed cell, for the points that hang on it.
struct CellNow {
  Place origin, edge[8];     // the first corner, and from there to the others
  Vec3<double> cofactor[3];  // columns of cof F at the middle of the cell

  CellNow(const Lattice& lattice, CellSlot cell, const double* positions) {
    Place corner[8];
    for (int a = 0; a < 8; ++a)
      corner[a] = Place::load(positions + 4 * static_cast<std::size_t>(lattice.cellNode(cell, a)));
    origin = corner[0];
    Vec3<double> side[3];
    for (int i = 0; i < 3; ++i) {
      Place sum = corner[0].times(-1);
      for (int a = 1; a < 8; ++a) sum = a >> i & 1 ? sum.plus(corner[a]) : sum.minus(corner[a]);
      side[i] = sum.times(0.25).get();
    }
    for (int a = 1; a < 8; ++a) edge[a] = corner[a].minus(origin);
    for (int i = 0; i < 3; ++i) cofactor[i] = cross(side[(i + 1) % 3], side[(i + 2) % 3]);
  }

  Vec3<double> point(const std::array<float, 3>& local) const {
    const auto weights = trilinearWeights(local);
    Place p = origin;
    for (std::size_t a = 1; a < 8; ++a) p = p.plus(edge[a].times(static_cast<double>(weights[a])));
    return p.get();
  }

  // Holds in flat and inverted cells.
  Vec3<double> normal(const std::array<float, 3>& rest) const {
    const Vec3<double> n = static_cast<double>(rest[0]) * cofactor[0] +
                           static_cast<double>(rest[1]) * cofactor[1] +
                           static_cast<double>(rest[2]) * cofactor[2];
    const double length = std::sqrt(dot(n, n));
    return length > 1e-12 ? (1 / length) * n : Vec3<double>{0, 0, 0};
  }
};

void moveProxiesHere(const Lattice& lattice, const double* positions,
                     std::span<const PlacedProxy> proxies, Vec3<double>* points,
                     Vec3<double>* normals) {
  for (std::size_t k = 0; k < proxies.size();) {
    const CellSlot cell = proxies[k].cell;
    const CellNow now(lattice, cell, positions);
    for (; k < proxies.size() && proxies[k].cell == cell; ++k) {
      points[k] = now.point(proxies[k].local);
      normals[static_cast<std::size_t>(proxies[k].proxy)] = now.normal(proxies[k].normal);
    }
  }
}

}  // namespace
}  // namespace HWY_NAMESPACE
}  // namespace sinew
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace sinew {

HWY_EXPORT(moveProxiesHere);

void moveProxies(const Lattice& lattice, const double* positions,
                 std::span<const PlacedProxy> proxies, Vec3<double>* points,
                 Vec3<double>* normals) {
  HWY_DYNAMIC_DISPATCH(moveProxiesHere)(lattice, positions, proxies, points, normals);
}

}  // namespace sinew
#endif  // HWY_ONCE
