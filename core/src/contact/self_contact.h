// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
//
// Is this point of the skin inside other flesh, and where is the way out? After McAdams 2011,
// section 7: the deformed cell that holds the point tells where it is in the rest shape, and there
// the way to the surface is known (docs/theory/contact.md, section 3).
#pragma once

#include <algorithm>
#include <array>
#include <optional>
#include <span>

#include "contact/deformed_skin.h"

namespace sinew {

/// Flesh in a state: positions are double[4] per node, `skin` was moved to them.
struct FleshAt {
  const Lattice& lattice;
  const ContactSurface& surface;
  const DeformedSkin& skin;
  const double* positions;
};

/// A point p that touches other flesh, and the point q of that flesh's surface where it has to go:
/// q = sum_b w_b x_b, with w the weights of the corners of a cell, and `ahead` along the normal.
struct SelfHit {
  std::int32_t target = -1;  // proxy near q; -1: no hit
  CellSlot cell = -1;        // that carries q
  std::array<float, 8> weights{};
  Vec3<double> foot{0, 0, 0};     // q at rest
  Vec3<double> surface{0, 0, 0};  // q now
  Vec3<double> normal{0, 0, 0};   // of the surface at q, as it is now
  double ahead = 0;               // not 0 where cells disagree on where q is [cells]
  double depth = 0;               // n . (q - p); negative: outside [cells]
  double slide = 0;               // distance of q and p along the surface [cells]
  double facing = 0;              // 1: the surfaces face each other, 0: it is no contact
  double apart = 0;               // 1: q is in other skin, 0: in p's own patch, which is no contact
};

/// Points this far outside still count as touching: they may be inside after the next step.
inline constexpr double kContactMargin = 0.2;  // [cells]
/// A point that touched before does so up to this far from q, out of the flesh and along it.
inline constexpr double kKeptGap = 0.5, kKeptSlide = 1;  // [cells]
/// Surfaces that touch face each other. A contact is whole up to the first of these cosines of
/// their normals and fades to nothing at the second.
inline constexpr double kFacing = -0.5, kSameWay = -0.1;
/// Whether q is the way out of p rather than a guess: it faces p and is below it more than aside.
/// Where a point is just below an edge, and the side it came through does not face it, it is not.
inline constexpr double kSquareFacing = 0.5, kSquareSlide = 0.5;  // the latter over the depth
inline bool isAside(const SelfHit& hit) {
  return hit.slide > std::max(kKeptSlide, kSquareSlide * hit.depth);
}
inline bool isSquare(const SelfHit& hit) { return hit.facing >= kSquareFacing && !isAside(hit); }
/// Whether its depth is one of flesh in other flesh.
inline bool counts(const SelfHit& hit) { return isSquare(hit) && hit.apart > 0.5; }

/// 1: they face each other, 0: they do not, and it is no contact.
double facingOf(double cosine);

/// Of all flesh the proxy is in, its own patch of the skin aside, that with the nearest way out to
/// a surface that faces the proxy; if it is inside none, that whose surface is nearest. The way out
/// it had in a state before, if any, is preferred.
SelfHit findSelfContact(const FleshAt& flesh, std::size_t proxy, const SelfHit& before = {});

/// The same with the cells that may hold the proxy given, in the order in which they are tried.
SelfHit findSelfContactIn(const FleshAt& flesh, std::size_t proxy, std::span<const CellSlot> cells,
                          const SelfHit& before = {});

/// The same for a group of proxies, with one way down the tree. Gives those of the group that have
/// a hit as bits, and their hits in `found`. `before`: of all proxies, or null.
unsigned findSelfContacts(const FleshAt& flesh, const SkinGroup& group, const SelfHit* before,
                          std::span<SelfHit> found);

/// The same for a proxy that is in no other flesh any more, from the hit it had in a state before.
SelfHit keepSelfContact(const FleshAt& flesh, std::size_t proxy, const SelfHit& before);

/// The hit of a state before with the surface as it is now; none if the proxy has slid away.
SelfHit holdSelfContact(const FleshAt& flesh, std::size_t proxy, const SelfHit& before);

/// With another normal.
void turnHit(const FleshAt& flesh, std::size_t proxy, const Vec3<double>& normal, SelfHit& hit);

/// Whether the way out is another one: not there in one of the states, or elsewhere.
bool isOther(const SelfHit& a, const SelfHit& b);

/// Where p is in a deformed cell: in which of the six tetrahedra around the diagonal from the first
/// to the last corner, and with which weights of its corners.
struct PlaceInCell {
  int tetrahedron = 0;
  double u = 0, v = 0, w = 0;  // of the corners but the first

  std::array<float, 8> weights() const;
  Vec3<double> local() const;  // at rest, 0..1 along each axis
};

/// Nothing if p is outside. Inverted and flat cells do not disturb.
std::optional<PlaceInCell> placeInCell(const std::array<Vec3<double>, 8>& corners,
                                       const Vec3<double>& p);

/// The rest surface near a point X in the flesh, blended from the tangent planes of proxies around
/// the foot of X (docs/theory/contact.md, eq. 1).
struct SurfaceFoot {
  std::int32_t proxy = -1;       // nearest to the foot
  Vec3<double> foot{0, 0, 0};    // on the surface, at rest
  Vec3<double> normal{0, 0, 0};  // there, now
  double depth = 0;              // of X below the surface, at rest [cells]
};
SurfaceFoot footOf(const FleshAt& flesh, std::int32_t proxy, const Vec3<double>& X);

}  // namespace sinew
