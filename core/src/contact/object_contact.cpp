// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
#include "contact/object_contact.h"

#include <algorithm>
#include <cmath>
#include <tuple>

#include "base/parallel.h"
#include "contact/friction.h"
#include "contact/self_contact.h"
#include "lattice/embedding.h"

namespace sinew {
namespace {

constexpr std::int64_t kPointGrain = 256;
// Pressure and friction that follow each other at once may swing for ever: after so many steps they
// follow half of the way.
constexpr int kWholeRefreshes = 10;

FleshPoint makePoint(const Lattice& lattice, CellSlot cell, const std::array<float, 3>& local,
                     float stiffness) {
  FleshPoint point{{}, trilinearWeights(local), stiffness};
  for (int a = 0; a < 8; ++a) point.nodes[static_cast<std::size_t>(a)] = lattice.cellNode(cell, a);
  return point;
}

Vec3<double> placeOf(const FleshPoint& point, const double* positions) {
  return interpolate(point.nodes, point.weights, positions);
}

bool isWithin(const Box& box, const Vec3<double>& p) {
  return p.x >= box.least.x && p.x <= box.greatest.x && p.y >= box.least.y &&
         p.y <= box.greatest.y && p.z >= box.least.z && p.z <= box.greatest.z;
}

// A shape in its place. Where it is scaled, distances are those of its own coordinates times the
// mean scale: their gradient is exact all the same.
struct PlacedField {
  explicit PlacedField(const ContactObject& object)
      : field(*object.field),
        toOwn(inverse(object.placed)),
        scale(std::cbrt(determinant(object.placed.M))) {}

  /// Depth of p and by how much it falls when p moves; -1 away from the shape.
  ObjectContacts::Hit at(const Vec3<double>& p) const {
    const Vec3<double> own = toOwn(p);
    if (!isWithin(field.box, own)) return {-1, {0, 0, 0}};
    const DistanceSample sample = field.at(own);
    return {-scale * sample.distance, scale * mulTransposeLeft(toOwn.M, sample.gradient)};
  }

  const DistanceField& field;
  Affine toOwn;
  double scale;
};

// How deep points are in a bone at rest: those of the skin where it pokes out, its own by rounding.
std::vector<float> restDepths(const ObjectContacts& set, const ContactObject& object,
                              const double* rest) {
  std::vector<float> depths;
  const PlacedField field(object);
  const auto add = [&](std::size_t p) {
    depths.push_back(
        static_cast<float>(std::max(0.0, field.at(placeOf(set.points[p], rest)).depth)));
  };
  for (std::size_t p = 0; p < set.skinCount; ++p) add(p);
  for (std::size_t p = object.ownBegin; p < object.ownEnd; ++p) add(p);
  return depths;
}

bool isBefore(const Grip& grip, std::int32_t object, std::int32_t point) {
  return std::tie(grip.object, grip.point) < std::tie(object, point);
}

// The contacts of one object, appended to the list; `grip` is the next one in the list of grips.
void listContacts(std::size_t object, ObjectContacts& set, std::size_t& grip) {
  const ContactObject& shape = set.objects[object];
  const std::size_t own = shape.ownEnd - shape.ownBegin;
  const PlacedField field(shape);
  parallelFor(static_cast<std::int64_t>(set.skinCount + own), kPointGrain,
              [&](std::int64_t begin, std::int64_t end) {
                for (auto i = static_cast<std::size_t>(begin); i < static_cast<std::size_t>(end);
                     ++i) {
                  const std::size_t p = i < set.skinCount ? i : shape.ownBegin + i - set.skinCount;
                  set.hits[i] = field.at(set.at[p]);
                  if (!shape.restDepth.empty())
                    set.hits[i].depth -= static_cast<double>(shape.restDepth[i]);
                }
              });
  const auto number = static_cast<std::int32_t>(object);
  for (std::size_t i = 0; i < set.skinCount + own; ++i) {
    const auto point =
        static_cast<std::int32_t>(i < set.skinCount ? i : shape.ownBegin + i - set.skinCount);
    while (grip < set.grips.size() && isBefore(set.grips[grip], number, point)) ++grip;
    const bool grips = grip < set.grips.size() && set.grips[grip].object == number &&
                       set.grips[grip].point == point;
    if (!(set.hits[i].depth > 0) && !grips) continue;
    const auto at = static_cast<std::size_t>(point);
    set.list.push_back({number, point, grips ? static_cast<std::int32_t>(grip) : -1,
                        set.hits[i].depth, set.hits[i].slope,
                        kContactStiffness * set.settings.stiffness *
                            static_cast<double>(set.raise[at] * set.points[at].stiffness)});
    if (set.hits[i].depth > 0) set.touched.push_back({number, point});
  }
}

void layPairs(const Lattice& lattice, const Hierarchy& hierarchy, ObjectContacts& set) {
  const std::size_t count = set.list.size();
  if (count == 0 && set.pairs.count == 0) return;
  set.pairs.count = static_cast<std::int32_t>(count);
  set.pairs.levels[0].ends.resize(2 * count);
  set.pairs.stiffness.resize(9 * count + 4);
  set.forces.resize(8 * count + 4);
  set.energy.resize(count);
  PairEnd none{{}, {}};
  none.nodes.fill(lattice.nodeCount);
  for (std::size_t c = 0; c < count; ++c) {
    const FleshPoint& point = set.points[static_cast<std::size_t>(set.list[c].point)];
    set.pairs.levels[0].ends[2 * c] = {point.nodes, point.weights};
    set.pairs.levels[0].ends[2 * c + 1] = none;
  }
  spreadPairs(lattice, hierarchy, set.pairs);
}

// How far p was dragged from where it stuck, along the surface.
Vec3<double> draggedBy(const ObjectContacts& set, const Grip& grip) {
  const Affine& placed = set.objects[static_cast<std::size_t>(grip.object)].placed;
  const Vec3<double> u = set.at[static_cast<std::size_t>(grip.point)] - placed(grip.anchor);
  return u - dot(u, grip.normal) * grip.normal;
}

FrictionTerm frictionOf(const ObjectContacts& set, const ObjectContact& contact) {
  if (contact.grip < 0) return {};
  const Grip& grip = set.grips[static_cast<std::size_t>(contact.grip)];
  const double limit = set.objects[static_cast<std::size_t>(grip.object)].friction * grip.pressure;
  return limit > 0 ? frictionTerm(limit, draggedBy(set, grip), grip.normal) : FrictionTerm{};
}

void setForces(std::size_t c, ObjectContacts& set) {
  const ObjectContact& contact = set.list[c];
  const FrictionTerm friction = frictionOf(set, contact);
  const double depth = std::max(0.0, contact.depth);
  const double k = contact.depth > 0 ? contact.stiffness : 0;
  const Vec3<double> f = addScaled(friction.force, k * depth, contact.slope);
  const Sym3<double> C = friction.stiffness + k * outer(contact.slope);
  set.energy[c] = 0.5 * k * depth * depth + friction.energy;
  const double force[8] = {f.x, f.y, f.z, 0, 0, 0, 0, 0};
  std::copy(force, force + 8, set.forces.data() + 8 * c);
  const double stiffness[9] = {C.xx, C.xy, C.xz, C.xy, C.yy, C.yz, C.xz, C.yz, C.zz};
  std::copy(stiffness, stiffness + 9, set.pairs.stiffness.data() + 9 * c);
}

void setAllForces(ObjectContacts& set) {
  parallelFor(set.pairs.count, kPointGrain, [&](std::int64_t begin, std::int64_t end) {
    for (auto c = static_cast<std::size_t>(begin); c < static_cast<std::size_t>(end); ++c)
      setForces(c, set);
  });
}

void countContacts(ObjectContacts& set) {
  ContactFacts& facts = set.facts;
  facts = {};
  for (const ObjectContact& contact : set.list)
    if (contact.depth > 0) facts.add(contact.depth);
  // Both lists are sorted: what is in one alone.
  auto a = set.touched.begin();
  auto b = set.touchedBefore.begin();
  while (a != set.touched.end() || b != set.touchedBefore.end()) {
    const bool takeA = b == set.touchedBefore.end() || (a != set.touched.end() && *a <= *b);
    const bool takeB = a == set.touched.end() || (b != set.touchedBefore.end() && *b <= *a);
    facts.changed += takeA != takeB;
    a += takeA;
    b += takeB;
  }
}

// Where the point was when the step began, seen from the object.
Vec3<double> anchorBefore(const ObjectContacts& set, const ObjectContact& contact) {
  const FleshPoint& point = set.points[static_cast<std::size_t>(contact.point)];
  return inverse(set.objects[static_cast<std::size_t>(contact.object)].before)(
      placeOf(point, set.positionsBefore.data()));
}

}  // namespace

ObjectContacts::ObjectContacts(const Lattice& lattice, const CellMaterial& material,
                               const Hierarchy& hierarchy, const ContactSurface& surface,
                               std::span<const SlidingBone> slidingBones)
    : pairs(makePairSprings(lattice, hierarchy)) {
  for (const ContactProxy& proxy : surface.proxies)
    points.push_back(
        makePoint(lattice, proxy.cell, proxy.local, material.mu(proxy.cell) * proxy.area));
  skinCount = points.size();
  AlignedVector<double> rest = restPositions(lattice);
  std::size_t mostOwn = 0;
  for (const SlidingBone& bone : slidingBones) {
    ContactObject object{&bone.field, bone.friction, true, {}, {}, points.size(), 0, {}};
    for (const BonePoint& p : bone.points)
      points.push_back(makePoint(lattice, p.cell, p.local, p.stiffness));
    object.ownEnd = points.size();
    mostOwn = std::max(mostOwn, object.ownEnd - object.ownBegin);
    object.restDepth = restDepths(*this, object, rest.data());
    objects.push_back(std::move(object));
    bones.push_back(bone.bone);
  }
  boneCount = objects.size();
  at.resize(points.size());
  raise.assign(points.size(), 1.f);
  hits.resize(skinCount + mostOwn);
  positionsBefore = std::move(rest);
  forces.resize(4);
}

void updateObjects(const Lattice& lattice, const Hierarchy& hierarchy, const double* positions,
                   ObjectContacts& set) {
  parallelFor(static_cast<std::int64_t>(set.points.size()), kPointGrain,
              [&](std::int64_t begin, std::int64_t end) {
                for (auto p = static_cast<std::size_t>(begin); p < static_cast<std::size_t>(end);
                     ++p)
                  set.at[p] = placeOf(set.points[p], positions);
              });
  set.list.clear();
  set.touchedBefore.swap(set.touched);
  set.touched.clear();
  std::size_t grip = 0;
  for (std::size_t o = 0; o < set.objects.size(); ++o)
    if (set.objects[o].acts) listContacts(o, set, grip);
  layPairs(lattice, hierarchy, set);
  setAllForces(set);
  countContacts(set);
}

double refreshFriction(std::span<const std::uint8_t> fixed, ObjectContacts& set, float* f) {
  set.nextGrips.clear();
  const double part = set.refreshes++ < kWholeRefreshes ? 1 : 0.5;
  double most = 0, change = 0;
  for (ObjectContact& contact : set.list) {
    const double friction = set.objects[static_cast<std::size_t>(contact.object)].friction;
    if (!(friction > 0)) continue;
    Grip grip = contact.grip >= 0
                    ? set.grips[static_cast<std::size_t>(contact.grip)]
                    : Grip{contact.object, contact.point, anchorBefore(set, contact), 0, {}};
    const double steepness = std::sqrt(dot(contact.slope, contact.slope));
    const bool touches = contact.depth > 0 && steepness > 0;
    const double pressure = touches ? contact.stiffness * contact.depth * steepness : 0;
    grip.pressure =
        contact.grip >= 0 ? grip.pressure + part * (pressure - grip.pressure) : pressure;
    if (touches) grip.normal = (1 / steepness) * contact.slope;
    contact.grip = static_cast<std::int32_t>(set.nextGrips.size());
    set.nextGrips.push_back(grip);
    most += friction * grip.pressure;
  }
  set.grips.swap(set.nextGrips);
  if (set.grips.empty()) return 0;
  for (std::size_t c = 0; c < set.list.size(); ++c) {
    if (set.list[c].grip < 0) continue;
    float before[3];
    std::copy(set.forces.data() + 8 * c, set.forces.data() + 8 * c + 3, before);
    setForces(c, set);
    const FleshPoint& point = set.points[static_cast<std::size_t>(set.list[c].point)];
    double square = 0;
    for (std::size_t i = 0; i < 3; ++i) {
      const float added = set.forces[8 * c + i] - before[i];
      square += static_cast<double>(added) * static_cast<double>(added);
      for (std::size_t a = 0; a < 8; ++a) {
        const auto n = static_cast<std::size_t>(point.nodes[a]);
        if (!fixed[n]) f[4 * n + i] += point.weights[a] * added;
      }
    }
    change += std::sqrt(square);
  }
  return most > 0 ? change / most : 0;
}

bool raiseObjectStiffness(ObjectContacts& set) {
  bool raised = false;
  for (const ObjectContact& contact : set.list) {
    float& raise = set.raise[static_cast<std::size_t>(contact.point)];
    const float more = raiseFor(contact.depth, set.settings.tolerance, raise);
    raise *= more;
    raised |= more > 1;
  }
  return raised;
}

void endObjectStep(ObjectContacts& set) {
  std::erase_if(set.grips, [](const Grip& grip) { return !(grip.pressure > 0); });
  for (Grip& grip : set.grips) {
    const Vec3<double> u = draggedBy(set, grip);
    const double length = std::sqrt(dot(u, u));
    const Vec3<double> kept = length > kStick ? (kStick / length) * u : u;
    grip.anchor = inverse(set.objects[static_cast<std::size_t>(grip.object)].placed)(
        set.at[static_cast<std::size_t>(grip.point)] - kept);
  }
}

double objectEnergy(const ObjectContacts& set) {
  double sum = 0;
  for (const double energy : set.energy) sum += energy;
  return sum;
}

Vec3<double> forceOnObject(const ObjectContacts& set, std::size_t object) {
  Vec3<double> sum{0, 0, 0};
  for (std::size_t c = 0; c < set.list.size(); ++c)
    if (set.list[c].object == static_cast<std::int32_t>(object))
      sum -= Vec3<double>{set.forces[8 * c], set.forces[8 * c + 1], set.forces[8 * c + 2]};
  return sum;
}

std::size_t ObjectContacts::memoryBytes() const {
  std::size_t bytes = byteCount(points) + byteCount(at) + byteCount(list) + pairs.memoryBytes() +
                      byteCount(forces) + byteCount(energy) + byteCount(raise) + byteCount(grips) +
                      byteCount(positionsBefore) + byteCount(hits) + byteCount(nextGrips);
  for (const ContactObject& object : objects) bytes += byteCount(object.restDepth);
  return bytes;
}

}  // namespace sinew
