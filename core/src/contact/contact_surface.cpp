// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
#include "contact/contact_surface.h"

#include <algorithm>
#include <cmath>
#include <deque>

#include "base/aligned_vector.h"
#include "base/parallel.h"
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

// The slots that share a node with `slot`, itself among them; once per common node.
template <class Body>
void forSlotsAround(const Lattice& lattice, const SlotsOfNodes& around, CellSlot slot,
                    Body&& body) {
  for (int a = 0; a < 8; ++a) {
    const auto n = static_cast<std::size_t>(lattice.cellNode(slot, a));
    for (std::uint32_t k = around.begin[n]; k < around.begin[n + 1]; ++k) body(around.slots[k]);
  }
}

// The same once each, in order.
void slotsAround(const Lattice& lattice, const SlotsOfNodes& around, CellSlot slot,
                 std::vector<CellSlot>& slots) {
  slots.clear();
  forSlotsAround(lattice, around, slot, [&](CellSlot other) { slots.push_back(other); });
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

// The side a normal faces most.
std::size_t sideOf(const std::array<float, 3>& normal) {
  std::size_t axis = 0;
  for (std::size_t i = 1; i < 3; ++i)
    if (std::fabs(normal[i]) > std::fabs(normal[axis])) axis = i;
  return 2 * axis + (normal[axis] < 0);
}

// The proxies of one side nearest to each cell's centre, handed on from cell to cell through common
// nodes.
void findExitsTo(std::size_t side, const Lattice& lattice, const SlotsOfNodes& around,
                 const ContactSurface& surface, std::vector<CellExits>& exits) {
  struct Exit {
    double square = kDeepestExit * kDeepestExit;
    std::int32_t proxy = -1;
    std::int32_t handedOn = -1;  // the proxy that was offered to the cells around last
  };
  std::vector<Exit> best(exits.size());
  std::deque<CellSlot> queue;
  const auto squareTo = [&](CellSlot slot, const Vec3<double>& point) {
    const Int3 c = lattice.cellCoord(slot);
    return squaredDistance({c.x + 0.5, c.y + 0.5, c.z + 0.5}, point);
  };
  const auto offer = [&](CellSlot slot, std::int32_t proxy, const Vec3<double>& point) {
    Exit& exit = best[static_cast<std::size_t>(slot)];
    const double square = squareTo(slot, point);
    if (!(square < exit.square)) return;
    exit.square = square;
    exit.proxy = proxy;
    queue.push_back(slot);
  };
  for (std::size_t p = 0; p < surface.proxies.size(); ++p)
    if (sideOf(surface.proxies[p].normal) == side)
      offer(surface.proxies[p].cell, static_cast<std::int32_t>(p), surface.restPoint(lattice, p));
  std::vector<CellSlot> nearer;
  for (; !queue.empty(); queue.pop_front()) {
    Exit& exit = best[static_cast<std::size_t>(queue.front())];
    if (exit.proxy == exit.handedOn) continue;
    exit.handedOn = exit.proxy;
    const Vec3<double> point = surface.restPoint(lattice, static_cast<std::size_t>(exit.proxy));
    // Few are nearer, so they are picked before they are put in order.
    nearer.clear();
    forSlotsAround(lattice, around, queue.front(), [&](CellSlot next) {
      if (squareTo(next, point) < best[static_cast<std::size_t>(next)].square)
        nearer.push_back(next);
    });
    std::sort(nearer.begin(), nearer.end());
    for (const CellSlot next : nearer) offer(next, exit.proxy, point);
  }
  for (std::size_t slot = 0; slot < exits.size(); ++slot) exits[slot][side] = best[slot].proxy;
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
  findRestDepths(lattice, surface);
  shrinkToFit(surface.proxies);
  return surface;
}

ProxyNeighbours findNeighbours(const Lattice& lattice, const ContactSurface& surface) {
  const SlotsOfNodes around(lattice);
  const ProxiesOfCells byCell(lattice, surface.proxies);
  ProxyNeighbours neighbours;
  neighbours.begin.push_back(0);
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
      neighbours.list.push_back(near[k].second);
    neighbours.begin.push_back(static_cast<std::uint32_t>(neighbours.list.size()));
  }
  shrinkToFit(neighbours.begin, neighbours.list);
  return neighbours;
}

std::vector<CellExits> findExits(const Lattice& lattice, const ContactSurface& surface) {
  const SlotsOfNodes around(lattice);
  CellExits none;
  none.fill(-1);
  std::vector<CellExits> exits(static_cast<std::size_t>(lattice.blockCount) * kBlockCells, none);
  parallelFor(kExitSides, 1, [&](std::int64_t begin, std::int64_t end) {
    for (auto side = static_cast<std::size_t>(begin); side < static_cast<std::size_t>(end); ++side)
      findExitsTo(side, lattice, around, surface, exits);
  });
  return exits;
}

}  // namespace sinew
