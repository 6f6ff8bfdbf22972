// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
//
// The skin and the cells of one state, laid out for questions about contact: where every proxy is,
// where it faces, which cells are around a point, and the ways out of them.
#pragma once

#include <span>
#include <vector>

#include "contact/cell_tree.h"
#include "contact/contact_surface.h"
#include "contact/deformed_skin_kernels.h"

namespace sinew {

struct SkinGroup {
  std::span<const PlacedProxy> proxies;
  std::span<const Vec3<double>> points;  // where they are now
};

struct DeformedSkin {
  DeformedSkin(const Lattice& lattice, const ContactSurface& surface);

  /// To the state with nodes at `positions` (double[4] per node).
  void moveTo(const Lattice& lattice, const double* positions);

  std::size_t memoryBytes() const {
    return tree.memoryBytes() + byteCount(byGroup) + byteCount(groupPoints) +
           byteCount(groupBegin) + byteCount(restPoints) + byteCount(points) + byteCount(normals) +
           byteCount(exits) + neighbours.memoryBytes();
  }

  /// Groups of proxies that hang on cells of one octet, to be asked about together.
  std::size_t groupCount() const { return groupBegin.size() - 1; }
  SkinGroup group(std::size_t g) const {
    const std::size_t begin = groupBegin[g], count = groupBegin[g + 1] - begin;
    return {{byGroup.data() + begin, count}, {groupPoints.data() + begin, count}};
  }

  CellTree tree;
  // What every detection reads of all proxies, one after the other: proxies are in the order of the
  // skin's triangles, and picking them out by group waits for memory more than it calculates.
  std::vector<PlacedProxy> byGroup;
  std::vector<Vec3<double>> groupPoints;
  std::vector<std::uint32_t> groupBegin;
  std::vector<Vec3<double>> restPoints;       // per proxy
  std::vector<Vec3<double>> points, normals;  // per proxy; a normal is 0 where its cell is flat
  std::vector<CellExits> exits;               // per cell slot
  ProxyNeighbours neighbours;
};

/// Gradient of the deformation at a cell's centre: columns are dx / d(lattice axis).
Mat3<double> centreGradient(const std::array<Vec3<double>, 8>& corners);

std::array<Vec3<double>, 8> cornersOf(const Lattice& lattice, CellSlot slot,
                                      const double* positions);

/// Relative to the first corner: float weights do not sum to exactly 1.
Vec3<double> weightedSum(const std::array<Vec3<double>, 8>& corners,
                         const std::array<float, 8>& weights);

}  // namespace sinew
