// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
#include "contact/contact_set.h"

#include <algorithm>
#include <bit>
#include <cmath>

#include "base/parallel.h"
#include "lattice/embedding.h"

namespace sinew {
namespace {

constexpr std::int64_t kGroupGrain = 8;  // about 64 proxies
constexpr std::int64_t kContactGrain = 256;

// Contacts this near to where skins overlap at rest may be as deep as they are there [cells].
constexpr double kRestReach = 3;

double restDepthOf(const ContactModel& model, const ContactProxy& proxy, std::int32_t target) {
  if (proxy.restTarget < 0) return 0;
  const Vec3<double> d =
      model.surface.restPoint(model.lattice, static_cast<std::size_t>(target)) -
      model.surface.restPoint(model.lattice, static_cast<std::size_t>(proxy.restTarget));
  return dot(d, d) < kRestReach * kRestReach ? static_cast<double>(proxy.restDepth) : 0;
}

Contact makeContact(const ContactModel& model, const ContactSet& set, std::size_t proxy) {
  const ContactProxy& own = model.surface.proxies[proxy];
  Contact contact;
  contact.proxy = static_cast<std::int32_t>(proxy);
  contact.hit = set.hits[proxy];
  contact.restDepth = restDepthOf(model, own, contact.hit.target);
  const ContactProxy& other = model.surface.proxies[static_cast<std::size_t>(contact.hit.target)];
  const float mu = std::min(model.material.mu(own.cell), model.material.mu(other.cell));
  contact.stiffness = kContactStiffness * set.settings.stiffness *
                      static_cast<double>(mu * own.area) * contact.hit.facing * contact.hit.apart;
  return contact;
}

// A contact that has changed so often in one solve stays where it is until it slides away. If it
// is a guess only it is none from then on: some came and went in every other step.
constexpr int kMostChanges = 4;

// A contact that stays goes half of the way to where it is found now. What it does to the skin also
// moves and turns it, and all of that at once would go back and forth for ever.
SelfHit meanHit(const FleshAt& flesh, std::size_t proxy, const SelfHit& before,
                const SelfHit& found) {
  SelfHit mean = found;
  mean.foot = 0.5 * (before.foot + found.foot);
  mean = holdSelfContact(flesh, proxy, mean);
  if (mean.target < 0) return found;
  const Vec3<double> n = before.normal + mean.normal;
  const double length = std::sqrt(dot(n, n));
  if (length > 0.1) turnHit(flesh, proxy, (1 / length) * n, mean);
  mean.facing = 0.5 * (before.facing + mean.facing);
  mean.apart = 0.5 * (before.apart + mean.apart);
  return mean;
}

SelfHit updateHit(const FleshAt& flesh, std::size_t proxy, const SelfHit& before, SelfHit hit,
                  std::uint8_t& changes) {
  const bool isTired = changes >= kMostChanges;
  if (before.target < 0) return isTired && hit.target >= 0 && !isSquare(hit) ? SelfHit{} : hit;
  if (hit.target < 0) hit = keepSelfContact(flesh, proxy, before);
  if (isOther(hit, before)) {
    if (!isTired) {
      ++changes;
      return hit;
    }
    const SelfHit held = holdSelfContact(flesh, proxy, before);
    if (held.target >= 0) {
      hit = held;
    } else if (!isSquare(hit)) {
      hit = {};
    }
    if (isOther(hit, before)) return hit;
  }
  return hit.target >= 0 ? meanHit(flesh, proxy, before, hit) : hit;
}

void putHit(ContactSet& set, std::size_t proxy, const SelfHit& hit) {
  set.hits[proxy] = hit;
  set.hasHit[proxy] = hit.target >= 0;
}

void forgetHits(ContactSet& set) {
  for (std::size_t p = 0; p < set.hits.size(); ++p)
    if (set.hasHit[p]) putHit(set, p, {});
}

// What the proxies of groups begin to end have touched, and touch now.
void updateHits(const FleshAt& flesh, std::int64_t begin, std::int64_t end, ContactSet& set) {
  std::array<SelfHit, PointGroup::kMost> found;
  for (auto g = static_cast<std::size_t>(begin); g < static_cast<std::size_t>(end); ++g) {
    const SkinGroup group = set.skin.group(g);
    const unsigned bits = findSelfContacts(flesh, group, set.hits.data(), found);
    for (std::size_t i = 0; i < group.proxies.size(); ++i) {
      const auto p = static_cast<std::size_t>(group.proxies[i].proxy);
      const bool isFound = bits >> i & 1;
      if (!isFound && !set.hasHit[p]) continue;
      const SelfHit& now = isFound ? found[i] : SelfHit{};
      putHit(set, p, updateHit(flesh, p, set.hits[p], now, set.changes[p]));
    }
  }
}

// Whether a point is deep in flesh, seen afresh, and its contact does not know.
bool isHidden(const ContactModel& model, const ContactSet& set, std::size_t proxy,
              const SelfHit& found) {
  if (found.target < 0 || !counts(found)) return false;
  const double rest = restDepthOf(model, model.surface.proxies[proxy], found.target);
  const SelfHit& known = set.hits[proxy];
  return found.depth - rest > set.settings.tolerance &&
         (known.target < 0 || found.depth - known.depth > 0.5 * set.settings.tolerance);
}

// Puts contacts where points are hidden; how many.
double correctHits(const ContactModel& model, const FleshAt& flesh, std::int64_t begin,
                   std::int64_t end, ContactSet& set) {
  std::array<SelfHit, PointGroup::kMost> found;
  double count = 0;
  for (auto g = static_cast<std::size_t>(begin); g < static_cast<std::size_t>(end); ++g) {
    const SkinGroup group = set.skin.group(g);
    for (unsigned bits = findSelfContacts(flesh, group, nullptr, found); bits; bits &= bits - 1) {
      const auto i = static_cast<std::size_t>(std::countr_zero(bits));
      const auto p = static_cast<std::size_t>(group.proxies[i].proxy);
      if (!isHidden(model, set, p, found[i])) continue;
      putHit(set, p, found[i]);
      set.changes[p] = kMostChanges;  // or it would go back where it was
      ++count;
    }
  }
  return count;
}

// The list of what was found, by proxy.
void listContacts(const ContactModel& model, ContactSet& set) {
  set.wasTouching.swap(set.isTouching);
  set.list.clear();
  for (std::size_t p = 0; p < set.hits.size(); ++p) {
    set.isTouching[p] = set.hasHit[p];
    if (set.isTouching[p]) set.list.push_back(makeContact(model, set, p));
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
    ends[0].weights = trilinearWeights(own.local);
    ends[1].weights = contact.hit.weights;
    for (int a = 0; a < 8; ++a) {
      ends[0].nodes[static_cast<std::size_t>(a)] = model.lattice.cellNode(own.cell, a);
      ends[1].nodes[static_cast<std::size_t>(a)] = model.lattice.cellNode(contact.hit.cell, a);
    }
  }
  spreadPairs(model.lattice, model.hierarchy, pairs);
}

// A spring of stiffness 1 (docs/theory/contact.md, eq. 2).
struct SpringAt {
  double energy = 0, force = 0, stiffness = 0;
};

// How springs answer: depths are `finer` times as deep to them as they are, and their stiffness
// grows by twice `stiffening` per depth.
struct SpringLaw {
  double finer = 1, stiffening = 0;

  SpringAt operator()(double depth) const {
    if (!(depth > 0)) return {};
    const double d = finer * depth;
    if (d < kOnset)
      return {d * d * d / (6 * kOnset) / finer, d * d / (2 * kOnset), finer * d / kOnset};
    const double pressed = std::min(d, kLinearDepth), linear = pressed - kOnset / 2;
    const double firm = std::min(d, kFirmDepth), beyond = firm - kOnset;
    const double more = stiffening * beyond * beyond;
    const double force = linear + more;
    const double energy = 0.5 * linear * linear + kOnset * kOnset / 24 + linear * (d - pressed) +
                          more * (beyond / 3 + d - firm);
    // Beyond kLinearDepth the force stays the same: where flesh is deep in other flesh the way out
    // is a guess, and must not outweigh all else. The tangent is a secant there.
    return {energy / finer, force,
            finer * (d > kFirmDepth ? force / d : 1 + 2 * stiffening * beyond)};
  }
};

SpringLaw lawOf(const ContactSet& set) {
  if (!set.isFirm) return {};
  const double tolerance = set.settings.tolerance;
  return {std::clamp(kUsualTolerance / tolerance, 1.0, static_cast<double>(kMostRaise)),
          kStiffening / std::max(tolerance, kUsualTolerance)};
}

void countContacts(ContactSet& set) {
  set.facts = {0, set.facts.changed, 0, 0};
  for (std::size_t c = 0; c < set.list.size(); ++c)
    if (isPressed(set, c)) set.facts.add(set.depth[c]);
}

}  // namespace

ContactSet::ContactSet(const Lattice& lattice, const Hierarchy& hierarchy,
                       const ContactSurface& surface)
    : skin(lattice, surface),
      hits(surface.proxies.size()),
      hasHit(hits.size(), 0),
      changes(hits.size(), 0),
      isTouching(hits.size(), 0),
      wasTouching(hits.size(), 0),
      pairs(makePairSprings(lattice, hierarchy)) {}

void startContacts(const ContactModel& model, const ContactSettings& settings, ContactSet& set) {
  set.settings = settings;
  set.isFirm = false;
  set.seconds = set.secondsOfForces = 0;
  set.facts = {};
  set.list.clear();
  forgetHits(set);
  std::fill(set.changes.begin(), set.changes.end(), std::uint8_t{0});
  std::fill(set.isTouching.begin(), set.isTouching.end(), std::uint8_t{0});
  layPairs(model, set);
}

void detectContacts(const ContactModel& model, const double* positions, ContactSet& set) {
  set.skin.moveTo(model.lattice, positions);
  const FleshAt flesh{model.lattice, model.surface, set.skin, positions};
  parallelFor(static_cast<std::int64_t>(set.skin.groupCount()), kGroupGrain,
              [&](std::int64_t begin, std::int64_t end) { updateHits(flesh, begin, end, set); });
  listContacts(model, set);
  layPairs(model, set);
  contactForces(positions, set);
}

void makeFirm(ContactSet& set) {
  set.isFirm = true;
  forgetHits(set);
  std::fill(set.changes.begin(), set.changes.end(), std::uint8_t{0});
}

void measureContacts(const ContactModel& model, const double* positions, ContactSet& set) {
  const std::int64_t changed = set.facts.changed;
  forgetHits(set);
  detectContacts(model, positions, set);
  set.facts.changed = changed;
}

void contactForces(const double* positions, ContactSet& set) {
  const SpringLaw law = lawOf(set);
  parallelFor(set.pairs.count, kContactGrain, [&](std::int64_t begin, std::int64_t end) {
    for (auto c = static_cast<std::size_t>(begin); c < static_cast<std::size_t>(end); ++c) {
      const Contact& contact = set.list[c];
      const PairEnd* ends = &set.pairs.levels[0].ends[2 * c];
      const Vec3<double> apart = interpolate(ends[0].nodes, ends[0].weights, positions) -
                                 interpolate(ends[1].nodes, ends[1].weights, positions);
      const Vec3<double>& n = contact.hit.normal;
      set.depth[c] = contact.hit.ahead - dot(n, apart) - contact.restDepth;
      const double firmness = isAside(contact.hit) ? 0 : contact.hit.facing * contact.hit.apart;
      const SpringAt spring = SpringLaw{law.finer, law.stiffening * firmness}(set.depth[c]);
      set.energy[c] = contact.stiffness * spring.energy;
      const double force = contact.stiffness * spring.force;
      const double k = contact.stiffness * spring.stiffness, along = set.settings.grip * k;
      float* forces = set.forces.data() + 8 * c;
      const double normal[3] = {n.x, n.y, n.z};
      for (std::size_t i = 0; i < 3; ++i) {
        forces[i] = static_cast<float>(force * normal[i]);
        forces[4 + i] = -forces[i];
        for (std::size_t j = 0; j < 3; ++j)
          set.pairs.stiffness[9 * c + 3 * i + j] =
              static_cast<float>((k - along) * normal[i] * normal[j] + (i == j ? along : 0));
      }
      forces[3] = forces[7] = 0;
    }
  });
  countContacts(set);
}

bool correctContacts(const ContactModel& model, const double* positions, ContactSet& set) {
  set.skin.moveTo(model.lattice, positions);
  const FleshAt flesh{model.lattice, model.surface, set.skin, positions};
  const double corrected = parallelSum(static_cast<std::int64_t>(set.skin.groupCount()),
                                       kGroupGrain, [&](std::int64_t begin, std::int64_t end) {
                                         return correctHits(model, flesh, begin, end, set);
                                       });
  return corrected > 0;
}

double contactEnergy(const ContactSet& set) {
  double sum = 0;
  for (const double energy : set.energy) sum += energy;
  return sum;
}

std::size_t ContactSet::memoryBytes() const {
  return skin.memoryBytes() + byteCount(hits) + byteCount(hasHit) + byteCount(changes) +
         2 * byteCount(isTouching) + byteCount(list) + pairs.memoryBytes() + byteCount(forces) +
         byteCount(energy) + byteCount(depth);
}

}  // namespace sinew
