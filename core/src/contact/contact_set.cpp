// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
#include "contact/contact_set.h"

#include <algorithm>
#include <cmath>

#include "base/parallel.h"
#include "lattice/embedding.h"

namespace sinew {
namespace {

constexpr std::int64_t kProxyGrain = 64;
constexpr std::int64_t kContactGrain = 256;

PairEnd endAt(const Lattice& lattice, CellSlot cell, const std::array<float, 3>& place) {
  PairEnd end;
  end.weights = cornerWeights(place);
  for (int a = 0; a < 8; ++a) end.nodes[static_cast<std::size_t>(a)] = lattice.cellNode(cell, a);
  return end;
}

Vec3<double> pointOf(const PairEnd& end, const double* positions) {
  return interpolate(end.nodes, end.weights, positions);
}

// n of the deformed surface: cofactor of F times that of the rest surface. Holds in flat and
// inverted cells.
Vec3<double> deformedNormal(const ContactModel& model, const ContactProxy& proxy,
                            const double* positions) {
  const Mat3<double> F = centreGradient(cornersOf(model.lattice, proxy.cell, positions));
  const Vec3<double> a = columnX(F), b = columnY(F), c = columnZ(F);
  const Vec3<double> n = static_cast<double>(proxy.normal[0]) * cross(b, c) +
                         static_cast<double>(proxy.normal[1]) * cross(c, a) +
                         static_cast<double>(proxy.normal[2]) * cross(a, b);
  const double length = std::sqrt(dot(n, n));
  return length > 1e-12 ? (1 / length) * n : Vec3<double>{0, 0, 0};
}

Contact makeContact(const ContactModel& model, const ContactSettings& settings, std::int32_t proxy,
                    const SelfHit& hit, const double* positions) {
  const ContactProxy& own = model.surface.proxies[static_cast<std::size_t>(proxy)];
  const ContactProxy& other = model.surface.proxies[static_cast<std::size_t>(hit.target)];
  Contact contact{proxy,     hit.target, hit.place, deformedNormal(model, other, positions),
                  {0, 0, 0}, 0};
  const double mu = std::min(static_cast<double>(model.material.mu(own.cell)),
                             static_cast<double>(model.material.mu(other.cell)));
  contact.stiffness = kContactStiffness * settings.stiffness * mu * static_cast<double>(own.area);
  return contact;
}

// A contact that was not found again is kept while its gap is small: whether it is found depends on
// which cell the point is in.
constexpr double kKeptGap = 2 * kContactMargin;

bool isStillNear(const ContactModel& model, const Contact& contact, const double* positions) {
  const ContactProxy& own = model.surface.proxies[static_cast<std::size_t>(contact.proxy)];
  const ContactProxy& other = model.surface.proxies[static_cast<std::size_t>(contact.target)];
  const Vec3<double> d = pointOf(endAt(model.lattice, own.cell, own.local), positions) -
                         pointOf(endAt(model.lattice, other.cell, contact.place), positions);
  return dot(contact.normal, d) < kKeptGap && dot(d, d) < 1;
}

// The new list from what was found and the list before; both are by proxy.
void mergeContacts(const ContactModel& model, const double* positions, ContactSet& set) {
  set.before.swap(set.list);
  set.list.clear();
  set.facts.changed = 0;
  auto old = set.before.begin();
  for (std::size_t p = 0; p < set.hits.size(); ++p) {
    const auto proxy = static_cast<std::int32_t>(p);
    const bool wasThere = old != set.before.end() && old->proxy == proxy;
    if (set.hits[p].target >= 0) {
      set.list.push_back(makeContact(model, set.settings, proxy, set.hits[p], positions));
      set.facts.changed += !wasThere;
    } else if (wasThere) {
      const bool stays = isStillNear(model, *old, positions);
      if (stays) set.list.push_back(*old);
      set.facts.changed += !stays;
    }
    if (wasThere) ++old;
  }
}

void layPairs(const ContactModel& model, const double* positions, ContactSet& set) {
  const std::size_t count = set.list.size();
  PairSprings& pairs = set.pairs;
  pairs.count = static_cast<std::int32_t>(count);
  pairs.levels[0].ends.resize(2 * count);
  pairs.stiffness.resize(9 * count + 4);
  set.forces.resize(8 * count + 4);
  set.energy.resize(count);
  set.energyBefore.resize(count);
  set.depth.resize(count);
  parallelFor(pairs.count, kContactGrain, [&](std::int64_t begin, std::int64_t end) {
    for (auto c = static_cast<std::size_t>(begin); c < static_cast<std::size_t>(end); ++c) {
      Contact& contact = set.list[c];
      const ContactProxy& own = model.surface.proxies[static_cast<std::size_t>(contact.proxy)];
      const ContactProxy& other = model.surface.proxies[static_cast<std::size_t>(contact.target)];
      PairEnd* ends = &pairs.levels[0].ends[2 * c];
      ends[0] = endAt(model.lattice, own.cell, own.local);
      ends[1] = endAt(model.lattice, other.cell, contact.place);
      const Vec3<double> d = pointOf(ends[1], positions) - pointOf(ends[0], positions);
      contact.along = d - dot(contact.normal, d) * contact.normal;
    }
  });
  spreadPairs(model.lattice, model.hierarchy, pairs);
}

}  // namespace

ContactSet::ContactSet(const Lattice& lattice, const Hierarchy& hierarchy,
                       const ContactSurface& contactSurface)
    : tree(lattice),
      hits(contactSurface.proxies.size()),
      raise(hits.size(), 1.f),
      pairs(makePairSprings(lattice, hierarchy)) {}

void startContacts(const ContactModel& model, const ContactSettings& settings, ContactSet& set) {
  set.settings = settings;
  std::fill(set.raise.begin(), set.raise.end(), 1.f);
  set.list.clear();
  set.facts = {};
  layPairs(model, nullptr, set);
}

void detectContacts(const ContactModel& model, const double* positions, ContactSet& set) {
  set.tree.refit(model.lattice, positions);
  const FleshAt flesh{model.lattice, model.surface, set.tree, positions};
  parallelFor(static_cast<std::int64_t>(set.hits.size()), kProxyGrain,
              [&](std::int64_t begin, std::int64_t end) {
                for (auto p = static_cast<std::size_t>(begin); p < static_cast<std::size_t>(end);
                     ++p)
                  set.hits[p] = findSelfContact(flesh, p);
              });
  mergeContacts(model, positions, set);
  for (Contact& contact : set.list) {
    const auto p = static_cast<std::size_t>(contact.proxy);
    contact.restDepth = static_cast<double>(model.surface.proxies[p].restDepth);
    contact.raise = static_cast<double>(set.raise[p]);
  }
  layPairs(model, positions, set);
  contactForces(positions, set);
}

void contactForces(const double* positions, ContactSet& set) {
  parallelFor(set.pairs.count, kContactGrain, [&](std::int64_t begin, std::int64_t end) {
    for (auto c = static_cast<std::size_t>(begin); c < static_cast<std::size_t>(end); ++c) {
      const Contact& contact = set.list[c];
      const PairEnd* ends = &set.pairs.levels[0].ends[2 * c];
      const Vec3<double> d = pointOf(ends[1], positions) - pointOf(ends[0], positions);
      const Vec3<double>& n = contact.normal;
      const double across = dot(n, d);
      const double delta = across - contact.restDepth;
      const bool touches = delta > 0;
      const double k = touches ? contact.raise * contact.stiffness : 0;
      const double grip = set.settings.grip * k;
      const Vec3<double> slip = d - across * n - contact.along;
      const Vec3<double> f = k * delta * n + grip * slip;
      set.depth[c] = delta;
      set.energy[c] = 0.5 * (k * delta * delta + grip * dot(slip, slip));
      float* forces = set.forces.data() + 8 * c;
      const double components[3] = {f.x, f.y, f.z};
      const double normal[3] = {n.x, n.y, n.z};
      for (std::size_t i = 0; i < 3; ++i) {
        forces[i] = static_cast<float>(components[i]);
        forces[4 + i] = -forces[i];
        for (std::size_t j = 0; j < 3; ++j)
          set.pairs.stiffness[9 * c + 3 * i + j] =
              static_cast<float>((k - grip) * normal[i] * normal[j] + (i == j ? grip : 0));
      }
      forces[3] = forces[7] = 0;
    }
  });
  ContactFacts& facts = set.facts;
  facts.touching = 0;
  facts.worst = 0;
  double sum = 0;
  for (const double depth : set.depth) {
    if (!(depth > 0)) continue;
    ++facts.touching;
    sum += depth;
    facts.worst = std::max(facts.worst, depth);
  }
  facts.mean = facts.touching > 0 ? sum / static_cast<double>(facts.touching) : 0;
}

bool raiseStiffness(ContactSet& set) {
  bool raised = false;
  for (std::size_t c = 0; c < set.list.size(); ++c) {
    float& raise = set.raise[static_cast<std::size_t>(set.list[c].proxy)];
    if (!(set.depth[c] > set.settings.tolerance) || raise >= kMostRaise) continue;
    raise *= 2;
    raised = true;
  }
  return raised;
}

double contactEnergy(const ContactSet& set) {
  double sum = 0;
  for (const double energy : set.energy) sum += energy;
  return sum;
}

double contactEnergyChange(const ContactSet& set) {
  double sum = 0;
  for (std::size_t c = 0; c < set.energy.size(); ++c) sum += set.energy[c] - set.energyBefore[c];
  return sum;
}

std::size_t ContactSet::memoryBytes() const {
  return tree.memoryBytes() + byteCount(hits) + byteCount(raise) + byteCount(list) +
         byteCount(before) + pairs.memoryBytes() + byteCount(forces) + 2 * byteCount(energy) +
         byteCount(depth);
}

}  // namespace sinew
