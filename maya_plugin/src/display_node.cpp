// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
#include "display_node.h"

#include <maya/MColor.h>
#include <maya/MDagPath.h>
#include <maya/MDistance.h>
#include <maya/MFnMatrixData.h>
#include <maya/MFnMessageAttribute.h>
#include <maya/MFnNumericAttribute.h>
#include <maya/MPlug.h>
#include <maya/MUIDrawManager.h>
#include <maya/MUserData.h>
#include <maya/MVector.h>

#include <memory>
#include <vector>

#include "bind_node.h"
#include "convert.h"
#include "deformer_attributes.h"

namespace sinew::maya {

MObject DisplayNode::deformer, DisplayNode::showBones, DisplayNode::showJoints;

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

void collect(const MObject& node, bool showsBones, bool showsJoints, DisplayData& data) {
  const DeformerAttributes& a = attributes();
  for (const unsigned int i : elementIndices(node, a.matrix)) {
    const MMatrix posed = matrixOf(elementPlug(node, a.matrix, i));
    if (showsJoints) data.joints.push_back(MPoint() * posed);
    const auto plug = [&](const MObject& at) { return childPlug(node, a.bone, i, at); };
    const auto shape = static_cast<BoneShape>(plug(a.boneShape).asShort());
    if (!showsBones || shape != BoneShape::Capsule) continue;
    const MMatrix motion = matrixOf(elementPlug(node, a.bindPreMatrix, i)) * posed;
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
  for (const MObject* attribute : {&deformer, &showBones, &showJoints})
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
  const MObject locator = path.node();
  const MPlug source = MPlug(locator, DisplayNode::deformer).source();
  if (!source.isNull())
    collect(source.node(), MPlug(locator, DisplayNode::showBones).asBool(),
            MPlug(locator, DisplayNode::showJoints).asBool(), *data);
  return data;
}

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
  draw.setColor(MColor(0.3f, 0.7f, 1.0f));
  for (const MPoint& joint : shown->joints) draw.point(joint * toLocal);
  draw.endDrawable();
}

}  // namespace sinew::maya
