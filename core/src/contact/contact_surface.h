// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
//
// The skin as contact sees it: points about half a cell apart ("proxies"), each with a normal, an
// area and a cell to hang on. They are what touches, and what is touched: the surface between them
// is blended from their tangent planes (docs/theory/contact.md, section 2). Lattice coordinates.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "geometry/triangle_mesh.h"
#include "lattice/lattice.h"
#include "math/mat3.h"

namespace sinew {

/// A point of the rest surface, the cell it hangs on (-1: none) and the part of the surface it
/// stands for.
struct SurfaceSample {
  Vec3<double> point, normal;
  double area = 0;
  CellSlot cell = -1;
};

/// Distance between proxies at least [cells]. Half of it finds no contact the other half misses, at
/// twice the time of detection.
inline constexpr double kProxySpacing = 0.6;

/// Points of the surface no closer than kProxySpacing to each other where it faces one way, without
/// cells. Their areas sum to that of the surface.
std::vector<SurfaceSample> sampleSurface(const TriangleMesh& surface);

struct ContactProxy {
  CellSlot cell;
  std::array<float, 3> local;  // in the cell, about 0..1
  std::array<float, 3> normal;
  float area;               // [cells^2]
  float restDepth;          // how deep it is in other flesh at rest; 0 where it is not [cells]
  std::int32_t restTarget;  // the proxy of that flesh's surface; -1: none
};

struct ContactSurface {
  std::vector<ContactProxy> proxies;

  bool isEmpty() const { return proxies.empty(); }
  Vec3<double> restPoint(const Lattice& lattice, std::size_t proxy) const {
    const Int3 c = lattice.cellCoord(proxies[proxy].cell);
    const auto& t = proxies[proxy].local;
    return {c.x + static_cast<double>(t[0]), c.y + static_cast<double>(t[1]),
            c.z + static_cast<double>(t[2])};
  }
  std::size_t memoryBytes() const { return byteCount(proxies); }
};

/// Samples without a cell are left out. Finds what is inside other flesh at rest.
ContactSurface buildContactSurface(const Lattice& lattice, std::span<const SurfaceSample> samples);

/// Neighbours of proxies along the flesh: list[begin[p] .. begin[p+1]).
struct ProxyNeighbours {
  std::vector<std::uint32_t> begin;
  std::vector<std::int32_t> list;

  std::size_t memoryBytes() const { return byteCount(begin) + byteCount(list); }
};

/// No part of the surface, nor are ways out: only contact of the flesh with itself asks for them.
ProxyNeighbours findNeighbours(const Lattice& lattice, const ContactSurface& surface);

/// Ways out of the flesh are kept apart by where the surface faces: along +x, -x, +y, ...
inline constexpr std::size_t kExitSides = 6;
/// Farther than this from the surface there is no way out [cells].
inline constexpr double kDeepestExit = 8;

/// Per side: the proxy nearest to a cell in the flesh that faces that side, -1: none.
using CellExits = std::array<std::int32_t, kExitSides>;

/// Per cell slot.
std::vector<CellExits> findExits(const Lattice& lattice, const ContactSurface& surface);

}  // namespace sinew
