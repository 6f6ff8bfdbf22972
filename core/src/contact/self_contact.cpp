// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
#include "contact/self_contact.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>

#include "lattice/embedding.h"

namespace sinew {
namespace {

constexpr double kEdge = 1e-9;  // a point on a face belongs to both sides

// Whether part / volume is below -kEdge, where that needs no division to be told.
bool isClearlyBelow(double part, double volume) {
  return (volume > 0 ? part : -part) < -2 * kEdge * std::fabs(volume);
}

// Proxies count in the surface up to this far from the foot [cells].
constexpr double kBlendReach = 1.3;
constexpr int kFootSteps = 3;

// Corners of the six tetrahedra: from corner 0 along the axes in some order to corner 7.
constexpr int kTetrahedra[6][2] = {{1, 3}, {1, 5}, {2, 3}, {2, 6}, {4, 5}, {4, 6}};

Vec3<double> cornerPlace(int a) {
  const Int3 o = cornerOffset(a);
  return {static_cast<double>(o.x), static_cast<double>(o.y), static_cast<double>(o.z)};
}

Vec3<double> toVec3(const std::array<float, 3>& a) {
  return {static_cast<double>(a[0]), static_cast<double>(a[1]), static_cast<double>(a[2])};
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

const Vec3<double>& restPoint(const FleshAt& flesh, std::int32_t proxy) {
  return flesh.skin.restPoints[static_cast<std::size_t>(proxy)];
}

template <class Body>
void forNeighbours(const FleshAt& flesh, std::int32_t proxy, Body&& body) {
  const ProxyNeighbours& neighbours = flesh.skin.neighbours;
  const auto p = static_cast<std::size_t>(proxy);
  for (std::uint32_t k = neighbours.begin[p]; k < neighbours.begin[p + 1]; ++k)
    body(neighbours.list[k]);
}

// From a proxy along the surface to the one nearest to X, over those that may(proxy).
template <class May>
std::int32_t walkTo(const FleshAt& flesh, std::int32_t start, const Vec3<double>& X, May&& may) {
  const auto distance = [&](std::int32_t p) {
    const Vec3<double> d = restPoint(flesh, p) - X;
    return dot(d, d);
  };
  double least = distance(start);
  for (;;) {
    std::int32_t next = start;
    forNeighbours(flesh, start, [&](std::int32_t other) {
      const double square = distance(other);
      if (square < least && may(other)) least = square, next = other;
    });
    if (next == start) return start;
    start = next;
  }
}

// 0 up to t = 0, 1 from t = 1.
double smoothStep(double t) {
  t = std::clamp(t, 0.0, 1.0);
  return t * t * (3 - 2 * t);
}

// How good a way out is: short, to other skin that faces the point, and where it was before. Lower
// is better.
constexpr double kCostOfNoContact = 4, kGainOfBefore = 0.5;  // [cells]
constexpr double kNearBefore = 1;                            // [cells]

bool isNear(const Vec3<double>& foot, const SelfHit& before) {
  const Vec3<double> d = foot - before.foot;
  return before.target >= 0 && dot(d, d) < kNearBefore * kNearBefore;
}

double costOf(double depth, double worth, const Vec3<double>& foot, const SelfHit* before) {
  const bool asBefore = before && isNear(foot, *before);
  return std::fabs(depth) + kCostOfNoContact * (1 - worth) - (asBefore ? kGainOfBefore : 0);
}

// Where skin is pushed together and wrinkles, a point gets below its own patch of the skin: that is
// no contact. Such a patch is as near at rest as the point is deep, and it is of the same flesh:
// the cell the point is in is next to its own, or one can walk there along the surface. Contacts
// set in over a cell (docs/theory/contact.md, eq. 1a); where they did at once, or cells that share
// a node were left out altogether, solves ended on that edge.
constexpr double kPatchReach = 1.5;               // times the depth
constexpr double kOwnPatch = 1, kOtherPatch = 2;  // and more [cells]

double apartOf(const FleshAt& flesh, std::size_t proxy, CellSlot cell, const SurfaceFoot& foot,
               double depth) {
  const Vec3<double> P = flesh.skin.restPoints[proxy], d = P - foot.foot;
  const double beyond = std::sqrt(dot(d, d)) - kPatchReach * std::max(0.0, depth);
  if (beyond >= kOtherPatch) return 1;
  const bool isSameFlesh = shareNode(flesh.lattice, flesh.surface.proxies[proxy].cell, cell) ||
                           walkTo(flesh, foot.proxy, P, [](std::int32_t) { return true; }) ==
                               static_cast<std::int32_t>(proxy);
  return isSameFlesh ? smoothStep((beyond - kOwnPatch) / (kOtherPatch - kOwnPatch)) : 1;
}

// Whether the surface at a proxy faces a point of the skin with normal n.
struct Faces {
  const FleshAt& flesh;
  Vec3<double> n;
  bool operator()(std::int32_t proxy) const {
    return dot(flesh.skin.normals[static_cast<std::size_t>(proxy)], n) < kSameWay;
  }
};

// The proxy nearest to X, in a cell, of those that face the point.
std::int32_t exitOf(const FleshAt& flesh, CellSlot cell, const Vec3<double>& X,
                    const Faces& faces) {
  double least = HUGE_VAL;
  std::int32_t nearest = -1;
  for (const std::int32_t exit : flesh.skin.exits[static_cast<std::size_t>(cell)]) {
    if (exit < 0 || !faces(exit)) continue;
    const Vec3<double> d = restPoint(flesh, exit) - X;
    if (dot(d, d) < least) least = dot(d, d), nearest = exit;
  }
  return nearest < 0 ? -1 : walkTo(flesh, nearest, X, faces);
}

// How far a rest point is outside a cell, at most along one axis; 0 inside [cells].
double outsideOf(const FleshAt& flesh, CellSlot cell, const Vec3<double>& X) {
  const Int3 c = flesh.lattice.cellCoord(cell);
  const double most = std::max(
      {std::fabs(X.x - c.x - 0.5), std::fabs(X.y - c.y - 0.5), std::fabs(X.z - c.z - 0.5)});
  return std::max(0.0, most - 0.5);
}

// Where a point of the surface is now, and the cell that carries it.
struct Carrier {
  CellSlot cell = -1;
  std::array<float, 8> weights{};
  Vec3<double> point{0, 0, 0};
};

// The cell is the one that holds the point, among those of the proxies around, or comes nearest to
// it: the surface may leave the cells a little. Where cells disagree on where it then is, the mean
// of what they say counts (section 4), so that it does not jump where another one is nearest.
constexpr double kCarrierReach = 0.5, kHolds = 0.02;  // [cells]

Carrier carrierOf(const FleshAt& flesh, const SurfaceFoot& foot) {
  Carrier carrier;
  Vec3<double> sum{0, 0, 0};
  double total = 0, least = HUGE_VAL;
  std::array<CellSlot, 32> seen;
  std::size_t count = 0;
  const auto add = [&](std::int32_t p) {
    const CellSlot cell = flesh.surface.proxies[static_cast<std::size_t>(p)].cell;
    if (std::find(seen.begin(), seen.begin() + count, cell) != seen.begin() + count) return;
    if (count < seen.size()) seen[count++] = cell;
    const double outside = outsideOf(flesh, cell, foot.foot);
    if (outside >= kCarrierReach && outside >= least) return;
    const Int3 c = flesh.lattice.cellCoord(cell);
    const auto weights = trilinearWeights({static_cast<float>(foot.foot.x - c.x),
                                           static_cast<float>(foot.foot.y - c.y),
                                           static_cast<float>(foot.foot.z - c.z)});
    const Vec3<double> point =
        weightedSum(cornersOf(flesh.lattice, cell, flesh.positions), weights);
    if (outside < least) {
      least = outside;
      carrier = {cell, weights, point};
    }
    const double t = std::max(0.0, kCarrierReach - outside) / (outside + kHolds);
    total += t * t;
    sum += (t * t) * point;
  };
  add(foot.proxy);
  forNeighbours(flesh, foot.proxy, add);
  if (total > 0) carrier.point = (1 / total) * sum;
  return carrier;
}

// `cell`: where the point is, or was found last.
SelfHit hitAt(const FleshAt& flesh, std::size_t proxy, CellSlot cell, const SurfaceFoot& foot) {
  SelfHit hit;
  hit.target = foot.proxy;
  const Carrier carrier = carrierOf(flesh, foot);
  hit.cell = carrier.cell;
  hit.weights = carrier.weights;
  hit.foot = foot.foot;
  hit.surface = carrier.point;
  turnHit(flesh, proxy, foot.normal, hit);
  hit.facing = facingOf(dot(hit.normal, flesh.skin.normals[proxy]));
  hit.apart = apartOf(flesh, proxy, cell, foot, hit.depth);
  return hit;
}

// Points that touch have come together. In flesh that is stretched far, a way out may lead to skin
// that is farther from the point than at rest: that is no contact.
constexpr double kParted = 1;  // [cells]

bool haveParted(const FleshAt& flesh, std::size_t proxy, const SelfHit& hit) {
  const Vec3<double> d = flesh.skin.restPoints[proxy] - hit.foot;
  return std::hypot(hit.depth, hit.slide) > std::sqrt(dot(d, d)) + kParted;
}

// The best way out for a proxy while cells that may hold it are tried.
struct WayOut {
  SurfaceFoot best;
  CellSlot cell = -1;  // that holds the proxy; -1: no way was found
  double leastCost = HUGE_VAL;
};

void tryCell(const FleshAt& flesh, std::size_t proxy, CellSlot slot, const SelfHit* before,
             WayOut& way) {
  const auto place =
      placeInCell(cornersOf(flesh.lattice, slot, flesh.positions), flesh.skin.points[proxy]);
  if (!place) return;
  const Int3 cell = flesh.lattice.cellCoord(slot);
  const Vec3<double> local = place->local();
  const Vec3<double> X{cell.x + local.x, cell.y + local.y, cell.z + local.z};
  const Faces faces{flesh, flesh.skin.normals[proxy]};
  const std::int32_t exit = exitOf(flesh, slot, X, faces);
  if (exit < 0) return;
  const SurfaceFoot foot = footOf(flesh, exit, X);
  if (foot.proxy < 0 || foot.depth < -kContactMargin) return;
  const double facing = facingOf(dot(foot.normal, faces.n));
  if (facing == 0) return;
  const double worth = facing * apartOf(flesh, proxy, slot, foot, foot.depth);
  const double cost = costOf(foot.depth, worth, foot.foot, before);
  if (cost >= way.leastCost) return;
  way.best = foot;
  way.cell = slot;
  way.leastCost = cost;
}

SelfHit hitOf(const FleshAt& flesh, std::size_t proxy, const WayOut& way) {
  if (way.cell < 0) return {};
  const SelfHit hit = hitAt(flesh, proxy, way.cell, way.best);
  return hit.apart == 0 || haveParted(flesh, proxy, hit) ? SelfHit{} : hit;
}

}  // namespace

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
    const double alongA = dot(d, bc);
    if (isClearlyBelow(alongA, volume)) continue;
    const Vec3<double> ad = cross(a, d);
    const double alongB = dot(ad, c), alongC = -dot(ad, b);
    if (isClearlyBelow(alongB, volume) || isClearlyBelow(alongC, volume)) continue;
    const PlaceInCell place{t, alongA / volume, alongB / volume, alongC / volume};
    if (place.u >= -kEdge && place.v >= -kEdge && place.w >= -kEdge &&
        place.u + place.v + place.w <= 1 + kEdge)
      return place;
  }
  return std::nullopt;
}

SurfaceFoot footOf(const FleshAt& flesh, std::int32_t proxy, const Vec3<double>& X) {
  const ContactSurface& surface = flesh.surface;
  SurfaceFoot result;
  result.foot = restPoint(flesh, proxy);
  for (int step = 0; step < kFootSteps; ++step) {
    Vec3<double> point{0, 0, 0}, restNormal{0, 0, 0}, normal{0, 0, 0};
    double total = 0, least = HUGE_VAL;
    std::int32_t nearest = proxy;
    const Vec3<double> own = toVec3(surface.proxies[static_cast<std::size_t>(proxy)].normal);
    const auto add = [&](std::int32_t p) {
      const Vec3<double> at = restPoint(flesh, p), d = at - result.foot;
      const double square = dot(d, d);
      const Vec3<double> n = toVec3(surface.proxies[static_cast<std::size_t>(p)].normal);
      if (square >= kBlendReach * kBlendReach || dot(n, own) <= 0) return;
      const double t = 1 - square / (kBlendReach * kBlendReach), w = t * t;
      total += w;
      point += w * at;
      restNormal += w * n;
      normal += w * flesh.skin.normals[static_cast<std::size_t>(p)];
      if (square < least) least = square, nearest = p;
    };
    add(proxy);
    forNeighbours(flesh, proxy, add);
    if (!(total > 0)) break;  // the foot has left the surface: what was found before stays
    proxy = nearest;
    const double length = std::sqrt(dot(restNormal, restNormal));
    const double deformed = std::sqrt(dot(normal, normal));
    if (!(length > 0) || !(deformed > 0)) break;
    restNormal = (1 / length) * restNormal;
    const double along = dot(restNormal, X - (1 / total) * point);
    result.proxy = proxy;
    result.depth = -along;
    result.normal = (1 / deformed) * normal;
    result.foot = X - along * restNormal;
  }
  return result;
}

void turnHit(const FleshAt& flesh, std::size_t proxy, const Vec3<double>& normal, SelfHit& hit) {
  const Vec3<double> q =
      weightedSum(cornersOf(flesh.lattice, hit.cell, flesh.positions), hit.weights);
  const Vec3<double> d = hit.surface - flesh.skin.points[proxy];
  hit.normal = normal;
  hit.ahead = dot(normal, hit.surface - q);
  hit.depth = dot(normal, d);
  hit.slide = std::sqrt(std::max(0.0, dot(d, d) - hit.depth * hit.depth));
}

double facingOf(double cosine) { return smoothStep((kSameWay - cosine) / (kSameWay - kFacing)); }

unsigned findSelfContacts(const FleshAt& flesh, const SkinGroup& group, const SelfHit* before,
                          std::span<SelfHit> found) {
  PointGroup points;
  std::copy(group.points.begin(), group.points.end(), points.points.begin());
  points.count = static_cast<int>(group.points.size());
  std::array<WayOut, PointGroup::kMost> ways;
  flesh.skin.tree.forCellsAt(points, [&](std::int32_t point, CellSlot slot) {
    const auto i = static_cast<std::size_t>(point);
    if (slot == group.proxies[i].cell) return;
    const auto p = static_cast<std::size_t>(group.proxies[i].proxy);
    tryCell(flesh, p, slot, before ? &before[p] : nullptr, ways[i]);
  });
  unsigned bits = 0;
  for (std::size_t i = 0; i < group.proxies.size(); ++i) {
    if (ways[i].cell < 0) continue;
    found[i] = hitOf(flesh, static_cast<std::size_t>(group.proxies[i].proxy), ways[i]);
    if (found[i].target >= 0) bits |= 1u << i;
  }
  return bits;
}

SelfHit findSelfContactIn(const FleshAt& flesh, std::size_t proxy, std::span<const CellSlot> cells,
                          const SelfHit& before) {
  WayOut way;
  for (const CellSlot slot : cells)
    if (slot != flesh.surface.proxies[proxy].cell) tryCell(flesh, proxy, slot, &before, way);
  return hitOf(flesh, proxy, way);
}

SelfHit findSelfContact(const FleshAt& flesh, std::size_t proxy, const SelfHit& before) {
  const CellSlot home = flesh.surface.proxies[proxy].cell;
  WayOut way;
  PointGroup group;
  group.points[static_cast<std::size_t>(group.count++)] = flesh.skin.points[proxy];
  flesh.skin.tree.forCellsAt(group, [&](std::int32_t, CellSlot slot) {
    if (slot != home) tryCell(flesh, proxy, slot, &before, way);
  });
  return hitOf(flesh, proxy, way);
}

SelfHit holdSelfContact(const FleshAt& flesh, std::size_t proxy, const SelfHit& before) {
  const SurfaceFoot foot = footOf(flesh, before.target, before.foot);
  if (foot.proxy < 0) return {};
  const SelfHit hit = hitAt(flesh, proxy, before.cell, foot);
  return hit.slide < kKeptSlide ? hit : SelfHit{};
}

bool isOther(const SelfHit& a, const SelfHit& b) {
  if ((a.target < 0) != (b.target < 0)) return true;
  const Vec3<double> d = a.foot - b.foot;
  return dot(d, d) > kNearBefore * kNearBefore / 4;
}

SelfHit keepSelfContact(const FleshAt& flesh, std::size_t proxy, const SelfHit& before) {
  const Vec3<double> p = flesh.skin.points[proxy];
  const auto corners = cornersOf(flesh.lattice, before.cell, flesh.positions);
  const Vec3<double> d = p - weightedSum(corners, before.weights);
  if (!(dot(d, d) < kKeptGap * kKeptGap + kKeptSlide * kKeptSlide)) return {};
  // Where p is at rest if the flesh at q went on as it is there: X = Q + F^-1 (p - q).
  const Mat3<double> F = centreGradient(corners);
  const Vec3<double> a = columnX(F), b = columnY(F), c = columnZ(F);
  const double volume = dot(a, cross(b, c));
  if (!(volume > 0.05)) return {};
  const Vec3<double> X =
      before.foot +
      (1 / volume) * Vec3<double>{dot(d, cross(b, c)), dot(d, cross(c, a)), dot(d, cross(a, b))};
  const SurfaceFoot foot = footOf(flesh, before.target, X);
  if (foot.proxy < 0 || !Faces{flesh, flesh.skin.normals[proxy]}(foot.proxy)) return {};
  const SelfHit hit = hitAt(flesh, proxy, before.cell, foot);
  return hit.depth > -kKeptGap && hit.depth < kKeptGap ? hit : SelfHit{};
}

}  // namespace sinew
