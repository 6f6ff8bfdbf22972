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

// Surfaces that touch face each other. Where skin is pushed together and wrinkles, a point may get
// into a cell two cells away whose skin faces the same way: that is no contact. Cosines between
// which a contact fades.
constexpr double kFacing = -0.2, kSameWay = 0.4;

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

Contact makeContact(const ContactModel& model, const ContactSet& set, std::size_t proxy,
                    const double* positions) {
  const ContactProxy& own = model.surface.proxies[proxy];
  Contact contact;
  contact.proxy = static_cast<std::int32_t>(proxy);
  contact.hit = set.hits[proxy];
  contact.restDepth = static_cast<double>(own.restDepth);
  const double steepness = std::sqrt(dot(contact.hit.slope, contact.hit.slope));
  const double cosine =
      dot(contact.hit.slope, deformedNormal(model, own, positions)) / std::max(steepness, 1e-12);
  const double t = std::clamp((kSameWay - cosine) / (kSameWay - kFacing), 0.0, 1.0);
  contact.facing = t * t * (3 - 2 * t);
  const float mu = std::min(model.material.mu(own.cell), model.material.mu(contact.hit.cell));
  contact.stiffness = kContactStiffness * set.settings.stiffness *
                      static_cast<double>(set.raise[proxy] * mu * own.area) * contact.facing;
  return contact;
}

// The list of what was found, by proxy.
void listContacts(const ContactModel& model, const double* positions, ContactSet& set) {
  set.wasTouching.swap(set.isTouching);
  set.list.clear();
  for (std::size_t p = 0; p < set.hits.size(); ++p) {
    set.isTouching[p] = set.hits[p].target >= 0;
    if (set.isTouching[p]) set.list.push_back(makeContact(model, set, p, positions));
  }
  set.facts.changed = 0;
  for (std::size_t p = 0; p < set.hits.size(); ++p)
    set.facts.changed += set.isTouching[p] != set.wasTouching[p];
}

void layPairs(const ContactModel& model, ContactSet& set) {
  const std::size_t count = set.list.size();
  PairSprings& pairs = set.pairs;
  pairs.count = static_cast<std::int32_t>(count);
  pairs.levels[0].ends.resize(2 * count);
  pairs.stiffness.resize(9 * count + 4);
  set.forces.resize(8 * count + 4);
  set.energy.resize(count);
  set.depth.resize(count);
  for (std::size_t c = 0; c < count; ++c) {
    const Contact& contact = set.list[c];
    const ContactProxy& own = model.surface.proxies[static_cast<std::size_t>(contact.proxy)];
    PairEnd* ends = &pairs.levels[0].ends[2 * c];
    ends[0].weights = cornerWeights(own.local);
    ends[1].weights = contact.hit.weights;
    for (int a = 0; a < 8; ++a) {
      ends[0].nodes[static_cast<std::size_t>(a)] = model.lattice.cellNode(own.cell, a);
      ends[1].nodes[static_cast<std::size_t>(a)] = model.lattice.cellNode(contact.hit.cell, a);
    }
  }
  spreadPairs(model.lattice, model.hierarchy, pairs);
}

void countContacts(ContactSet& set) {
  ContactFacts& facts = set.facts;
  facts.touching = 0;
  facts.worst = 0;
  double sum = 0;
  for (std::size_t c = 0; c < set.list.size(); ++c) {
    if (!isPressed(set, c)) continue;
    ++facts.touching;
    sum += set.depth[c];
    facts.worst = std::max(facts.worst, set.depth[c]);
  }
  facts.mean = facts.touching > 0 ? sum / static_cast<double>(facts.touching) : 0;
}

}  // namespace

ContactSet::ContactSet(const Lattice& lattice, const Hierarchy& hierarchy,
                       const ContactSurface& surface)
    : tree(lattice),
      hits(surface.proxies.size()),
      isTouching(hits.size(), 0),
      wasTouching(hits.size(), 0),
      raise(hits.size(), 1.f),
      pairs(makePairSprings(lattice, hierarchy)) {}

void startContacts(const ContactModel& model, const ContactSettings& settings, ContactSet& set) {
  set.settings = settings;
  set.isHeld = false;
  set.seconds = 0;
  set.facts = {};
  set.list.clear();
  std::fill(set.isTouching.begin(), set.isTouching.end(), std::uint8_t{0});
  std::fill(set.raise.begin(), set.raise.end(), 1.f);
  layPairs(model, set);
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
  listContacts(model, positions, set);
  layPairs(model, set);
  contactForces(positions, set);
}

void contactForces(const double* positions, ContactSet& set) {
  parallelFor(set.pairs.count, kContactGrain, [&](std::int64_t begin, std::int64_t end) {
    for (auto c = static_cast<std::size_t>(begin); c < static_cast<std::size_t>(end); ++c) {
      const Contact& contact = set.list[c];
      const PairEnd* ends = &set.pairs.levels[0].ends[2 * c];
      const Vec3<double> apart = interpolate(ends[0].nodes, ends[0].weights, positions) -
                                 interpolate(ends[1].nodes, ends[1].weights, positions);
      const Vec3<double>& g = contact.hit.slope;
      const double delta = contact.hit.depth - dot(g, apart) - contact.restDepth;
      // Beyond kLinearDepth the force stays the same: where flesh is deep in other flesh the way
      // out is a guess, and must not outweigh all else.
      const double pressed = std::min(delta, kLinearDepth);
      const double k = delta > 0 ? contact.stiffness * pressed / delta : 0;
      // While contacts are held nothing slides away from them, and the tangent is the true one.
      const double grip = set.isHeld ? 0 : set.settings.grip;
      set.depth[c] = delta;
      set.energy[c] = delta > 0 ? contact.stiffness * pressed * (delta - 0.5 * pressed) : 0;
      float* forces = set.forces.data() + 8 * c;
      const double slope[3] = {g.x, g.y, g.z};
      for (std::size_t i = 0; i < 3; ++i) {
        forces[i] = static_cast<float>(k * delta * slope[i]);
        forces[4 + i] = -forces[i];
        for (std::size_t j = 0; j < 3; ++j)
          set.pairs.stiffness[9 * c + 3 * i + j] = static_cast<float>(
              k * ((1 - grip) * slope[i] * slope[j] + (i == j ? grip * dot(g, g) : 0)));
      }
      forces[3] = forces[7] = 0;
    }
  });
  countContacts(set);
}

bool raiseStiffness(ContactSet& set) {
  bool raised = false;
  for (std::size_t c = 0; c < set.list.size(); ++c) {
    Contact& contact = set.list[c];
    float& raise = set.raise[static_cast<std::size_t>(contact.proxy)];
    if (!(set.depth[c] > set.settings.tolerance) || contact.facing < 0.5 || raise >= kMostRaise)
      continue;
    raise *= 2;
    contact.stiffness *= 2;
    raised = true;
  }
  return raised;
}

double contactEnergy(const ContactSet& set) {
  double sum = 0;
  for (const double energy : set.energy) sum += energy;
  return sum;
}

std::size_t ContactSet::memoryBytes() const {
  return tree.memoryBytes() + byteCount(hits) + 2 * byteCount(isTouching) + byteCount(raise) +
         byteCount(list) + pairs.memoryBytes() + byteCount(forces) + byteCount(energy) +
         byteCount(depth);
}

}  // namespace sinew
