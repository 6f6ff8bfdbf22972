// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
#include "contact/contact_surface.h"

#include <algorithm>
#include <cmath>
#include <deque>

#include "base/aligned_vector.h"
#include "contact/self_contact.h"

namespace sinew {
namespace {

constexpr double kNeighbourReach = 2.2 * kProxySpacing;  // [cells]
constexpr std::size_t kMostNeighbours = 16;

// Per node, the slots of the active cells around it.
struct SlotsOfNodes {
  explicit SlotsOfNodes(const Lattice& lattice)
      : begin(static_cast<std::size_t>(lattice.nodeCount) + 1, 0) {
    forCorners(lattice, [&](CellSlot, std::int32_t n) { ++begin[static_cast<std::size_t>(n)]; });
    std::uint32_t sum = 0;
    for (std::uint32_t& b : begin) sum += b, b = sum;
    slots.resize(sum);
    forCorners(lattice, [&](CellSlot slot, std::int32_t n) {
      slots[--begin[static_cast<std::size_t>(n)]] = slot;
    });
  }
  template <class Body>
  void forCorners(const Lattice& lattice, Body&& body) const {
    for (CellSlot slot = lattice.blockCount * kBlockCells; slot-- > 0;)
      if (lattice.isActive(slot))
        for (int a = 0; a < 8; ++a) body(slot, lattice.cellNode(slot, a));
  }
  std::vector<std::uint32_t> begin;
  std::vector<CellSlot> slots;
};

// The slots that share a node with `slot`, itself among them, in order.
void slotsAround(const Lattice& lattice, const SlotsOfNodes& around, CellSlot slot,
                 std::vector<CellSlot>& slots) {
  slots.clear();
  for (int a = 0; a < 8; ++a) {
    const auto n = static_cast<std::size_t>(lattice.cellNode(slot, a));
    slots.insert(slots.end(), around.slots.begin() + around.begin[n],
                 around.slots.begin() + around.begin[n + 1]);
  }
  std::sort(slots.begin(), slots.end());
  slots.erase(std::unique(slots.begin(), slots.end()), slots.end());
}

double squaredDistance(const Vec3<double>& a, const Vec3<double>& b) { return dot(a - b, a - b); }

// Proxies by cell: lists[begin[slot] .. begin[slot+1]).
struct ProxiesOfCells {
  ProxiesOfCells(const Lattice& lattice, const std::vector<ContactProxy>& proxies)
      : begin(static_cast<std::size_t>(lattice.blockCount) * kBlockCells + 1, 0),
        list(proxies.size()) {
    for (const ContactProxy& p : proxies) ++begin[static_cast<std::size_t>(p.cell)];
    std::uint32_t sum = 0;
    for (std::uint32_t& b : begin) sum += b, b = sum;
    for (std::size_t p = proxies.size(); p-- > 0;)
      list[--begin[static_cast<std::size_t>(proxies[p].cell)]] = static_cast<std::int32_t>(p);
  }
  std::vector<std::uint32_t> begin;
  std::vector<std::int32_t> list;
};

void findNeighbours(const Lattice& lattice, const SlotsOfNodes& around, ContactSurface& surface) {
  const ProxiesOfCells byCell(lattice, surface.proxies);
  surface.neighbourBegin.assign(1, 0);
  std::vector<CellSlot> slots;
  std::vector<std::pair<double, std::int32_t>> near;
  for (std::size_t p = 0; p < surface.proxies.size(); ++p) {
    slotsAround(lattice, around, surface.proxies[p].cell, slots);
    const Vec3<double> point = surface.restPoint(lattice, p);
    near.clear();
    for (const CellSlot slot : slots)
      for (std::uint32_t k = byCell.begin[static_cast<std::size_t>(slot)];
           k < byCell.begin[static_cast<std::size_t>(slot) + 1]; ++k) {
        const std::int32_t other = byCell.list[k];
        if (other == static_cast<std::int32_t>(p)) continue;
        const double square =
            squaredDistance(point, surface.restPoint(lattice, static_cast<std::size_t>(other)));
        if (square < kNeighbourReach * kNeighbourReach) near.emplace_back(square, other);
      }
    std::sort(near.begin(), near.end());
    for (std::size_t k = 0; k < std::min(near.size(), kMostNeighbours); ++k)
      surface.neighbours.push_back(near[k].second);
    surface.neighbourBegin.push_back(static_cast<std::uint32_t>(surface.neighbours.size()));
  }
}

// The side a normal faces most.
std::size_t sideOf(const std::array<float, 3>& normal) {
  std::size_t axis = 0;
  for (std::size_t i = 1; i < 3; ++i)
    if (std::fabs(normal[i]) > std::fabs(normal[axis])) axis = i;
  return 2 * axis + (normal[axis] < 0);
}

// The proxies of one side nearest to each cell's centre, handed on from cell to cell through common
// nodes.
void findExits(const Lattice& lattice, const SlotsOfNodes& around, std::size_t side,
               ContactSurface& surface) {
  std::vector<double> least(surface.exits.size(), kDeepestExit * kDeepestExit);
  std::deque<CellSlot> queue;
  const auto offer = [&](CellSlot slot, std::int32_t proxy) {
    const Int3 c = lattice.cellCoord(slot);
    const double square =
        squaredDistance({c.x + 0.5, c.y + 0.5, c.z + 0.5},
                        surface.restPoint(lattice, static_cast<std::size_t>(proxy)));
    if (!(square < least[static_cast<std::size_t>(slot)])) return;
    least[static_cast<std::size_t>(slot)] = square;
    surface.exits[static_cast<std::size_t>(slot)][side] = proxy;
    queue.push_back(slot);
  };
  for (std::size_t p = 0; p < surface.proxies.size(); ++p)
    if (sideOf(surface.proxies[p].normal) == side)
      offer(surface.proxies[p].cell, static_cast<std::int32_t>(p));
  std::vector<CellSlot> slots;
  while (!queue.empty()) {
    const CellSlot slot = queue.front();
    queue.pop_front();
    const std::int32_t proxy = surface.exits[static_cast<std::size_t>(slot)][side];
    slotsAround(lattice, around, slot, slots);
    for (const CellSlot next : slots) offer(next, proxy);
  }
}

void findRestDepths(const Lattice& lattice, ContactSurface& surface) {
  const AlignedVector<double> rest = restPositions(lattice);
  DeformedSkin skin(lattice, surface);
  skin.moveTo(lattice, rest.data());
  const FleshAt flesh{lattice, surface, skin, rest.data()};
  for (std::size_t p = 0; p < surface.proxies.size(); ++p) {
    const SelfHit hit = findSelfContact(flesh, p);
    if (hit.target < 0 || !(hit.depth > 0)) continue;
    surface.proxies[p].restDepth = static_cast<float>(hit.depth);
    surface.proxies[p].restTarget = hit.target;
  }
}

}  // namespace

ContactSurface buildContactSurface(const Lattice& lattice, std::span<const SurfaceSample> samples) {
  ContactSurface surface;
  for (const SurfaceSample& s : samples) {
    if (s.cell < 0) continue;
    const Int3 c = lattice.cellCoord(s.cell);
    surface.proxies.push_back(
        {s.cell,
         {static_cast<float>(s.point.x - c.x), static_cast<float>(s.point.y - c.y),
          static_cast<float>(s.point.z - c.z)},
         {static_cast<float>(s.normal.x), static_cast<float>(s.normal.y),
          static_cast<float>(s.normal.z)},
         static_cast<float>(s.area),
         0.f,
         -1});
  }
  const SlotsOfNodes around(lattice);
  findNeighbours(lattice, around, surface);
  surface.exits.resize(static_cast<std::size_t>(lattice.blockCount) * kBlockCells);
  for (auto& exits : surface.exits) exits.fill(-1);
  for (std::size_t side = 0; side < kExitSides; ++side) findExits(lattice, around, side, surface);
  findRestDepths(lattice, surface);
  shrinkToFit(surface.proxies, surface.neighbourBegin, surface.neighbours);
  return surface;
}

std::size_t ContactSurface::memoryBytes() const {
  return byteCount(proxies) + byteCount(neighbourBegin) + byteCount(neighbours) + byteCount(exits);
}

}  // namespace sinew
