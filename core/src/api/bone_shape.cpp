// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
#include "api/bone_shape.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <tuple>

#include "api/mesh_input.h"
#include "api/solid_shape.h"
#include "geometry/bvh.h"
#include "geometry/mesh_repair.h"

namespace sinew {
namespace {

constexpr double kEndPart = 0.25;  // of its length: what each end of a bone with sliding ends is

}  // namespace

std::optional<std::string> findBoneProblem(const Bone& bone) {
  const std::string what = "Bone '" + bone.name + "'";
  if (!(bone.springStiffness >= 0.1 && bone.springStiffness <= 100))
    return what + " has a springStiffness outside 0.1 to 100.";
  if (!(bone.friction >= 0 && bone.friction <= 10))
    return what + " has a friction outside 0 to 10.";
  for (const BallShape& zone : bone.freeZones)
    if (!std::isfinite(zone.center.x + zone.center.y + zone.center.z + zone.radius))
      return what + " has a free zone with a number that is not finite.";
  return std::visit([&](const auto& shape) { return findShapeProblem(shape, what); }, bone.shape);
}

BoneShape::BoneShape(const Lattice& lattice, const Bone& bone) : box_(kEmptyBox) {
  const Vec3<double> origin{lattice.origin[0], lattice.origin[1], lattice.origin[2]};
  const double perCell = 1 / lattice.cellSize;
  const auto convert = [&](const Vec3<double>& p) { return perCell * (p - origin); };
  const auto addCapsule = [&](const CapsuleShape& c) {
    const Capsule capsule{convert(toVec(c.head)), convert(toVec(c.tail)), c.radius * perCell};
    const Vec3<double> r{capsule.radius, capsule.radius, capsule.radius};
    for (const Vec3<double>& end : {capsule.head, capsule.tail}) {
      include(box_, end - r);
      include(box_, end + r);
    }
    thickness_ = std::max(thickness_, 2 * capsule.radius);
    capsules_.push_back(capsule);
  };
  for (const BallShape& zone : bone.freeZones) {
    const Vec3<double> center = convert(toVec(zone.center));
    freeZones_.push_back({center, center, zone.radius * perCell});
  }
  if (const auto* capsule = std::get_if<CapsuleShape>(&bone.shape)) {
    addCapsule(*capsule);
  } else if (const auto* set = std::get_if<CapsuleSetShape>(&bone.shape)) {
    for (const CapsuleShape& c : set->capsules) addCapsule(c);
  } else if (const auto* e = std::get_if<EllipsoidShape>(&bone.shape)) {
    const Vec3<double> center = convert(toVec(e->center));
    Vec3<double> axes[3], rows[3];
    for (int k = 0; k < 3; ++k) {
      axes[k] = perCell * toVec(e->axes[k]);
      rows[k] = (1 / dot(axes[k], axes[k])) * axes[k];
    }
    const Vec3<double> reach{std::hypot(axes[0].x, axes[1].x, axes[2].x),
                             std::hypot(axes[0].y, axes[1].y, axes[2].y),
                             std::hypot(axes[0].z, axes[1].z, axes[2].z)};
    ellipsoids_.push_back({center,
                           {rows[0].x, rows[0].y, rows[0].z, rows[1].x, rows[1].y, rows[1].z,
                            rows[2].x, rows[2].y, rows[2].z}});
    box_ = {center - reach, center + reach};
    thickness_ = 2 * perCell * leastAxis(*e);
  } else {
    const auto& shape = std::get<MeshShape>(bone.shape);
    TriangleMesh mesh = toMesh(shape.points, shape.triangles);
    for (Vec3<double>& p : mesh.points) p = convert(p);
    setMesh(std::move(mesh), bone.name);
  }
  slides_ = bone.attachment == Attachment::Sliding;
  if (bone.attachment == Attachment::SlidingEnds) findEnds();
}

// The middle half of the length, along the axis of greatest spread.
void BoneShape::findEnds() {
  std::vector<Vec3<double>> points = mesh_.points;
  for (const Capsule& c : capsules_) points.insert(points.end(), {c.head, c.tail});
  for (const Ellipsoid& e : ellipsoids_) {
    const Mat3<double> axes = transpose(e.toUnitBall);  // half axes over their squared lengths
    for (const Vec3<double>& a : {columnX(axes), columnY(axes), columnZ(axes)})
      points.insert(points.end(), {e.center + (1 / dot(a, a)) * a, e.center - (1 / dot(a, a)) * a});
  }
  const double each = 1 / static_cast<double>(points.size());
  Vec3<double> middle{0, 0, 0};
  for (const Vec3<double>& p : points) middle += each * p;
  Sym3<double> spread{0, 0, 0, 0, 0, 0};
  for (const Vec3<double>& p : points) spread += each * outer(p - middle);
  axis_ = {1, 0.7, 0.4};  // along no axis a bone is likely to be at right angles to
  for (int i = 0; i < 64; ++i) {
    const Vec3<double> next = spread * axis_;
    const double length = std::sqrt(dot(next, next));
    if (!(length > 0)) break;  // a ball
    axis_ = (1 / length) * next;
  }
  double from = HUGE_VAL, to = -HUGE_VAL;
  for (const Vec3<double>& p : points) {
    from = std::min(from, dot(axis_, p));
    to = std::max(to, dot(axis_, p));
  }
  holdsFrom_ = from + kEndPart * (to - from);
  holdsTo_ = to - kEndPart * (to - from);
}

void BoneShape::setMesh(TriangleMesh mesh, const std::string& name) {
  mesh_ = std::move(mesh);
  MeshFacts facts = inspect(mesh_);
  if (facts.openEdges > 0) {
    const std::int64_t openBefore = facts.openEdges;
    repairMesh(mesh_);
    facts = inspect(mesh_);
    warnings_.push_back("Bone '" + name + "' has a mesh with " + std::to_string(openBefore) +
                        " edges without an opposite face" +
                        (facts.openEdges > 0 ? ", " + std::to_string(facts.openEdges) +
                                                   " after repair; its inside is where it winds "
                                                   "around most."
                                             : "; it was repaired."));
  }
  if (facts.openEdges > 0)
    winding_ = std::make_unique<WindingNumber>(mesh_);
  else
    caster_ = std::make_unique<RowCaster>(mesh_, 1.0);
  box_ = facts.box;
  thickness_ = facts.area > 0 ? 4 * std::fabs(facts.volume) / facts.area : 0;
}

bool BoneShape::contains(const Vec3<double>& p, std::vector<Crossing>& scratch) const {
  if (!(p.x >= box_.least.x && p.x <= box_.greatest.x && p.y >= box_.least.y &&
        p.y <= box_.greatest.y && p.z >= box_.least.z && p.z <= box_.greatest.z))
    return false;
  if (isFree(p)) return false;
  if (caster_) {
    caster_->castRow(p.y, p.z, scratch);
    return isInside(scratch, p.x);
  }
  if (winding_) return winding_->isInside(p);
  for (const Ellipsoid& e : ellipsoids_) {
    const Vec3<double> u = e.toUnitBall * (p - e.center);
    if (dot(u, u) <= 1) return true;
  }
  for (const Capsule& c : capsules_) {
    const Vec3<double> axis = c.tail - c.head, d = p - c.head;
    const double length = dot(axis, axis);
    const double t = length > 0 ? std::clamp(dot(d, axis) / length, 0.0, 1.0) : 0.0;
    const Vec3<double> e = d - t * axis;
    if (dot(e, e) <= c.radius * c.radius) return true;
  }
  return false;
}

bool BoneShape::isFree(const Vec3<double>& p) const {
  const double along = dot(axis_, p);
  if (!(along >= holdsFrom_ && along <= holdsTo_)) return true;
  return std::any_of(freeZones_.begin(), freeZones_.end(), [&](const Capsule& zone) {
    const Vec3<double> d = p - zone.head;
    return dot(d, d) < zone.radius * zone.radius;
  });
}

std::vector<Vec3<double>> BoneShape::pegs(const Box& box) const {
  std::vector<Vec3<double>> pegs;
  for (const Ellipsoid& e : ellipsoids_) pegs.push_back(e.center);
  for (const Capsule& c : capsules_) addCapsulePegs(c, box, pegs);
  addMeshPegs(box, pegs);
  // A bone so small that it is all free zone holds on all the same.
  if (!std::all_of(pegs.begin(), pegs.end(), [&](const Vec3<double>& p) { return isFree(p); }))
    std::erase_if(pegs, [&](const Vec3<double>& p) { return isFree(p); });
  return pegs;
}

void BoneShape::addCapsulePegs(const Capsule& c, const Box& box,
                               std::vector<Vec3<double>>& pegs) const {
  // The part [t0, t1] of the axis inside the box, slab by slab.
  const Vec3<double> axis = c.tail - c.head;
  double t0 = 0, t1 = 1;
  const double from[3] = {c.head.x, c.head.y, c.head.z}, along[3] = {axis.x, axis.y, axis.z};
  const double low[3] = {box.least.x, box.least.y, box.least.z};
  const double high[3] = {box.greatest.x, box.greatest.y, box.greatest.z};
  for (int k = 0; k < 3; ++k) {
    if (along[k] == 0) {
      if (from[k] < low[k] || from[k] > high[k]) return;
      continue;
    }
    const double a = (low[k] - from[k]) / along[k], b = (high[k] - from[k]) / along[k];
    t0 = std::max(t0, std::min(a, b)), t1 = std::min(t1, std::max(a, b));
  }
  if (!(t0 <= t1)) return;
  const double length = (t1 - t0) * std::sqrt(dot(axis, axis));
  const int count = static_cast<int>(std::ceil(2 * length)) + 1;
  for (int i = 0; i < count; ++i)
    pegs.push_back(c.head +
                   (t0 + (t1 - t0) * (count > 1 ? static_cast<double>(i) / (count - 1) : 0.5)) *
                       axis);
}

void BoneShape::addMeshPegs(const Box& box, std::vector<Vec3<double>>& pegs) const {
  struct Sum {
    Vec3<double> points{0, 0, 0};
    int count = 0;
  };
  std::map<std::tuple<std::int32_t, std::int32_t, std::int32_t>, Sum> cells;
  for (const auto& t : mesh_.triangles)
    for (const std::int32_t i : t) {
      const Vec3<double>& p = mesh_.points[static_cast<std::size_t>(i)];
      if (squaredDistance(box, p) > 0) continue;
      Sum& sum = cells[{static_cast<std::int32_t>(std::floor(p.z)),
                        static_cast<std::int32_t>(std::floor(p.y)),
                        static_cast<std::int32_t>(std::floor(p.x))}];
      sum.points += p;
      ++sum.count;
    }
  for (const auto& [cell, sum] : cells) pegs.push_back((1.0 / sum.count) * sum.points);
}

}  // namespace sinew
