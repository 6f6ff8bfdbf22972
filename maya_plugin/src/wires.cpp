// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
#include "wires.h"

#include <cmath>

#include "convert.h"

namespace sinew::maya {
namespace {

constexpr int kSegments = 24;  // of a whole circle

Vec3f sum(const Vec3f& c, double s, const Vec3f& u, double t, const Vec3f& v) {
  const auto along = [&](float a, float b, float d) {
    return static_cast<float>(static_cast<double>(a) + s * static_cast<double>(b) +
                              t * static_cast<double>(d));
  };
  return {along(c.x, u.x, v.x), along(c.y, u.y, v.y), along(c.z, u.z, v.z)};
}

// centre + cos u + sin v, of which the given part of a turn is drawn.
void addArc(const Vec3f& centre, const Vec3f& u, const Vec3f& v, double turns,
            const MMatrix& motion, MPointArray& lines) {
  const int segments = static_cast<int>(kSegments * turns);
  const auto at = [&](int k) {
    const double angle = 2 * 3.14159265358979323846 * k / kSegments;
    return sum(centre, std::cos(angle), u, std::sin(angle), v);
  };
  for (int k = 0; k < segments; ++k) addLine(at(k), at(k + 1), motion, lines);
}

Vec3f axis(int k, double length) {
  const auto l = static_cast<float>(length);
  return {k == 0 ? l : 0, k == 1 ? l : 0, k == 2 ? l : 0};
}

void addEllipsoid(const double (&axes)[3], const MMatrix& motion, MPointArray& lines) {
  for (int k = 0; k < 3; ++k)
    addArc({}, axis(k, axes[k]), axis((k + 1) % 3, axes[(k + 1) % 3]), 1, motion, lines);
}

void addCapsule(double radius, double length, const MMatrix& motion, MPointArray& lines) {
  for (const double end : {-1.0, 1.0}) {
    const Vec3f middle = axis(1, end * length / 2);
    addArc(middle, axis(0, radius), axis(2, radius), 1, motion, lines);
    for (const int side : {0, 2})
      addArc(middle, axis(side, radius), axis(1, end * radius), 0.5, motion, lines);
  }
  for (const int side : {0, 2})
    for (const double way : {-1.0, 1.0}) {
      const Vec3f out = axis(side, way * radius);
      addLine(sum(out, -length / 2, axis(1, 1), 0, {}), sum(out, length / 2, axis(1, 1), 0, {}),
              motion, lines);
    }
}

void addPlane(const MMatrix& motion, MPointArray& lines) {
  const Vec3f corners[] = {{-1, 0, -1}, {1, 0, -1}, {1, 0, 1}, {-1, 0, 1}};
  for (int k = 0; k < 4; ++k) addLine(corners[k], corners[(k + 1) % 4], motion, lines);
  addLine({0, 0, 0}, {0, 0.5f, 0}, motion, lines);
}

}  // namespace

void addLine(const Vec3f& from, const Vec3f& to, const MMatrix& motion, MPointArray& lines) {
  lines.append(toCentimetres(from) * motion);
  lines.append(toCentimetres(to) * motion);
}

void addMeshLines(const MObject& mesh, const MMatrix& motion, MPointArray& lines) {
  const SurfaceMesh surface = readMesh(mesh, MMatrix());
  const auto line = [&](std::int32_t from, std::int32_t to) {
    if (from < to)  // the neighbouring triangle has it the other way round
      addLine(surface.points[static_cast<std::size_t>(from)],
              surface.points[static_cast<std::size_t>(to)], motion, lines);
  };
  for (const Triangle& t : surface.triangles) line(t.a, t.b), line(t.b, t.c), line(t.c, t.a);
}

void addColliderLines(const ColliderValues& collider, MPointArray& lines) {
  const double r = collider.radius;
  switch (collider.shape) {
    case ColliderShape::None:
      return;
    case ColliderShape::Mesh:
      if (!collider.mesh.isNull()) addMeshLines(collider.mesh, collider.place, lines);
      return;
    case ColliderShape::Ball:
      return addEllipsoid({r, r, r}, collider.place, lines);
    case ColliderShape::Capsule:
      return addCapsule(r, collider.length, collider.place, lines);
    case ColliderShape::Ellipsoid:
      return addEllipsoid(collider.axes, collider.place, lines);
    case ColliderShape::Plane:
      return addPlane(collider.place, lines);
  }
}

}  // namespace sinew::maya
