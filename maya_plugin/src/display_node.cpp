// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
#include "display_node.h"

#include <maya/MColor.h>
#include <maya/MDagPath.h>
#include <maya/MDistance.h>
#include <maya/MFnMatrixData.h>
#include <maya/MFnMessageAttribute.h>
#include <maya/MFnNumericAttribute.h>
#include <maya/MFnPointArrayData.h>
#include <maya/MPlug.h>
#include <maya/MPointArray.h>
#include <maya/MUIDrawManager.h>
#include <maya/MUserData.h>
#include <maya/MVector.h>

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "bind_node.h"
#include "convert.h"
#include "deformer_attributes.h"
#include "sinew/lattice_wire.h"
#include "wires.h"

namespace sinew::maya {

MObject DisplayNode::deformer, DisplayNode::showBones, DisplayNode::showJoints,
    DisplayNode::showLattice, DisplayNode::showColliders, DisplayNode::showContacts;

namespace {

struct Capsule {
  MPoint head, tail;  ///< in world space, posed
  double radius;
};

// Copied in prepareForDraw, where plugs may be read; drawing touches nothing else.
class DisplayData : public MUserData {
 public:
  std::vector<Capsule> capsules;
  std::vector<MPoint> joints;
  MPointArray boneEdges;     ///< of bone meshes, posed; two points per line, as in latticeEdges
  MPointArray latticeEdges;  ///< of all meshes, as bound
  MPointArray colliderLines;
  MPointArray contactLines;  ///< of all meshes, of the frame solved last

  /// What latticeEdges were made of: hash of a linked file, or data. Made again only after a bind.
  using Bound = std::pair<std::string, std::shared_ptr<const BoundCharacter>>;
  std::vector<Bound> bound;
};

MMatrix matrixOf(const MPlug& plug) {
  MStatus status;
  const MFnMatrixData fn(plug.asMObject(), &status);
  return status ? fn.matrix() : MMatrix();
}

MPoint placeOf(const MPlug& place) {
  const auto centimetres = [&](unsigned int k) {
    return place.child(k).asMDistance().asCentimeters();
  };
  return MPoint(centimetres(0), centimetres(1), centimetres(2));
}

// The outer edges of the cells, where they were when the skin was bound.
void collectLattice(const MObject& node, DisplayData& data) {
  const DeformerAttributes& a = attributes();
  const std::vector<unsigned int> meshes = elementIndices(node, a.bind);
  std::vector<DisplayData::Bound> bound;
  for (const unsigned int i : meshes) {
    const bool isLinked = !toText(childPlug(node, a.bind, i, a.bindFile).asString()).empty();
    bound.emplace_back(toText(childPlug(node, a.bind, i, a.bindHash).asString()),
                       isLinked ? nullptr : boundOf(node, i));
  }
  if (bound == data.bound) return;
  data.latticeEdges.clear();
  for (const unsigned int i : meshes) {
    const std::shared_ptr<const BoundCharacter> mesh = boundOf(node, i);
    if (!mesh || !mesh->file.character) continue;
    const LatticeWire wire = latticeWire(*mesh->file.character);
    for (const auto& edge : wire.edges)
      addLine(wire.points[static_cast<std::size_t>(edge[0])],
              wire.points[static_cast<std::size_t>(edge[1])], MMatrix(), data.latticeEdges);
  }
  data.bound = std::move(bound);
}

// What the last evaluation left: nothing is solved for it.
void collectContacts(const MObject& node, MPointArray& lines) {
  const DeformerAttributes& a = attributes();
  for (const unsigned int i : elementIndices(node, a.report)) {
    MStatus status;
    const MObject data = childPlug(node, a.report, i, a.contactLines).asMObject();
    const MFnPointArrayData fn(data, &status);
    if (!status) continue;
    MPointArray ofMesh;
    fn.copyTo(ofMesh);
    for (unsigned int k = 0; k < ofMesh.length(); ++k) lines.append(ofMesh[k]);
  }
}

void collect(const MObject& node, bool showsBones, bool showsJoints, DisplayData& data) {
  const DeformerAttributes& a = attributes();
  for (const unsigned int i : elementIndices(node, a.matrix)) {
    const MMatrix posed = matrixOf(elementPlug(node, a.matrix, i));
    if (showsJoints) data.joints.push_back(MPoint() * posed);
    const auto plug = [&](const MObject& at) { return childPlug(node, a.bone, i, at); };
    const auto shape = static_cast<BoneShape>(plug(a.boneShape).asShort());
    if (!showsBones || shape == BoneShape::Fitted) continue;
    const MMatrix motion = matrixOf(elementPlug(node, a.bindPreMatrix, i)) * posed;
    if (shape == BoneShape::Mesh) {
      addMeshLines(plug(a.boneMesh).asMObject(), motion, data.boneEdges);
      continue;
    }
    data.capsules.push_back({placeOf(plug(a.boneHead)) * motion, placeOf(plug(a.boneTail)) * motion,
                             plug(a.boneRadius).asMDistance().asCentimeters()});
  }
}

}  // namespace

MStatus DisplayNode::initialize() {
  MFnMessageAttribute message;
  deformer = message.create("deformer", "deformer");
  MFnNumericAttribute number;
  showBones = number.create("showBones", "showBones", MFnNumericData::kBoolean, 1);
  showJoints = number.create("showJoints", "showJoints", MFnNumericData::kBoolean, 1);
  showLattice = number.create("showLattice", "showLattice", MFnNumericData::kBoolean, 0);
  showColliders = number.create("showColliders", "showColliders", MFnNumericData::kBoolean, 1);
  showContacts = number.create("showContacts", "showContacts", MFnNumericData::kBoolean, 0);
  for (const MObject* attribute :
       {&deformer, &showBones, &showJoints, &showLattice, &showColliders, &showContacts})
    if (MStatus s = addAttribute(*attribute); !s) return s;
  return MS::kSuccess;
}

DisplayDraw::DisplayDraw(const MObject& node) : MPxDrawOverride(node, nullptr, true) {}

MUserData* DisplayDraw::prepareForDraw(const MDagPath& path, const MDagPath&,
                                       const MHWRender::MFrameContext&, MUserData* old) {
  auto* data = dynamic_cast<DisplayData*>(old);
  if (!data) data = new DisplayData;
  data->capsules.clear();
  data->joints.clear();
  data->boneEdges.clear();
  data->colliderLines.clear();
  data->contactLines.clear();
  const MObject locator = path.node();
  const auto isShown = [&](const MObject& what) { return MPlug(locator, what).asBool(); };
  const MPlug source = MPlug(locator, DisplayNode::deformer).source();
  const bool showsLattice = !source.isNull() && isShown(DisplayNode::showLattice);
  if (!source.isNull())
    collect(source.node(), isShown(DisplayNode::showBones), isShown(DisplayNode::showJoints),
            *data);
  if (!source.isNull() && isShown(DisplayNode::showColliders))
    for (const unsigned int i : elementIndices(source.node(), attributes().collider))
      addColliderLines(readCollider(source.node(), i), data->colliderLines);
  if (!source.isNull() && isShown(DisplayNode::showContacts))
    collectContacts(source.node(), data->contactLines);
  if (showsLattice) {
    collectLattice(source.node(), *data);
  } else {
    data->latticeEdges.clear();
    data->bound.clear();
  }
  return data;
}

namespace {

void drawLines(const MPointArray& lines, const MMatrix& toLocal, MHWRender::MUIDrawManager& draw) {
  MPointArray local;
  for (unsigned int i = 0; i < lines.length(); ++i) local.append(lines[i] * toLocal);
  if (local.length() > 0) draw.lineList(local, false);
}

}  // namespace

void DisplayDraw::addUIDrawables(const MDagPath& path, MHWRender::MUIDrawManager& draw,
                                 const MHWRender::MFrameContext&, const MUserData* data) {
  const auto* shown = dynamic_cast<const DisplayData*>(data);
  if (!shown) return;
  const MMatrix toLocal = path.inclusiveMatrixInverse();
  draw.beginDrawable();
  draw.setColor(MColor(0.9f, 0.85f, 0.6f));
  for (const Capsule& c : shown->capsules) {
    const MPoint head = c.head * toLocal, tail = c.tail * toLocal;
    const MVector axis = tail - head;
    draw.capsule(head + axis * 0.5, axis, c.radius, axis.length(), 12, 4, false);
  }
  drawLines(shown->boneEdges, toLocal, draw);
  draw.setColor(MColor(0.5f, 0.5f, 0.5f));
  drawLines(shown->latticeEdges, toLocal, draw);
  draw.setColor(MColor(0.4f, 0.9f, 0.5f));
  drawLines(shown->colliderLines, toLocal, draw);
  draw.setColor(MColor(1.0f, 0.3f, 0.8f));
  drawLines(shown->contactLines, toLocal, draw);
  draw.setColor(MColor(0.3f, 0.7f, 1.0f));
  for (const MPoint& joint : shown->joints) draw.point(joint * toLocal);
  draw.endDrawable();
}

}  // namespace sinew::maya
