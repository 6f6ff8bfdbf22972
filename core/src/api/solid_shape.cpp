// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
#include "api/solid_shape.h"

#include <algorithm>
#include <cmath>
#include <initializer_list>

#include "api/mesh_input.h"
#include "geometry/bvh.h"
#include "geometry/mesh_repair.h"
#include "geometry/mesh_report.h"

namespace sinew {
namespace {

// Points of a mesh's grid over its thickness, and how far they may be apart [cells].
constexpr double kPointsAcross = 8, kLeastSpacing = 0.05, kMostSpacing = 0.5;

bool areFinite(std::initializer_list<double> values) {
  return std::all_of(values.begin(), values.end(), [](double v) { return std::isfinite(v); });
}

Box boxAround(const SolidCapsule& capsule) {
  const Vec3<double> r{capsule.radius, capsule.radius, capsule.radius};
  Box box = kEmptyBox;
  for (const Vec3<double>& end : {capsule.head, capsule.tail}) {
    include(box, end - r);
    include(box, end + r);
  }
  return box;
}

}  // namespace

std::optional<std::string> findShapeProblem(const BallShape& b, const std::string& what) {
  if (!areFinite({b.center.x, b.center.y, b.center.z, b.radius}))
    return what + " has a ball with a number that is not finite.";
  if (!(b.radius > 0)) return what + " has a ball radius that is not positive.";
  return std::nullopt;
}

std::optional<std::string> findShapeProblem(const CapsuleShape& c, const std::string& what) {
  if (!areFinite({c.head.x, c.head.y, c.head.z, c.tail.x, c.tail.y, c.tail.z, c.radius}))
    return what + " has a capsule with a number that is not finite.";
  if (!(c.radius > 0)) return what + " has a capsule radius that is not positive.";
  return std::nullopt;
}

std::optional<std::string> findShapeProblem(const CapsuleSetShape& set, const std::string& what) {
  if (set.capsules.empty()) return what + " has a set of capsules without any capsule.";
  for (const CapsuleShape& capsule : set.capsules)
    if (auto problem = findShapeProblem(capsule, what)) return problem;
  return std::nullopt;
}

std::optional<std::string> findShapeProblem(const EllipsoidShape& e, const std::string& what) {
  bool finite = areFinite({e.center.x, e.center.y, e.center.z});
  double size = 1;
  for (const Vec3d& axis : e.axes) {
    finite = finite && areFinite({axis.x, axis.y, axis.z});
    size *= std::hypot(axis.x, axis.y, axis.z);
  }
  if (!finite) return what + " has an ellipsoid with a number that is not finite.";
  if (!(leastAxis(e) > 0)) return what + " has an ellipsoid with an axis of no length.";
  // At right angles the determinant is the product of the lengths.
  const double volume = std::fabs(dot(toVec(e.axes[0]), cross(toVec(e.axes[1]), toVec(e.axes[2]))));
  if (!(volume > 0.99 * size))
    return what + " has an ellipsoid whose axes are not at right angles to each other.";
  return std::nullopt;
}

std::optional<std::string> findShapeProblem(const PlaneShape& p, const std::string& what) {
  if (!areFinite({p.point.x, p.point.y, p.point.z, p.normal.x, p.normal.y, p.normal.z}))
    return what + " has a plane with a number that is not finite.";
  if (!(std::hypot(p.normal.x, p.normal.y, p.normal.z) > 0))
    return what + " has a plane whose normal has no length.";
  return std::nullopt;
}

std::optional<std::string> findShapeProblem(const MeshShape& shape, const std::string& whose) {
  const std::string what = whose + "'s mesh";
  const TriangleMesh mesh = toMesh(shape.points, shape.triangles);
  const MeshFacts facts = inspect(mesh);
  if (auto problem = findBrokenMesh(facts, mesh, what)) return problem;
  if (facts.openEdges > 0) return findUnclearInside(mesh, what);
  return findEmptyMesh(facts, what);
}

double leastAxis(const EllipsoidShape& e) {
  double least = HUGE_VAL;
  for (const Vec3d& axis : e.axes) least = std::min(least, std::hypot(axis.x, axis.y, axis.z));
  return least;
}

DistanceField FieldMaker::operator()(const BallShape& b) const {
  return (*this)(CapsuleShape{b.center, b.center, b.radius});
}

DistanceField FieldMaker::operator()(const CapsuleShape& c) const {
  return (*this)(CapsuleSetShape{{c}});
}

DistanceField FieldMaker::operator()(const CapsuleSetShape& set) const {
  DistanceField field;
  field.box = kEmptyBox;
  for (const CapsuleShape& c : set.capsules) {
    field.capsules.push_back(
        {toCells_(toVec(c.head)), toCells_(toVec(c.tail)), toCells_(c.radius)});
    include(field.box, boxAround(field.capsules.back()));
  }
  return field;
}

DistanceField FieldMaker::operator()(const EllipsoidShape& e) const {
  DistanceField field;
  SolidEllipsoid solid;
  Vec3<double> rows[3];
  double half[3];
  for (int k = 0; k < 3; ++k) {
    const Vec3<double> axis = toVec(e.axes[k]);
    const double length = std::sqrt(dot(axis, axis));
    rows[k] = (1 / length) * axis;
    half[k] = toCells_(length);
  }
  solid.center = toCells_(toVec(e.center));
  solid.axes = transpose(fromColumns(rows[0], rows[1], rows[2]));
  solid.half = {half[0], half[1], half[2]};
  const double reach = std::max({half[0], half[1], half[2]});
  field.box = boxAround({solid.center, solid.center, reach});
  field.ellipsoids.push_back(solid);
  return field;
}

DistanceField FieldMaker::operator()(const PlaneShape& p) const {
  DistanceField field;
  const Vec3<double> normal = toVec(p.normal);
  const Vec3<double> unit = (1 / std::sqrt(dot(normal, normal))) * normal;
  field.halfSpaces.push_back({unit, dot(unit, toCells_(toVec(p.point)))});
  field.box = {kEmptyBox.greatest, kEmptyBox.least};
  return field;
}

DistanceField FieldMaker::operator()(const MeshShape& shape) const {
  TriangleMesh mesh = toMesh(shape.points, shape.triangles);
  for (Vec3<double>& p : mesh.points) p = toCells_(p);
  const SurfaceCheck check = checkSurface(mesh);
  for (const MeshRemark& remark : check.report.warnings)
    warnings_.push_back(toldOf(what_ + "'s mesh", remark.text));
  const MeshFacts facts = inspect(check.repaired);
  const double thickness = facts.area > 0 ? 4 * std::fabs(facts.volume) / facts.area : 0;
  DistanceField field;
  field.grid = distanceGrid(check.repaired,
                            std::clamp(thickness / kPointsAcross, kLeastSpacing, kMostSpacing));
  field.box = facts.box;
  return field;
}

}  // namespace sinew
