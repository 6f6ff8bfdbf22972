// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
#include "collider_input.h"

#include <maya/MArrayDataHandle.h>
#include <maya/MDistance.h>
#include <maya/MFnMatrixData.h>
#include <maya/MPlug.h>

#include "bind_node.h"
#include "convert.h"
#include "sinew/character_file.h"

namespace sinew::maya {
namespace {

ColliderValues readElement(MDataHandle element) {
  const DeformerAttributes& a = attributes();
  ColliderValues values;
  if (!element.child(a.colliderEnabled).asBool()) return values;
  values.shape = static_cast<ColliderShape>(element.child(a.colliderShape).asShort());
  values.place = element.child(a.colliderMatrix).asMatrix();
  if (values.shape == ColliderShape::Mesh) values.mesh = element.child(a.colliderMesh).asMesh();
  values.radius = element.child(a.colliderRadius).asDistance().asMeters();
  values.length = element.child(a.colliderLength).asDistance().asMeters();
  values.friction = element.child(a.colliderFriction).asDouble();
  MDataHandle axes = element.child(a.colliderAxes);
  for (unsigned int k = 0; k < 3; ++k)
    values.axes[k] = axes.child(a.colliderAxis[k]).asDistance().asMeters();
  return values;
}

// A mirrored place is one that is not, of the mirrored shape; all but meshes are their own mirror
// images.
void addCollider(const ColliderValues& values, const std::string& name, FrameColliders& all) {
  Collider made{name, BallShape{{0, 0, 0}, values.radius}, values.friction};
  MMatrix mirror;
  if (values.place.det3x3() < 0) mirror(0, 0) = -1;
  const double half = values.length / 2;
  switch (values.shape) {
    case ColliderShape::None:
      return;
    case ColliderShape::Mesh: {
      if (values.mesh.isNull()) {
        all.remark = name + " has no mesh: connect one, or set its colliderShape to none";
        return;
      }
      SurfaceMesh mesh = readMesh(values.mesh, mirror);
      made.shape = MeshShape{std::move(mesh.points), std::move(mesh.triangles)};
      break;
    }
    case ColliderShape::Ball:
      break;
    case ColliderShape::Capsule:
      made.shape = CapsuleShape{{0, -half, 0}, {0, half, 0}, values.radius};
      break;
    case ColliderShape::Ellipsoid:
      made.shape = EllipsoidShape{
          {0, 0, 0}, {{values.axes[0], 0, 0}, {0, values.axes[1], 0}, {0, 0, values.axes[2]}}};
      break;
    case ColliderShape::Plane:
      made.shape = PlaneShape{};
      break;
  }
  all.colliders.push_back(std::move(made));
  all.places.push_back(toAffine(mirror * values.place));
}

}  // namespace

ColliderValues readCollider(const MObject& node, unsigned int index) {
  const DeformerAttributes& a = attributes();
  const auto plug = [&](const MObject& at) { return childPlug(node, a.collider, index, at); };
  ColliderValues values;
  if (!plug(a.colliderEnabled).asBool()) return values;
  values.shape = static_cast<ColliderShape>(plug(a.colliderShape).asShort());
  values.place = MFnMatrixData(plug(a.colliderMatrix).asMObject()).matrix();
  if (values.shape == ColliderShape::Mesh) values.mesh = plug(a.colliderMesh).asMObject();
  values.radius = plug(a.colliderRadius).asMDistance().asMeters();
  values.length = plug(a.colliderLength).asMDistance().asMeters();
  values.friction = plug(a.colliderFriction).asDouble();
  for (unsigned int k = 0; k < 3; ++k)
    values.axes[k] = plug(a.colliderAxes).child(k).asMDistance().asMeters();
  return values;
}

FrameColliders readColliders(MDataBlock& block) {
  FrameColliders all;
  MArrayDataHandle elements = block.inputArrayValue(attributes().collider);
  const unsigned int count = elements.elementCount();
  for (unsigned int i = 0; i < count; ++i)
    if (elements.jumpToArrayElement(i))
      addCollider(readElement(elements.inputValue()),
                  "collider[" + std::to_string(elements.elementIndex()) + "]", all);
  all.hash = inputHash(all.colliders);
  return all;
}

}  // namespace sinew::maya
