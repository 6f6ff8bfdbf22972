// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
#include <maya/MArgList.h>
#include <maya/MFn.h>
#include <maya/MFnDependencyNode.h>
#include <maya/MFnGeometryFilter.h>
#include <maya/MPxGeometryFilter.h>
#include <maya/MSelectionList.h>

#include <algorithm>
#include <iterator>

#include "bind_node.h"
#include "collider_input.h"
#include "command.h"
#include "convert.h"

namespace sinew::maya {
namespace {

/// An object that a flag names: its transform, and the mesh below, if there is one.
struct ColliderObject {
  std::string name;
  MDagPath transform, mesh;
  bool hasMesh = false;
};

Result<std::vector<ColliderObject>> namedObjects(const MArgDatabase& flags, const char* flag) {
  std::vector<ColliderObject> objects;
  for (unsigned int i = 0; i < flags.numberOfFlagUses(flag); ++i) {
    MArgList use;
    flags.getFlagArgumentList(flag, i, use);
    ColliderObject object;
    object.name = toText(use.asString(0));
    MSelectionList found;
    if (!found.add(toMString(object.name)) || !found.getDagPath(0, object.transform))
      return Error{ErrorCode::BadMesh, "There is no object '" + object.name + "' in the scene."};
    object.mesh = object.transform;
    object.hasMesh = object.mesh.extendToShape() && object.mesh.hasFn(MFn::kMesh);
    if (object.hasMesh) {
      object.transform = object.mesh;
      object.transform.pop();
    }
    objects.push_back(object);
  }
  return objects;
}

// What the flags say an object is; a mesh if they say nothing.
Result<ColliderShape> shapeOf(const MArgDatabase& flags, const ColliderObject& object) {
  const std::string wanted = textFlag(flags, "-colliderShape", "mesh");
  const auto* const end = std::end(kColliderShapeNames);
  const auto* const found = std::find(std::begin(kColliderShapeNames) + 1, end, wanted);
  if (found == end)
    return Error{ErrorCode::BadMesh, "There is no collider shape '" + wanted +
                                         "'; use mesh, ball, capsule, ellipsoid or plane."};
  const auto shape = static_cast<ColliderShape>(found - std::begin(kColliderShapeNames));
  if (shape == ColliderShape::Mesh && !object.hasMesh)
    return Error{ErrorCode::BadMesh,
                 "'" + object.name +
                     "' has no mesh; say with -colliderShape whether it is a ball, capsule, "
                     "ellipsoid or plane."};
  return shape;
}

bool isMovedBy(const MObject& node, const ColliderObject& object) {
  for (const unsigned int geometry : elementIndices(node, MPxGeometryFilter::input)) {
    MDagPath skin;
    if (MFnGeometryFilter(node).getPathAtIndex(geometry, skin) && skin.node() == object.mesh.node())
      return true;
  }
  return false;
}

ColliderShape shapeAt(const MObject& node, unsigned int index) {
  const DeformerAttributes& a = attributes();
  return static_cast<ColliderShape>(childPlug(node, a.collider, index, a.colliderShape).asShort());
}

// Elements that are nothing come first: what was removed leaves one.
unsigned int freeIndex(const MObject& node, const std::vector<unsigned int>& taken) {
  unsigned int index = 0;
  const auto existing = elementIndices(node, attributes().collider);
  const auto has = [](const std::vector<unsigned int>& list, unsigned int i) {
    return std::find(list.begin(), list.end(), i) != list.end();
  };
  while (has(taken, index) || (has(existing, index) && shapeAt(node, index) != ColliderShape::None))
    ++index;
  return index;
}

void connectCollider(const MObject& node, unsigned int index, const ColliderObject& object,
                     ColliderShape shape, SceneEdit& edit) {
  const DeformerAttributes& a = attributes();
  const auto plug = [&](const MObject& at) { return childPlug(node, a.collider, index, at); };
  edit.connect(worldMatrix(object.transform), plug(a.colliderMatrix));
  // In its own space: it is evaluated once, and moved by the matrix.
  if (shape == ColliderShape::Mesh)
    edit.connect(MFnDependencyNode(object.mesh.node()).findPlug("outMesh", false),
                 plug(a.colliderMesh));
  edit.setChoice(plug(a.colliderShape), static_cast<short>(shape));
}

}  // namespace

Problem addColliders(const MArgDatabase& flags, const MObject& node, SceneEdit& edit,
                     MStringArray& result) {
  const DeformerAttributes& a = attributes();
  const auto objects = namedObjects(flags, "-addCollider");
  if (!objects) return objects.error().message;
  double friction = 0;
  if (flags.isFlagSet("-friction")) flags.getFlagArgument("-friction", 0, friction);
  if (!(friction >= 0 && friction <= 10)) return "The friction must be 0 to 10.";
  std::vector<unsigned int> taken;
  for (const ColliderObject& object : objects.value()) {
    const auto shape = shapeOf(flags, object);
    if (!shape) return shape.error().message;
    if (object.hasMesh && isMovedBy(node, object))
      return "'" + object.name + "' is moved by this deformer and cannot be its collider.";
    taken.push_back(freeIndex(node, taken));
    connectCollider(node, taken.back(), object, shape.value(), edit);
    edit.set(childPlug(node, a.collider, taken.back(), a.colliderFriction), friction);
    result.append(MFnDependencyNode(node).name() +
                  (".collider[" + std::to_string(taken.back()) + "]").c_str());
  }
  return edit.apply() ? Problem() : Problem("Maya refused to connect a collider.");
}

Problem removeColliders(const MArgDatabase& flags, const MObject& node, SceneEdit& edit) {
  const DeformerAttributes& a = attributes();
  const auto objects = namedObjects(flags, "-removeCollider");
  if (!objects) return objects.error().message;
  for (const ColliderObject& object : objects.value()) {
    bool isFound = false;
    for (const unsigned int index : elementIndices(node, a.collider)) {
      const MPlug place = childPlug(node, a.collider, index, a.colliderMatrix);
      if (place.source().node() != object.transform.node()) continue;
      isFound = true;
      edit.disconnect(place);
      edit.disconnect(childPlug(node, a.collider, index, a.colliderMesh));
      edit.setChoice(childPlug(node, a.collider, index, a.colliderShape),
                     static_cast<short>(ColliderShape::None));
    }
    if (!isFound) return "'" + object.name + "' is not a collider of this deformer.";
  }
  return edit.apply() ? Problem() : Problem("Maya refused to remove a collider.");
}

void listColliders(const MObject& node, MStringArray& result) {
  const DeformerAttributes& a = attributes();
  for (const unsigned int index : elementIndices(node, a.collider)) {
    const ColliderShape shape = shapeAt(node, index);
    if (shape == ColliderShape::None) continue;
    const MObject object = childPlug(node, a.collider, index, a.colliderMatrix).source().node();
    const std::string name = object.isNull() ? "nothing" : toText(MFnDependencyNode(object).name());
    result.append(toMString("collider[" + std::to_string(index) + "]: " + name + ", " +
                            kColliderShapeNames[static_cast<int>(shape)]));
  }
}

}  // namespace sinew::maya
